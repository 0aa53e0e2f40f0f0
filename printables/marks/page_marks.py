"""What surrounds the pieces of a sheet: crop marks, the 100 mm ruler, and a few lines of text.

All of it lies between the bleed and the margin that a printer cannot reach. Ruler and text are in two
strips, at head and foot or along the sides, where they run upward and read from the right.
"""

from __future__ import annotations

from dataclasses import dataclass

from design.sheets.specs import SheetSpec
from printables.imposition.pages import MARK_ROOM_MM, STRIP_ALONG_MM, Strips, bleed_mm
from printables.imposition.sheet import SheetPage
from printables.marks.captions import AIRY_ACROSS_MM, head_lines, sheet_foot
from printables.marks.cut_marks import RULER_MM, cut_marks, fold_lines, ruler
from printables.marks.strips import Line, Strip, Stroke


@dataclass(frozen=True)
class PrintersMarks:
    """Everything on a page that is not a piece; `folds` are dashed."""

    marks: tuple[Stroke, ...]
    ruler: tuple[Stroke, ...]
    lines: tuple[Line, ...]
    folds: tuple[Stroke, ...] = ()


def printers_marks(spec: SheetSpec, page: SheetPage) -> PrintersMarks:
    """Marks, ruler and text of a page; DesignError if a line is too long for it."""
    head, foot = strips(spec, page)
    ruler_mm, lines = sheet_foot(spec, page, foot)
    return PrintersMarks(
        cut_marks(spec, page),
        ruler(foot, ruler_mm),
        (*head_lines(spec, page, head), *lines),
        fold_lines(spec, page),
    )


def strips(spec: SheetSpec, page: SheetPage) -> tuple[Strip, Strip]:
    """The strips for title and ruler, centred in the space that marks leave, in line with the grid."""
    frame, paper, margin = page.frame, page.paper, page.frame.margin_mm
    left, bottom, right, top = frame.hull
    beside = bleed_mm(spec) + MARK_ROOM_MM
    if frame.format.strips is Strips.ACROSS:
        start, end = _span(left, right, margin, paper.width_mm)
        depth, spare = _depth(bottom - margin - beside, AIRY_ACROSS_MM)
        low, high = margin + spare, paper.height_mm - margin - spare - depth
        return Strip(start, high, 0, end - start, depth), Strip(start, low, 0, end - start, depth)
    start, end = _span(bottom, top, margin, paper.height_mm)
    depth, spare = _depth(left - margin - beside, STRIP_ALONG_MM)
    low, high = margin + spare + depth, paper.width_mm - margin - spare
    return Strip(low, start, 90, end - start, depth), Strip(high, start, 90, end - start, depth)


def _span(low: float, high: float, margin: float, whole: float) -> tuple[float, float]:
    """The grid's own extent if text fits along it, otherwise almost the full length between the margins.

    A letter may extend past the end of its line by a hair, so no line ends right at the margin.
    """
    first, last = margin + 0.5, whole - margin - 0.5
    return (max(low, first), min(high, last)) if high - low >= 1.65 * RULER_MM else (first, last)


def _depth(room: float, airy: float) -> tuple[float, float]:
    """Depth of a strip, up to what looks airy, and its distance from the margin."""
    depth = min(room, airy)
    return depth, min((room - depth) / 2, 3.0)
