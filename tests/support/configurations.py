"""Configurations drawn from the whole documented range, and how each ends: in named problems or in sound parts."""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from design.config.derived import derived_keys
from design.config.loading import Config, Loaded, load_config
from design.config.paper import OWN, PAPER_SIZES
from design.config.printer import Printer, printer_presets
from design.plan.artifact import Artifact
from design.plan.planning import Plan
from fabrication.part import Part
from fabrication.writers.mesh import write_stl
from rules.errors import ConfigError, DesignError, Problem, TablewrightError
from rules.game import Medium, load_game
from tablewright.building.build import plans_for
from tablewright.inspection.printing.printable import printing_faults
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tablewright.inspection.solids.solids import solid_faults

GAME = "geometric-chamber"
COMMON = ("fits", "markers", "storage_box", "printer")
SECTIONS = {
    GAME: ("card", "overview", "number_board", *COMMON),
    "dokojong": ("tile", "overview", "number_board", *COMMON),
    "judge-domino": ("domino", *COMMON),
    "doubutsu-jungo": ("squares", *COMMON),
}
"""What the parts of each game depend on."""
ON_PAPER = ("paper", "cutting", "tuck_box", "printhouse", "booklet")
"""What its sheets depend on besides."""
STEP = 0.01
"""Figures are drawn in hundredths, as people write them."""
NEAR = 0.15
"""A figure near its default is within this share of it."""
SCALES = (0.6, 2.5)
"""Sizes grow or shrink together by a factor between these."""
NOZZLES = (0.2, 0.25, 0.4, 0.6, 0.8, 1.0)
"""Nozzles that are sold; others are drawn too, as any figure."""

Settings = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """A number that can be configured, with the range that its field documents."""

    key: str
    low: float
    high: float
    default: float

    def clipped(self, value: float) -> float:
        """The nearest value in range, in steps."""
        return round(min(self.high, max(self.low, round(value / STEP) * STEP)), 6)


@dataclass(frozen=True)
class Drawn:
    """A game's configuration as settings, how it was drawn, and a number that chooses the pieces that are built of it."""

    game: str
    how: str
    settings: Settings
    pick: int


def _figures(model: BaseModel, key: str) -> Iterator[Figure]:
    """All numbers of a section of the configuration, those of its sub-sections too; ranges are the fields' own."""
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _figures(value, f"{key}.{name}")
        elif isinstance(value, float):
            low, high = (next(getattr(one, side) for one in field.metadata if hasattr(one, side)) for side in ("ge", "le"))
            yield Figure(f"{key}.{name}", low, high, value)


