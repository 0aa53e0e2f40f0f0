"""Ways to arrange the goods of a store: flat in stacks or on edge in rows, with several kinds next to each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from design.packing.goods import Goods, Stacking, Store

Axes = tuple[int, int, int]
"""Which of a piece's own axes (0 width, 1 depth, 2 height) lies along the box's X, Y and Z."""


@dataclass(frozen=True)
class Block:
    """Equal pieces arranged together: `counts` of them along X, Y and Z, each `size` mm, with its axes turned.

    `kind` is the index of their goods in the store; `gap_mm` is the gap between two stacks; `x_mm` and `y_mm` are the block's
    corner relative to that of all blocks.
    """

    kind: int
    axes: Axes
    counts: tuple[int, int, int]
    size: tuple[float, float, float]
    gap_mm: tuple[float, float]
    x_mm: float = 0.0
    y_mm: float = 0.0

    @property
    def width_mm(self) -> float:
        """Width of the pieces and the gaps between them."""
        return self._extent(0)

    @property
    def depth_mm(self) -> float:
        """Depth of the pieces and the gaps between them."""
        return self._extent(1)

    @property
    def height_mm(self) -> float:
        """Height of the pieces."""
        return self.counts[2] * self.size[2]

    def _extent(self, axis: int) -> float:
        return self.counts[axis] * self.size[axis] + (self.counts[axis] - 1) * self.gap_mm[axis]


@dataclass(frozen=True)
class Arrangement:
    """A way to arrange all goods of a store; `width_mm` and `depth_mm` hold its blocks with the clearance around them."""

    blocks: tuple[Block, ...]
    width_mm: float
    depth_mm: float

    @property
    def height_mm(self) -> float:
        """Height of the tallest block."""
        return max(block.height_mm for block in self.blocks)

    def fill(self, height_mm: float) -> float:
        """The share that the blocks fill of a space of this height (or the tallest block's)."""
        taken = sum(block.width_mm * block.depth_mm * block.height_mm for block in self.blocks)
        return taken / (self.width_mm * self.depth_mm * max(height_mm, self.height_mm))


def arrangements(store: Store, clearance_mm: float, play_mm: float) -> tuple[Arrangement, ...]:
    """Every sensible way to arrange a store's goods, in mm.

    `clearance_mm` is kept around each block; `play_mm` is added for each piece of a row on edge.
    """
    first, *others = (
        tuple(dict.fromkeys(_alone(goods, kind, clearance_mm, play_mm))) for kind, goods in enumerate(store.goods)
    )
    if not others:
        return first
    found = pareto_front(first, in_space)
    for ways in (pareto_front(one, in_space) for one in others):
        both = [made for one in found for other in ways for made in _beside(one, other, clearance_mm)]
        found = pareto_front(both, in_space)
    return tuple(found)


def _alone(goods: Goods, kind: int, clearance: float, play: float) -> Iterator[Arrangement]:
    size = (goods.envelope.width_mm, goods.envelope.depth_mm, goods.envelope.height_mm)
    count = len(goods.pieces)
    flat: tuple[Axes, ...] = ((0, 1, 2), (1, 0, 2))
    for axes in flat:
        for stacks in range(1, count + 1):
            high = 1 if goods.stacking is Stacking.STANDING else math.ceil(count / stacks)
            if math.ceil(count / high) == stacks:
                for across in range(1, stacks + 1):
                    behind = math.ceil(stacks / across)
                    if math.ceil(stacks / behind) == across:
                        yield _arrangement(kind, axes, (across, behind, high), size, (clearance, clearance), clearance)
    if goods.stacking is Stacking.ANY:
        # A row on edge, like files in a drawer: pieces follow each other along X or along Y. They lie on their longer
        # sides, so that nothing stands taller than necessary.
        edge: tuple[Axes, ...] = ((2, 0, 1), (0, 2, 1)) if size[0] >= size[1] else ((2, 1, 0), (1, 2, 0))
        for axes in edge:
            for rows in range(1, count + 1):
                long = math.ceil(count / rows)
                if math.ceil(count / long) == rows:
                    along_x = axes[0] == 2
                    counts = (long, rows, 1) if along_x else (rows, long, 1)
                    gap = (play, clearance) if along_x else (clearance, play)
                    yield _arrangement(kind, axes, counts, size, gap, clearance)


def _arrangement(
    kind: int,
    axes: Axes,
    counts: tuple[int, int, int],
    size: tuple[float, float, float],
    gap: tuple[float, float],
    clearance: float,
) -> Arrangement:
    block = Block(kind, axes, counts, (size[axes[0]], size[axes[1]], size[axes[2]]), gap)
    return Arrangement((block,), round(block.width_mm + 2 * clearance, 6), round(block.depth_mm + 2 * clearance, 6))


def _beside(one: Arrangement, other: Arrangement, clearance: float) -> Iterator[Arrangement]:
    """Two arrangements next to or behind each other, sharing the gap between them."""
    right, behind = (round(side - clearance, 6) for side in (one.width_mm, one.depth_mm))
    yield _joined(one, other, right, 0.0, (right + other.width_mm, max(one.depth_mm, other.depth_mm)))
    yield _joined(one, other, 0.0, behind, (max(one.width_mm, other.width_mm), behind + other.depth_mm))


def _joined(one: Arrangement, other: Arrangement, x: float, y: float, room: tuple[float, float]) -> Arrangement:
    moved = (replace(block, x_mm=round(block.x_mm + x, 6), y_mm=round(block.y_mm + y, 6)) for block in other.blocks)
    return Arrangement((*one.blocks, *moved), round(room[0], 6), round(room[1], 6))


def in_space(way: Arrangement) -> tuple[float, ...]:
    """Width, depth and height of an arrangement."""
    return way.width_mm, way.depth_mm, way.height_mm


def in_plan(way: Arrangement) -> tuple[float, ...]:
    """Width and depth of an arrangement."""
    return way.width_mm, way.depth_mm


def pareto_front(ways: Sequence[Arrangement], sizes: Callable[[Arrangement], tuple[float, ...]]) -> list[Arrangement]:
    """The Pareto front in all of these sizes, with the smallest product of them first."""
    kept: list[tuple[tuple[float, ...], Arrangement]] = []
    for way in sorted(ways, key=lambda way: (math.prod(sizes(way)), way.width_mm, way.height_mm)):
        own = sizes(way)
        if not any(all(one <= other for one, other in zip(before, own, strict=True)) for before, _ in kept):
            kept.append((own, way))
    return [way for _, way in kept]
