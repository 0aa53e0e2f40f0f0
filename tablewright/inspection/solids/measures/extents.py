"""Extents and volumes of a solid against what its specification makes them."""

from __future__ import annotations

from tablewright.inspection.solids.measures.stl import Solid

SIZE_MM = 0.05
"""Extents agree to this: a quarter of a layer, and less than 1 % of the smallest piece."""
VOLUME_SHARE = 0.02
"""Volumes agree to this: facets and the ends of chamfers and grooves cost less, a mark that is not there costs more."""

Size = tuple[float, float, float]


def size_faults(solid: Solid, expected: Size) -> list[str]:
    """Width, depth and height in mm; a part may lie on the bed turned by a quarter."""
    found = solid.size_mm
    flat = zip(sorted(found[:2]), sorted(expected[:2]), strict=True)
    if all(abs(one - other) <= SIZE_MM for one, other in [*flat, (found[2], expected[2])]):
        return []
    return [f"is {_triple(found)} mm, must be {_triple(expected)}"]


def volume_faults(solid: Solid, expected_mm3: float) -> list[str]:
    """Volume, so that a hollow or a missing recess shows."""
    if abs(solid.volume_mm3 - expected_mm3) <= VOLUME_SHARE * expected_mm3:
        return []
    return [f"has {solid.volume_mm3:.0f} mm3, must be {expected_mm3:.0f} within {100 * VOLUME_SHARE:g} %"]


def _triple(values: Size) -> str:
    return " x ".join(f"{value:.2f}" for value in values)
