"""Stacks side by side and on top of each other, in a box without stores: how much space they take together.

The largest things lie flat on top, each a layer of its own; everything else is below in stacks up to a common height. The
search is small and deterministic. It varies how many things lie on top, how high the stacks may be, and how wide the rows
of stacks are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from design.packing.arrangements import Arrangement
from design.packing.shelves import Cell, Known, Shelves, best_shelves

MOST_ON_TOP = 2
"""At most this many things lie on top of the stacks."""
MOST_STACKS = 6
"""Equal pieces form at most this many stacks."""
SHAPES = (0.85, 1.1, 1.5)
"""Row widths to try, as multiples of the side of a square with the stacks' area."""
STEP_MM = 0.5
"""The box's sizes are rounded up to this."""


@dataclass(frozen=True)
class Kind:
    """Equal flat pieces: how many, their width and depth as they lie, and how much each adds to a stack, mm."""

    label: str
    pieces: int
    width_mm: float
    depth_mm: float
    each_mm: float


@dataclass(frozen=True)
class Stack:
    """Pieces on top of each other: the lower corner from the inside's corner, and the overall size, mm."""

    label: str
    pieces: int
    corner: tuple[float, float, float]
    size: tuple[float, float, float]


@dataclass(frozen=True)
class StackedGoods:
    """All stacks, and the space inside the box: width X, depth Y and height Z, including the clearance, mm."""

    stacks: tuple[Stack, ...]
    size: tuple[float, float, float]


Cost = Callable[[tuple[float, float, float]], float]
"""What a box with this space inside costs; the cheapest is chosen."""


def stack_goods(
    ways: Sequence[Sequence[Kind]], clearance_mm: float, cost: Cost, least: Callable[[float], float]
) -> tuple[float, StackedGoods]:
    """The cheapest space for all kinds, and its cost.

    Args:
        ways: what to stow, once for each way that something may be folded.
        clearance_mm: the air around each stack, and above them.
        cost: what a box with such a space inside costs.
        least: lower bound for the cost of any box whose six sides have this area, mm2; hopeless candidates are skipped.

    Raises:
        ValueError: there is nothing to stow.
    """
    if not ways or not all(ways):
        raise ValueError("nothing to stow")
    tries = [one for kinds in ways for one in _tries(_merged(kinds), clearance_mm)]
    tries.sort(key=lambda one: one.surface_mm2)
    best: tuple[float, StackedGoods] | None = None
    for one in tries:
        if best is not None and least(one.surface_mm2) >= best[0]:
            break
        for below in _below(one, clearance_mm, cost):
            found = _stacked(below, one.layers, clearance_mm)
            price = cost(found.size)
            if best is None or price < best[0] - 1e-6:
                best = price, found
    assert best is not None
    return best


@dataclass(frozen=True)
class _Try:
    """Stacks of one height below some layers; `surface_mm2` is a lower bound for the sides of a box around them."""

    layers: tuple[Kind, ...]
    stacks: tuple[Stack, ...]
    surface_mm2: float


def _tries(kinds: Sequence[Kind], clearance: float) -> Iterator[_Try]:
    order = sorted(kinds, key=lambda kind: (-kind.width_mm * kind.depth_mm, kind.label))
    for top in range(min(MOST_ON_TOP, len(order)) + 1):
        rest = order[top:]
        for height in _heights(rest) if rest else [0.0]:
            stacks = tuple(stack for kind in rest for stack in _split(kind, height))
            area = sum((stack.size[0] + clearance) * (stack.size[1] + clearance) for stack in stacks)
            area = max([area, *(kind.width_mm * kind.depth_mm for kind in order[:top])])
            tall = max((stack.size[2] for stack in stacks), default=0.0) + sum(map(_high, order[:top]))
            surface = 2 * area + 4 * tall * math.sqrt(area)
            for layers in dict.fromkeys((tuple(order[:top]), tuple(map(_turned, order[:top])))):
                yield _Try(layers, stacks, surface)


def _merged(kinds: Sequence[Kind]) -> list[Kind]:
    """Merge kinds of equal size, so that they share their stacks."""
    found: dict[tuple[float, float, float], Kind] = {}
    for kind in kinds:
        key = (kind.width_mm, kind.depth_mm, kind.each_mm)
        old = found.get(key)
        label = kind.label if old is None else f"{old.label}, {kind.label}"
        found[key] = replace(kind, label=label, pieces=kind.pieces + (old.pieces if old else 0))
    return list(found.values())


