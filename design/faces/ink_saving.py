"""A face with less ink: large areas hatched (`low`), or everything as outlines (`outline`), on paper that stays white.

A ground becomes a frame in its colour, so that the coloured side of a piece can still be told from the white one; what was
white on it is drawn in ink. Text stays solid text at its size. Images are pale (`low`) or frames (`outline`). Nothing bleeds.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.config.paper import InkUse
from design.faces.face import Face, InkRole, Mark
from design.graphics.art.photos import Picture
from design.graphics.colour.palette import Palette, contrast
from design.graphics.polygons import as_multi

LARGE_MM = 10.0
"""An area at least this wide is large and gets hatched; narrower ones are left alone."""
HATCH_MM, PITCH_MM = 0.3, 1.2
"""Width of hatch lines and the distance between their centres: a quarter of the area is ink."""
HATCH_DEG = 45
AIR_MM = 0.6
"""White around whatever stands on a hatch."""
COUNTER_MM2 = 12.0
"""White gaps smaller than this, as in a 0, are not hatched."""
LINE_MM = 0.35
"""Width of an outline."""
THIN_MM = 1.2
"""Anything no wider than this is left as it is, since it would be all outline."""
WIDE_SHARE = 0.3
"""Share of an area that must be wide for it to count as wide, so that the corners of a rim do not make it so."""
FRAME_AT_MM = 1.2
"""From the trim to the frame, so that a slightly misplaced cut leaves it whole."""
FRAME_IN_RIM_MM = 2.6
"""The same, if a marker's rim takes its place."""
FRAME_EDGE_MM, FRAME_MM = 0.2, 0.8
"""The frame's line of ink, and its whole width including the ground's colour inside the line."""
WHITE = 1.2
"""A colour with less contrast to the paper is invisible on it."""


def inked(face: Face, use: InkUse, palette: Palette) -> Face:
    """The face with this much ink; equal faces give equal results, so identical backs stay identical.

    A coloured ground that is nowhere wider than `LARGE_MM`, as on a small sticker, stays, with everything on it.
    """
    paper, ink = palette.hex("paper"), palette.hex("ink")
    is_plain = face.ground == paper
    if use is InkUse.FULL or not (is_plain or _is_wider(face.trim, LARGE_MM)):
        return face
    marks = tuple(_marks(face, use, paper, ink))
    if is_plain:
        return replace(face, marks=marks)
    clear = _kept_clear(unary_union([mark.area for mark in face.marks]))
    return replace(face, ground=paper, marks=(*_ground(face, use, ink, clear), *marks))


def _ground(face: Face, use: InkUse, ink: str, clear: BaseGeometry) -> Iterator[Mark]:
    """What remains of a coloured ground: a frame and, in low ink, a hatch inside it."""
    outer, inner, end, inside = _frame(face.trim, FRAME_AT_MM)
    if use is InkUse.OUTLINE and (outer - end).difference(clear).area < WIDE_SHARE * (outer - end).area:
        # A marker's rim is there.
        outer, inner, end, inside = _frame(face.trim, FRAME_IN_RIM_MM)
    yield Mark(InkRole.PRINT, ink, as_multi((outer - inner) - clear))
    yield Mark(InkRole.PRINT, face.ground, as_multi((inner - end) - clear))
    if use is InkUse.LOW:
        yield Mark(InkRole.PRINT, face.ground, _hatch(as_multi(inside - clear)))


def _frame(trim: Polygon, at_mm: float) -> list[BaseGeometry]:
    return [trim.buffer(-at_mm - inset) for inset in (0, FRAME_EDGE_MM, FRAME_MM, FRAME_MM + AIR_MM)]


def _marks(face: Face, use: InkUse, paper: str, ink: str) -> Iterator[Mark]:
    """What is visible of each mark: hatched, outlined or unchanged, and in ink if it was white on a ground that is gone."""
    filled: BaseGeometry = MultiPolygon() if face.ground != paper else face.trim
    for number, mark in enumerate(face.marks):
        above = [other.area for other in face.marks[number + 1 :]]
        seen = _seen(mark, above)
        lonely = contrast(mark.colour, paper) < WHITE and not filled.buffer(0.1).contains(mark.area.buffer(0.05))
        shown = replace(mark, colour=ink if lonely else mark.colour, beyond=None)
        if mark.picture:
            filled = filled.difference(mark.area)
            yield _picture(replace(shown, area=seen), mark.picture, use, face.trim, ink)
            continue
        solid = mark.run is not None or not _is_wider(seen, LARGE_MM if use is InkUse.LOW else THIN_MM)
        if solid:
            filled = filled.union(mark.area)
            yield replace(shown, area=seen)
        elif use is InkUse.LOW:
            filled = filled.difference(mark.area)
            yield replace(shown, area=as_multi(seen - seen.buffer(-LINE_MM)))
            yield Mark(InkRole.PRINT, shown.colour, _hatch(as_multi(seen.buffer(-LINE_MM) - _kept_clear(unary_union(above)))))
        else:
            filled = filled.difference(mark.area)
            yield replace(shown, area=as_multi(seen - seen.buffer(-LINE_MM)))


def _picture(mark: Mark, picture: Picture, use: InkUse, trim: Polygon, ink: str) -> Mark:
    """An image with less ink: pale, or just its frame, kept away from a trimmed edge."""
    if use is InkUse.LOW:
        pale = picture.faded()
        return replace(mark, picture=pale, colour=pale.pixels.mean)
    kept = mark.area.intersection(trim.buffer(-FRAME_AT_MM))
    return Mark(InkRole.PRINT, ink, as_multi(kept - kept.buffer(-LINE_MM)))


def _seen(mark: Mark, above: Sequence[MultiPolygon]) -> MultiPolygon:
    """A mark without whatever covers its edge; a number inside a disc leaves the disc whole."""
    inside = mark.area.buffer(-LINE_MM)
    covers = [] if mark.run else [area for area in above if not inside.contains(area)]
    return as_multi(mark.area.difference(unary_union(covers)))


def _kept_clear(above: BaseGeometry) -> BaseGeometry:
    """Where nothing is hatched: under whatever stands there, around it, and in its small gaps."""
    wide = as_multi(above.buffer(AIR_MM))
    return unary_union(
        [Polygon(one.exterior, [gap for gap in one.interiors if Polygon(gap).area > COUNTER_MM2]) for one in wide.geoms]
    )


def _is_wider(area: BaseGeometry, width_mm: float) -> bool:
    """Whether a good part of an area is wider than this."""
    return bool(area.buffer(-width_mm / 2).buffer(width_mm / 2).area > WIDE_SHARE * area.area)


def _hatch(area: MultiPolygon) -> MultiPolygon:
    """Lines across an area, one of them through the origin, so that a face looks the same turned upside down."""
    if area.is_empty:
        return area
    reach = max(math.hypot(x, y) for x in area.bounds[::2] for y in area.bounds[1::2]) + PITCH_MM
    count = math.ceil(reach / PITCH_MM)
    rows = (step * PITCH_MM for step in range(-count, count + 1))
    lines = MultiPolygon([box(-reach, y - HATCH_MM / 2, reach, y + HATCH_MM / 2) for y in rows])
    return as_multi(affinity.rotate(lines, HATCH_DEG, origin=(0, 0)).intersection(area))
