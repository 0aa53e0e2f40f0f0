"""How much ink a page uses, measured on pdfium's drawing of the file rather than on what was intended."""

from __future__ import annotations

from pathlib import Path

DPI = 150
"""Fine enough for hatching of 0.3 mm, which a coarser picture draws too thin or too thick."""


def coverage(path: Path) -> tuple[float, ...]:
    """The darkness of each page of a PDF, 0 to 1: a black page is 1, a page half in mid-grey a quarter."""
    import numpy as np
    import pypdfium2

    with pypdfium2.PdfDocument(path) as document:
        pages = (page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document)
        return tuple(float(1 - np.asarray(page).mean() / 255) for page in pages)
