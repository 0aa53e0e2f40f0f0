"""Pieces on the pages of a PDF, found by their forms with pikepdf, and what pdfium draws there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from design.faces.face import Face
from tablewright.inspection.folds import line_faults
from tablewright.inspection.pictures import FINE, PIXELS_PER_MM, canvas
from tablewright.inspection.recognise import Page, Placed

POINT_MM = 25.4 / 72
FORM = "/FormXob."
"""What the names of forms begin with; the face's name follows."""
LIMIT = 40.0
"""Most that a colour may be off, of 255: a spot of black on white of 0.6 x 0.6 mm makes 41. Edges as pdfium
draws them make at most 20, small text 31."""
SCALE = 1e-3
"""A form is placed at its true size to this: 0.05 mm of a card."""
Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class FormUse:
    """One use of a named form: its middle and its size on the page in mm, and the scale it is drawn at."""

    name: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    scale: tuple[float, float]


@dataclass(frozen=True)
class PdfPage:
    """A page's size in mm and the named forms that it draws."""

    size_mm: tuple[float, float]
    uses: tuple[FormUse, ...]


@dataclass(frozen=True)
class PdfFile:
    """What the structure of a PDF says: its pages, and whether it asks a printer for its true size."""

    pages: tuple[PdfPage, ...]
    true_size: bool


