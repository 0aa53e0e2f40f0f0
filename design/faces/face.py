"""A face: its trim, its ground, and the marks in ink on it. Knows nothing of pages and solids.

The origin is the centre of the trim's bounding box, x to the right and y up, as you look at the face.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from shapely.affinity import rotate, translate
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.graphics.art.photos import Picture
from design.graphics.polygons import as_multi
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight

Ends = tuple[tuple[float, float], tuple[float, float]]
"""Both ends of a straight line, mm."""


class InkRole(StrEnum):
    """What a mark is to a solid: `ink` and `accent` are raised or engraved, `print` is for paper only."""

    INK = "ink"
    ACCENT = "accent"
    PRINT = "print"


@dataclass(frozen=True)
class TextRun:
    """A line of text that stays text in a PDF: its baseline starts at (x, y), the em is `size_mm`.

    It runs to the right, or upward if `angle_deg` is 90.
    """

    text: str
    x_mm: float
    y_mm: float
    size_mm: float
    weight: Weight
    angle_deg: int = 0


@dataclass(frozen=True)
class Mark:
    """A shape in one colour. With `run` the shape is that text's outline.

    With `picture` the shape shows these pixels, and `colour` is their mean. `area` ends at the trim; `beyond` also includes
    the part outside the trim, if the mark bleeds.
    """

    role: InkRole
    colour: str
    area: MultiPolygon
    run: TextRun | None = None
    picture: Picture | None = None
    beyond: MultiPolygon | None = None

    def moved(self, x_mm: float, y_mm: float) -> Mark:
        """The mark in another place; text stays text."""
        run = self.run and replace(self.run, x_mm=self.run.x_mm + x_mm, y_mm=self.run.y_mm + y_mm)
        picture = self.picture and self.picture.under((1, 0, 0, 1, x_mm, y_mm))
        beyond = self.beyond and as_multi(translate(self.beyond, x_mm, y_mm))
        area = as_multi(translate(self.area, x_mm, y_mm))
        return replace(self, area=area, run=run, picture=picture, beyond=beyond)


@dataclass(frozen=True)
class Face:
    """One side of a piece: `name` is `piece.side`, `ground` the colour up to the trim (and the bleed).

    `folds` are lines to score, `slits` lines to cut within the trim; their appearance on paper is among the marks.
    `in_slots` means that the game's author laid it out, and can move and scale each mark.
    """

    name: str
    trim: Polygon
    ground: str
    marks: tuple[Mark, ...]
    folds: tuple[Ends, ...] = ()
    slits: tuple[Ends, ...] = ()
    in_slots: bool = False

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the trim."""
        left, bottom, right, top = self.trim.bounds
        return right - left, top - bottom

    @property
    def bleeds(self) -> bool:
        """Whether anything extends past the trim: a ground that is not white paper, or a mark."""
        return self.ground.lower() != "#ffffff" or any(mark.beyond is not None for mark in self.marks)

    def moved(self, x_mm: float, y_mm: float) -> Face:
        """The face with everything on it moved."""
        marks = tuple(mark.moved(x_mm, y_mm) for mark in self.marks)
        folds, slits = (
            tuple(((a + x_mm, b + y_mm), (c + x_mm, d + y_mm)) for (a, b), (c, d) in lines)
            for lines in (self.folds, self.slits)
        )
        return replace(self, trim=translate(self.trim, x_mm, y_mm), marks=marks, folds=folds, slits=slits)

    def relief(self) -> MultiPolygon:
        """What a solid raises or engraves: ink and accent together."""
        return as_multi(unary_union([mark.area for mark in self.marks if mark.role is not InkRole.PRINT]))


def text_mark(run: TextRun, colour: str, role: InkRole = InkRole.PRINT) -> Mark:
    """A line of text as a mark, with its outline."""
    outline = text_outline(run.text, run.size_mm, run.weight)
    if run.angle_deg:
        outline = rotate(outline, run.angle_deg, origin=(0, 0))
    return Mark(role, colour, as_multi(translate(outline, run.x_mm, run.y_mm)), run)
