"""Blocks and flat shapes seen from the front, the right and above, for drawings of the storage box."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapely import affinity
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from printables.figures.sketch import QUIET, Marks, shape

SIDE = "#c9c7d0"
"""Grey of the box's faces that are turned away from the light."""
EDGE_MM = 0.1
"""Line around a face."""

Point = tuple[float, float]
Projection = Callable[[float, float, float], Point]


def block(at: Projection, corner: Sequence[float], size: Sequence[float], colours: tuple[str, str]) -> Marks:
    """A block seen from the front, the right and above: its top in the first colour, its sides in the second."""
    (x, y, z), (w, d, h) = corner, size
    front = Polygon([at(x, y, z), at(x + w, y, z), at(x + w, y, z + h), at(x, y, z + h)])
    side = Polygon([at(x + w, y, z), at(x + w, y + d, z), at(x + w, y + d, z + h), at(x + w, y, z + h)])
    top = Polygon([at(x, y, z + h), at(x + w, y, z + h), at(x + w, y + d, z + h), at(x, y + d, z + h)])
    return [
        mark for area, colour in ((side, colours[1]), (front, colours[1]), (top, colours[0])) for mark in faced(area, colour)
    ]


def faced(area: BaseGeometry, colour: str) -> Marks:
    """A face on the page with a thin line along its edge; if it is too small for that, it is all line."""
    kept = area.buffer(-EDGE_MM, join_style="mitre")
    return [shape(area, QUIET)] if kept.is_empty else [shape(area, QUIET), shape(kept, colour)]


def level(at: Projection, area: BaseGeometry, z: float) -> BaseGeometry:
    """A flat shape in the box's plan at a given height."""
    (x0, y0), (x1, _), (x2, y2) = at(0, 0, z), at(1, 0, z), at(0, 1, z)
    return affinity.affine_transform(area, [x1 - x0, x2 - x0, 0, y2 - y0, x0, y0])
