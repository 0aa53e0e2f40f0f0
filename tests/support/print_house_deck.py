"""A deck for a print house: two designs of poker cards, their colours known without the code under test."""

from __future__ import annotations

from dataclasses import replace

from shapely.geometry import box

from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.polygons import as_multi
from design.graphics.type.typefaces import Weight
from design.sheets.printhouse import PrintHouseSpec
from design.sheets.specs import SheetPiece
from tests.support.sheet_cases import CREDITS, card_trim


def card(name: str, copies: int, ground: str = "#d01b70") -> SheetPiece:
    trim = card_trim(63.5, 88.9)
    sign = Mark(InkRole.INK, "#ffffff", as_multi(box(-10, -10, 10, 20)))
    words = text_mark(TextRun("Words", -12, -30, 4, Weight.BOLD), "#1d1c24")
    return SheetPiece(
        name, copies, Face(f"{name}.front", trim, "#ffffff", (words,)), Face(f"{name}.back", trim, ground, (sign,))
    )


def deck(**changes) -> PrintHouseSpec:
    spec = PrintHouseSpec(
        name="cards",
        game="trial",
        title="Trial: cards",
        size="poker",
        pieces=(card("one", 1), card("two", 3, "#000080")),
        bleed_mm=3.0,
        safe_mm=3.0,
        order="separate",
        copies="pages",
        ink_limit=2.0,
        credits=CREDITS,
    )
    return replace(spec, **changes)
