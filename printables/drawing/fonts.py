"""The typefaces in ReportLab: Manrope in two weights and fallbacks for its gaps; always embedded, always subset.

A fallback is read only for the characters that a document uses; none of it is prepared in advance.
"""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from typing import Any

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont, TTFontFace, TTFontFile

from design.graphics.type.fonts import advance_em, font_data, runs
from design.graphics.type.typefaces import MANROPE, Typeface, Weight, glyph_names, part_font

NAMES = {weight: MANROPE.cut(weight) for weight in Weight}
"""The names of Manrope's weights in ReportLab and in the PDF."""
FAMILY = NAMES[Weight.REGULAR]
SPACES = frozenset({32})


class _PartFace(TTFontFace):  # type: ignore[misc]
    """A typeface whose glyphs are fetched only when ReportLab embeds those used."""

    def __init__(self, typeface: Typeface, weight: Weight) -> None:
        super().__init__(BytesIO(part_font(typeface, weight, SPACES)))
        self._typeface, self._weight = typeface, weight
        self.charToGlyph = dict.fromkeys(glyph_names(typeface, weight), 0)

    def getCharWidth(self, code: int) -> float:  # noqa: N802 - ReportLab's name
        """Width of a character, in thousandths of an em; 0 means the missing-glyph box, which is never drawn."""
        return 1000 * advance_em(chr(code), self._weight) if code in self.charToGlyph else self.defaultWidth

    def makeSubset(self, subset: list[int]) -> Any:  # noqa: N802 - ReportLab's name
        """The TrueType file of these characters."""
        return TTFontFile(BytesIO(part_font(self._typeface, self._weight, SPACES | set(subset) - {0}))).makeSubset(subset)


class _PartFont(TTFont):  # type: ignore[misc]
    """A fallback typeface for Manrope's gaps."""

    def __init__(self, typeface: Typeface, weight: Weight) -> None:
        name = typeface.cut(weight)
        super().__init__(name, BytesIO(part_font(typeface, weight, SPACES)), asciiReadable=False, shapable=False)
        self.face = _PartFace(typeface, weight)

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: ARG002, N802
        """Width of a text, in points."""
        return float(sum(self.face.getCharWidth(ord(one)) for one in text) * size / 1000)


def register() -> None:
    """Register `Manrope-Regular` and `Manrope-Bold` with ReportLab; calling it again does nothing.

    In a paragraph set in `Manrope-Regular`, `<b>` selects the bold. There are no italics, so `<i>` selects the bold too, which
    keeps the emphasis visible.
    """
    registered = pdfmetrics.getRegisteredFontNames()
    for weight, name in NAMES.items():
        if name not in registered:
            pdfmetrics.registerFont(TTFont(name, BytesIO(font_data(weight)), asciiReadable=False))
    _family(NAMES[Weight.REGULAR], NAMES[Weight.BOLD])


def _family(regular: str, bold: str) -> None:
    pdfmetrics.registerFontFamily(regular, normal=regular, bold=bold, italic=bold, boldItalic=bold)


@cache
def name_of(typeface: Typeface, weight: Weight) -> str:
    """ReportLab's name for a cut of a typeface, which is registered if necessary."""
    name = typeface.cut(weight)
    if typeface is not MANROPE:
        pdfmetrics.registerFont(_PartFont(typeface, weight))
        _family(name, name)
    return name


def draw_text(canvas: Any, text: str, weight: Weight, size_mm: float, x_mm: float, y_mm: float) -> None:
    """Draw a line of live text, each run in the typeface that has it; its baseline starts at (x, y)."""
    line = canvas.beginText(x_mm * mm, y_mm * mm)
    for typeface, stretch in runs(text, weight):
        line.setFont(name_of(typeface, weight), size_mm * mm)
        line.textOut(stretch)
    canvas.drawText(line)


def set_text(text: str, weight: Weight = Weight.REGULAR) -> str:
    """A paragraph's mark-up with `<font>` around characters that Manrope lacks, in the weight of the surrounding text."""
    made, bold = [], 0
    for part in re.split(r"(<[^>]*>|&#?\w+;)", text):
        bold += {"<b>": 1, "</b>": -1}.get(part, 0)
        is_markup = part[:1] in ("<", "&")
        made.append(part if is_markup else _stretches(part, Weight.BOLD if bold else weight))
    return "".join(made)


def _stretches(text: str, weight: Weight) -> str:
    return "".join(
        stretch if typeface is MANROPE else f'<font face="{name_of(typeface, weight)}">{stretch}</font>'
        for typeface, stretch in runs(text, weight)
    )
