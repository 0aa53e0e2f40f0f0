"""A face's description with its axes filled in: what this very piece shows."""

from __future__ import annotations

from dataclasses import dataclass

from design.fonts import demand
from design.palette import Palette, ink_on
from rules.bill import Variant, axis_values
from rules.errors import DesignError, Problem
from rules.game import FaceSpec, Game


@dataclass(frozen=True)
class Brief:
    """What one side of one piece shows; colours are #rrggbb, empty texts mean nothing is drawn.

    `tint` is the colour of the piece's set where its ground is not that colour already.
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


def brief(name: str, spec: FaceSpec, game: Game, players: int, variant: Variant, palette: Palette) -> Brief:
    """Fill in a face's axes for a variant. DesignError names a colour that there is not, or a character."""
    colour = variant.values.get("colour", "")
    ground = _colour(name, _value(spec.fill or "paper", variant), palette)
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
    )


def _value(name: str, variant: Variant) -> str:
    return variant.values.get(name, name)


def _shape(name: str, variant: Variant, game: Game) -> str:
    return game.axes[name].shape(variant.values[name]) if name in variant.values else name


def _colour(name: str, colour: str, palette: Palette) -> str:
    try:
        return palette.hex(colour)
    except KeyError:
        known = ", ".join(type(palette).model_fields)
        raise DesignError(Problem(f"{name} fill = {colour}", f"there is no such colour; there are {known}")) from None