def _turned(kind: Kind) -> Kind:
    return replace(kind, width_mm=kind.depth_mm, depth_mm=kind.width_mm)


def _below(one: _Try, clearance: float, cost: Cost) -> Iterator[list[Stack]]:
    """The stacks in place below the layers: the cheapest for each width of their rows."""
    stacks, layers = one.stacks, one.layers
    if not stacks:
        yield []
        return
    tall = max(stack.size[2] for stack in stacks) + sum(map(_high, layers))
    options = [
        [Arrangement((), round(x + clearance, 6), round(y + clearance, 6)) for x, y in dict.fromkeys((size[:2], size[1::-1]))]
        for size in (stack.size for stack in stacks)
    ]
    labels = [stack.label for stack in stacks]
    alike = [labels.index(label) for label in labels]
    side = math.sqrt(sum(arrangement.width_mm * arrangement.depth_mm for arrangement, *_ in options))
    widths = {*(round(side * share, 3) for share in SHAPES), *(kind.width_mm + clearance for kind in layers)}

    def price(shelves: Shelves) -> float:
        return cost(_inside((shelves.width_mm, shelves.depth_mm), layers, clearance, tall))

    for width in sorted(widths):
        found = best_shelves(options, alike, width, 0.0, price, Known())
        if found is not None:
            yield [_placed(stacks[cell.index], cell, clearance) for cell in found[1].cells]


def _placed(stack: Stack, cell: Cell, clearance: float) -> Stack:
    """A stack in its cell, with the clearance to its left and in front of it."""
    wide, deep = (round(side - clearance, 6) for side in (cell.arrangement.width_mm, cell.arrangement.depth_mm))
    corner = (round(cell.x_mm + clearance, 6), round(cell.y_mm + clearance, 6), 0.0)
    return replace(stack, corner=corner, size=(wide, deep, stack.size[2]))


def _heights(kinds: Sequence[Kind]) -> list[float]:
    """Every height at which some kind needs one stack fewer; none is lower than the thickest piece."""
    least = max(max(kind.each_mm, math.ceil(kind.pieces / MOST_STACKS) * kind.each_mm) for kind in kinds)
    found = {
        round(math.ceil(kind.pieces / stacks) * kind.each_mm, 6)
        for kind in kinds
        for stacks in range(1, min(MOST_STACKS, kind.pieces) + 1)
    }
    return sorted({height for height in found if height >= least - 1e-9})


def _split(kind: Kind, height: float) -> Iterator[Stack]:
    """The stacks of a kind, none higher than this, as even as possible."""
    count = math.ceil(kind.pieces / math.floor(height / kind.each_mm + 1e-9))
    for number in range(count):
        pieces = kind.pieces // count + (number < kind.pieces % count)
        size = (kind.width_mm, kind.depth_mm, round(pieces * kind.each_mm, 6))
        yield Stack(kind.label, pieces, (0.0, 0.0, 0.0), size)


def _high(kind: Kind) -> float:
    return kind.pieces * kind.each_mm


def _inside(below: tuple[float, float], layers: Sequence[Kind], clearance: float, tall: float) -> tuple[float, float, float]:
    """The space inside; `below` is that of the stacks with the clearance on one of their sides."""
    width = max([below[0] + clearance, *(kind.width_mm + 2 * clearance for kind in layers)])
    depth = max([below[1] + clearance, *(kind.depth_mm + 2 * clearance for kind in layers)])
    return _up(width), _up(depth), _up(tall + clearance)


def _up(value: float) -> float:
    return round(math.ceil(value / STEP_MM - 1e-6) * STEP_MM, 6)


def _stacked(below: Sequence[Stack], layers: Sequence[Kind], clearance: float) -> StackedGoods:
    """The stacks with the layers on top, smaller ones on larger ones."""
    at = max((stack.size[2] for stack in below), default=0.0)
    room = tuple(max((stack.corner[axis] + stack.size[axis] for stack in below), default=0.0) for axis in (0, 1))
    stacks = list(below)
    for kind in layers:
        size = (kind.width_mm, kind.depth_mm, round(_high(kind), 6))
        stacks.append(Stack(kind.label, kind.pieces, (clearance, clearance, round(at, 6)), size))
        at += size[2]
    return StackedGoods(tuple(stacks), _inside((room[0], room[1]), layers, clearance, at))
