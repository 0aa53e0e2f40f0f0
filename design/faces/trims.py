"""Cut outlines of pieces, centred on the origin."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import Polygon, box

from design.graphics.polygons import ellipse, rectangle, rounded, star_polygon
from rules.errors import DesignError, Problem

ARCH_SHARE = 0.6
"""A door's arch takes at most this share of its height."""


def door(width_mm: float, height_mm: float) -> Polygon:
    """A door with a round arch and slightly rounded lower corners; on a low door the arch is flatter."""
    radius, low = width_mm / 2, -height_mm / 2
    rise = min(radius, ARCH_SHARE * height_mm)
    leaf = box(-radius, low, radius, height_mm / 2 - rise)
    arch = affinity.translate(ellipse(width_mm, 2 * rise), 0, height_mm / 2 - rise)
    whole = leaf.union(arch.intersection(box(-radius, low, radius, height_mm / 2)))
    return rounded(whole, 0.07 * min(width_mm, height_mm)).geoms[0]


def star(width_mm: float, height_mm: float) -> Polygon:
    """A five-pointed star with blunt, rounded, sturdy points, scaled to its box."""
    shape = rounded(star_polygon(1.0, inner=0.58), 0.05).geoms[0]
    left, bottom, right, top = shape.bounds
    centred = affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2)
    factor = min(width_mm / (right - left), height_mm / (top - bottom))
    return affinity.scale(centred, factor, factor, origin=(0, 0))


def marker_trim(outline: str, width_mm: float, height_mm: float) -> Polygon:
    """A marker's outline by name."""
    if outline == "circle":
        return ellipse(width_mm, height_mm)
    if outline == "square":
        return rectangle(width_mm, height_mm, 0.16 * min(width_mm, height_mm))
    if outline == "door":
        return door(width_mm, height_mm)
    if outline == "star":
        return star(width_mm, height_mm)
    raise DesignError(Problem(f"outline {outline}", "must be circle, square, door or star"))
