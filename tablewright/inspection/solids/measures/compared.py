"""Cuts through a solid compared with what they must show; it may lie on the bed turned by a half turn."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry.base import BaseGeometry

from design.graphics.polygons import turned
from tablewright.inspection.solids.measures.sections import Agreement, agreement, moved_to_origin, section
from tablewright.inspection.solids.measures.stl import Solid

Cut = tuple[str, float, BaseGeometry, BaseGeometry]
"""What is cut, the height, what the cut must show, and the area within which it is compared."""


def compared(solid: Solid, cuts: Sequence[Cut], bounds: tuple[float, float, float, float]) -> list[str]:
    """Cuts against what they must show within an area, both moved to the origin by the part's bounds."""
    seen = [
        (what, moved_to_origin(section(solid.mesh, z), solid.flat_bounds), *(moved_to_origin(one, bounds) for one in flat))
        for what, z, *flat in cuts
    ]
    best: list[str] = []
    for half_turn in (0, 2):
        results: list[tuple[str, Agreement]] = [
            (what, agreement(turned(shown, half_turn).intersection(area), wanted.intersection(area)))
            for what, shown, wanted, area in seen
        ]
        found = [f"{what} is not what it must be: {result}" for what, result in results if not result.good]
        if not found:
            return []
        best = best if best and len(best) <= len(found) else found
    return best
