"""What is painted for a face, from the ground up; the same for every writer of sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shapely.geometry import MultiPolygon, Polygon, box

from design.faces.face import Face, TextRun
from design.graphics.art.photos import Picture
from design.graphics.colour.palette import INK, WHITE, contrast
from design.graphics.polygons import as_multi, is_straight

CUT_LINE_MM = 0.12
FOLD_MM = 0.2
DASH_MM = (2.4, 1.6)
"""Strokes and gaps of a fold line."""
CUT_LINE_SHARE = 0.45
"""How far the cut line's colour goes from the ground towards the ink most legible on it: visible, but quiet."""


@dataclass(frozen=True)
class Layer:
    """One filled shape in the face's coordinates: the outline of the text `run`, if given, or the frame of `picture`."""

    colour: str
    area: MultiPolygon
    run: TextRun | None = None
    picture: Picture | None = None


def layers(face: Face, bleed_mm: float) -> Iterator[Layer]:
    """The ground with its bleed, then the marks in order."""
    bleed = bleed_area(face, bleed_mm)
    yield Layer(face.ground, as_multi(bleed))
    yield from spread(face, bleed)


def spread(face: Face, within: Polygon) -> Iterator[Layer]:
    """The marks in order, each extended beyond the trim as far as its bleed reaches within an area."""
    for mark in face.marks:
        area = mark.area if mark.beyond is None else as_multi(mark.beyond.intersection(within))
        if not area.is_empty:
            yield Layer(mark.colour, area, mark.run, mark.picture)


def bleed_area(face: Face, bleed_mm: float) -> Polygon:
    """The painted area of a face, in its coordinates: the trim grown by the bleed.

    A rectangle bleeds with square corners, so that a corner cut less round shows no white. Other outlines
    grow with round joins and stay within their own cell. White paper needs no bleed if nothing reaches the edge.
    """
    if not face.bleeds:
        return face.trim
    if is_straight(face.trim):
        left, bottom, right, top = face.trim.bounds
        return box(left - bleed_mm, bottom - bleed_mm, right + bleed_mm, top + bleed_mm)
    return face.trim.buffer(bleed_mm, quad_segs=16) if bleed_mm else face.trim


def line_ink(ground: str) -> str:
    """Colour of the fold and cut lines within a piece: the most legible on its ground."""
    return max((INK, WHITE), key=lambda colour: contrast(colour, ground))


def cut_line(ground: str) -> str:
    """Colour of the line that scissors follow around a piece that straight cuts cannot free."""
    pairs = zip(_parts(ground), _parts(line_ink(ground)), strict=True)
    return "#" + "".join(f"{round(one + CUT_LINE_SHARE * (other - one)):02x}" for one, other in pairs)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
