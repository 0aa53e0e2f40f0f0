"""What the tests of dominoes share: Judge Domino's plan, and a few dominoes built once a session."""

from __future__ import annotations

from functools import cache

from design.config.loading import Config, Loaded, load_config
from design.context import Context
from design.faces.face import Face
from design.faces.filaments import with_filaments
from design.families.registry import FAMILIES
from design.parts.domino import DominoSpec
from design.plan.artifact import Artifact
from design.plan.planning import Plan
from design.sheets.specs import SheetSpec
from fabrication.part import Part
from fabrication.parts.domino import domino
from rules.bill import Variant
from rules.game import Game, Medium
from tests.support.parts import made_by
from tests.support.plans import planned as planned_once

GAME = "judge-domino"
SIZES = {
    "default": (),
    "smallest": ("domino={width_mm: 20, height_mm: 36, thickness_mm: 6.4, corner_mm: 0.5, edge_mm: 0.2, gap_max_mm: 14}",),
    "largest": (
        "domino={width_mm: 40, height_mm: 80, thickness_mm: 12, edge_mm: 1, corner_mm: 6, gap_max_mm: 30}",
        "domino.relief_mm=1",
    ),
    # What the corners' first points bend the outline by is less than what is dropped of one.
    "gently rounded": ("domino={height_mm: 40.8, corner_mm: 1.7, edge_mm: 0.51, gap_min_mm: 3.4, gap_max_mm: 15.3}",),
}


@cache
def loaded(*settings: str) -> Loaded:
    return load_config(None, [f"games=[{GAME}]", "paper.sizes=[a4]", *settings])


def config(*settings: str) -> Config:
    return loaded(*settings).config


def game(*settings: str) -> Game:
    return config(*settings).game(GAME)


@cache
def planned(*settings: str) -> Plan:
    settings = (f"games=[{GAME}]", "paper.sizes=[a4]", *settings)
    return planned_once(settings, GAME)


@cache
def context(*settings: str) -> Context:
    return Context.of_game(game(*settings), config(*settings))


def item(*settings: str):
    return game(*settings).component("domino")


@cache
def spec(number: str, *settings: str) -> DominoSpec:
    maker = FAMILIES["domino"].solid
    assert maker is not None
    made = maker(context(*settings), item(*settings), Variant({"number": number}))
    return with_filaments(made, config(*settings).colours)


@cache
def faces(number: str, *settings: str) -> tuple[Face, ...]:
    """Front, back, side and end."""
    shown = FAMILIES["domino"].shown
    assert shown is not None
    return shown(context(*settings), item(*settings), Variant({"number": number}))


@cache
def net(number: str, *settings: str) -> Face:
    maker = FAMILIES["domino"].faces
    assert maker is not None
    return maker(context(*settings), item(*settings), Variant({"number": number}))[0]


@cache
def part(number: str, *settings: str) -> Part:
    return made_by(domino, spec(number, *settings))


def artifacts(medium: Medium, *settings: str) -> list[Artifact]:
    return [one for one in planned(*settings).artifacts if one.medium is medium]


def nets() -> SheetSpec:
    """The sheet of nets as PDF."""
    return next(one.spec for one in artifacts(Medium.PAPER) if one.spec.name == "dominoes")
