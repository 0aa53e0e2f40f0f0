"""The solver's result in one line: how many pieces fit on a page, on how many sheets, with how much bleed."""

from __future__ import annotations

from dataclasses import replace

from design.sheets.specs import SheetSpec
from printables.imposition.flow import flow
from printables.imposition.formats import Layout
from printables.imposition.pages import Fold
from printables.imposition.sheet import layout_of
from rules.errors import DesignError

STEP_MM = 0.1
MOST_STEPS = 100
"""The search for the largest bleed goes in tenths of a millimetre, up to 10 mm."""


def survey(spec: SheetSpec) -> str:
    """One line about the sheets of a specification; DesignError if they cannot be made."""
    layout = layout_of(spec)
    if layout is None:
        return f"{spec.paper.title} {spec.name}: no pieces"
    sheets = len(flow(spec, layout.frame, layout.blocks))
    return f"{spec.paper.title} {spec.name}: {_taken(layout)}, {_many(sheets, 'sheet')}{_way(layout)}; {_bleed(spec, layout)}"


def _taken(layout: Layout) -> str:
    if len(layout.blocks) > 1:
        return f"{sum(len(block.pieces) for block in layout.blocks)} pieces of {len(layout.blocks)} outlines"
    (block,) = layout.blocks
    return f"{block.a_page} a page ({block.columns} x {block.rows}{', turned' if block.angle_deg else ''})"


def _way(layout: Layout) -> str:
    how = layout.frame.format
    folded = {Fold.NONE: "", Fold.UPRIGHT: ", folded from left to right", Fold.LYING: ", folded from top to bottom"}
    return (", landscape" if how.paper.landscape else "") + folded[how.fold]


def _bleed(spec: SheetSpec, layout: Layout) -> str:
    said = f"bleed {spec.front_bleed_mm:g} mm"
    if spec.two_sided and spec.back_bleed_mm != spec.front_bleed_mm:
        said += f", backs {spec.back_bleed_mm:g} mm"
    if len(layout.blocks) > 1:
        return said
    return f"{said}; up to {most_bleed_mm(spec, layout.blocks[0].a_page):g} mm on both would go"


def most_bleed_mm(spec: SheetSpec, a_page: int) -> float:
    """The largest bleed on both sides, in tenths of a millimetre, at which this many of one sort still fit on a page."""

    def goes(steps: int) -> bool:
        bleed = steps * STEP_MM
        wider = replace(spec, front_bleed_mm=bleed, back_bleed_mm=bleed, gap_mm=2 * bleed)
        try:
            layout = layout_of(wider)
        except DesignError:
            return False
        return layout is not None and layout.blocks[0].a_page >= a_page

    low, high = 0, MOST_STEPS
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if goes(middle) else (low, middle - 1)
    return round(low * STEP_MM, 1)


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
