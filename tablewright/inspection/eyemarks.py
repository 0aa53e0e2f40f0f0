"""The marks for a cutting machine's eye, in each file that has them: in their places, black, with white around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from design.cutting import KEEP_MM, Registration
from tablewright.inspection.pdf import POINT_MM

PLACE_MM = 0.01
"""A mark lies in its place to this."""
DARK, LIGHT = 60, 250
"""Grey of 255 below which a pixel counts as black, and above which as white."""
PIXELS_PER_MM = 12
EDGE_MM = 0.1
"""Border of a mark that pixels blur."""


def outline_faults(
    found: Sequence[Polygon], others: Iterable[BaseGeometry], wanted: Registration | None, size_mm: tuple[float, float]
) -> list[str]:
    """What is wrong with the outlines of marks on a page, and with what else lies near them."""
    marks = wanted.marks(*size_mm) if wanted else ()
    alike = [[one for one in found if _same(mark, one)] for mark in marks]
    if len(found) != len(marks) or not all(alike):
        return [f"has {len(found)} marks for a machine's eye, must have {len(marks)}, each in its place"]
    near = [other for other in others for mark in marks if mark.distance(other) < KEEP_MM - PLACE_MM]
    return [f"has something less than {KEEP_MM:g} mm from a mark for a machine's eye"] if near else []


def _same(one: Polygon, other: Polygon) -> bool:
    return float(one.exterior.hausdorff_distance(other.exterior)) <= PLACE_MM


def drawn_faults(page: Any, wanted: Registration, size_mm: tuple[float, float]) -> list[str]:
    """What is wrong with the marks on a page as pdfium draws it."""
    import numpy as np

    grey = np.asarray(page.render(scale=PIXELS_PER_MM * POINT_MM).to_pil().convert("L"))
    faults = []
    for name, mark in zip(("square", "upper angle", "lower angle"), wanted.marks(*size_mm), strict=True):
        around = mark.buffer(KEEP_MM, join_style="mitre")
        black = _share(grey, mark.buffer(-EDGE_MM), size_mm, lambda pixels: pixels < DARK)
        white = _share(grey, around.difference(mark.buffer(EDGE_MM)), size_mm, lambda pixels: pixels > LIGHT)
        if black < 1:
            faults.append(f"lacks the {name} for a machine's eye: {black:.0%} of it is black")
        if white < 1:
            faults.append(f"has something less than {KEEP_MM:g} mm from the {name} for a machine's eye")
    return faults


def _share(grey: Any, shape: BaseGeometry, size_mm: tuple[float, float], is_so: Any) -> float:
    """The share of pixels, of those whose middle lies in a shape, that are so."""
    import numpy as np
    import shapely

    left, bottom, right, top = shape.bounds
    across, down = grey.shape[1] / size_mm[0], grey.shape[0] / size_mm[1]
    columns = np.arange(max(0, int(left * across)), min(grey.shape[1], int(right * across) + 1))
    rows = np.arange(max(0, int((size_mm[1] - top) * down)), min(grey.shape[0], int((size_mm[1] - bottom) * down) + 1))
    x, y = np.meshgrid((columns + 0.5) / across, size_mm[1] - (rows + 0.5) / down)
    inside = shapely.contains_xy(shape, x, y)
    return float(is_so(grey[np.ix_(rows, columns)][inside]).mean()) if inside.any() else 0.0
