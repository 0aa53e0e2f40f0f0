"""Sheets as PDF: true page size, embedded fonts, and each side of a piece drawn once, then used for every copy.

A side is a form XObject named for its face (`/FormXob.shape-card.crimson.front`), so that any PDF library
can count pieces and find their places. Only this module deals in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from reportlab.lib.colors import HexColor
from shapely.geometry import Polygon

from design.config.paper import Duplex, PaperSize
from design.faces.face import Face
from design.files import write_whole
from design.graphics.affine import STILL, Matrix
from design.graphics.colour.palette import INK
from design.graphics.polygons import as_multi
from design.sheets.calibration import CalibrationSpec
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from design.tuck_box.net import NetPart
from printables.calibration import CalibrationPage, calibration_pages
from printables.drawing.canvas import Canvas
from printables.drawing.fonts import NAMES, draw_text, register
from printables.drawing.ink import draw_lines, draw_lines_within, draw_marks, fill_area, line_area
from printables.drawing.paint import CUT_LINE_MM, DASH_MM, FOLD_MM, bleed_area, cut_line, layers
from printables.imposition.sheet import Place, SheetPage, Side, impose
from printables.marks.captions import side_name
from printables.marks.cut_marks import EYE_MARK, eye_marks
from printables.marks.page_marks import PrintersMarks, printers_marks
from printables.marks.strips import QUIET, Line, Stroke
from printables.tuckbox import CUT_MM, TuckPage, net_lines, tuck_eye_marks, tuck_pages
from rules.errors import DesignError, Problem

POINTS_A_MM = 72 / 25.4
AUTHOR = "Tablewright"
SIMPLEX = "Simplex"
FLIPS = {Duplex.LONG_EDGE: "DuplexFlipLongEdge", Duplex.SHORT_EDGE: "DuplexFlipShortEdge"}
"""What the print dialog is told if the printer flips the sheet."""


def write_sheets(spec: SheetSpec, path: Path) -> tuple[Path, ...]:
    """Write the sheets of a specification into one PDF, fronts and backs alternating, fronts alone, or both on a page.

    If fronts and backs are separate files, these are `<stem>.fronts.pdf` and `<stem>.backs.pdf`.

    Raises:
        DesignError: the pieces do not fit on the paper.
        BuildError: the file cannot be written.
    """
    pages = impose(spec)
    if not pages:
        raise DesignError(Problem(f"{spec.game} {spec.name}", "has no pieces to print; a sheet needs at least one"))
    if not (spec.two_sided and spec.duplex is Duplex.SEPARATE):
        return (_write(spec, pages, path),)
    sides = ((side, [page for page in pages if page.side is side]) for side in (Side.FRONT, Side.BACK))
    return tuple(_write(spec, own, path.with_name(f"{path.stem}.{side.value}s{path.suffix}")) for side, own in sides)


def _write(spec: SheetSpec, pages: Sequence[SheetPage], path: Path) -> Path:
    buffer = BytesIO()
    canvas = _canvas(buffer, spec, pages[0].paper)
    canvas.setViewerPreference("Duplex", FLIPS.get(spec.duplex, SIMPLEX) if spec.two_sided and not spec.backing_mm else SIMPLEX)
    for face, bleed in {place.face.name: (place.face, place.bleed_mm) for page in pages for place in page.places}.values():
        _form(canvas, face, bleed)
    for page in pages:
        _page(canvas, spec, page)
        canvas.showPage()
    canvas.save()
    write_whole(path, buffer.getvalue())
    return path


def write_calibration(spec: CalibrationSpec, path: Path) -> tuple[Path, ...]:
    """Write the calibration sheet into one PDF, or its front and its back into two if they are printed separately.

    Raises:
        DesignError: a line of text is too long for the paper.
        BuildError: a file cannot be written.
    """
    pages = calibration_pages(spec)
    files: list[tuple[Path, Sequence[CalibrationPage]]] = [(path, pages)]
    if spec.duplex is Duplex.SEPARATE:
        files = [(path.with_name(f"{path.stem}.{page.side.value}s{path.suffix}"), (page,)) for page in pages]
    for name, own in files:
        buffer = BytesIO()
        canvas = _canvas(buffer, spec, spec.paper)
        canvas.setViewerPreference("Duplex", FLIPS.get(spec.duplex, SIMPLEX))
        for page in own:
            _transform(canvas, page.matrix)
            for stroke in page.strokes:
                _stroke(canvas, stroke)
            for line in page.lines:
                _line(canvas, line)
            canvas.showPage()
        canvas.save()
        write_whole(name, buffer.getvalue())
    return tuple(name for name, _ in files)


def write_tuck_box(spec: TuckBoxSpec, path: Path) -> tuple[Path, ...]:
    """Write the tuck box into one PDF, one page per part of its net.

    Raises:
        DesignError: a line of text is too long for the paper.
        BuildError: the file cannot be written.
    """
    pages = tuck_pages(spec)
    buffer = BytesIO()
    canvas = _canvas(buffer, spec, spec.paper)
    canvas.setViewerPreference("Duplex", SIMPLEX)
    for page in pages:
        _net_form(canvas, spec, page.part)
        _tuck_page(canvas, spec, page)
        canvas.showPage()
    canvas.save()
    write_whole(path, buffer.getvalue())
    return (path,)


def _net_form(canvas: Canvas, spec: TuckBoxSpec, part: NetPart) -> None:
    """A part of the net as a form, its origin where the net's is: faces, text, lines to cut and to fold."""
    edge = CUT_MM / 2
    left, bottom, right, top = part.cut.bounds
    bounds = (left - edge, bottom - edge, right + edge, top + edge)
    canvas.beginForm(spec.part_name(part), *(value * POINTS_A_MM for value in bounds))
    for face in spec.faces_of(part):
        draw_marks(canvas, face.marks)
    for line in net_lines(spec, part):
        _line(canvas, line)
    draw_lines(canvas, part.folds, QUIET, FOLD_MM, DASH_MM)
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(CUT_MM * POINTS_A_MM)
    line_area(canvas, as_multi(part.cut))
    canvas.endForm()


