"""The canvas for PDFs: ReportLab's, with access to the document so that we can add objects to it."""

from __future__ import annotations

from typing import Any

from reportlab.pdfgen import canvas


class Canvas(canvas.Canvas):  # type: ignore[misc]
    """A canvas that exposes its document. ReportLab reserves it for subclasses, and has no call to embed an image once."""

    @property
    def document(self) -> Any:
        """The document that the canvas writes to."""
        return self._doc
