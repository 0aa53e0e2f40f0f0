"""How a page is used: which way it lies, where it is folded, where ruler and texts stand, and what that leaves for pieces.

The solver tries every way and takes the one with most pieces a page. How many pieces there are plays no part, so a
place never depends on how full a sheet is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from design.paper import PAPER_SIZES, Duplex, Orientation, PaperSize
from design.specs import SheetPiece, SheetSpec
from printables.grid import EPSILON, WORTH_TURNING, Block, block_of, evened, fits, largest
from rules.errors import DesignError, Problem

MARK_ROOM_MM = 2.0
"""Room beyond the bleed that cut marks take."""
STRIP_ACROSS_MM = 4.6
"""Depth of the strips at head and foot that hold ruler and texts: two lines of text."""
STRIP_ALONG_MM = 3.3
"""Depth of the strips at the sides instead: one line, for sheets that are full to the top (25 cards on Letter)."""
AIR_MM = 4.0
"""Further room before the strips on sheets of several blocks, which do not fill the page to its last millimetre."""


class Strips(StrEnum):
    """Where ruler and texts stand: at head and foot, or at the left and right."""

    ACROSS = "across"
    ALONG = "along"


class Fold(StrEnum):
    """The line through the middle of a page that it is folded on: its fronts lie to the left of it, or above it."""

    NONE = "none"
    UPRIGHT = "upright"
    LYING = "lying"


@dataclass(frozen=True)
class Format:
    """A way to use a page; `paper` is the page as it lies."""

    paper: PaperSize
    fold: Fold
    strips: Strips

    def sideways(self, duplex: Duplex) -> bool:
        """Whether backs are mirrored to the left and right, not up and down, as the sheet is turned or folded."""
        if self.fold is not Fold.NONE:
            return self.fold is Fold.UPRIGHT
        return (duplex is not Duplex.SHORT_EDGE) != self.paper.landscape


@dataclass(frozen=True)
class Frame:
    """What all sheets of a specification share: the fronts' outer edges, what the page is like, and its margin.

    `margin_mm` is the printer's, and as much more as backs are moved.
    """

    format: Format
    left_mm: float
    right_mm: float
    bottom_mm: float
    top_mm: float
    margin_mm: float

    @property
    def hull(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of all that lies on the page, backs beside their fronts too."""
        paper, right, bottom = self.format.paper, self.right_mm, self.bottom_mm
        if self.format.fold is Fold.UPRIGHT:
            right = paper.width_mm - self.left_mm
        if self.format.fold is Fold.LYING:
            bottom = paper.height_mm - self.top_mm
        return self.left_mm, bottom, right, self.top_mm


@dataclass(frozen=True)
class Layout:
    """The grids of a specification on a page."""

    frame: Frame
    blocks: tuple[Block, ...]


def formats(spec: SheetSpec) -> list[Format]:
    """Every way to use a page, the plainest first."""
    papers = {
        # Figures for backs hold for sheets that lie as they did when these were measured.
        Orientation.BEST: (spec.paper, spec.paper.turned) if spec.backs.still else (spec.paper,),
        Orientation.PORTRAIT: (spec.paper,),
        Orientation.LANDSCAPE: (spec.paper.turned,),
    }[spec.orientation]
    folded = spec.duplex is Duplex.GUTTER_FOLD and spec.two_sided
    folds = (Fold.UPRIGHT, Fold.LYING) if folded else (Fold.NONE,)
    return [Format(paper, fold, strips) for paper in papers for fold in folds for strips in Strips]


def bleed_mm(spec: SheetSpec) -> float:
    """The larger of both bleeds."""
    return max(spec.front_bleed_mm, spec.back_bleed_mm)


def margin_mm(spec: SheetSpec) -> float:
    """The border that holds nothing but bleed: what the printer cannot reach, wherever backs are moved."""
    return spec.margin_mm + spec.backs.reach_mm(spec.paper.width_mm, spec.paper.height_mm)


def region(spec: SheetSpec, how: Format, air_mm: float = 0.0) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of where fronts may lie: bleed may run into the margin, marks and texts may not."""
    beside, margin = air_mm + bleed_mm(spec) + MARK_ROOM_MM, margin_mm(spec)
    across = how.strips is Strips.ACROSS
    x = margin if across else margin + STRIP_ALONG_MM + beside
    y = margin + STRIP_ACROSS_MM + beside if across else margin
    left, bottom, right, top = x, y, how.paper.width_mm - x, how.paper.height_mm - y
    gutter = bleed_mm(spec) + MARK_ROOM_MM
    if how.fold is Fold.UPRIGHT:
        right = how.paper.width_mm / 2 - gutter
    if how.fold is Fold.LYING:
        bottom = how.paper.height_mm / 2 + gutter
    return left, bottom, right, top


def room_of(spec: SheetSpec, how: Format, air_mm: float = 0.0) -> tuple[float, float]:
    """Width and height of where fronts may lie."""
    left, bottom, right, top = region(spec, how, air_mm)
    return right - left, top - bottom


def _air(blocks: Sequence[object]) -> float:
    """Space between texts and pieces where there is room for it: on sheets of several blocks."""
    return AIR_MM if len(blocks) > 1 else 0.0


def best(spec: SheetSpec, groups: Sequence[Sequence[SheetPiece]]) -> Layout:
    """The layout with most pieces a page, the plainest of equals; DesignError with all that goes on no page.

    On a mixed sheet the rows of a block that fits one page are evened out. One sort alone always has its full
    grid, so that a place follows from its number.
    """
    mixed = len(groups) > 1
    worth = WORTH_TURNING if mixed else 1.0
    chosen: tuple[float, Format, list[Block]] | None = None
    for how in formats(spec):
        room = room_of(spec, how, _air(groups))
        blocks = [block_of(spec, number, group, room, worth) for number, group in enumerate(groups)]
        covered = sum(block.a_page * block.width_mm * block.height_mm for block in blocks)
        better = chosen is None or covered > worth * chosen[0] + EPSILON
        if all(block.a_page for block in blocks) and better:
            chosen = covered, how, blocks
    if chosen is None:
        raise DesignError(_too_large(spec, groups))
    _, how, blocks = chosen
    blocks = [evened(block) for block in blocks] if mixed else blocks
    return Layout(_frame(spec, how, blocks), tuple(blocks))


def _frame(spec: SheetSpec, how: Format, blocks: Sequence[Block]) -> Frame:
    """The widest grid stands in the middle of its room; one sort alone does so in height as well."""
    left, bottom, right, top = region(spec, how, _air(blocks))
    width = max(block.columns * (block.width_mm + spec.gap_mm) - spec.gap_mm for block in blocks)
    height = top - bottom
    if len(blocks) == 1:
        height = blocks[0].rows * (blocks[0].height_mm + spec.gap_mm) - spec.gap_mm
    x, y = (left + right - width) / 2, (bottom + top - height) / 2
    return Frame(how, x, x + width, y, y + height, margin_mm(spec))


def _too_large(spec: SheetSpec, groups: Sequence[Sequence[SheetPiece]]) -> list[Problem]:
    """Each piece that no page takes, with the largest that goes, and the papers that would take it."""
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
    """Whether a page takes a piece of a group, upright or turned."""
    width, height = largest(group)
    on = spec if paper is None else replace(spec, paper=paper)
    rooms = [room_of(on, how, air) for how in formats(on)]
    turns = ((width, height), (height, width))
    return any(fits(room[0], wide, 0) and fits(room[1], high, 0) for room in rooms for wide, high in turns)
