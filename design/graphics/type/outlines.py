"""Letters, digits and signs as clean outlines in mm: one source for solids, PDF, SVG and inspection.

Contours are flattened to `FLATNESS_MM`, united and freed of self-intersections, since overlapping strokes
break a solid without an error.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from fontTools.pens.recordingPen import DecomposingRecordingPen
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon
from shapely.geometry import Point as ShapelyPoint
from shapely.ops import polygonize, unary_union

from design.graphics.polygons import as_multi, centred
from design.graphics.type.fonts import advance_em, cap_height_mm, demand, glyph_of
from design.graphics.type.typefaces import Typeface, Weight, glyph_set, units_per_em

FLATNESS_MM = 0.01
"""Largest deviation of a flattened curve, at a size of 12 mm; half the tolerance for simplifying a solid."""
FLAT_EMS = FLATNESS_MM * 0.72 / 12
"""The same in ems, for Manrope's digits, which are 0.72 em high, at a height of 12 mm."""

Point = tuple[float, float]


@lru_cache(maxsize=4096)
def text_outline(text: str, size_mm: float, weight: Weight = Weight.BOLD, spacing_em: float = 0.0) -> MultiPolygon:
    """A line of text, its baseline on y = 0, starting at x = 0, at an em of `size_mm`.

    `spacing_em` is extra space between characters.
    Raises DesignError naming the characters that no typeface can set.
    """
    demand([("text", text)])
    glyphs, pen_x = [], 0.0
    for character in text:
        typeface, glyph = glyph_of(character, weight)
        scale = size_mm / units_per_em(typeface, weight)
        glyphs.append(affinity.affine_transform(_glyph(typeface, glyph, weight), [scale, 0, 0, scale, pen_x, 0]))
        pen_x += (advance_em(character, weight) + spacing_em) * size_mm
    return as_multi(unary_union(glyphs))


def figure_outline(text: str, height_mm: float, weight: Weight = Weight.BOLD) -> MultiPolygon:
    """Digits or capitals of this height, their bounding box centred on the origin."""
    return centred(text_outline(text, height_mm / cap_height_mm(1.0, weight), weight))


@lru_cache(maxsize=2048)
def _glyph(typeface: Typeface, name: str, weight: Weight) -> MultiPolygon:
    """A glyph in font units: the area with a non-zero winding number (TrueType's rule)."""
    glyphs = glyph_set(typeface, weight)
    pen = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(pen)
    contours = _contours(pen.value, FLAT_EMS * units_per_em(typeface, weight))
    regions = polygonize(unary_union([LineString([*contour, contour[0]]) for contour in contours]))
    return as_multi(unary_union([one for one in regions if _winding(contours, one.representative_point())]))


def _winding(contours: Sequence[Sequence[Point]], at: ShapelyPoint) -> int:
    """Winding number of contours around a point, anticlockwise positive."""
    x, y, turns = at.x, at.y, 0
    for contour in contours:
        for (x1, y1), (x2, y2) in zip(contour, (*contour[1:], contour[0]), strict=True):
            if (y1 <= y) != (y2 <= y) and x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x:
                turns += 1 if y2 > y1 else -1
    return turns


def _contours(commands: list[tuple[str, tuple[Point | None, ...]]], flat: float) -> list[list[Point]]:
    """The contours as points, at most `flat` units from the curves."""
    contours: list[list[Point]] = []
    points: list[Point] = []
    for command, given in commands:
        if command == "qCurveTo" and given[-1] is None:
            # A closed contour without on-curve points starts midway between two control points.
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
                points += _quadratic(points[-1], handle, end, flat)
        elif command == "curveTo":
            points += _cubic(points[-1], arguments, flat)
        if command in ("closePath", "endPath") and len(points) > 2:
            contours.append(points)
    return contours


def _middle(one: Point, other: Point) -> Point:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


def _quadratic(start: Point, handle: Point, end: Point, flat: float) -> list[Point]:
    bend = math.hypot(start[0] - 2 * handle[0] + end[0], start[1] - 2 * handle[1] + end[1]) / 4
    steps = max(1, math.ceil(math.sqrt(bend / flat)))
    return [_mix((start, handle, end), step / steps) for step in range(1, steps + 1)]


def _cubic(start: Point, handles: Sequence[Point], flat: float) -> list[Point]:
    first, second, end = handles
    reach = math.dist(start, first) + math.dist(first, second) + math.dist(second, end)
    steps = max(1, math.ceil(math.sqrt(reach / flat / 2)))
    return [_mix((start, first, second, end), step / steps) for step in range(1, steps + 1)]


def _mix(points: tuple[Point, ...], at: float) -> Point:
    """A point of a Bezier curve (de Casteljau)."""
    while len(points) > 1:
        points = tuple((a[0] + (b[0] - a[0]) * at, a[1] + (b[1] - a[1]) * at) for a, b in pairwise(points))
    return points[0]
