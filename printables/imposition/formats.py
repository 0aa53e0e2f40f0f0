"""The solver: of every way to use a page, it picks the one that holds the most pieces.

For a single sort the number of pieces does not matter, so a place never depends on how full a sheet is. Several
sorts together use the fewest sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from design.config.paper import PAPER_SIZES, PaperSize
from design.sheets.specs import SheetPiece, SheetSpec
from printables.imposition.flow import flow
from printables.imposition.grid import EPSILON, WORTH_TURNING, Block, block_of, evened, fits, largest
from printables.imposition.pages import Format, Frame, formats, margin_mm, region, room_of
from rules.errors import DesignError, Problem

AIR_MM = 4.0
"""Extra space before the strips on sheets of several blocks, which do not fill the page to the last millimetre."""


@dataclass(frozen=True)
class Layout:
    """The grids of a specification on a page."""

    frame: Frame
    blocks: tuple[Block, ...]


def _air(blocks: Sequence[object]) -> float:
    """Space between text and pieces, on sheets of several blocks."""
    return AIR_MM if len(blocks) > 1 else 0.0


def best(spec: SheetSpec, groups: Sequence[Sequence[SheetPiece]]) -> Layout:
    """The layout with the most pieces per page or, for several sorts, the fewest sheets; the plainest among equals.

    On a mixed sheet the rows of a block that fits on one page are evened out. A single sort always has its full grid, so that
    a place follows from its number.

    Raises:
        DesignError: with every piece that fits on no page.
    """
    mixed = len(groups) > 1
    worth = WORTH_TURNING if mixed else 1.0
    chosen: tuple[int, float, Layout] | None = None
    for how in formats(spec):
        room = room_of(spec, how, _air(groups))
        blocks = [block_of(spec, number, group, room, worth) for number, group in enumerate(groups)]
        if not all(block.a_page for block in blocks):
            continue
        covered = sum(block.a_page * block.width_mm * block.height_mm for block in blocks)
        blocks = [evened(block) for block in blocks] if mixed else blocks
        layout = Layout(_frame(spec, how, blocks), tuple(blocks))
        sheets = len(flow(spec, layout.frame, blocks)) if mixed else 1
        if chosen is None or sheets < chosen[0] or (sheets == chosen[0] and covered > worth * chosen[1] + EPSILON):
            chosen = sheets, covered, layout
    if chosen is None:
        raise DesignError(_too_large(spec, groups))
    return chosen[2]


def _frame(spec: SheetSpec, how: Format, blocks: Sequence[Block]) -> Frame:
    """Centre the widest grid across the page; a single sort is centred in height as well."""
    left, bottom, right, top = region(spec, how, _air(blocks))
    width = max(block.columns * (block.width_mm + spec.gap_mm) - spec.gap_mm for block in blocks)
    height = top - bottom
    if len(blocks) == 1:
        height = blocks[0].rows * (blocks[0].height_mm + spec.gap_mm) - spec.gap_mm
    x, y = (left + right - width) / 2, (bottom + top - height) / 2
    return Frame(how, x, x + width, y, y + height, margin_mm(spec))


def _too_large(spec: SheetSpec, groups: Sequence[Sequence[SheetPiece]]) -> list[Problem]:
    """Each piece too large for the page, with the largest size that fits, and the papers that would take it."""
    rooms = [room_of(spec, how, _air(groups)) for how in formats(spec)]
    held = dict.fromkeys(
        "{:.1f} x {:.1f} mm".format(*sorted(room))
        for room in rooms
        if min(room) > 0 and not any(_within(room, other) for other in rooms if sorted(other) != sorted(room))
    )
    paper = f"{spec.paper.title} with a margin of {margin_mm(spec):g} mm"
    holds = f"{paper} holds up to {' or '.join(held)}" if held else f"{paper} holds nothing"
    problems = []
    for group in groups:
        if not _goes(spec, group, _air(groups)):
            width, height = largest(group)
            others = [size.name for size in PAPER_SIZES.values() if _goes(spec, group, _air(groups), size)]
            wider = f"choose a larger paper ({', '.join(others)})" if others else "no paper of ours is large enough"
            what = f"is larger than a page takes: {holds}; make it smaller or {wider}"
            problems.append(Problem(f"{spec.game} {spec.name} {group[0].name} = {width:g} x {height:g} mm", what))
    what = (
        f"no page takes all its sorts: one needs the texts at head and foot, one at the sides; {holds}; choose a larger paper"
    )
    return problems or [Problem(f"{spec.game} {spec.name}", what)]


def _within(room: Sequence[float], other: Sequence[float]) -> bool:
    return all(one <= two + EPSILON for one, two in zip(sorted(room), sorted(other), strict=True))


def _goes(spec: SheetSpec, group: Sequence[SheetPiece], air: float, paper: PaperSize | None = None) -> bool:
    """Whether a piece of a group fits on a page, upright or turned."""
    width, height = largest(group)
    on = spec if paper is None else replace(spec, paper=paper)
    rooms = [room_of(on, how, air) for how in formats(on)]
    turns = ((width, height), (height, width))
    return any(fits(room[0], wide, 0) and fits(room[1], high, 0) for room in rooms for wide, high in turns)
