"""The contact sheet: thumbnails of every piece's front and back, with its name and count."""

from __future__ import annotations

import math
from io import BytesIO
from pathlib import Path

from reportlab.lib.colors import HexColor

from design.faces.face import Face
from design.files import write_whole
from design.graphics.colour.palette import INK
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import advance_mm
from design.graphics.type.typefaces import Weight
from design.sheets.images import ContactSpec
from design.sheets.specs import SheetPiece
from printables.drawing.canvas import Canvas
from printables.drawing.fonts import NAMES, draw_text, register
from printables.drawing.ink import draw_marks, line_area
from printables.drawing.paint import layers
from printables.marks.strips import QUIET
from printables.pdf import AUTHOR, POINTS_A_MM
from rules.sheet_words import load_sheet_words

COLUMNS = 4
CELL_HIGH_MM = 42.0
THUMB_MM = (20.0, 30.0)
"""Space for a face; both sides are next to each other."""
APART_MM = 2.0
HEAD_MM, FOOT_MM = 12.0, 8.0
TITLE_MM, NAME_MM, SMALL_MM = 4.2, 2.5, 1.9
LINE_MM = 0.15


def write_contact_sheet(spec: ContactSpec, path: Path) -> tuple[Path, ...]:
    """Write the contact sheet as one PDF.

    Raises:
        BuildError: the file cannot be written.
    """
    register()
    buffer = BytesIO()
    size = (spec.paper.width_mm * POINTS_A_MM, spec.paper.height_mm * POINTS_A_MM)
    canvas = Canvas(buffer, pagesize=size, invariant=1, initialFontName=NAMES[min(NAMES)], lang=spec.language)
    canvas.setTitle(load_sheet_words(spec.language).contact_sheet.format(game=spec.title))
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(spec.credits)
    for face in (face for piece in spec.pieces for face in piece.faces):
        _form(canvas, face)
    rows = math.floor((spec.paper.height_mm - 2 * spec.margin_mm - HEAD_MM - FOOT_MM) / CELL_HIGH_MM)
    pages = math.ceil(len(spec.pieces) / (rows * COLUMNS))
    for page in range(pages):
        _draw_marks(canvas, spec, page + 1, pages)
        for place, piece in enumerate(spec.pieces[page * rows * COLUMNS : (page + 1) * rows * COLUMNS]):
            _cell(canvas, spec, piece, place % COLUMNS, place // COLUMNS)
        canvas.showPage()
    canvas.save()
    write_whole(path, buffer.getvalue())
    return (path,)


def _form(canvas: Canvas, face: Face) -> None:
    """A face at its own size with a fine outline, since white paper has no visible edge."""
    left, bottom, right, top = (value * POINTS_A_MM for value in face.trim.bounds)
    canvas.beginForm(face.name, left - 1, bottom - 1, right + 1, top + 1)
    draw_marks(canvas, layers(face, 0.0))
    canvas.setStrokeColor(HexColor(QUIET))
    canvas.setLineWidth(LINE_MM * POINTS_A_MM)
    line_area(canvas, as_multi(face.trim))
    canvas.endForm()


def _draw_marks(canvas: Canvas, spec: ContactSpec, page: int, pages: int) -> None:
    top, left = spec.paper.height_mm - spec.margin_mm, spec.margin_mm
    right = spec.paper.width_mm - spec.margin_mm
    said = load_sheet_words(spec.language)
    _line(canvas, said.contact_sheet.format(game=spec.title), left, top - TITLE_MM, TITLE_MM, Weight.BOLD, INK)
    number = said.versioned(said.paged(page, pages), version=spec.version)
    _line(canvas, number, right - advance_mm(number, NAME_MM, Weight.REGULAR), top - TITLE_MM, NAME_MM, Weight.REGULAR, QUIET)
    _line(canvas, spec.credits, left, spec.margin_mm, SMALL_MM, Weight.REGULAR, QUIET)


def _cell(canvas: Canvas, spec: ContactSpec, piece: SheetPiece, column: int, row: int) -> None:
    """Both sides at one scale, never enlarged, side by side above the name."""
    wide = (spec.paper.width_mm - 2 * spec.margin_mm) / COLUMNS
    left = spec.margin_mm + column * wide
    foot = spec.paper.height_mm - spec.margin_mm - HEAD_MM - (row + 1) * CELL_HIGH_MM
    width, height = piece.front.size_mm
    scale = min(1.0, THUMB_MM[0] / width, THUMB_MM[1] / height)
    for index, face in enumerate(piece.faces):
        canvas.saveState()
        x = left + scale * width / 2 + index * (scale * width + APART_MM)
        canvas.translate(x * POINTS_A_MM, (foot + 8 + THUMB_MM[1] / 2) * POINTS_A_MM)
        canvas.scale(scale, scale)
        canvas.doForm(face.name)
        canvas.restoreState()
    name, times = piece.name, f"{piece.copies} ×"
    _line(canvas, times, left, foot + 4.4, NAME_MM, Weight.BOLD, INK)
    start = left + advance_mm(f"{times} ", NAME_MM, Weight.BOLD)
    size = min(NAME_MM, NAME_MM * (left + wide - 1 - start) / advance_mm(name, NAME_MM, Weight.REGULAR))
    _line(canvas, name, start, foot + 4.4, size, Weight.REGULAR, INK)


def _line(canvas: Canvas, text: str, x: float, y: float, size: float, weight: Weight, colour: str) -> None:
    canvas.setFillColor(HexColor(colour))
    draw_text(canvas, text, weight, size, x, y)
