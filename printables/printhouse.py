"""A deck for a print house: PDFs with one page per card in four inks, a list of quantities, and an explanatory note."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.lib.colors import CMYKColor, Color
from shapely.geometry import box

from design.faces.face import Face
from design.files import write_whole
from design.graphics.colour.cmyk import inks_of
from design.graphics.colour.palette import WHITE
from design.sheets.printhouse import PrintHouseSpec, page_mm, safe_problems
from printables.drawing.canvas import Canvas
from printables.drawing.fonts import NAMES, register
from printables.drawing.ink import draw_marks
from printables.drawing.paint import spread
from printables.pdf import AUTHOR, POINTS_A_MM
from rules.errors import DesignError

QUANTITIES, NOTE = "quantities.csv", "read-me.txt"


def write_deck(spec: PrintHouseSpec, path: Path) -> tuple[Path, ...]:
    """Write a deck's files into a folder: the PDFs first, fronts before backs.

    Raises:
        DesignError: something is drawn in the safe zone.
        BuildError: a file cannot be written.
    """
    check_deck(spec)
    made = [(name, _pdf(spec, name, [face for _, face in pages])) for name, pages in spec.files.items()]
    made += [(QUANTITIES, _quantities(spec).encode()), (NOTE, _note(spec).encode())]
    for name, data in made:
        write_whole(path / name, data)
    return tuple(path / name for name, _ in made)


def check_deck(spec: PrintHouseSpec) -> None:
    """Raise DesignError with each face that draws in the safe zone."""
    problems = list(safe_problems(spec))
    if problems:
        raise DesignError(problems)


class _InkCanvas(Canvas):
    """A canvas that converts every colour to inks, whoever sets it, and refuses any other."""

    def __init__(self, *args: Any, limit: float, **more: Any) -> None:
        self.ink_limit = limit
        super().__init__(*args, enforceColorSpace="CMYK", **more)

    def setFillColor(self, aColor: Any, alpha: Any = None) -> None:  # noqa: N802, N803 - ReportLab's names
        """Fill with the inks of a colour."""
        super().setFillColor(self._inks(aColor), alpha)

    def setStrokeColor(self, aColor: Any, alpha: Any = None) -> None:  # noqa: N802, N803
        """Draw lines with the inks of a colour."""
        super().setStrokeColor(self._inks(aColor), alpha)

    def _inks(self, colour: Any) -> Any:
        if isinstance(colour, CMYKColor) or not isinstance(colour, Color):
            return colour
        found = inks_of(f"#{colour.hexval()[2:8]}", self.ink_limit)
        return CMYKColor(found.cyan, found.magenta, found.yellow, found.black)


def _pdf(spec: PrintHouseSpec, name: str, faces: list[Face]) -> bytes:
    register()
    buffer = BytesIO()
    canvas = _InkCanvas(
        buffer, limit=spec.ink_limit, invariant=1, initialFontName=NAMES[min(NAMES)], lang=spec.language, pageCompression=1
    )
    canvas.setTitle(f"{spec.title}, for a print house: {name}")
    canvas.setAuthor(AUTHOR)
    canvas.setCreator(AUTHOR)
    canvas.setSubject(f"One card a page, bleed {spec.bleed_mm:g} mm. {spec.credits}")
    canvas.setViewerPreference("PrintScaling", "None")
    for face in {face.name: face for face in faces}.values():
        _form(canvas, face, spec.bleed_mm)
    for face in faces:
        width, height = (side * POINTS_A_MM for side in page_mm(face, spec.bleed_mm))
        edge = spec.bleed_mm * POINTS_A_MM
        canvas.setPageSize((width, height))
        canvas.setBleedBox((0, 0, width, height))
        canvas.setTrimBox((edge, edge, width - edge, height - edge))
        canvas.saveState()
        canvas.translate(width / 2, height / 2)
        canvas.doForm(face.name)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _form(canvas: Canvas, face: Face, bleed_mm: float) -> None:
    """A face whose ground reaches the edge of the bleed; a print house cuts the corners."""
    wide, high = (side * POINTS_A_MM for side in page_mm(face, bleed_mm))
    canvas.beginForm(face.name, -wide / 2, -high / 2, wide / 2, high / 2)
    left, bottom, right, top = face.trim.bounds
    centred = face.moved(-(left + right) / 2, -(bottom + top) / 2)
    if face.ground.lower() != WHITE:
        canvas.setFillColor(Color(*(int(face.ground[at : at + 2], 16) / 255 for at in (1, 3, 5))))
        canvas.rect(-wide / 2, -high / 2, wide, high, stroke=0, fill=1)
    draw_marks(canvas, spread(centred, box(*(value / POINTS_A_MM / 2 for value in (-wide, -high, wide, high)))))
    canvas.endForm()


def _quantities(spec: PrintHouseSpec) -> str:
    """One line per design: how many the game has, and on which pages of which file."""
    rows = ["design,quantity,front,back"]
    for piece in spec.pieces:
        places = [_pages(spec, face) if face else "" for face in (piece.front, piece.back)]
        rows.append(f"{piece.name},{piece.copies},{places[0]},{places[1]}")
    return "\n".join(rows) + "\n"


def _pages(spec: PrintHouseSpec, face: Face) -> str:
    """`fronts.pdf 2-5`: the face's file and its pages there, which are consecutive or two apart."""
    for name, pages in spec.files.items():
        numbers = [number for number, (_, other) in enumerate(pages, 1) if other.name == face.name]
        if numbers:
            step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
            every = " (every second)" if step == 2 else ""
            return f"{name} {numbers[0]}" + (f"-{numbers[-1]}{every}" if len(numbers) > 1 else "")
    return ""


def _note(spec: PrintHouseSpec) -> str:
    """What a print house asks, in lines of text."""
    first = spec.pieces[0].front
    width, height = first.size_mm
    wide, high = page_mm(first, spec.bleed_mm)
    designs = "1 design" if len(spec.pieces) == 1 else f"{len(spec.pieces)} designs"
    cards = sum(piece.copies for piece in spec.pieces)
    order = {
        "separate": "fronts.pdf and backs.pdf; page n of one is the back of page n of the other",
        "fronts-first": f"{spec.name}.pdf; each front is followed by its back",
        "backs-first": f"{spec.name}.pdf; each back is followed by its front",
    }[spec.order]
    copies = "a page for every card" if spec.copies == "pages" else f"a page for every design; quantities are in {QUANTITIES}"
    lines = [
        spec.title + (f", version {spec.version}" if spec.version else ""),
        f"Cards: {cards}, of {designs}; {copies}.",
        f"Files: {order}.",
        f"Size when cut (TrimBox): {width:g} x {height:g} mm" + ("" if spec.size == "own" else f" ({spec.size})") + ".",
        f"Page with bleed (MediaBox and BleedBox): {wide:g} x {high:g} mm, bleed {spec.bleed_mm:g} mm on each side.",
        f"Safe zone: nothing but plain grounds within {spec.safe_mm:g} mm of the trim. Corners are square: yours to round.",
        f"Colours: DeviceCMYK without a profile; {100 * spec.ink_limit:g} % of ink at a spot at most; greys in black alone.",
        "Shades will differ from a screen's: order a proof.",
        "All fonts are embedded. These are plain PDF files: PDF/X is not claimed.",
        spec.credits,
    ]
    return "\n".join(lines) + "\n"
