"""Parts put together: each where its frame `assembly` puts it, and the cards that stand between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cadquery as cq

from design.config.settings import Card
from design.families.number_board.geometry import Board
from design.graphics.polygons import as_multi, rectangle
from fabrication.kernel.prisms import prisms
from fabrication.part import Part
from rules.errors import BuildError, Problem

ASSEMBLY = "assembly"


@dataclass(frozen=True)
class PlacedBody:
    """A solid where it stands: `name` says whose it is."""

    name: str
    solid: cq.Shape


def put_together(parts: Iterable[Part]) -> tuple[PlacedBody, ...]:
    """The bodies of parts where they stand when put together; BuildError for a part without such a frame."""
    placed = []
    for part in parts:
        if ASSEMBLY not in part.frames:
            raise BuildError(Problem(part.name, f"has no frame {ASSEMBLY}: it is not part of anything put together"))
        placed += [PlacedBody(body.name, body.solid.moved(part.frames[ASSEMBLY])) for body in part.bodies]
    return tuple(placed)


def upright(thick_mm: float, high_mm: float, x_mm: float) -> cq.Location:
    """From lying on z = 0, the upper edge toward +Y, to a place of a number board: stood up, its front to the owner (-Y)."""
    return cq.Location((x_mm, thick_mm / 2, high_mm / 2), (1, 0, 0), 90)


def standing_cards(board: Board, card: Card, name: str = "card") -> tuple[PlacedBody, ...]:
    """A card in each place of a number board, upright in the middle of the channel, in its sleeve if it has one."""
    outline = rectangle(card.outer_width_mm, card.outer_height_mm, card.corner_mm)
    stock = card.stock_mm
    (flat,) = prisms(as_multi(outline), 0, stock)
    return tuple(
        PlacedBody(f"{name}.{place + 1}", flat.moved(upright(stock, card.outer_height_mm, x)))
        for place, x in enumerate(board.places_x)
    )


def standing_tiles(board: Board, tiles: Sequence[Part], size_mm: tuple[float, float]) -> tuple[PlacedBody, ...]:
    """Tiles in the places of a number board from the owner's left, upright in the middle of the channel.

    `size_mm` is their thickness with what is raised, and their height.
    """
    return tuple(
        PlacedBody(f"{tile.name} at {place + 1}", body.solid.moved(upright(*size_mm, x)))
        for place, (x, tile) in enumerate(zip(board.places_x, tiles, strict=False))
        for body in tile.bodies
    )
