"""Stacks side by side and on one another, as they lie in a box without stores: what room they take together.

The largest things lie flat on top, each a layer of its own; everything else stands below in stacks of one height
at most. The search is small and always the same: how many things lie on top, how high the stacks may be, and how
wide the rows of stacks are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from design.lays import Lay
from design.shelves import Shelves, best_shelves

MOST_ON_TOP = 3
"""So many things lie on top of the stacks at most."""
MOST_STACKS = 8
"""Equal pieces stand in so many stacks at most."""
SHAPES = (0.8, 1.0, 1.25, 1.6)
"""Widths of the rows that are tried, as shares of the side of a square of the stacks' area."""
STEP_MM = 0.5
"""The box's sizes are rounded up to this."""


@dataclass(frozen=True)
class Kind:
    """Equal flat pieces: how many, their width and depth as they lie, and what a stack grows by with each, mm."""

    label: str
    pieces: int
    width_mm: float
    depth_mm: float
    each_mm: float


@dataclass(frozen=True)
class Stack:
    """Pieces one on the other: the lower corner from the inside's corner, and the size of all of them, mm."""

    label: str
    pieces: int
    corner: tuple[float, float, float]
    size: tuple[float, float, float]


@dataclass(frozen=True)
class Stowed:
    """All stacks, and the room inside the box: width X, depth Y and height Z, the clearance in it, mm."""

    stacks: tuple[Stack, ...]
    size: tuple[float, float, float]


Cost = Callable[[tuple[float, float, float]], float]
"""What a box with such a room inside costs; the cheapest is taken."""


def stow(kinds: Sequence[Kind], clearance_mm: float, cost: Cost) -> tuple[float, Stowed]:
    """The cheapest room for all kinds, and what it costs; `clearance_mm` is the air beside each stack, and above them.

    Raises:
        ValueError: there is nothing to stow.
    """
    if not kinds:
        raise ValueError("nothing to stow")
    order = sorted(_merged(kinds), key=lambda kind: (-kind.width_mm * kind.depth_mm, kind.label))
    best: tuple[float, Stowed] | None = None
    for top in range(min(MOST_ON_TOP, len(order)) + 1):
        for turned in (False, True):
            layers = [_turned(kind) if turned else kind for kind in order[:top]]
            for below in _below(order[top:], layers, clearance_mm, cost):
                found = _stowed(below, layers, clearance_mm)
                price = cost(found.size)
                if best is None or price < best[0] - 1e-6:
                    best = price, found
    assert best is not None
    return best


def _merged(kinds: Sequence[Kind]) -> list[Kind]:
    """Kinds of one size share their stacks."""
    found: dict[tuple[float, float, float], Kind] = {}
    for kind in kinds:
        key = (kind.width_mm, kind.depth_mm, kind.each_mm)
        old = found.get(key)
        label = kind.label if old is None else f"{old.label}, {kind.label}"
        found[key] = replace(kind, label=label, pieces=kind.pieces + (old.pieces if old else 0))
    return list(found.values())


def _turned(kind: Kind) -> Kind:
    return replace(kind, width_mm=kind.depth_mm, depth_mm=kind.width_mm)


def _below(rest: Sequence[Kind], layers: Sequence[Kind], clearance: float, cost: Cost) -> Iterator[list[Stack]]:
    """The stacks below the layers: for each height the cheapest of some widths of the rows."""
    if not rest:
        yield []
        return
    over = sum(_high(kind) for kind in layers)
    for height in _heights(rest):
        stacks = [stack for kind in rest for stack in _split(kind, height)]
        options = [
            [Lay((), round(x + clearance, 6), round(y + clearance, 6)) for x, y in dict.fromkeys((one[:2], one[1::-1]))]
            for one in (stack.size for stack in stacks)
        ]
        labels = [stack.label for stack in stacks]
        alike = [labels.index(label) for label in labels]
        tall = max(stack.size[2] for stack in stacks) + over
        side = math.sqrt(sum(lay.width_mm * lay.depth_mm for lay, *_ in options))
        widths = {*(round(side * share, 3) for share in SHAPES), *(kind.width_mm + clearance for kind in layers)}
        for width in sorted(widths):

            def price(shelves: Shelves, tall: float = tall) -> float:
                return cost(_inside((shelves.width_mm, shelves.depth_mm), layers, clearance, tall))

            found = best_shelves(options, alike, width, 0.0, price)
            if found is not None:
                yield [
                    replace(
                        stacks[cell.index],
                        corner=(round(cell.x_mm + clearance, 6), round(cell.y_mm + clearance, 6), 0.0),
                        size=(
                            round(cell.lay.width_mm - clearance, 6),
                            round(cell.lay.depth_mm - clearance, 6),
                            stacks[cell.index].size[2],
                        ),
                    )
                    for cell in found[1].cells
                ]


def _heights(kinds: Sequence[Kind]) -> list[float]:
    """Every height at which some kind needs a stack less; none is lower than the thickest piece."""
    least = max(max(kind.each_mm, math.ceil(kind.pieces / MOST_STACKS) * kind.each_mm) for kind in kinds)
    found = {
        round(math.ceil(kind.pieces / stacks) * kind.each_mm, 6)
        for kind in kinds
        for stacks in range(1, min(MOST_STACKS, kind.pieces) + 1)
    }
    return sorted({height for height in found if height >= least - 1e-9})


def _split(kind: Kind, height: float) -> Iterator[Stack]:
    """The stacks of a kind, none higher than this, as even as can be."""
    count = math.ceil(kind.pieces / math.floor(height / kind.each_mm + 1e-9))
    for number in range(count):
        pieces = kind.pieces // count + (number < kind.pieces % count)
        size = (kind.width_mm, kind.depth_mm, round(pieces * kind.each_mm, 6))
        yield Stack(kind.label, pieces, (0.0, 0.0, 0.0), size)


def _high(kind: Kind) -> float:
    return kind.pieces * kind.each_mm


def _inside(
    below: tuple[float, float], layers: Sequence[Kind], clearance: float, tall: float
) -> tuple[float, float, float]:
    """The room inside; `below` is that of the stacks with the clearance on one of their sides."""
    width = max([below[0] + clearance, *(kind.width_mm + 2 * clearance for kind in layers)])
    depth = max([below[1] + clearance, *(kind.depth_mm + 2 * clearance for kind in layers)])
    return _up(width), _up(depth), _up(tall + clearance)


def _up(value: float) -> float:
    return round(math.ceil(value / STEP_MM - 1e-6) * STEP_MM, 6)


def _stowed(below: Sequence[Stack], layers: Sequence[Kind], clearance: float) -> Stowed:
    """The stacks with the layers on them, smaller ones on larger ones."""
    at = max((stack.size[2] for stack in below), default=0.0)
    room = tuple(max((stack.corner[axis] + stack.size[axis] for stack in below), default=0.0) for axis in (0, 1))
    stacks = list(below)
    for kind in layers:
        size = (kind.width_mm, kind.depth_mm, round(_high(kind), 6))
        stacks.append(Stack(kind.label, kind.pieces, (clearance, clearance, round(at, 6)), size))
        at += size[2]
    return Stowed(tuple(stacks), _inside((room[0], room[1]), layers, clearance, at))
