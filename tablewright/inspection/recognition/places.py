"""Small questions about places and sizes on a page, shared by several judges."""

from __future__ import annotations

import shapely
from shapely.geometry import Polygon

from tablewright.inspection.recognition.recognise import Placed

PAGE_MM = 0.05
"""A page's sides agree to this; 595 points instead of A4's 595.276 are 0.1 mm off."""
PLACE_MM = 0.01
"""Tolerance for a back behind its front, a cut along its outline, a mark in line with its cut, and the length of the ruler;
far below a printer's drift.
"""


def at_place(placed: Placed) -> str:
    """A piece's place, in words."""
    return f"at x = {placed.x_mm:.1f}, y = {placed.y_mm:.1f} mm"


def runs_along(found: Polygon, wanted: Polygon, corner_mm: float, rise_mm: float) -> bool:
    """Whether an outline passes through each corner of another, to `corner_mm`, and is never further than `rise_mm` from it.

    Curves are flattened to chords, and a true arc through the same corners bulges beyond them.
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
    """Whether two pages have the same size."""
    return all(abs(first - second) <= PAGE_MM for first, second in zip(one, other, strict=True))