def read_pdf(path: Path) -> PdfFile | str:
    """The pages of a PDF with their named forms, or what is wrong with the file."""
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            preferences: Any = pdf.Root.get("/ViewerPreferences", {})
            true_size = str(preferences.get("/PrintScaling", "")) == "/None"
            return PdfFile(tuple(_page(page) for page in pdf.pages), true_size)
    except (pikepdf.PdfError, OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        return (
            f"cannot be read as PDF ({str(error).splitlines()[0] if str(error) else type(error).__name__}); run a build again"
        )


def _page(page: Any) -> PdfPage:
    left, bottom, right, top = (float(value) for value in page.mediabox)
    unit = float(page.obj.get("/UserUnit", 1)) * POINT_MM
    start: Matrix = (unit, 0, 0, unit, -left * unit, -bottom * unit)
    width, height = (right - left) * unit, (top - bottom) * unit
    if int(page.obj.get("/Rotate", 0)) % 180:
        width, height = height, width
    uses = tuple(_uses(page.obj, page.obj.get("/Resources", {}), start, depth=0))
    return PdfPage((width, height), uses)


def _uses(content: Any, resources: Any, matrix: Matrix, depth: int) -> Iterator[FormUse]:
    """The named forms that a content stream draws, also within other forms."""
    import pikepdf

    stack: list[Matrix] = []
    instructions: Any = pikepdf.parse_content_stream(content)
    for operands, operator in instructions:
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q" if stack:
                matrix = stack.pop()
            case "cm":
                matrix = times(matrix_of(operands), matrix)
            case "Do":
                name = str(operands[0])
                form = resources.get("/XObject", {}).get(name)
                if form is None or str(form.get("/Subtype", "")) != "/Form":
                    continue
                inner = times(matrix_of(form.get("/Matrix", (1, 0, 0, 1, 0, 0))), matrix)
                if name.startswith(FORM):
                    yield _use(name.removeprefix(FORM), form, inner)
                elif depth < 8:
                    yield from _uses(form, form.get("/Resources", resources), inner, depth + 1)


def matrix_of(values: Any) -> Matrix:
    """Six numbers of a file as a transformation."""
    a, b, c, d, e, f = (float(value) for value in values)
    return a, b, c, d, e, f


def times(first: Matrix, second: Matrix) -> Matrix:
    """First the one transformation, then the other (PDF's row vectors)."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = second
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def _use(name: str, form: Any, matrix: Matrix) -> FormUse:
    left, bottom, right, top = (float(value) for value in form.get("/BBox"))
    a, b, c, d, e, f = matrix
    points = [(a * x + c * y + e, b * x + d * y + f) for x in (left, right) for y in (bottom, top)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    scale = ((a * a + b * b) ** 0.5 / POINT_MM, (c * c + d * d) ** 0.5 / POINT_MM)
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    return FormUse(name, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, width, height, scale)


class Rendered:
    """The pages of a PDF as pdfium draws them, one at a time, and the text on them."""

    def __init__(self, document: Any) -> None:
        self._document = document

    @classmethod
    def open(cls, path: Path, pdf: PdfFile) -> Rendered | str:
        """The pages of a file that was read before, or why pdfium does not draw them."""
        import pypdfium2

        try:
            document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            return f"cannot be drawn by pdfium ({error}); run a build again"
        if len(document) != len(pdf.pages):
            document.close()
            return f"is damaged: pdfium finds {len(document)} pages, must be {len(pdf.pages)}; run a build again"
        return cls(document)

    def close(self) -> None:
        """Let go of the file."""
        self._document.close()

    def texts(self) -> list[str]:
        """The text of each page."""
        return [page.get_textpage().get_text_range() for page in self._document]

    def pages(self, where: str, pdf: PdfFile, lines: Mapping[str, Any] | None = None) -> Iterator[Page]:
        """The pages for a judge of sheets; `lines` are those drawn in each form (`linework.Linework`)."""
        for number, (drawn, read) in enumerate(zip(self._document, pdf.pages, strict=True), start=1):
            image = drawn.render(scale=PIXELS_PER_MM * FINE * POINT_MM).to_pil().convert("RGB")
            look = _Look(image, drawn.get_textpage(), read.size_mm, lines or {})
            placed = tuple(Placed(use.name, use.x_mm, use.y_mm, use) for use in read.uses)
            yield Page(where, f"page {number}", read.size_mm, placed, look.picture, look.faults, LIMIT)


@dataclass(frozen=True)
class _Look:
    """One page as an image, and its text."""

    image: Any
    text: Any
    size_mm: tuple[float, float]
    lines: Mapping[str, Any]

    def picture(self, placed: Placed, face: Face, turn: int) -> Any:
        """What the page shows where a face of this size, turned so, would lie."""
        import numpy as np
        from PIL import Image

        width, height = (FINE * side for side in canvas(face.size_mm))
        across, down = self.image.width / self.size_mm[0], self.image.height / self.size_mm[1]
        middle_x, middle_y = placed.x_mm * across, (self.size_mm[1] - placed.y_mm) * down
        # A step to the right and a step down in the picture, as steps on the page, whose y runs down too.
        cos, sin = ((1, 0), (0, -1), (-1, 0), (0, 1))[turn % 4]
        scale = PIXELS_PER_MM * FINE
        right = (cos * across / scale, sin * down / scale)
        below = (-sin * across / scale, cos * down / scale)
        corner_x = middle_x - right[0] * width / 2 - below[0] * height / 2
        corner_y = middle_y - right[1] * width / 2 - below[1] * height / 2
        coefficients = (right[0], below[0], corner_x, right[1], below[1], corner_y)
        cut = self.image.transform((width, height), Image.Transform.AFFINE, coefficients, Image.Resampling.BILINEAR)
        return np.asarray(cut.reduce(FINE), dtype=np.float32)

    def faults(self, placed: Placed, face: Face, turn: int) -> list[str]:
        """A form drawn at another size, without the text that the face has, or with other lines to fold and slits."""
        found = []
        if any(abs(one - 1) > SCALE for one in placed.drawn.scale):
            found.append(f"is drawn at {placed.drawn.scale[0]:.3f} x {placed.drawn.scale[1]:.3f} of its size, must be 1")
        if placed.face in self.lines:
            found += line_faults(face, self.lines[placed.face].folds, self.lines[placed.face].slits)
        wanted = Counter(letters("".join(mark.run.text for mark in face.marks if mark.run)))
        if wanted:
            width, height = face.size_mm if turn % 2 == 0 else face.size_mm[::-1]
            x, y = placed.x_mm / POINT_MM, placed.y_mm / POINT_MM
            half_x, half_y = width / 2 / POINT_MM, height / 2 / POINT_MM
            text = self.text.get_text_bounded(x - half_x, y - half_y, x + half_x, y + half_y)
            there = Counter(letters(text))
            if there != wanted:
                lacking, more = "".join((wanted - there).elements()), "".join((there - wanted).elements())
                found.append(f"has other text than it must: without {lacking or 'nothing'}, with {more or 'nothing'} more")
        return found


def letters(text: str) -> str:
    """The signs of a text without spaces and line breaks, which readers of PDF put where they like."""
    return "".join(one for one in text if not one.isspace() and one.isprintable())
