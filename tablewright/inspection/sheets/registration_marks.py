"""The registration marks in each file that has them: in their places, black, with white around them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from shapely import affinity
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from design.config.cutting import KEEP_MM, Bounds, Registration
from design.graphics.affine import STILL, Matrix
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from tablewright.inspection.readers.linework import lines_beside
from tablewright.inspection.readers.pdf import POINT_MM, PdfFile
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.recognition.mirror import back_matrix, fold_mirror

PLACE_MM = 0.01
"""A mark is in its place to this."""
DARK, LIGHT = 60, 250
"""Grey levels out of 255: below the first a pixel counts as black, above the second as white."""
PIXELS_PER_MM = 12
EDGE_MM = 0.1
"""Border of a mark that pixels blur."""


def area_of(spec: SheetSpec, size_mm: tuple[float, float], folds: Iterable[LineString]) -> Bounds:
    """The part of a page that a machine sees: all of it, or the half that faces up once it is folded on a line in the file."""
    width, height = size_mm
    fold = fold_mirror(folds) if spec.folded else ""
    if isinstance(fold, str):
        return 0.0, 0.0, width, height
    # Fronts are to the left of the line, or above it.
    upper_or_right, at = fold.sideways == (spec.cut_side == "back"), fold.sum_mm / 2
    if fold.sideways:
        return (at, 0.0, width, height) if upper_or_right else (0.0, 0.0, at, height)
    return (0.0, at, width, height) if upper_or_right else (0.0, 0.0, width, at)


def _wanted(registration: Registration, size_mm: tuple[float, float], area: Bounds | None, done: Matrix) -> list[Polygon]:
    """The marks that a page must have, after its final transformation."""
    a, b, c, d, e, f = done
    marks = registration.marks_in(*(area or (0.0, 0.0, *size_mm)))
    return [affinity.affine_transform(mark, (a, c, b, d, e, f)) for mark in marks]


def outline_faults(
    found: Sequence[Polygon],
    others: Iterable[BaseGeometry],
    wanted: Registration | None,
    size_mm: tuple[float, float],
    area: Bounds | None = None,
    done: Matrix = STILL,
) -> list[str]:
    """What is wrong with the outlines of marks on a page, and with anything else near them.

    `area` is the part of the page that the machine sees, if not all of it; `done` is the page's final transformation.
    """
    marks = _wanted(wanted, size_mm, area, done) if wanted else []
    alike = [[one for one in found if _same(mark, one)] for mark in marks]
    if len(found) != len(marks) or not all(alike):
        return [f"has {len(found)} marks for a machine's eye, must have {len(marks)}, each in its place"]
    near = [other for other in others for mark in marks if mark.distance(other) < KEEP_MM - PLACE_MM]
    return [f"has something less than {KEEP_MM:g} mm from a mark for a machine's eye"] if near else []


def _same(one: Polygon, other: Polygon) -> bool:
    return float(one.exterior.hausdorff_distance(other.exterior)) <= PLACE_MM


def registration_faults(file: Path, spec: SheetSpec | TuckBoxSpec, pdf: PdfFile, rendered: Rendered) -> Iterator[str]:
    """What is wrong with the marks on each page of a PDF that a machine sees."""
    if spec.registration is None:
        return
    folds = [one.folds for one in lines_beside(file)] if isinstance(spec, SheetSpec) and spec.folded else [()] * len(pdf.pages)
    for number, page in enumerate(pdf.pages):
        names = {use.name for use in page.uses}
        area, done = None, STILL
        if isinstance(spec, SheetSpec):
            if not names & spec.cut_faces:
                continue
            area, done = area_of(spec, page.size_mm, folds[number]), back_matrix(spec, page.size_mm, names)
        for fault in drawn_faults(rendered.sheet(number), spec.registration, page.size_mm, area, done):
            yield f"page {number + 1} {fault}"


def drawn_faults(
    page: Any, wanted: Registration, size_mm: tuple[float, float], area: Bounds | None = None, done: Matrix = STILL
) -> list[str]:
    """What is wrong with the marks on a page as pdfium draws it; `area` and `done` are as for outlines."""
    import numpy as np

    grey = np.asarray(page.render(scale=PIXELS_PER_MM * POINT_MM).to_pil().convert("L"))
    faults = []
    for name, mark in zip(("square", "upper angle", "lower angle"), _wanted(wanted, size_mm, area, done), strict=True):
        around = mark.buffer(KEEP_MM, join_style="mitre")
        black = _share(grey, mark.buffer(-EDGE_MM), size_mm, lambda pixels: pixels < DARK)
        white = _share(grey, around.difference(mark.buffer(EDGE_MM)), size_mm, lambda pixels: pixels > LIGHT)
        if black < 1:
            faults.append(f"lacks the {name} for a machine's eye: {black:.0%} of it is black")
        if white < 1:
            faults.append(f"has something less than {KEEP_MM:g} mm from the {name} for a machine's eye")
    return faults


def _share(grey: Any, shape: BaseGeometry, size_mm: tuple[float, float], is_so: Any) -> float:
    """The share of pixels for which `is_so` holds, among those whose centre lies in a shape."""
    import numpy as np
    import shapely

    left, bottom, right, top = shape.bounds
    across, down = grey.shape[1] / size_mm[0], grey.shape[0] / size_mm[1]
    columns = np.arange(max(0, int(left * across)), min(grey.shape[1], int(right * across) + 1))
    rows = np.arange(max(0, int((size_mm[1] - top) * down)), min(grey.shape[0], int((size_mm[1] - bottom) * down) + 1))
    x, y = np.meshgrid((columns + 0.5) / across, size_mm[1] - (rows + 0.5) / down)
    inside = shapely.contains_xy(shape, x, y)
    return float(is_so(grey[np.ix_(rows, columns)][inside]).mean()) if inside.any() else 0.0
