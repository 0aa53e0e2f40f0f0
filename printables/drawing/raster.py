"""Faces as images: drawn as PDF with the code for sheets, one pixel per point, and rasterised by pdfium."""

from __future__ import annotations

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


def images_of(faces: list[Face], sizes: list[tuple[int, int]]) -> list[Image.Image]:
    """Each face at this size in pixels, filled by its ground, in red, green and blue."""
    return [image.convert("RGB") for image in _rendered(faces, sizes, _draw)]


def masks_of(faces: list[Face], sizes: list[tuple[int, int]]) -> list[Image.Image]:
    """Each face's trim at this size in pixels: white inside, black outside."""
    return [image.convert("L") for image in _rendered(faces, sizes, _draw_trim)]


def _rendered(faces: list[Face], sizes: list[tuple[int, int]], draw: Any) -> list[Image.Image]:
    import pypdfium2

    register()
    buffer = BytesIO()
    canvas = Canvas(buffer, invariant=1, initialFontName=NAMES[min(NAMES)])
    for face, (wide, high) in zip(faces, sizes, strict=True):
        canvas.setPageSize((wide, high))
        left, bottom, right, top = face.trim.bounds
        canvas.scale(wide / (right - left) / POINTS_A_MM, high / (top - bottom) / POINTS_A_MM)
        canvas.translate(-left * POINTS_A_MM, -bottom * POINTS_A_MM)
        draw(canvas, face)
        canvas.showPage()
    canvas.save()
    document = pypdfium2.PdfDocument(buffer.getvalue())
    try:
        images = [page.render(scale=1).to_pil() for page in document]
    finally:
        document.close()
    assert [image.size for image in images] == sizes
    return images


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
