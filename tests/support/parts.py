"""Geometric Chamber's parts at their smallest, default and largest: planned and built once for each configuration."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

import cadquery as cq
from OCP.gp import gp_Trsf

from design.plan.artifact import Artifact
from fabrication.part import Body, Part
from fabrication.writers.mesh import stl_bytes
from rules.game import Medium
from tablewright.building.record import manifest_before
from tablewright.fingerprint import keys_of
from tablewright.manifest import FileEntry, digest
from tests.support.made import made
from tests.support.places import ROOT
from tests.support.plans import Settings, configured, planned

__all__ = ["DEFAULT", "LARGEST", "SMALLEST", "Settings", "built", "configured", "solids"]

Values = tuple[float, ...]
OUTPUT = ROOT / "output"
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
def solids(settings: Settings) -> dict[str, Artifact]:
    """The solids planned for Geometric Chamber, by piece."""
    return {one.holds[0].piece: one for one in planned(settings).artifacts if one.medium is Medium.SOLID}


@cache
def built(settings: Settings, piece: str) -> Part:
    """A piece's part."""
    return part_of(solids(settings)[piece])


def part_of(artifact: Artifact) -> Part:
    """The part of an artifact, built once; what it is in colours is made when it is asked for."""
    (key,) = map(str, keys_of([artifact]))
    name, bodies, frames = made("part", key, lambda: _kept(fresh(artifact)))
    placed = {one: cq.Location(_transformation(values)) for one, values in frames.items()}
    return Part(name, bodies, placed, lambda: fresh(artifact).in_colours())


def made_by(builder: Callable[[Any], Part] | str, spec: Any) -> Part:
    """What a builder, which may be named `module:function`, makes of a specification; built once."""
    name = builder if isinstance(builder, str) else f"{builder.__module__}:{builder.__name__}"
    return part_of(Artifact("", Medium.SOLID, name, spec, ()))


def stl_of(artifact: Artifact) -> bytes:
    """The STL of an artifact: the output folder's, if a build has just made it of the same, else made once."""
    (key,) = map(str, keys_of([artifact]))
    for one in _listed(key):
        path = OUTPUT / one.path
        if one.path.endswith(".stl") and path.is_file() and digest(path) == one.sha256:
            return path.read_bytes()
    return made("stl", key, lambda: stl_bytes(part_of(artifact)))


def fresh(artifact: Artifact) -> Part:
    """The part of an artifact, built here and now."""
    module, _, function = artifact.builder.partition(":")
    part: Part = getattr(importlib.import_module(module), function)(artifact.spec)
    return part


def _kept(part: Part) -> tuple[str, tuple[Body, ...], dict[str, Values]]:
    """What of a part can be kept on disk; a location that is pickled comes back turned otherwise, so its matrix is kept."""
    return part.name, part.bodies, {name: _values(frame) for name, frame in part.frames.items()}


def _values(frame: cq.Location) -> Values:
    matrix = frame.wrapped.Transformation()
    return tuple(matrix.Value(row, column) for row in (1, 2, 3) for column in (1, 2, 3, 4))


def _transformation(values: Values) -> gp_Trsf:
    matrix = gp_Trsf()
    matrix.SetValues(*values)
    return matrix


def _listed(key: str) -> list[FileEntry]:
    """What the manifest of the output folder lists under a key."""
    return _entries().get(key, [])


@cache
def _entries() -> dict[str, list[FileEntry]]:
    found: dict[str, list[FileEntry]] = {}
    for game in manifest_before(OUTPUT).games.values():
        for one in game.files:
            found.setdefault(one.key, []).append(one)
    return found