def _eye_marks(canvas: Canvas, marks: Sequence[Polygon]) -> None:
    """The registration marks for a cutting machine, if there are any."""
    canvas.setFillColor(HexColor(EYE_MARK))
    for shape in marks:
        fill_area(canvas, as_multi(shape))


def _tuck_page(canvas: Canvas, spec: TuckBoxSpec, page: TuckPage) -> None:
    canvas.bookmarkPage(f"page-{page.number}")
    canvas.addOutlineEntry(f"Part {page.number} of {page.pages}", f"page-{page.number}", level=0)
    _use(canvas, page.name, page)
    _draw_printers_marks(canvas, page.marks)
    _eye_marks(canvas, tuck_eye_marks(spec))


def _canvas(buffer: BytesIO, spec: SheetSpec | TuckBoxSpec | CalibrationSpec, paper: PaperSize) -> Canvas:
    """An empty document with the paper's true size and its pages' orientation."""
    register()
    size = (paper.width_mm * POINTS_A_MM, paper.height_mm * POINTS_A_MM)
    canvas = Canvas(
        buffer, pagesize=size, invariant=1, initialFontName=NAMES[min(NAMES)], lang=spec.language, trimBox=(0, 0, *size)
    )
    _describe(canvas, spec)
    return canvas


def _describe(canvas: Canvas, spec: SheetSpec | TuckBoxSpec | CalibrationSpec) -> None:
    """The file's properties, and what the print dialog is told."""
    canvas.setTitle(f"{spec.title} ({spec.paper.title})")
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(f"Print-and-play sheets, {spec.paper.title}. {spec.credits}")
    canvas.setViewerPreference("PrintScaling", "None")


def _form(canvas: Canvas, face: Face, bleed_mm: float) -> None:
    """One side of a piece, its origin where the face's is."""
    bounds = [value * POINTS_A_MM for value in bleed_area(face, bleed_mm).bounds]
    canvas.beginForm(face.name, *bounds)
    draw_marks(canvas, layers(face, bleed_mm))
    draw_lines_within(canvas, face)
    canvas.endForm()


def _page(canvas: Canvas, spec: SheetSpec, page: SheetPage) -> None:
    label = f"Page {page.number}: sheet {page.sheet}, {side_name(spec, page.side)}"
    canvas.bookmarkPage(f"page-{page.number}")
    canvas.addOutlineEntry(label, f"page-{page.number}", level=0)
    canvas.saveState()
    _transform(canvas, page.matrix)
    for place in page.places:
        _use(canvas, place.face.name, place)
    canvas.setLineWidth(CUT_LINE_MM * POINTS_A_MM)
    for place in page.places:
        if place.side is Side.FRONT and not place.straight:
            canvas.setStrokeColor(HexColor(cut_line(place.face.ground)))
            line_area(canvas, as_multi(place.trim))
    _draw_printers_marks(canvas, printers_marks(spec, page))
    _eye_marks(canvas, eye_marks(spec, page))
    canvas.restoreState()


def _transform(canvas: Canvas, matrix: Matrix) -> None:
    if matrix != STILL:
        canvas.transform(*matrix[:4], *(value * POINTS_A_MM for value in matrix[4:]))


def _use(canvas: Canvas, form: str, place: Place | TuckPage) -> None:
    """A form in its place: one `Do` under its own matrix."""
    canvas.saveState()
    canvas.transform(*_TURNS[place.angle_deg], place.x_mm * POINTS_A_MM, place.y_mm * POINTS_A_MM)
    canvas.doForm(form)
    canvas.restoreState()


def _draw_printers_marks(canvas: Canvas, marks: PrintersMarks) -> None:
    """What surrounds the pieces: marks, ruler and text."""
    for stroke in (*marks.marks, *marks.ruler):
        _stroke(canvas, stroke)
    for line in marks.lines:
        _line(canvas, line)
    canvas.setDash([one * POINTS_A_MM for one in DASH_MM])
    for stroke in marks.folds:
        _stroke(canvas, stroke)
    canvas.setDash()


_TURNS = {0: (1, 0, 0, 1), 90: (0, 1, -1, 0), 180: (-1, 0, 0, -1), 270: (0, -1, 1, 0)}
"""Exact matrices, so that 90 degrees leaves no rounding error."""


def _stroke(canvas: Canvas, stroke: Stroke) -> None:
    canvas.setStrokeColor(HexColor(stroke.colour))
    canvas.setLineWidth(stroke.width_mm * POINTS_A_MM)
    canvas.line(*(value * POINTS_A_MM for value in (stroke.x1_mm, stroke.y1_mm, stroke.x2_mm, stroke.y2_mm)))


def _line(canvas: Canvas, line: Line) -> None:
    canvas.saveState()
    canvas.transform(*_TURNS[line.angle_deg], line.x_mm * POINTS_A_MM, line.y_mm * POINTS_A_MM)
    canvas.setFillColor(HexColor(line.colour))
    draw_text(canvas, line.text, line.weight, line.size_mm, 0, 0)
    canvas.restoreState()
