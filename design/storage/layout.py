"""The layout of the storage box: of all those that fit the printer's bed, the one that needs the least plastic.

Stores are in rows (`design.packing.shelves`), papers lie above them, and the lid's lip goes around the papers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product

from design.config.printer import Printer
from design.context import Context, once
from design.packing.arrangements import Axes, arrangements
from design.packing.goods import Goods, Store
from design.packing.kits import kind_stores, kit_stores
from design.packing.shelves import Cell, Known, Shelves, Spare, best_shelves, open_ways, spread
from design.parts.splitting.box_dovetails import MOST_PIECES
from design.parts.splitting.split import joint_of
from design.storage.constraints import Constraints
from design.storage.contents import goods, papers
from rules.errors import DesignError, Problem

SEAM_PLAY_MM = 8.0
"""How far a split box's seam may have to move: half a large opening, or a wall and a dovetail."""
WASTE_MM = 2.0
"""Plastic worth spending to avoid unused space, per area of it."""


@dataclass(frozen=True)
class PaperPile:
    """Papers next to or on top of each other: the space they take, and each one's corner within it."""

    width_mm: float
    depth_mm: float
    height_mm: float
    sheets: tuple[tuple[Goods, Axes, tuple[float, float, float]], ...]


@dataclass(frozen=True)
class Layout:
    """The cheapest layout: the places of stores and papers from the inside's lower left corner."""

    cells: tuple[Cell, ...]
    spare: tuple[Spare, ...]
    width_mm: float
    depth_mm: float
    stack_mm: float
    spread: PaperPile


def fits_bed(printer: Printer, width_mm: float, depth_mm: float) -> bool:
    """Whether a rectangle fits the bed, turned if need be, clear of the reserved corner."""
    corner_x, corner_y = (
        max(0.0, corner - printer.edge_mm) if printer.corner_width_mm and printer.corner_depth_mm else 0.0
        for corner in (printer.corner_width_mm, printer.corner_depth_mm)
    )
    room_x, room_y = printer.usable_width_mm + 1e-6, printer.usable_depth_mm + 1e-6
    return any(
        x <= room_x and y <= room_y and (x <= room_x - corner_x or y <= room_y - corner_y)
        for x, y in ((width_mm, depth_mm), (depth_mm, width_mm))
    )


def _fits_in(limits: Constraints, parts: int, width_mm: float, depth_mm: float) -> bool:
    """Whether a box fits the bed in this many parts, with space for its seams to move out of the way of walls."""
    if parts == 1:
        return fits_bed(limits.printer, width_mm, depth_mm)
    joint = joint_of(limits.printer, limits.split_clearance_mm)
    longest = width_mm / parts + 2 * joint.reach_mm + (SEAM_PLAY_MM if parts == 2 else 2 * SEAM_PLAY_MM)
    return fits_bed(limits.printer, longest, depth_mm + 2 * joint.pad_mm(limits.joined_wall_mm))


@once
def solve(context: Context, name: str) -> tuple[Constraints, Layout]:
    """The cheapest layout for a game's pieces; DesignError names what is too long for the bed, and the largest that fits."""
    gaps = context.config.clearances
    limits = Constraints(
        stores=_stores(context),
        papers=papers(context),
        box=context.config.storage_box,
        printer=context.config.printer,
        clearance_mm=gaps.store_clearance_mm,
        lid_clearance_mm=gaps.lid_clearance_mm,
        slide_clearance_mm=gaps.sliding_lid_clearance_mm,
        split_clearance_mm=gaps.split_joint_clearance_mm,
    )
    layout = _search(limits)
    if layout is None:
        raise DesignError(_problems(limits, name))
    return limits, layout


def _stores(context: Context) -> tuple[Store, ...]:
    """The stores, as the configuration sorts pieces into them."""
    kinds, box = goods(context), context.config.storage_box
    kit = next(iter(context.bill.game.kits), "")
    if box.sort == "kinds" or not any(one for kind in kinds for one in kind.kits):
        return kind_stores(kinds)
    fewest = 1 if context.bill.game.kits[kit].apart else 2
    return kit_stores(kinds, kit, context.config.clearances.store_clearance_mm, box.row_play_mm, fewest)


@lru_cache(maxsize=32)
def _search(limits: Constraints) -> Layout | None:
    """The layout with the least plastic that fits the bed whole, or else in the fewest parts; None if there is none."""
    return next((found for parts in range(1, MOST_PIECES + 1) if (found := _cheapest(limits, parts)) is not None), None)


def _cheapest(limits: Constraints, parts: int) -> Layout | None:
    """The layout with the least plastic whose tray and lid fit the bed in this many parts."""
    sorts = [tuple((kind.envelope, kind.stacking, len(kind.pieces)) for kind in store.goods) for store in limits.stores]
    alike = [sorts.index(sort) for sort in sorts]
    ways = [arrangements(store, limits.clearance_mm, limits.box.row_play_mm) for store in limits.stores]
    printer, box = limits.printer, limits.box
    widest = parts * max(printer.usable_width_mm, printer.usable_depth_mm) - 2 * box.wall_mm
    narrowest = max(min(way.width_mm for way in kind) for kind in ways)
    widths = sorted({round(narrowest + share * (widest - narrowest), 6) for share in (0.0, 0.4, 0.7, 1.0)})
    heights = sorted({round(way.height_mm, 6) for kind in ways for way in kind})
    spreads = _paper_piles(limits.papers)
    best: tuple[float, float, float, float, Shelves, PaperPile] | None = None
    for stack, width in product(heights, widths if widest >= narrowest else ()):
        options, known = open_ways(ways, width, stack), Known()
        for pile in spreads:
            cost = partial(_plastic, limits, parts, stack, pile)
            found = best_shelves(options, alike, width, box.divider_mm, cost, known)
            if found is not None and (best is None or found[0] < best[0] - 1e-6):
                best = (found[0], *_inside(limits, found[1], pile), stack, found[1], pile)
    if best is None:
        return None
    _, inner_width, inner_depth, stack, shelves, pile = best
    return Layout(*spread(shelves, inner_width, inner_depth, box.divider_mm), inner_width, inner_depth, stack, pile)


