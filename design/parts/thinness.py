"""The parts of an area too thin to print: design rules check faces for them, inspection every layer of a part."""

from __future__ import annotations

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from design.graphics.polygons import as_multi

PLAY_MM = 0.02
"""Thicknesses agree to this: twice what a triangle may lie off its curve."""
TIP_WALLS = 3.0
"""Anything thinner than a wall and no longer than this many walls is a tip or a corner, which any design has."""
RELIEF_MM = 1.0
"""Anything no higher is a relief, which needs a stroke of a line and a half; a wall needs two lines."""


def thinner(area: BaseGeometry, least_mm: float, wall_mm: float) -> list[Polygon]:
    """What of an area no circle of a diameter reaches (what its morphological opening loses), tips and corners left out.

    Args:
        area: a layer, or what a face raises or leaves standing.
        least_mm: the diameter.
        wall_mm: the printer's thinnest wall, which tips are measured by.
    """
    radius = least_mm / 2 - PLAY_MM
    # Few sides to a quarter circle cost PLAY_MM / 2 at most, since the way back is longer by that.
    opened = area.buffer(-radius, quad_segs=4).buffer(radius + PLAY_MM / 2, quad_segs=4)
    rest = as_multi(area.difference(opened))
    return [one for one in rest.geoms if longer_side(one) > TIP_WALLS * wall_mm]


def width_of(thin: Polygon) -> float:
    """The diameter of the largest circle in it, in mm."""
    return float(2 * shapely.maximum_inscribed_circle(thin, tolerance=PLAY_MM / 2).length)


def longer_side(area: BaseGeometry) -> float:
    """The longer side of the box around it, in mm."""
    left, bottom, right, top = area.bounds
    return float(max(right - left, top - bottom))
