"""A face's description with its axes filled in: what this particular piece shows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from design.graphics.colour.palette import Palette, ink_on
from design.graphics.type.fonts import demand
from rules.bill import Variant, axis_values
from rules.errors import DesignError, Problem, TablewrightError
from rules.game import FaceSpec, Game, beside, game_folder
from rules.slots import Slot, filled


@dataclass(frozen=True)
class Brief:
    """What one side of one piece shows; colours are #rrggbb, and empty texts mean nothing is drawn.

    `tint` is the colour of the piece's set if its ground has another colour. `own` means that the icon is the set's own, not
    a sign that every set has.
    """

    name: str
    ground: str
    ink: str
    tint: str
    outline: str
    text: str = ""
    icon: str = ""
    badge: str = ""
    row: tuple[str, ...] = ()
    pattern: str = ""
    words: str = ""
    both_ways: bool = False
    signs: tuple[str, ...] = ()
    slots: tuple[Slot, ...] = ()
    own: bool = False


def brief(name: str, spec: FaceSpec, game: Game, players: int, variant: Variant, palette: Palette) -> Brief:
    """Fill in a face's axes for a variant; DesignError names a colour that does not exist, or a character."""
    colour = variant.values.get("colour", "")
    ground = _colour(name, _fill(name, spec, game, variant), palette)
    ink = ink_on(ground, palette)
    tint = palette.hex(colour) if colour and palette.hex(colour) != ground else ink
    row = axis_values(game, players, spec.row) if spec.row else ()
    text = _value(spec.text or "", variant)
    demand([(f"{name} text", text), *((f"{name} {spec.row}", value) for value in row)])
    return Brief(
        name=name,
        ground=ground,
        ink=ink,
        tint=tint,
        outline=palette.hex("ink"),
        text=text,
        icon=_shape(spec.icon or "", variant, game),
        badge=_shape(spec.badge or "", variant, game),
        row=tuple(reversed(row)) if spec.order == "descending" else row,
        pattern=spec.pattern or "",
        words=spec.words or "",
        both_ways=spec.both_ways,
        signs=tuple(game.axes[spec.row].shape(value) for value in row) if spec.row and spec.icon == spec.row else (),
        slots=_slots(name, spec, game, variant, palette) if spec.slots else (),
        own=_axis_of(spec.icon or "", game) in variant.values,
    )


def _values(game: Game, variant: Variant) -> dict[str, str]:
    """What fills a piece's fields: its value on each axis, and that value's row in the axis's table."""
    values: dict[str, str] = {}
    for axis, value in variant.values.items():
        values |= game.axes[axis].rows.get(value, {}) | {axis: value}
    return values


def _fill(name: str, spec: FaceSpec, game: Game, variant: Variant) -> str:
    """The name of the ground's colour: a plain name, an axis's value, or a field of the piece's table."""
    try:
        return filled(_value(spec.fill or "paper", variant), _values(game, variant))
    except KeyError as error:
        there = ", ".join(_values(game, variant)) or "no values: the piece does not vary"
        raise DesignError(Problem(f"{name} fill = {spec.fill}", f"there is no {error.args[0]}; there are {there}")) from None


def _slots(name: str, spec: FaceSpec, game: Game, variant: Variant, palette: Palette) -> tuple[Slot, ...]:
    """A face's slots with fields filled in, colours as #rrggbb and drawings as paths; all errors are raised at once."""
    values = _values(game, variant)
    problems: list[Problem] = []
    found = []
    for number, slot in enumerate(spec.slots):
        where = f"{name} slots[{number}]"
        unknown = [one for one in slot.names if one not in values]
        if unknown:
            what = f"there is no {', '.join(unknown)}; there are {', '.join(values) or 'no values: the piece does not vary'}"
            problems.append(Problem(where, what))
            continue
        texts = {key: filled(text, values) for key, text in slot.model_dump().items() if isinstance(text, str)}
        try:
            if texts.get("colour"):
                texts["colour"] = _colour(where, texts["colour"], palette)
            if texts.get("image"):
                texts["image"] = str(beside(game_folder(game.reference), texts["image"], f"{where} image"))
        except TablewrightError as error:
            problems += error.problems
        found.append(slot.model_copy(update=texts))
    if problems:
        raise DesignError(problems)
    return tuple(found)


def _value(name: str, variant: Variant) -> str:
    return variant.values.get(name, name)


def _shape(name: str, variant: Variant, game: Game) -> str:
    axis = _axis_of(name, game)
    return game.axes[name].shape(variant.values[axis]) if axis in variant.values else name


def _axis_of(name: str, game: Game) -> str:
    """The axis that decides what a name stands for: the axis of this name, or the one it goes with."""
    return (game.axes[name].along or name) if name in game.axes else ""


def _colour(name: str, colour: str, palette: Palette) -> str:
    """A palette colour by name, or #rrggbb unchanged."""
    if re.match(r"^#[0-9a-fA-F]{6}$", colour):
        return colour.lower()
    try:
        return palette.hex(colour)
    except KeyError:
        known = ", ".join(type(palette).model_fields)
        what = f"there is no such colour; there are {known}, and any as #rrggbb"
        raise DesignError(Problem(f"{name} fill = {colour}", what)) from None
