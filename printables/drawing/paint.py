"""What is painted of a face, from the ground up: the same for every writer of sheets."""

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
"""Strokes and gaps of a line to fold."""
CUT_LINE_SHARE = 0.45
"""How far the cut line's colour goes from the ground to the ink that reads best on it: seen, and quiet."""


@dataclass(frozen=True)
class Layer:
    """One filled shape in the face's coordinates; with `run` it is that text's outline, with `picture` it shows pixels."""

    colour: str
    area: MultiPolygon
    run: TextRun | None = None
    picture: Picture | None = None


def layers(face: Face, bleed_mm: float) -> Iterator[Layer]:
    """The ground with its bleed, then the marks in their order."""
    bleed = bleed_area(face, bleed_mm)
    yield Layer(face.ground, as_multi(bleed))
    yield from spread(face, bleed)


def spread(face: Face, within: Polygon) -> Iterator[Layer]:
    """The marks in their order, each as far over the trim as it goes on within an area."""
    for mark in face.marks:
        area = mark.area if mark.beyond is None else as_multi(mark.beyond.intersection(within))
        if not area.is_empty:
            yield Layer(mark.colour, area, mark.run, mark.picture)


def bleed_area(face: Face, bleed_mm: float) -> Polygon:
    """Where a face is painted, in its coordinates: the trim grown by the bleed.

    A rectangle bleeds with square corners, so that a corner cut less round shows no white. Other outlines
    grow with round joins and stay within their own room. White paper on which nothing reaches the edge needs no bleed.
    """
    if not face.bleeds:
        return face.trim
    if is_straight(face.trim):
        left, bottom, right, top = face.trim.bounds
        return box(left - bleed_mm, bottom - bleed_mm, right + bleed_mm, top + bleed_mm)
    return face.trim.buffer(bleed_mm, quad_segs=16) if bleed_mm else face.trim


def line_ink(ground: str) -> str:
    """Colour of the lines within a piece, to fold and to cut: what reads best on its ground."""
    return max((INK, WHITE), key=lambda colour: contrast(colour, ground))


def cut_line(ground: str) -> str:
    """Colour of the line that scissors follow around a piece that no straight cut frees."""
    pairs = zip(_parts(ground), _parts(line_ink(ground)), strict=True)
    return "#" + "".join(f"{round(one + CUT_LINE_SHARE * (other - one)):02x}" for one, other in pairs)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))
