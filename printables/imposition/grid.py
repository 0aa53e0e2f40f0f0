"""Arranges pieces of one outline or cell in a grid: how many fit across and down, upright or turned."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import shapely

from design.graphics.polygons import is_straight
from design.sheets.specs import SheetPiece, SheetSpec

WORTH_TURNING = 1.1
"""On a mixed sheet, turning pieces or the text around them is worth it only if this many times more fit."""
EPSILON = 1e-6
"""Keeps a column that fits exactly from being lost to rounding."""


@dataclass(frozen=True)
class Block:
    """All pieces of one outline or cell; width and height are the largest piece's as placed, turned or not."""

    number: int
    pieces: tuple[SheetPiece, ...]
    width_mm: float
    height_mm: float
    angle_deg: int
    columns: int
    rows: int
    straight: bool

    @property
    def a_page(self) -> int:
        """How many fit on a page."""
        return self.columns * self.rows


def groups_of(pieces: Sequence[SheetPiece]) -> list[list[SheetPiece]]:
    """Pieces grouped by cell, or by outline if they have none, in order of appearance, each as often as needed."""
    groups: dict[bytes, list[SheetPiece]] = {}
    plain: dict[bytes, bytes] = {}
    for piece in pieces:
        outline = piece.front.trim.wkb
        if outline not in plain:
            plain[outline] = shapely.set_precision(piece.front.trim, 1e-4).normalize().wkb
        groups.setdefault(piece.cell.encode() or plain[outline], []).extend([piece] * piece.copies)
    return [group for group in groups.values() if group]


def fits(room: float, size: float, gap: float) -> int:
    """How many pieces of a size fit into a space, `gap` apart; zero is not an error. All in mm."""
    return max(0, math.floor((room + gap + EPSILON) / (size + gap)))


def block_of(spec: SheetSpec, number: int, group: Sequence[SheetPiece], room: tuple[float, float], worth: float) -> Block:
    """A block upright, or turned by 90 degrees if a page then takes more than `worth` times as many."""
    width, height = largest(group)
    # Stickers are cut along their own outlines, whatever their shape.
    straight = spec.two_sided and is_straight(group[0].front.trim)
    choices = []
    for angle, (wide, high) in ((0, (width, height)), (90, (height, width))):
        columns, rows = fits(room[0], wide, spec.gap_mm), fits(room[1], high, spec.gap_mm)
        choices.append(Block(number, tuple(group), wide, high, angle, columns, rows, straight))
    upright, turned = choices
    return turned if turned.a_page > max(upright.a_page, worth * upright.a_page - EPSILON) else upright


def largest(group: Sequence[SheetPiece]) -> tuple[float, float]:
    """The smallest width and height that hold every piece of a group."""
    sizes = [piece.front.size_mm for piece in group]
    return max(width for width, _ in sizes), max(height for _, height in sizes)


def evened(block: Block) -> Block:
    """Even out the rows of a block that fits on one page: ten in two rows of five, not eight and two."""
    rows = math.ceil(len(block.pieces) / block.columns)
    return replace(block, columns=math.ceil(len(block.pieces) / rows)) if rows <= block.rows else block
