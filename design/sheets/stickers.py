"""Stickers for solids that are printed in one colour: what their faces show, on label paper, as pieces of sheets.

Each part says itself what its stickers are (`design/parts/sticker_cuts.py` cuts them).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from design.faces.face import Face
from design.parts.part_spec import PartSpec
from design.parts.sticker_cuts import STICKER, StickerLimits
from design.sheets.specs import SheetPiece

__all__ = ["STICKER", "STICKERS", "StickerLimits", "stickers_of"]

STICKERS = "stickers"
"""The sheets that stickers are on, and what they are counted as."""
CELL_MM = 6
"""Stickers whose longer sides are equal when rounded up to this share a grid."""
STRIP = 4
"""A strip is so much longer than wide."""


def stickers_of(solids: Iterable[tuple[PartSpec, int]], room: StickerLimits) -> list[SheetPiece]:
    """The stickers of solids, each by its specification and its copies; a solid that shows nothing has none.

    Stickers of similar size share a cell of the sheet; strips come first, then the others from small to large.
    """
    made = [
        SheetPiece(face.name, copies * times, face, None, f"{_cell(face)} mm")
        for spec, copies in solids
        for face, times in spec.stickers(room)
    ]
    return sorted(made, key=lambda piece: (max(piece.front.size_mm) < STRIP * min(piece.front.size_mm), _cell(piece.front)))


def _cell(face: Face) -> int:
    return CELL_MM * math.ceil(max(face.size_mm) / CELL_MM)
