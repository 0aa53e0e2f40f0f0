"""Number boards put together: each part where its frame puts it, and the cards or tiles that stand between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from design.config.settings import Card
from design.families.number_board.geometry import Board
from design.graphics.polygons import as_multi, rectangle
from fabrication.kernel.prisms import prisms
from fabrication.part import ASSEMBLY, Part
from fabrication.scenes.assembly import PlacedBody, upright


def put_together(parts: Iterable[Part]) -> tuple[PlacedBody, ...]:
    """The bodies of parts where they stand when put together."""
    placed = []
    for part in parts:
        assert ASSEMBLY in part.frames, part.name
        placed += [PlacedBody(body.name, body.solid.moved(part.frames[ASSEMBLY])) for body in part.bodies]
    return tuple(placed)


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
