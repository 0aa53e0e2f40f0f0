"""Faces as images: drawn as PDF with the code for sheets, one pixel per point, and rasterised by pdfium."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BytesIO
from typing import Any

from PIL import Image
from reportlab.lib.colors import HexColor
from shapely.geometry import box

from design.faces.face import Face
from design.graphics.polygons import as_multi
from printables.drawing.canvas import Canvas
from printables.drawing.fonts import NAMES, register
from printables.drawing.ink import draw_marks, fill_area
from printables.drawing.paint import spread

POINTS_A_MM = 72 / 25.4
AT_ONCE = 64
"""So many faces are drawn into one PDF."""


def images_of(faces: Sequence[Face], sizes: Sequence[tuple[int, int]]) -> Iterator[Image.Image]:
    """Each face at this size in pixels, filled by its ground, in red, green and blue, one at a time."""
    return (image.convert("RGB") for image in _rendered(faces, sizes, _draw))


def masks_of(faces: Sequence[Face], sizes: Sequence[tuple[int, int]]) -> Iterator[Image.Image]:
    """Each face's trim at this size in pixels, one at a time: white inside, black outside."""
    return (image.convert("L") for image in _rendered(faces, sizes, _draw_trim))


def _rendered(faces: Sequence[Face], sizes: Sequence[tuple[int, int]], draw: Callable[[Canvas, Face], None]) -> Iterator[Any]:
    """Images of faces, drawn some at a time, so that many need no more memory than a few."""
    import pypdfium2

    for start in range(0, len(faces), AT_ONCE):
        batch = list(zip(faces, sizes, strict=True))[start : start + AT_ONCE]
        document = pypdfium2.PdfDocument(_document(batch, draw))
        try:
            for page, (_, size) in zip(document, batch, strict=True):
                image = page.render(scale=1).to_pil()
                assert image.size == size
                yield image
        finally:
            document.close()


def _document(batch: Sequence[tuple[Face, tuple[int, int]]], draw: Callable[[Canvas, Face], None]) -> bytes:
    """A PDF with a page for each face, of one point a pixel."""
    register()
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, initialFontName=NAMES[min(NAMES)])
    for face, (wide, high) in batch:
        canvas.setPageSize((wide, high))
        left, bottom, right, top = face.trim.bounds
        canvas.scale(wide / (right - left) / POINTS_A_MM, high / (top - bottom) / POINTS_A_MM)
        canvas.translate(-left * POINTS_A_MM, -bottom * POINTS_A_MM)
        draw(canvas, face)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw(canvas: Canvas, face: Face) -> None:
    left, bottom, right, top = (value * POINTS_A_MM for value in face.trim.bounds)
    canvas.setFillColor(HexColor(face.ground))
    canvas.rect(left - 1, bottom - 1, right - left + 2, top - bottom + 2, stroke=0, fill=1)
    # Marks that extend past the trim do so here too, so that no ground shows along the edge of a round corner.
    draw_marks(canvas, spread(face, box(*face.trim.bounds)))


def _draw_trim(canvas: Canvas, face: Face) -> None:
    left, bottom, right, top = (value * POINTS_A_MM for value in face.trim.bounds)
    canvas.setFillColor(HexColor("#000000"))
    canvas.rect(left - 1, bottom - 1, right - left + 2, top - bottom + 2, stroke=0, fill=1)
    canvas.setFillColor(HexColor("#ffffff"))
    fill_area(canvas, as_multi(face.trim))
