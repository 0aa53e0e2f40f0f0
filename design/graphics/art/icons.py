"""The shapes and signs of our games, drawn from geometry; no icon is copied from anywhere.

Every icon is centred on the origin in a field of `size` mm. The five set shapes have the same area,
so that none looks heavier; all corner radii belong to one family.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial

from shapely import affinity
from shapely.geometry import MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

from design.graphics.art.animals import ANIMALS
from design.graphics.art.dogs import DOGS, dog
from design.graphics.polygons import QUADRANT, as_multi, rounded, star_polygon
from rules.errors import DesignError, Problem

ROUNDING = 0.05
"""Radius of an icon's corners, as a share of its size."""


def _regular(corners: int, size: float) -> MultiPolygon:
    """A regular polygon standing on a side, with the area of a circle of 0.92 x size."""
    area = math.pi * (0.92 * size / 2) ** 2
    radius = math.sqrt(2 * area / (corners * math.sin(2 * math.pi / corners)))
    first = math.pi / 2 if corners % 2 else math.pi / 2 - math.pi / corners
    ring = [
        (radius * math.cos(first + 2 * math.pi * i / corners), radius * math.sin(first + 2 * math.pi * i / corners))
        for i in range(corners)
    ]
    shape = rounded(Polygon(ring), ROUNDING * size)
    _, bottom, _, top = shape.bounds
    # Three quarters of the way from centroid to box centre: a triangle centred on either looks too high or too low.
    return as_multi(affinity.translate(shape, 0, -0.375 * (bottom + top)))


def _circle(size: float) -> MultiPolygon:
    return as_multi(Point(0, 0).buffer(0.92 * size / 2, quad_segs=QUADRANT))


def _star(size: float) -> MultiPolygon:
    return rounded(star_polygon(1.1 * size), ROUNDING * size)


def _bar(length: float, thick: float, angle: float = 0.0) -> Polygon:
    bar = box(-length / 2, -thick / 2, length / 2, thick / 2)
    return affinity.rotate(bar, angle, origin=(0, 0))


def _signed(size: float, *angles: float) -> MultiPolygon:
    bars = unary_union([_bar(size, 0.24 * size, angle) for angle in angles])
    return rounded(bars, ROUNDING * size)


def _ring(size: float) -> MultiPolygon:
    disc = Point(0, 0)
    return as_multi(disc.buffer(0.46 * size, quad_segs=QUADRANT) - disc.buffer(0.30 * size, quad_segs=QUADRANT))


ICONS: dict[str, Callable[[float], MultiPolygon]] = {
    "circle": _circle,
    "triangle": lambda size: _regular(3, size),
    "square": lambda size: _regular(4, size),
    "pentagon": lambda size: _regular(5, size),
    "hexagon": lambda size: _regular(6, size),
    "star": _star,
    "x": lambda size: _signed(1.15 * size, 45, -45),
    "plus": lambda size: _signed(size, 0, 90),
    "minus": lambda size: _signed(size, 0),
    "ring": _ring,
    **{name: partial(dog, name) for name in DOGS},
    **ANIMALS,
}


@lru_cache(maxsize=4096)
def icon(name: str, size: float) -> MultiPolygon:
    """An icon by name in a field of `size` mm; DesignError lists the available icons."""
    if name not in ICONS:
        raise DesignError(Problem(f"icon {name}", f"there is no such icon; there are {', '.join(ICONS)}"))
    return ICONS[name](size)
