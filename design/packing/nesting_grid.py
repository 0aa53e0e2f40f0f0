"""A printer bed being filled: where a part may go, with a gap to its neighbours and clear of the reserved corner.

A bed is a grid of cells. A part takes every cell touched by its outline, grown by half the gap. The possible places are a
no-fit raster: one convolution by FFT counts the cells taken twice, for all places at once. From the lowest free place the
part slides down and left as far as the exact outlines allow (bottom-left rule, Baker, Coffman and Rivest 1980).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from scipy.signal import fftconvolve
from shapely import affinity
from shapely.geometry import Polygon, box

from design.config.printer import Printer, turn_to_fit, turns_to_fit

CELL_MM = 1.0
"""Side of a cell, and so the accuracy of a place."""
TOUCH_MM = 1e-6

Grid = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Piece:
    """A part to place on a bed: its outline as seen from above, in the part's own coordinates."""

    name: str
    outline: Polygon


@dataclass(frozen=True)
class NestedPart:
    """A part on a bed: its outline turned anticlockwise about its own origin, then moved."""

    name: str
    turn_deg: int
    x_mm: float
    y_mm: float
    outline: Polygon


class Bed:
    """A bed being filled: its parts, and its cells, true if taken.

    Cells cover the free bed plus half a gap around it, since every part has half a gap around it.
    """

    def __init__(self, printer: Printer, gap_mm: float) -> None:
        self.printer, self.gap_mm = printer, gap_mm
        self.placed: list[NestedPart] = []
        self._grown: list[Polygon] = []
        self.low = printer.edge_mm - gap_mm / 2
        rooms = (printer.usable_depth_mm, printer.usable_width_mm)
        self.taken: Grid = np.zeros([math.ceil((room + gap_mm) / CELL_MM) + 1 for room in rooms], dtype=np.bool_)
        if printer.corner_width_mm > printer.edge_mm and printer.corner_depth_mm > printer.edge_mm:
            # The corner needs no gap, so the half gap around every part may overlap it.
            corner = box(self.low, self.low, printer.corner_width_mm - gap_mm / 2, printer.corner_depth_mm - gap_mm / 2)
            self._mark(corner)

    def place(self, piece: Piece) -> NestedPart | None:
        """The lowest place for a part in any of its turns, leftmost among equals; None if there is none."""
        if not self.placed and (place := self._leaning(piece)) is not None:
            return place
        found = [place for turn in turns(piece.outline, self.printer) if (place := self._lowest(piece, turn)) is not None]
        return min(found, key=lambda one: (round(one.outline.bounds[3], 3), round(one.outline.bounds[0], 3)), default=None)

    def _leaning(self, piece: Piece) -> NestedPart | None:
        """The first part of a bed, if it only fits at a slant: at the upper left, so that others like it go below."""
        slants = turns(piece.outline, self.printer)
        if not slants or {0, 90} & set(slants):
            return None
        outline = affinity.rotate(piece.outline, slants[0], origin=(0, 0))
        left, _, _, top = outline.bounds
        x, y = self.printer.edge_mm - left, self.printer.bed_depth_mm - self.printer.edge_mm - top
        return NestedPart(piece.name, slants[0], x, y, affinity.translate(outline, x, y)) if self._free(outline, x, y) else None

    def take(self, place: NestedPart) -> None:
        """Put a part in the place found for it."""
        self.placed.append(place)
        self._mark(with_gap(place.outline, self.gap_mm))

    def _mark(self, grown: Polygon) -> None:
        left, bottom = (math.floor((low - self.low) / CELL_MM + TOUCH_MM) for low in grown.bounds[:2])
        mask = _touched(grown, self.low + left * CELL_MM, self.low + bottom * CELL_MM)
        part = self.taken[bottom : bottom + mask.shape[0], left : left + mask.shape[1]]
        part |= mask[: part.shape[0], : part.shape[1]]
        self._grown.append(grown)

    def _lowest(self, piece: Piece, turn: int) -> NestedPart | None:
        outline = affinity.rotate(piece.outline, turn, origin=(0, 0))
        mask = _cells(outline, self.gap_mm)
        left, bottom, right, top = outline.bounds
        # Also try a last column or row that is less than a cell past the border, and move it back to the border.
        columns, rows = (
            math.ceil((room - length) / CELL_MM - TOUCH_MM) + 1
            for room, length in ((self.printer.usable_width_mm, right - left), (self.printer.usable_depth_mm, top - bottom))
        )
        if mask.shape[0] > self.taken.shape[0] or mask.shape[1] > self.taken.shape[1]:
            return None
        hits = fftconvolve(self.taken.astype(float), mask[::-1, ::-1].astype(float), mode="valid")[:rows, :columns]
        edge = self.printer.edge_mm
        for row, column in np.argwhere(hits < 0.5):
            x = min(edge + int(column) * CELL_MM, self.printer.bed_width_mm - edge - (right - left)) - left
            y = min(edge + int(row) * CELL_MM, self.printer.bed_depth_mm - edge - (top - bottom)) - bottom
            if self._free(outline, x, y):
                y -= self._slide(outline, (x, y), (0.0, 1.0), bottom + y - edge)
                x -= self._slide(outline, (x, y), (1.0, 0.0), left + x - edge)
                return NestedPart(piece.name, turn, x, y, affinity.translate(outline, x, y))
        return None

    def _free(self, outline: Polygon, x_mm: float, y_mm: float) -> bool:
        grown = with_gap(affinity.translate(outline, x_mm, y_mm), self.gap_mm - 2 * TOUCH_MM)
        return not shapely.intersects(grown, np.array(self._grown, dtype=object)).any()

    def _slide(self, outline: Polygon, at: tuple[float, float], back: tuple[float, float], room_mm: float) -> float:
        """How far a part moves back from its cell: at most two cells, to a hundredth of a cell."""
        low, high = 0.0, min(2 * CELL_MM, room_mm)
        step, tried = high, high
        while high > 0 and step > CELL_MM / 100:
            if self._free(outline, at[0] - tried * back[0], at[1] - tried * back[1]):
                low = tried
            step /= 2
            tried = low + step
            if low >= high:
                break
        return low


