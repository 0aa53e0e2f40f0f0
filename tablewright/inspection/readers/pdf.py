"""Finds pieces on the pages of a PDF by their forms, with pikepdf."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from design.graphics.affine import STILL, Matrix, after, inverse, matrix_of, moved
from tablewright.inspection.findings import AGAIN
from tablewright.inspection.readers.embedded_fonts import font_faults

POINT_MM = 25.4 / 72
FORM = "/FormXob."
"""Prefix of the forms' names; the face's name follows."""


@dataclass(frozen=True)
class FormUse:
    """One use of a named form: its box, and the matrix that maps it to the page, from the form's units to mm."""

    name: str
    box: tuple[float, float, float, float]
    matrix: Matrix

    @property
    def middle(self) -> tuple[float, float]:
        """Centre of the box on the page."""
        left, bottom, right, top = self.box
        return moved(self.matrix, (left + right) / 2, (bottom + top) / 2)

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the box on the page."""
        left, bottom, right, top = self.box
        xs, ys = zip(*(moved(self.matrix, x, y) for x in (left, right) for y in (bottom, top)), strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)

    @property
    def scale(self) -> tuple[float, float]:
        """The scale of the drawing, along its width and its height."""
        a, b, c, d, _, _ = self.matrix
        return math.hypot(a, b) / POINT_MM, math.hypot(c, d) / POINT_MM

    @property
    def turn(self) -> int:
        """Its rotation to the nearest quarter turn, in quarter turns anticlockwise."""
        a, b, _, _, _, _ = self.matrix
        return round(math.atan2(b, a) / (math.pi / 2)) % 4

    @property
    def skew_deg(self) -> float:
        """How far it is rotated from the nearest quarter turn."""
        a, b, _, _, _, _ = self.matrix
        return abs((math.degrees(math.atan2(b, a)) + 45) % 90 - 45)

    def before(self, matrix: Matrix) -> FormUse:
        """The same use with the page's final transformation undone."""
        return self if matrix == STILL else replace(self, matrix=after(self.matrix, inverse(matrix)))


@dataclass(frozen=True)
class PdfPage:
    """A page's size in mm and the named forms it draws."""

    size_mm: tuple[float, float]
    uses: tuple[FormUse, ...]


@dataclass(frozen=True)
class PdfFile:
    """What the structure of a PDF says: its pages, whether it tells printers to use its true size, and its font faults."""

    pages: tuple[PdfPage, ...]
    true_size: bool
    font_faults: tuple[str, ...] = ()


def read_pdf(path: Path) -> PdfFile | str:
    """The pages of a PDF with their named forms, or what is wrong with the file."""
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            preferences: Any = pdf.Root.get("/ViewerPreferences", {})
            true_size = str(preferences.get("/PrintScaling", "")) == "/None"
            return PdfFile(tuple(_page(page) for page in pdf.pages), true_size, font_faults(pdf))
    except (pikepdf.PdfError, OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        return f"cannot be read as PDF ({str(error).splitlines()[0] if str(error) else type(error).__name__}); {AGAIN}"


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
    """The named forms that a content stream draws, including those within other forms."""
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
                matrix = after(matrix_of(operands), matrix)
            case "Do":
                name = str(operands[0])
                form = resources.get("/XObject", {}).get(name)
                if form is None or str(form.get("/Subtype", "")) != "/Form":
                    continue
                inner = after(matrix_of(form.get("/Matrix", (1, 0, 0, 1, 0, 0))), matrix)
                if name.startswith(FORM):
                    yield _use(name.removeprefix(FORM), form, inner)
                elif depth < 8:
                    yield from _uses(form, form.get("/Resources", resources), inner, depth + 1)


def _use(name: str, form: Any, matrix: Matrix) -> FormUse:
    left, bottom, right, top = (float(value) for value in form.get("/BBox"))
    return FormUse(name, (left, bottom, right, top), matrix)