def _words(model: BaseModel, key: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All choices of one of a few words."""
    for name, field in type(model).model_fields.items():
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _words(value, f"{key}.{name}")
        elif isinstance(value, bool):
            yield f"{key}.{name}", ("true", "false")
        elif isinstance(value, Enum):
            yield f"{key}.{name}", tuple(one.value for one in type(value))
        elif get_origin(field.annotation) is Literal:
            yield f"{key}.{name}", get_args(field.annotation)


def figures(sections: tuple[str, ...]) -> dict[str, Figure]:
    """All numbers of these sections by key."""
    return {one.key: one for section in sections for one in _figures(getattr(Config(), section), section)}


def words(sections: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """All words of these sections by key, each with its choices."""
    return {key: choices for section in sections for key, choices in _words(getattr(Config(), section), section)}


FOLLOWING = {f"{section}.{key}" for section, key in derived_keys()}
"""What follows from the printer unless it is set; drawn less often."""


def _anywhere(figure: Figure) -> st.SearchStrategy[float]:
    """A value between the limits, near one, at one, or near the default."""
    span = figure.high - figure.low
    return st.one_of(
        st.floats(figure.low, figure.high),
        st.floats(0, 0.05).map(lambda share: figure.low + share * span),
        st.floats(0, 0.05).map(lambda share: figure.high - share * span),
        st.sampled_from([figure.low, figure.high]),
        st.floats(1 - NEAR, 1 + NEAR).map(lambda share: figure.default * share),
    ).map(figure.clipped)


@st.composite
def configurations(draw: st.DrawFn, game: str = GAME, on_paper: bool = False) -> Drawn:
    """A few keys anywhere in their range, all near the defaults, sizes grown together, or everything anywhere.

    `on_paper`: what sheets depend on is drawn too, and the printer is the usual one; everything anywhere goes on no paper.
    """
    sections = SECTIONS[game] if not on_paper else (*(one for one in SECTIONS[game] if one != "printer"), *ON_PAPER)
    numbers, choices = figures(sections), words(sections)
    own = sorted(set(numbers) - FOLLOWING)
    sizes = [key for key in own if not key.startswith(("printer.", "fits.", *(f"{one}." for one in ON_PAPER)))]
    how = draw(st.sampled_from(["some", "near", "scaled", "some", "near", *([] if on_paper else ["all"])]))
    values: dict[str, object] = {}
    if how == "some":
        for key in draw(st.lists(st.sampled_from([*sorted(numbers), *sorted(choices)]), min_size=1, max_size=4, unique=True)):
            values[key] = draw(_anywhere(numbers[key]) if key in numbers else st.sampled_from(choices[key]))
    elif how == "all":
        values = {key: draw(_anywhere(figure)) for key, figure in numbers.items()}
    else:
        scale = draw(st.floats(*SCALES)) if how == "scaled" else 1.0
        for key in sizes if how == "scaled" else draw(st.lists(st.sampled_from(own), min_size=5, unique=True)):
            share = scale * draw(st.floats(1 - NEAR / (3 if how == "scaled" else 1), 1 + NEAR / (3 if how == "scaled" else 1)))
            values[key] = numbers[key].clipped(numbers[key].default * share)
    if on_paper:
        values["paper.sizes"] = f"[{draw(st.sampled_from([*PAPER_SIZES, OWN]))}]"
        values["paper.own_width_mm"], values["paper.own_height_mm"] = draw(st.integers(150, 330)), draw(st.integers(200, 450))
    elif draw(st.booleans()):
        values["printer.nozzle_mm"] = draw(st.sampled_from(NOZZLES))
    if not on_paper and draw(st.booleans()):
        values["printer.preset"] = draw(st.sampled_from(sorted(printer_presets())))
    turned = [key for key in sorted(choices) if on_paper and draw(st.integers(0, 4)) == 0]
    for key in ("storage_box.lid", "card.sleeve", *turned):
        if key in choices:
            values[key] = draw(st.sampled_from(choices[key]))
    players = load_game(game).players
    values[f"games.{game}.players"] = draw(st.integers(players.min, players.max))
    return Drawn(game, how, tuple(f"{key}={value}" for key, value in values.items()), draw(st.integers(0, 2**16)))


def drawing(examples: int) -> settings:
    """How configurations are drawn. What fails is shown as it was drawn: to shrink it would take hours."""
    return settings(
        max_examples=examples, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )


def planned(drawn: Drawn, media: tuple[Medium, ...] = tuple(Medium)) -> tuple[Loaded, Plan] | None:
    """A configuration with its plan; None where it is refused by problems that all name what to do."""
    try:
        loaded = load_config(None, drawn.settings)
        (plan,) = plans_for(loaded, [drawn.game], media)
    except (ConfigError, DesignError) as error:
        unhelpful = [str(problem) for problem in error.problems if not helps(problem, drawn.game)]
        assert not unhelpful, f"{drawn.settings}: these do not say where, how much and what to do: {unhelpful}"
        return None
    return loaded, plan


def outcome(drawn: Drawn, folder: Path, count: int) -> str:
    """`refused` with problems that name what to do, or `built`: pieces of `count` components pass every gate.

    Anything else fails: another exception, an error while building, a problem that does not help, an unsound part.
    """
    made = planned(drawn, (Medium.SOLID,))
    if made is None:
        return "refused"
    loaded, plan = made
    solids = [one for one in plan.artifacts if one.medium is Medium.SOLID]
    groups = [list(group) for _, group in groupby(solids, key=lambda one: one.holds[0].piece.split(".")[0])]
    chosen = random.Random(drawn.pick)
    for group in chosen.sample(groups, min(count, len(groups))):
        artifact = chosen.choice(group)
        found = part_faults(artifact, loaded.config.printer, folder)
        assert not found, f"{artifact.holds[0].piece} of {drawn.settings}: {found}"
    return "built"


def part_faults(artifact: Artifact, printer: Printer, folder: Path) -> list[str]:
    """What is wrong with a part as it is written and read again: its mesh, what it shows, and how it prints."""
    module, _, function = artifact.builder.partition(":")
    try:
        part: Part = getattr(importlib.import_module(module), function)(artifact.spec)
        path = write_stl(part, folder / "part.stl")[0]
    except TablewrightError as error:
        return [f"found when it was built, not before: {problem}" for problem in error.problems]
    if not all(body.solid.isValid() for body in part.bodies):
        return ["its solid is not valid"]
    solid = read_stl(path)
    if isinstance(solid, str):
        return [solid]
    if solid.volume_mm3 != pytest.approx(part.volume_mm3, rel=0.005):
        return [f"its mesh holds {solid.volume_mm3:.1f} mm3, its solid {part.volume_mm3:.1f}"]
    return faults(solid, printer) + solid_faults(solid, artifact.spec) + printing_faults(solid, printer)


WHERE = re.compile(r"^(built-in|--set|preset [\w-]+|follows from [\w.]+) [\w.-]+ = ")
WHAT = re.compile(r"\bmust (be|fit|keep|stand)\b|\b(make|take|choose|raise|lower|set|shorten|cut|correct) ")


def helps(problem: Problem, game: str = GAME) -> bool:
    """Whether a problem names a key with its value or a piece, a figure, and what it must be or what to do."""
    described = load_game(game)
    pieces = {one.id for one in [*described.components, *(one for stand_in in described.stand_ins for one in stand_in.pieces)]}
    named = WHERE.match(problem.where) or re.split(r"[.: ]", problem.where)[0] in pieces
    return bool(named and re.search(r"\d", problem.what) and WHAT.search(problem.what))
