"""Stickers for solids printed in one colour: what their faces show, on label paper, as pieces of sheets.

Each part defines its own stickers (`design/parts/sticker_cuts.py` cuts them).
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
"""Name of the sheets of stickers; stickers are also counted under it."""
CELL_MM = 6
"""Stickers whose longer sides are equal when rounded up to this share a grid."""
STRIP = 4
"""Least ratio of a strip's length to its width."""


def stickers_of(solids: Iterable[tuple[PartSpec, int]], room: StickerLimits) -> list[SheetPiece]:
    """The stickers of solids, given as specification and copies; a solid that shows nothing has none.

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
