"""Letters, digits and signs as clean outlines in mm: one source for solids, PDF, SVG and inspection.

Contours are flattened to `FLATNESS_MM`, united and freed from crossings, since overlapping strokes
break a solid without an error.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations, pairwise

from fontTools.pens.recordingPen import DecomposingRecordingPen
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.fonts import Weight, cap_height_mm, font, missing_characters
from rules.errors import DesignError, Problem

FLATNESS_MM = 0.01
"""Largest distance of a flattened curve from the true one, at a size of 12 mm: half of what a solid is simplified to."""

Point = tuple[float, float]


def as_multi(shape: BaseGeometry) -> MultiPolygon:
    """The polygons of any geometry, without points and lines left over by an operation."""
    if isinstance(shape, Polygon):
        return MultiPolygon([shape] if not shape.is_empty else [])
    parts = [part for part in getattr(shape, "geoms", []) if isinstance(part, Polygon | MultiPolygon)]
    return MultiPolygon([polygon for part in parts for polygon in (part.geoms if isinstance(part, MultiPolygon) else [part])])


def text_outline(text: str, size_mm: float, weight: Weight = Weight.BOLD) -> MultiPolygon:
    """A line of text, its baseline on y = 0, starting at x = 0, at an em of `size_mm`.

    Raises DesignError naming the characters that the font lacks.
    """
    lacking = missing_characters(text, weight)
    if lacking:
        raise DesignError(Problem(f"text {text!r}", f"the font has no {' '.join(lacking)}; use other characters"))
    face = font(weight)
    cmap, metrics, scale = face.getBestCmap(), face["hmtx"].metrics, size_mm / face["head"].unitsPerEm
    glyphs, pen_x = [], 0.0
    for character in text:
        glyph = cmap[ord(character)]
        glyphs.append(affinity.affine_transform(_glyph(glyph, weight), [scale, 0, 0, scale, pen_x, 0]))
        pen_x += metrics[glyph][0] * scale
    return as_multi(unary_union(glyphs))


def figure_outline(text: str, height_mm: float, weight: Weight = Weight.BOLD) -> MultiPolygon:
    """Digits or capitals of this height, the centre of their bounding box in the origin."""
    return centred(text_outline(text, height_mm / cap_height_mm(1.0, weight), weight))


def centred(shape: BaseGeometry, x_mm: float = 0.0, y_mm: float = 0.0) -> MultiPolygon:
    """The shape with the centre of its bounding box moved to a point."""
    left, bottom, right, top = shape.bounds
    return as_multi(affinity.translate(shape, x_mm - (left + right) / 2, y_mm - (bottom + top) / 2))


@lru_cache(maxsize=512)
def _glyph(name: str, weight: Weight) -> MultiPolygon:
    """A glyph in font units. Clockwise contours are filled, the others are holes (TrueType's rule)."""
    glyphs = font(weight).getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    fills: list[BaseGeometry] = []
    holes: list[BaseGeometry] = []
    for contour in _contours(pen.value):
        # The signed area, not `is_ccw`: that one errs on a ring that crosses itself, and the letter a lost its hole.
        (holes if _signed_area(contour) > 0 else fills).append(Polygon(contour).buffer(0))
    # A hole takes away one filling: where two overlap, as the stroke across an o and the o itself, ink is left.
    twice = [common for one, other in combinations(fills, 2) if (common := one.intersection(other)).area > 0]
    empty = unary_union(holes).difference(unary_union(twice)) if twice else unary_union(holes)
    return as_multi(unary_union(fills).difference(empty).buffer(0))


def _signed_area(ring: list[Point]) -> float:
    """Area of a ring, positive where it runs counter-clockwise (the shoelace formula)."""
    return sum(one[0] * other[1] - other[0] * one[1] for one, other in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2


def _contours(commands: list[tuple[str, tuple[Point | None, ...]]]) -> list[list[Point]]:
    contours: list[list[Point]] = []
    points: list[Point] = []
    for command, given in commands:
        if command == "qCurveTo" and given[-1] is None:
            # A closed contour without a point on the curve starts midway between two of its handles.
            handles = [one for one in given if one is not None]
            start = _middle(handles[-1], handles[0])
            points, given = [start], (*handles, start)
        arguments = [one for one in given if one is not None]
        if command == "moveTo":
            points = [arguments[0]]
        elif command == "lineTo":
            points.append(arguments[0])
        elif command == "qCurveTo":
            for index, handle in enumerate(arguments[:-1]):
                last = index == len(arguments) - 2
                end = arguments[-1] if last else _middle(handle, arguments[index + 1])
                points += _quadratic(points[-1], handle, end)
        elif command == "curveTo":
            points += _cubic(points[-1], *arguments)
        if command in ("closePath", "endPath") and len(points) > 2:
            contours.append(points)
    return contours


def _middle(one: Point, other: Point) -> Point:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


# Manrope has 2000 units an em and digits of 1440 units: 12 mm high, a unit is 1/120 mm.
_FLAT_UNITS = FLATNESS_MM * 120


def _quadratic(start: Point, handle: Point, end: Point) -> list[Point]:
    bend = math.hypot(start[0] - 2 * handle[0] + end[0], start[1] - 2 * handle[1] + end[1]) / 4
    steps = max(1, math.ceil(math.sqrt(bend / _FLAT_UNITS)))
    return [_mix((start, handle, end), step / steps) for step in range(1, steps + 1)]


def _cubic(start: Point, first: Point, second: Point, end: Point) -> list[Point]:
    reach = math.dist(start, first) + math.dist(first, second) + math.dist(second, end)
    steps = max(1, math.ceil(math.sqrt(reach / _FLAT_UNITS / 2)))
    return [_mix((start, first, second, end), step / steps) for step in range(1, steps + 1)]


def _mix(points: tuple[Point, ...], at: float) -> Point:
    """A point of a Bezier curve (de Casteljau)."""
    while len(points) > 1:
        points = tuple((a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(points))
    return points[0]