def _inside(limits: Constraints, shelves: Shelves, pile: PaperPile) -> tuple[float, float]:
    """Width and depth inside the box: the space for the rows, and for the papers inside the lid's lip."""
    edge = 2 * (limits.ring_mm + limits.clearance_mm) if pile.sheets else 0.0
    return round(max(shelves.width_mm, pile.width_mm + edge), 3), round(max(shelves.depth_mm, pile.depth_mm + edge), 3)


def _plastic(limits: Constraints, parts: int, stack: float, pile: PaperPile, shelves: Shelves) -> float:
    """Volume of tray and lid in mm3, accurate enough to choose by; infinite if they do not fit the bed."""
    box = limits.box
    width, depth = _inside(limits, shelves, pile)
    outer_width, outer_depth = width + 2 * box.wall_mm, depth + 2 * box.wall_mm
    height = limits.inner_mm(stack, pile.height_mm) + (limits.rails.high_mm if limits.rails else 0.0)
    # The box has its long side at the front.
    if (
        depth > width
        or not _fits_in(limits, parts, outer_width, outer_depth)
        or box.floor_mm + height > limits.printer.bed_height_mm
    ):
        return math.inf
    walls = 2 * (outer_width + depth) * box.wall_mm * height
    stores = sum(cell.width_mm * cell.depth_mm for cell in shelves.cells)
    # Stores share their walls: count half their length, less the box's own walls.
    lengths = sum(cell.width_mm + cell.depth_mm for cell in shelves.cells) - (width + depth)
    dividers = max(0.0, lengths) * box.divider_mm * height
    # Unused space lets pieces shift; it counts as extra plastic, so that lower boxes win.
    waste = WASTE_MM * (width * depth - stores)
    return 2 * outer_width * outer_depth * box.floor_mm + walls + dividers + waste


def _paper_piles(kinds: Sequence[Sequence[Goods]]) -> tuple[PaperPile, ...]:
    """The ways to arrange the papers: folded, turned, next to each other or in one pile."""
    found = [PaperPile(0.0, 0.0, 0.0, ())]
    for ways in kinds:
        found = [larger for before in found for way in ways for larger in _added(before, way)]
    return tuple(one for number, one in enumerate(found) if not any(_beats(other, one) for other in found[:number]))


def _beats(one: PaperPile, other: PaperPile) -> bool:
    """Whether one needs no more of anything than the other."""
    return one.width_mm <= other.width_mm and one.depth_mm <= other.depth_mm and one.height_mm <= other.height_mm


def _added(before: PaperPile, way: Goods) -> Iterator[PaperPile]:
    high = len(way.pieces) * way.envelope.height_mm
    turns: tuple[Axes, ...] = ((0, 1, 2), (1, 0, 2))
    for axes in turns:
        sides = (way.envelope.width_mm, way.envelope.depth_mm)
        width, depth = sides[axes[0]], sides[axes[1]]
        wide, deep, tall = before.width_mm, before.depth_mm, before.height_mm
        corners = [(wide + 1, 0.0, 0.0), (0.0, deep + 1, 0.0), (0.0, 0.0, tall)] if before.sheets else [(0.0, 0.0, 0.0)]
        for x, y, z in corners:
            size = (max(wide, x + width), max(deep, y + depth), max(tall, z + high))
            yield PaperPile(*size, (*before.sheets, (way, axes, (x, y, z))))


def _problems(limits: Constraints, name: str) -> list[Problem]:
    """Why there is no layout: pieces too wide for a split box of any length, or all of them together."""
    printer, joint = limits.printer, joint_of(limits.printer, limits.split_clearance_mm)
    # A box is split across its length only, so its full depth, with the extra at its joints, must fit the bed.
    border = 2 * (limits.box.wall_mm + joint.pad_mm(limits.joined_wall_mm) + limits.clearance_mm)
    widest = max(printer.usable_width_mm, printer.usable_depth_mm) - border
    remedy = "take a printer with a larger bed (printer.preset or printer.bed_width_mm and bed_depth_mm) or smaller cards"
    problems = []
    for kind in (*limits.goods, *(ways[-1] for ways in limits.papers)):
        one = kind.envelope
        edge = 2 * limits.ring_mm if kind not in limits.goods else 0.0
        if min(one.width_mm, one.depth_mm) > widest - edge:
            size = f"{one.width_mm:g} x {one.depth_mm:g} x {one.height_mm:g} mm"
            what = f"must be at most {math.floor(10 * (widest - edge) + 1e-6) / 10:g} mm wide; {remedy}"
            problems.append(Problem(f"{name}: {kind.pieces[0]} = {size}", what))
    if problems:
        return problems
    area = f"{printer.usable_width_mm:g} x {printer.usable_depth_mm:g} mm"
    count = sum(len(kind.pieces) for kind in limits.goods)
    what = f"no box for them goes on the bed, not even in {MOST_PIECES} parts of at most {area}; {remedy}"
    return [Problem(f"{name}: {count} pieces", what)]
