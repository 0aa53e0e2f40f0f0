"""The canvas that PDFs are drawn on: ReportLab's, whose document takes objects of our own."""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen import canvas


class Canvas(canvas.Canvas):  # type: ignore[misc]
    """A canvas that shows its document. ReportLab keeps it to subclasses, and has no call to embed a picture once."""

    @property
    def document(self) -> Any:
        """The document that the canvas writes into."""
        return self._doc
