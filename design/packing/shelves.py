"""Stores arranged in rows: first-fit shelf packing, with coordinate descent over the arrangements of each store.

A row is a shelf across the box. It holds columns, and a column holds one or more stores behind each other. Stores are
placed in order of decreasing depth, each on the first shelf that takes it (Coffman, Garey, Johnson and Tarjan 1980,
first-fit decreasing height). For every height of the stores and every width of the box the search starts from the
smallest arrangement of each store and changes one at a time as long as the box gets cheaper. It is deterministic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from design.packing.arrangements import Arrangement, in_plan, pareto_front

GROWTH_MM = 5.0
"""How much wider than its pieces a store may get: enough for a finger."""
SPARE_MM = 15.0
"""Leftover space at least this wide gets walls of its own, for what players add."""


@dataclass(frozen=True)
class Cell:
    """A store in place: its index, its arrangement, and its space (mm, from the inside's corner)."""

    index: int
    arrangement: Arrangement
    row: int
    column: int
    x_mm: float
    y_mm: float
    width_mm: float
    depth_mm: float


@dataclass(frozen=True)
class Shelves:
    """A layout: the space that its rows take, including the walls between the stores."""

    cells: tuple[Cell, ...]
    width_mm: float
    depth_mm: float


@dataclass(frozen=True)
class Spare:
    """Space that no store needs: from the inside's corner, in mm."""

    x_mm: float
    y_mm: float
    width_mm: float
    depth_mm: float


def shelve(chosen: Sequence[Arrangement], width_mm: float, divider_mm: float) -> Shelves | None:
    """Stores in rows of at most this width, the deepest first; None if a store is wider."""
    order = sorted(range(len(chosen)), key=lambda i: (-chosen[i].depth_mm, -chosen[i].width_mm, i))
    rows: list[_Row] = []
    cells: list[Cell] = []
    for index in order:
        arrangement = chosen[index]
        if arrangement.width_mm > width_mm + 1e-9:
            return None
        placed = next(
            (cell for number, row in enumerate(rows) if (cell := row.take(index, arrangement, number, divider_mm))), None
        )
        if placed is None:
            y = rows[-1].y_mm + rows[-1].depth_mm + divider_mm if rows else 0.0
            rows.append(_Row(y, arrangement.depth_mm, width_mm))
            placed = rows[-1].take(index, arrangement, len(rows) - 1, divider_mm)
            assert placed is not None
        cells.append(placed)
    return Shelves(tuple(cells), max(row.used_mm for row in rows), rows[-1].y_mm + rows[-1].depth_mm)


@dataclass
class _Row:
    """A row being filled: its columns as [x, width, depth taken]."""

    y_mm: float
    depth_mm: float
    room_mm: float
    used_mm: float = 0.0
    columns: list[list[float]] = field(default_factory=list)

    def take(self, index: int, arrangement: Arrangement, number: int, divider_mm: float) -> Cell | None:
        """Put a store behind another in the row, or next to the last; None if the row has no space for it."""
        if arrangement.depth_mm > self.depth_mm + 1e-9:
            return None
        for column, one in enumerate(self.columns):
            start = one[2] + divider_mm
            if arrangement.width_mm <= one[1] + 1e-9 and start + arrangement.depth_mm <= self.depth_mm + 1e-9:
                one[2] = start + arrangement.depth_mm
                return Cell(
                    index, arrangement, number, column, one[0], self.y_mm + start, arrangement.width_mm, arrangement.depth_mm
                )
        x = self.used_mm + divider_mm if self.columns else 0.0
        if x + arrangement.width_mm > self.room_mm + 1e-9:
            return None
        self.columns.append([x, arrangement.width_mm, arrangement.depth_mm])
        self.used_mm = x + arrangement.width_mm
        return Cell(index, arrangement, number, len(self.columns) - 1, x, self.y_mm, arrangement.width_mm, arrangement.depth_mm)


def open_ways(ways: Sequence[Sequence[Arrangement]], width_mm: float, height_mm: float) -> list[list[Arrangement]]:
    """For each kind, the Pareto front of its arrangements that fit this width and height."""
    return [
        pareto_front([one for one in kind if one.height_mm <= height_mm + 1e-9 and one.width_mm <= width_mm + 1e-9], in_plan)
        for kind in ways
    ]


Known = dict[tuple[int, ...], Shelves | None]
"""Shelves by the index of each kind's arrangement."""


def best_shelves(
    options: Sequence[Sequence[Arrangement]],
    alike: Sequence[int],
    width_mm: float,
    divider_mm: float,
    cost: Callable[[Shelves], float],
    known: Known,
) -> tuple[float, Shelves] | None:
    """The cheapest layout in a width; None if something does not fit or every cost is infinite.

    Stores with the same number in `alike` (the sets of all players) are arranged the same way. `known` caches the shelves of
    every choice already tried with these options, whatever their cost.
    """
    if not all(options):
        return None
    groups = sorted(set(alike))
    ways = [len(options[alike.index(group)]) for group in groups]

    def tried(choice: Sequence[int]) -> tuple[float, Shelves | None]:
        key = tuple(choice)
        if key not in known:
            chosen = [kind[choice[groups.index(group)]] for kind, group in zip(options, alike, strict=True)]
            known[key] = shelve(chosen, width_mm, divider_mm)
        shelves = known[key]
        return (cost(shelves) if shelves else math.inf), shelves

    choice = [0] * len(groups)
    best = tried(choice)
    improved = True
    while improved:
        improved = False
        for i, count in enumerate(ways):
            for j in range(count):
                changed = [*choice[:i], j, *choice[i + 1 :]]
                one = tried(changed)
                if one[0] < best[0] - 1e-6:
                    best, choice, improved = one, changed, True
    if best[1] is None or math.isinf(best[0]):
        return None
    return best[0], best[1]


def spread(shelves: Shelves, width_mm: float, depth_mm: float, divider_mm: float) -> tuple[tuple[Cell, ...], tuple[Spare, ...]]:
    """The stores grown to fill the box, and what is left over at the end of a row.

    Rows share the box's depth, and stores behind each other their column's. Columns grow by at most `GROWTH_MM`: pieces
    shift in a store that is much too large, and leftover space is more useful in one place.
    """
    rows = _grouped(shelves.cells, lambda cell: cell.row)
    extra = (depth_mm - shelves.depth_mm) / len(rows)
    grown, spare = [], []
    y = 0.0
    for row in rows:
        depth = max(cell.depth_mm for cell in row if cell.y_mm == row[0].y_mm) + extra
        columns = _grouped(row, lambda cell: cell.column)
        widths = [max(cell.width_mm for cell in column) for column in columns]
        slack = width_mm - sum(widths) - divider_mm * (len(columns) - 1)
        more = slack / len(columns)
        left = slack - GROWTH_MM * len(columns) - divider_mm
        if left >= SPARE_MM:
            more = GROWTH_MM
            spare.append(Spare(width_mm - left, y, left, depth))
        x = 0.0
        for column, width in zip(columns, widths, strict=True):
            free = (depth - sum(cell.depth_mm for cell in column) - divider_mm * (len(column) - 1)) / len(column)
            at = y
            for cell in column:
                room = cell.depth_mm + free
                grown.append(replace(cell, x_mm=x, y_mm=at, width_mm=width + more, depth_mm=room))
                at += room + divider_mm
            x += width + more + divider_mm
        y += depth + divider_mm
    return tuple(sorted(grown, key=lambda cell: cell.index)), tuple(spare)


def _grouped(cells: Sequence[Cell], key: Callable[[Cell], int]) -> list[list[Cell]]:
    groups: dict[int, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.y_mm, cell.x_mm)):
        groups.setdefault(key(cell), []).append(cell)
    return [groups[at] for at in sorted(groups)]
