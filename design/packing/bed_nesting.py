"""Nests outlines of parts on the fewest printer beds: first-fit decreasing, tried in several orders.

Parts are turned where allowed and keep a gap between any two; the exact outlines are used to check the result.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely
from shapely import affinity
from shapely.geometry import Polygon, box

from design.config.printer import Printer
from design.packing.nesting_grid import TOUCH_MM, Bed, NestedPart, Piece, extent, turns, with_gap
from rules.errors import DesignError, Problem


@dataclass(frozen=True)
class NestedBeds:
    """Parts on the fewest beds found. `least` is the lower bound by their area: no packing needs fewer."""

    beds: tuple[tuple[NestedPart, ...], ...]
    least: int


def nest(pieces: Sequence[Piece], printer: Printer, gap_mm: float) -> NestedBeds:
    """Arrange parts on beds of this printer, `gap_mm` apart.

    The largest go first, each to the lowest place of the first bed that takes it. Of several orders the one with the fewest
    beds is kept, then the one whose last bed is emptiest.

    Raises:
        DesignError: naming each part that does not fit on any bed.
    """
    problems = [_too_large(piece, printer) for piece in pieces if not turns(piece.outline, printer)]
    if problems:
        raise DesignError(dict.fromkeys(problems))
    found = [_nested(order, printer, gap_mm) for order in _orders(pieces)]
    beds = min(found, key=lambda one: (len(one), sum(part.outline.area for part in one[-1]) if one else 0.0))
    area = sum(with_gap(piece.outline, gap_mm).area for piece in pieces)
    return NestedBeds(tuple(_centred(bed, printer) for bed in beds), math.ceil(area / _room_mm2(printer, gap_mm) - 1e-9))


def _centred(bed: Sequence[NestedPart], printer: Printer) -> tuple[NestedPart, ...]:
    """Centre a bed's parts as a group, as slicers do with a file, unless the reserved corner is in the way."""
    left, bottom, right, top = shapely.total_bounds(np.array([one.outline for one in bed]))
    x, y = round((printer.bed_width_mm - left - right) / 2, 3), round((printer.bed_depth_mm - bottom - top) / 2, 3)
    moved = [replace(one, x_mm=one.x_mm + x, y_mm=one.y_mm + y, outline=affinity.translate(one.outline, x, y)) for one in bed]
    free = free_area(printer).buffer(1e-3, join_style="mitre")
    return tuple(moved if all(free.covers(one.outline) for one in moved) else bed)


def misplaced(bed: Sequence[NestedPart], printer: Printer, gap_mm: float) -> list[Problem]:
    """Parts over the reserved border or corner, or closer to a neighbour than the gap."""
    free = free_area(printer).buffer(1e-3, join_style="mitre")
    problems = [Problem(one.name, "lies over the bed's kept border or corner") for one in bed if not free.covers(one.outline)]
    for index, one in enumerate(bed):
        for other in bed[:index]:
            apart = one.outline.distance(other.outline)
            if apart < gap_mm - 1e-3:
                problems.append(Problem(one.name, f"lies {apart:.2f} mm from {other.name}, must be {gap_mm:g} mm at least"))
    return problems


def free_area(printer: Printer) -> Polygon:
    """The printable area of the bed; the bed's front left corner is the origin."""
    edge = printer.edge_mm
    whole = box(edge, edge, printer.bed_width_mm - edge, printer.bed_depth_mm - edge)
    free: Polygon = whole.difference(box(0, 0, printer.corner_width_mm, printer.corner_depth_mm))
    return free


def _orders(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The largest first, by area, by length and by area of their boxes; equal ones in the given order."""
    sizes = [
        lambda piece: piece.outline.area,
        lambda piece: max(extent(piece.outline)),
        lambda piece: math.prod(extent(piece.outline)),
    ]
    orders = [sorted(pieces, key=lambda piece, size=size: -round(size(piece), 3)) for size in sizes]  # type: ignore[misc]
    return [order for index, order in enumerate(orders) if order not in orders[:index]]


def _nested(order: Sequence[Piece], printer: Printer, gap_mm: float) -> list[list[NestedPart]]:
    beds: list[Bed] = []
    for piece in order:
        for bed in beds:
            place = bed.place(piece)
            if place is not None:
                break
        else:
            bed = Bed(printer, gap_mm)
            beds.append(bed)
            place = bed.place(piece) or _pushed(piece, printer)
        bed.take(place)
    return [bed.placed for bed in beds]


def _pushed(piece: Piece, printer: Printer) -> NestedPart:
    """A part alone on a bed whose reserved corner leaves no cell to spare, pushed into one of the four corners."""
    free = free_area(printer).buffer(TOUCH_MM, join_style="mitre")
    for turn in turns(piece.outline, printer):
        outline = affinity.rotate(piece.outline, turn, origin=(0, 0))
        left, bottom, right, top = outline.bounds
        for x in (printer.bed_width_mm - printer.edge_mm - right, printer.edge_mm - left):
            for y in (printer.bed_depth_mm - printer.edge_mm - top, printer.edge_mm - bottom):
                moved = affinity.translate(outline, x, y)
                if free.covers(moved):
                    return NestedPart(piece.name, turn, x, y, moved)
    raise DesignError(_too_large(piece, printer))


def _room_mm2(printer: Printer, gap_mm: float) -> float:
    """Area of the free bed plus half a gap around it, since every part has half a gap around it."""
    return float(free_area(printer).buffer(gap_mm / 2, join_style="mitre").area)


def _too_large(piece: Piece, printer: Printer) -> Problem:
    width, depth = extent(piece.outline)
    room = f"{printer.usable_width_mm:g} x {printer.usable_depth_mm:g} mm"
    return Problem(f"{piece.name} = {width:.1f} x {depth:.1f} mm", f"must fit the usable bed of {room}; take a larger printer")