_DIAGONAL = 45


@lru_cache(maxsize=256)
def turns(outline: Polygon, printer: Printer) -> tuple[int, ...]:
    """Turns in degrees in which a part fits an empty bed: straight ones, or else slanting ones."""
    width, depth = extent(outline)
    boxes = {0: (width, depth), 90: (depth, width)}
    room_x, room_y = printer.usable_width_mm + TOUCH_MM, printer.usable_depth_mm + TOUCH_MM
    straight = tuple(turn for turn, (x, y) in boxes.items() if x <= room_x and y <= room_y)
    least = turn_to_fit(width, depth, printer)
    if least is None or (straight and (least in straight or not printer.corner_width_mm)):
        return straight if least is not None else ()
    # On the diagonal a slicer runs its bridges along a part or across it; at odd turns it misses some and supports
    # them.
    if _DIAGONAL in turns_to_fit(width, depth, printer):
        return (*straight, _DIAGONAL, 180 - _DIAGONAL)
    slanting = {least, 90 - least, 180 - least, 90 + least} - {0, 90, 180}
    return (*straight, *sorted(slanting))


@lru_cache(maxsize=512)
def _cells(outline: Polygon, gap_mm: float) -> Grid:
    """The cells touched by an outline with half the gap around it; cell (0, 0) is at its lower left, and rows go up."""
    grown = with_gap(outline, gap_mm)
    return _touched(grown, *grown.bounds[:2])


def _touched(area: Polygon, x_mm: float, y_mm: float) -> Grid:
    """The cells, from this corner on, that an area touches by more than its edge."""
    _, _, right, top = area.bounds
    columns, rows = (math.ceil((length - TOUCH_MM) / CELL_MM) for length in (right - x_mm, top - y_mm))
    x, y = np.meshgrid(x_mm + CELL_MM * np.arange(columns), y_mm + CELL_MM * np.arange(rows))
    inner = CELL_MM - TOUCH_MM
    shapely.prepare(area)
    touched: Grid = shapely.intersects(area, shapely.box(x + TOUCH_MM, y + TOUCH_MM, x + inner, y + inner))
    return touched


def with_gap(outline: Polygon, gap_mm: float) -> Polygon:
    """A part's hull with half the gap on all four sides: two of these that do not overlap are at least the gap apart."""
    half = gap_mm / 2
    corners = np.asarray(outline.convex_hull.exterior.coords)
    shifts = np.array([(-half, -half), (-half, half), (half, -half), (half, half)])
    grown: Polygon = shapely.multipoints((corners[:, None] + shifts).reshape(-1, 2)).convex_hull
    return grown


def extent(outline: Polygon) -> tuple[float, float]:
    """Width and depth of the box around an outline, mm."""
    left, bottom, right, top = outline.bounds
    return right - left, top - bottom
