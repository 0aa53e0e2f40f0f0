"""Geometric Chamber's parts at their smallest, default and largest: planned and built once for each configuration."""

from __future__ import annotations

import importlib
from functools import cache

from design.config.loading import Config, load_config
from design.plan.artifact import Artifact
from design.plan.planning import plan
from fabrication.part import Part
from rules.game import Medium, load_game

Settings = tuple[str, ...]

DEFAULT: Settings = ()
SMALLEST: Settings = (
    "games.geometric-chamber.players=2",
    "card={width_mm: 20, height_mm: 30, corner_mm: 0}",
    "number_board={plate_height_mm: 12, plate_thickness_mm: 1.4, digit_depth_mm: 0.2, symbol_depth_mm: 0.2}",
    "number_board={digit_height_mm: 5, end_length_mm: 5, connector_wall_mm: 0.8, connector_tongue_mm: 0.8}",
    "number_board={connector_foot_mm: 10, key_width_mm: 0.8, key_depth_mm: 0.6, spacer_width_mm: 0.8}",
    "markers={score: {width_mm: 12, height_mm: 12, thickness_mm: 1.2, relief_mm: 0.2}}",
    "markers={penalty: {width_mm: 12, height_mm: 12}, door: {width_mm: 14, height_mm: 18}}",
)
LARGEST: Settings = (
    "printer={bed_width_mm: 500, bed_depth_mm: 500}",
    "card={width_mm: 63, height_mm: 88, thickness_mm: 0.5, sleeve: premium}",
    "number_board={plate_height_mm: 30, plate_thickness_mm: 3, digit_depth_mm: 1, digit_height_mm: 20, end_length_mm: 12}",
    "number_board={connector_wall_mm: 3, connector_foot_mm: 30, key_width_mm: 2, key_depth_mm: 1.6, spacer_width_mm: 2}",
    "markers={door: {width_mm: 40, height_mm: 60}, leader: {width_mm: 60, height_mm: 60}}",
    "markers={penalty: {width_mm: 40, height_mm: 40, thickness_mm: 4}}",
)


@cache
def configured(settings: Settings) -> Config:
    return load_config(None, settings).config


@cache
def solids(settings: Settings) -> dict[str, Artifact]:
    """The solids planned for Geometric Chamber, by piece."""
    made = plan(load_game("geometric-chamber"), configured(settings)).artifacts
    return {one.holds[0].piece: one for one in made if one.medium is Medium.SOLID}


@cache
def built(settings: Settings, piece: str) -> Part:
    artifact = solids(settings)[piece]
    module, function = artifact.builder.split(":")
    part: Part = getattr(importlib.import_module(module), function)(artifact.spec)
    return part
