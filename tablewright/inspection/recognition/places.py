"""Small questions about places and sizes on a page that several judges ask."""

from __future__ import annotations

import shapely
from shapely.geometry import Polygon

from tablewright.inspection.recognition.recognise import Placed

PAGE_MM = 0.05
"""A page's sides agree to this: 595 points for A4's 595.276 are 0.1 mm off."""
PLACE_MM = 0.01
"""A back lies behind its front to this, a cut runs along its outline, a mark is in line with its cut, and the ruler is as long
as it says: far below what a printer drifts."""


def at_place(placed: Placed) -> str:
    """Where a piece lies, in words."""
    return f"at x = {placed.x_mm:.1f}, y = {placed.y_mm:.1f} mm"


def runs_along(found: Polygon, wanted: Polygon, corner_mm: float, rise_mm: float) -> bool:
    """Whether an outline goes through each corner of another, to `corner_mm`, and is nowhere beyond `rise_mm` from it.

    Curves are flattened to chords: a true arc through the same corners rises over these.
    """
    if any(abs(one - other) > rise_mm for one, other in zip(found.bounds, wanted.bounds, strict=True)):
        return False
    corners, points = (shapely.points(one.exterior.coords) for one in (wanted, found))
    off, rises = shapely.distance(corners, found.exterior).max(), shapely.distance(points, wanted.exterior).max()
    return bool(off <= corner_mm and rises <= rise_mm)


def same_outline(cut: Polygon, outline: Polygon) -> bool:
    """Whether a cut runs along an outline: no point of either is further than `PLACE_MM` from the other."""
    return runs_along(cut, outline, PLACE_MM, PLACE_MM)


def same_size(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether two pages are of one size."""
    return all(abs(first - second) <= PAGE_MM for first, second in zip(one, other, strict=True))
