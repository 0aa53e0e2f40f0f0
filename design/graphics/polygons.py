"""Polygons in mm used by all drawing code: rectangles, ellipses, stars, rounded corners, and their parts."""

from __future__ import annotations

import math

import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

QUADRANT = 24
"""Segments per quarter circle; at 20 mm a chord stays within 0.006 mm of the arc."""


def rectangle(width_mm: float, height_mm: float, corner_mm: float) -> Polygon:
    """A rectangle with rounded corners; a radius above half a side is reduced to that."""
    radius = min(corner_mm, 0.49 * min(width_mm, height_mm))
    plain = box(-width_mm / 2, -height_mm / 2, width_mm / 2, height_mm / 2)
    return plain if radius <= 0 else rounded(plain, radius).geoms[0]


def ellipse(width_mm: float, height_mm: float) -> Polygon:
    """A circle, or an ellipse where the sides differ."""
    return affinity.scale(Point(0, 0).buffer(0.5, quad_segs=2 * QUADRANT), width_mm, height_mm, origin=(0, 0))


def rounded(shape: Polygon, radius: float) -> MultiPolygon:
    """The shape with its convex corners rounded and concave ones kept; its size stays the same."""
    return as_multi(shape.buffer(-radius, join_style="mitre").buffer(radius, quad_segs=QUADRANT))


def star_polygon(size: float, inner: float = 0.5) -> Polygon:
    """A sharp five-pointed star, its points on a circle of diameter `size`; `inner` is the relative diameter of the notches."""
    return Polygon(
        [
            (
                size / 2 * (inner if i % 2 else 1) * math.cos(math.pi / 2 + math.pi * i / 5),
                size / 2 * (inner if i % 2 else 1) * math.sin(math.pi / 2 + math.pi * i / 5),
            )
            for i in range(10)
        ]
    )


def as_multi(shape: BaseGeometry) -> MultiPolygon:
    """The polygons of any geometry, without points and lines left over from an operation."""
    if isinstance(shape, Polygon):
        return MultiPolygon([shape] if not shape.is_empty else [])
    parts = [part for part in getattr(shape, "geoms", []) if isinstance(part, Polygon | MultiPolygon)]
    return MultiPolygon([polygon for part in parts for polygon in (part.geoms if isinstance(part, MultiPolygon) else [part])])


def centred(shape: BaseGeometry, x_mm: float = 0.0, y_mm: float = 0.0) -> MultiPolygon:
    """The shape with the centre of its bounding box moved to a point."""
    left, bottom, right, top = shape.bounds
    return as_multi(affinity.translate(shape, x_mm - (left + right) / 2, y_mm - (bottom + top) / 2))


def is_straight(trim: Polygon) -> bool:
    """Whether a trim is a rectangle apart from its corners: more than half of each side lies on its bounding box."""
    left, bottom, right, top = trim.bounds
    width, height = right - left, top - bottom
    edge = trim.buffer(1e-4)
    sides = [((left, bottom), (right, bottom)), ((left, top), (right, top))]
    flat = all(edge.intersection(shapely.LineString(side)).length > width / 2 for side in sides)
    sides = [((left, bottom), (left, top)), ((right, bottom), (right, top))]
    return flat and all(edge.intersection(shapely.LineString(side)).length > height / 2 for side in sides)


def turned(shape: BaseGeometry, quarter_turns: int) -> BaseGeometry:
    """The shape turned anticlockwise about the origin."""
    return affinity.rotate(shape, 90 * quarter_turns, origin=(0, 0)) if quarter_turns % 4 else shape
