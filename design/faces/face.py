"""A face: its trim, its ground, and marks in ink on it. Knows no page and no solid.

The origin is the centre of the trim's bounding box, x to the right and y up, as the face is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from shapely.affinity import translate
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.fonts import Weight
from design.outlines import as_multi, text_outline

Fold = tuple[tuple[float, float], tuple[float, float]]
"""A line to fold, from one point to another."""


class InkRole(StrEnum):
    """What a mark is to a solid: `ink` and `accent` are raised or engraved, a `print` is for paper alone."""

    INK = "ink"
    ACCENT = "accent"
    PRINT = "print"


@dataclass(frozen=True)
class TextRun:
    """A line of text that stays text in a PDF: its baseline starts at (x, y), the em is `size_mm`."""

    text: str
    x_mm: float
    y_mm: float
    size_mm: float
    weight: Weight


@dataclass(frozen=True)
class Mark:
    """A shape in one colour. With `run` the shape is that text's outline."""

    role: InkRole
    colour: str
    area: MultiPolygon
    run: TextRun | None = None

    def moved(self, x_mm: float, y_mm: float) -> Mark:
        """The mark elsewhere; a text stays text."""
        run = self.run and replace(self.run, x_mm=self.run.x_mm + x_mm, y_mm=self.run.y_mm + y_mm)
        return replace(self, area=as_multi(translate(self.area, x_mm, y_mm)), run=run)


@dataclass(frozen=True)
class Face:
    """One side of a piece: `name` is `piece.side`, `ground` the colour up to the trim (and the bleed).

    `folds` are lines along which paper is folded, each from point to point.
    """

    name: str
    trim: Polygon
    ground: str
    marks: tuple[Mark, ...]
    folds: tuple[Fold, ...] = ()

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the trim."""
        left, bottom, right, top = self.trim.bounds
        return right - left, top - bottom

    def moved(self, x_mm: float, y_mm: float) -> Face:
        """The face with all that it shows elsewhere."""
        marks = tuple(mark.moved(x_mm, y_mm) for mark in self.marks)
        folds = tuple(((a + x_mm, b + y_mm), (c + x_mm, d + y_mm)) for (a, b), (c, d) in self.folds)
        return replace(self, trim=translate(self.trim, x_mm, y_mm), marks=marks, folds=folds)

    def relief(self) -> MultiPolygon:
        """What a solid raises or engraves: ink and accent together."""
        return as_multi(unary_union([mark.area for mark in self.marks if mark.role is not InkRole.PRINT]))


def text_mark(run: TextRun, colour: str, role: InkRole = InkRole.PRINT) -> Mark:
    """A line of text as a mark, with the outline it has."""
    outline = text_outline(run.text, run.size_mm, run.weight)
    return Mark(role, colour, as_multi(translate(outline, run.x_mm, run.y_mm)), run)
