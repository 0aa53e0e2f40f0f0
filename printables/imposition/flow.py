"""Flows blocks down the pages: which piece lies where on which sheet."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from design.sheets.specs import SheetPiece, SheetSpec
from printables.imposition.grid import Block, fits
from printables.imposition.pages import MARK_ROOM_MM, Frame, bleed_mm


@dataclass(frozen=True)
class Spot:
    """The centre of a piece's front on its page."""

    piece: SheetPiece
    x_mm: float
    y_mm: float
    block: Block


def flow(spec: SheetSpec, frame: Frame, blocks: Sequence[Block]) -> list[list[Spot]]:
    """Flow blocks down the sheets; one that does not fit below the others starts the next sheet."""
    between = 2 * (bleed_mm(spec) + MARK_ROOM_MM)
    sheets: list[list[Spot]] = [[]]
    top = frame.top_mm
    for block in blocks:
        across, down = block.width_mm + spec.gap_mm, block.height_mm + spec.gap_mm
        needed = math.ceil(len(block.pieces) / block.columns)
        if sheets[-1] and needed > fits(top - frame.bottom_mm, block.height_mm, spec.gap_mm):
            sheets.append([])
            top = frame.top_mm
        for index, piece in enumerate(block.pieces):
            row, column = divmod(index, block.columns)
            row %= block.rows
            if index and row == column == 0:
                sheets.append([])
                top = frame.top_mm
            x = frame.left_mm + column * across + block.width_mm / 2
            sheets[-1].append(Spot(piece, x, top - row * down - block.height_mm / 2, block))
        top -= ((needed - 1) % block.rows + 1) * down - spec.gap_mm + between
    return sheets
