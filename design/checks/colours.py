"""Design rules for colours: everyone can tell apart those that must differ, and what is read contrasts with its ground.

Wherever possible, a shape or pattern tells a pair apart too; then its colours need to differ only to usual sight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from design.config.loading import Loaded
from design.faces.face import Face, InkRole, Mark
from design.graphics.colour.palette import Palette, contrast
from design.graphics.colour.vision import Sight, apart, nearest
from design.plan.planning import Plan, artifacts_of
from rules.bill import axis_values
from rules.errors import Problem
from rules.game import Component, FaceSpec, Game

LEAST = 10.0
"""Least CIEDE2000 distance of two colours that must differ: ten times the least difference seen side by side."""
LEAST_CONTRAST = 4.5
"""Least contrast between what is read and its ground (WCAG 2.1, level AA)."""


def colour_problems(loaded: Loaded, games: Sequence[Game], plans: Sequence[Plan]) -> Iterator[Problem]:
    """Colours of sets or of a piece's two sides that are too similar, and inks that contrast too little with their ground."""
    for game in games:
        players = loaded.config.games[game.id].players
        for name in game.axes:
            yield from _axis_problems(loaded, game, name, axis_values(game, players, name))
        yield from _side_problems(loaded, game)
    yield from _contrast_problems(loaded, plans)


def _axis_problems(loaded: Loaded, game: Game, name: str, values: Sequence[str]) -> Iterator[Problem]:
    palette = loaded.config.colours
    has_shapes = all(_shows(item, name) for item in game.components if name in item.vary)
    coloured = [value for value in values if value in type(palette).model_fields]
    for one, other in combinations(coloured, 2):
        shapes = game.axes[name].shape(one), game.axes[name].shape(other)
        if has_shapes and shapes[0] != shapes[1]:
            distance, sight = apart(palette.hex(one), palette.hex(other)), Sight.USUAL
            meaning = f"they mark two of the {name} sets, a {shapes[0]} and a {shapes[1]}; take a colour further from it"
        else:
            distance, sight = nearest(palette.hex(one), palette.hex(other))
            meaning = f"nothing else tells these {name} sets apart; take a lighter or darker colour, or give each a shape"
        if distance < LEAST:
            yield _too_near(loaded, one, other, distance, sight, meaning)


def _shows(item: Component, axis: str) -> bool:
    """Whether a piece carries its value's shape on at least one side."""
    return any(axis in (face.icon, face.badge) for face in item.faces.values())


def _side_problems(loaded: Loaded, game: Game) -> Iterator[Problem]:
    """A piece's two grounds, where nothing else drawn tells its sides apart."""
    palette = loaded.config.colours
    for item in game.components:
        front, back = item.faces.get("front", FaceSpec()), item.faces.get("back", FaceSpec())
        fills = front.fill or "paper", back.fill or "paper"
        if fills[0] == fills[1] or _drawn(front) != _drawn(back) or not set(fills) <= set(type(palette).model_fields):
            continue
        distance, sight = nearest(palette.hex(fills[0]), palette.hex(fills[1]))
        if distance < LEAST:
            meaning = f"only these tell the two sides of {item.id} apart; take a lighter or darker colour"
            yield _too_near(loaded, *fills, distance, sight, meaning)


def _drawn(face: FaceSpec) -> FaceSpec:
    return face.model_copy(update={"fill": None})


def _too_near(loaded: Loaded, one: str, other: str, distance: float, sight: Sight, meaning: str) -> Problem:
    pair = f"{loaded.where(f'colours.{one}')} and colours.{other} = {loaded.config.colours.hex(other)}"
    return Problem(pair, f"are {distance:.1f} apart to {sight.value} (CIEDE2000), must be at least {LEAST:g}: {meaning}")


def _contrast_problems(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    palette, said = loaded.config.colours, set()
    for artifact in artifacts_of(plans):
        for face in artifact.spec.shown_faces:
            for colour, ground in dict.fromkeys(_read(face)):
                ratio = contrast(colour, ground)
                if ratio < LEAST_CONTRAST and (colour, ground) not in said:
                    said.add((colour, ground))
                    yield _too_pale(palette, face, colour, ground, ratio)


def _read(face: Face) -> Iterator[tuple[str, str]]:
    """What is read on a face (texts, numbers and signs), each with the colour beneath it."""
    for number, mark in enumerate(face.marks):
        if (mark.run is not None or mark.role is InkRole.INK) and not mark.area.is_empty:
            yield mark.colour, _beneath(face, mark, face.marks[:number])


def _beneath(face: Face, mark: Mark, before: Sequence[Mark]) -> str:
    at = mark.area.representative_point()
    return next((other.colour for other in reversed(before) if other.area.contains(at)), face.ground)


def _too_pale(palette: Palette, face: Face, colour: str, ground: str, ratio: float) -> Problem:
    if colour == ground != face.ground:
        room = " x ".join(f"{side:.1f}" for side in face.size_mm)
        what = (
            f"is drawn on another mark of the same colour and cannot be seen: {room} mm have no room for both; make the piece "
            "larger, or give one another colour"
        )
        return Problem(f"{face.name}: {_called(palette, colour)}", what)
    names = f"{_called(palette, colour)} on {_called(palette, ground)}"
    return Problem(
        f"{face.name}: {names}",
        f"has a contrast of {ratio:.1f}, must be at least {LEAST_CONTRAST:g}; make the one lighter or the other darker",
    )


def _called(palette: Palette, colour: str) -> str:
    """A colour by its key, or as it is if the configuration has no name for it."""
    name = palette.name_of(colour)
    return colour if name == colour else f"colours.{name} = {colour}"
