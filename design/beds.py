"""Whether a part lies on a printer's bed, turned as far as it takes."""

from __future__ import annotations

import math
from collections.abc import Iterator

from shapely import affinity
from shapely.geometry import box

from design.printer import Printer

TURNS_DEG = tuple(range(0, 91))
"""Angles that are tried: a bed and a box are the same again after a half turn and a mirror."""


def turn_to_fit(width_mm: float, depth_mm: float, printer: Printer) -> int | None:
    """The least turn in degrees at which a part of this extent lies on the bed; None if there is none.

    The kept border of the bed stays free, and so does its kept corner: of the four corners of the free
    area the part may be pushed into, one must leave it alone.
    """
    return next(_turns(width_mm, depth_mm, printer), None)


def turns_to_fit(width_mm: float, depth_mm: float, printer: Printer) -> tuple[int, ...]:
    """Every turn in whole degrees, 0 to 90, at which a part of this extent lies on the bed."""
    return tuple(_turns(width_mm, depth_mm, printer))


def _turns(width_mm: float, depth_mm: float, printer: Printer) -> Iterator[int]:
    room_x, room_y = printer.usable_width_mm, printer.usable_depth_mm
    for turn in TURNS_DEG:
        angle = math.radians(turn)
        across = width_mm * math.cos(angle) + depth_mm * math.sin(angle)
        along = width_mm * math.sin(angle) + depth_mm * math.cos(angle)
        if across <= room_x + 1e-9 and along <= room_y + 1e-9 and _clear_of_corner(width_mm, depth_mm, turn, printer):
            yield turn


def _clear_of_corner(width_mm: float, depth_mm: float, turn: int, printer: Printer) -> bool:
    if printer.corner_width_mm <= 0 or printer.corner_depth_mm <= 0:
        return True
    kept = box(0, 0, printer.corner_width_mm, printer.corner_depth_mm)
    part = affinity.rotate(box(0, 0, width_mm, depth_mm), turn, origin=(0, 0))
    left, bottom, right, top = part.bounds
    edge = printer.edge_mm
    for x in (edge, printer.bed_width_mm - edge - (right - left)):
        for y in (edge, printer.bed_depth_mm - edge - (top - bottom)):
            if affinity.translate(part, x - left, y - bottom).intersection(kept).area < 1e-9:
                return True
    return False
