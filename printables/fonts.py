"""The project's typeface in ReportLab: one family, two weights, always embedded."""

from __future__ import annotations

from io import BytesIO

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from design.fonts import Weight, font_data

NAMES = {Weight.REGULAR: "Manrope-Regular", Weight.BOLD: "Manrope-Bold"}
"""What a weight is called in ReportLab and in the PDF."""
FAMILY = NAMES[Weight.REGULAR]


def register() -> None:
    """Make `Manrope-Regular` and `Manrope-Bold` known to ReportLab; calling it again does nothing.

    `<b>` in a paragraph set in `Manrope-Regular` takes the bold; there is no slanted cut, so `<i>` takes
    the bold too: an emphasis that is seen.
    """
    registered = pdfmetrics.getRegisteredFontNames()
    for weight, name in NAMES.items():
        if name not in registered:
            pdfmetrics.registerFont(TTFont(name, BytesIO(font_data(weight))))
    regular, bold = NAMES[Weight.REGULAR], NAMES[Weight.BOLD]
    pdfmetrics.registerFontFamily(regular, normal=regular, bold=bold, italic=bold, boldItalic=bold)
