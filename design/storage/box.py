"""The storage box, sized from the bill: a store for each player's set or kind of piece, papers flush with the rim.

Coordinates are the tray's: the origin in the middle of its outline on the table, X to the right, Y to the back, Z up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from shapely.geometry import Polygon, box

from design.context import Context, Item, once
from design.packing.arrangements import Axes, Block
from design.packing.goods import Store
from design.packing.shelves import Cell
from design.parts.boxes.rims import widened
from design.parts.boxes.snap_fits import PLAY_MM
from design.parts.boxes.storage_box import Recess, TraySpec, Well
from design.storage.constraints import LIP_GAP_MM, Constraints
from design.storage.layout import Layout, solve
from design.storage.lids import rails_of, snap_fits_of
from design.storage.openings import apart, corner_mm, opening_shapes, thumb_mm, windows
from rules.bill import Variant


@dataclass(frozen=True)
class Place:
    """Where a piece lies: the lower corner and the size of its space, and its own axes along X, Y and Z."""

    piece: str
    store: str
    corner: tuple[float, float, float]
    size: tuple[float, float, float]
    axes: Axes


@dataclass(frozen=True)
class FilledTray:
    """The box and everything in it."""

    tray: TraySpec
    places: tuple[Place, ...]

    @property
    def papers(self) -> frozenset[str]:
        """Labels of the papers on top of the stores, in a recess of the rim."""
        return frozenset(one.label for one in self.tray.recesses)

    @property
    def air(self) -> float:
        """The share of the space inside the box not taken by any piece's bounding box."""
        tray = self.tray
        taken = sum(one.size[0] * one.size[1] * one.size[2] for one in self.places)
        return 1 - taken / (tray.inner_width_mm * tray.inner_depth_mm * tray.inner_height_mm)


def tray_spec(context: Context, name: str) -> TraySpec:
    """The storage box; DesignError if it cannot hold everything on this printer's bed."""
    return filled_tray(context, name).tray


def storage_box(context: Context, item: Item, _: Variant) -> TraySpec:
    """The storage box as a piece of the bill."""
    return tray_spec(context, item.id)


@once
def filled_tray(context: Context, name: str = "storage-box") -> FilledTray:
    """The storage box with the place of every piece in it."""
    limits, layout = solve(context, name)
    box, layer = limits.box, limits.printer.whole_layers
    floor = layer(box.floor_mm)
    left, front = -layout.width_mm / 2, -layout.depth_mm / 2
    shapes = opening_shapes(context, limits.stores)
    wells, places = [], []
    for cell in layout.cells:
        store = limits.stores[cell.index]
        stored = _placed(store, cell, (left, front, floor))
        wells.append(
            Well(
                label=store.label,
                x_mm=round(left + cell.x_mm, 6),
                y_mm=round(front + cell.y_mm, 6),
                width_mm=round(cell.width_mm, 6),
                depth_mm=round(cell.depth_mm, 6),
                holds=tuple((piece, store.pieces.count(piece)) for piece in dict.fromkeys(store.pieces)),
                windows=apart(
                    [
                        window
                        for block, members in zip(cell.arrangement.blocks, stored, strict=True)
                        for window in windows(
                            store,
                            block,
                            [(one.corner, one.size) for one in members],
                            shapes[cell.index],
                            _plan(cell, left, front),
                        )
                    ]
                ),
            )
        )
        places += [place for members in stored for place in members]
    wells += [
        Well(
            "spare",
            round(left + one.x_mm, 6),
            round(front + one.y_mm, 6),
            round(one.width_mm, 6),
            round(one.depth_mm, 6),
            (),
            (),
        )
        for one in layout.spare
    ]
    inner = limits.inner_mm(layout.stack_mm, layout.spread.height_mm)
    papers = _sheet_places(layout, limits, floor + inner)
    tray = TraySpec(
        name=name,
        inner_width_mm=layout.width_mm,
        inner_depth_mm=layout.depth_mm,
        inner_height_mm=inner,
        lip_room_mm=limits.lip_room_mm,
        lip_ring_mm=0.0 if limits.rails else round(limits.ring_mm + LIP_GAP_MM, 6),
        wall_mm=box.wall_mm,
        floor_mm=floor,
        corner_mm=corner_mm(limits),
        thumb_mm=0.0 if limits.rails else thumb_mm(limits, layout),
        wells=tuple(wells),
        recesses=tuple(_recesses(papers, limits, floor + inner)),
        foot_relief_mm=limits.printer.foot_relief_mm,
        snap_fits=snap_fits_of(limits, layout, PLAY_MM),
        rails=rails_of(limits, layout),
    )
    tray = replace(tray, recesses=widened(tray, limits.printer.wall_mm))
    return FilledTray(tray, (*places, *papers))


def _placed(store: Store, cell: Cell, origin: tuple[float, float, float]) -> list[list[Place]]:
    """The pieces of each block of a store, stack after stack; the blocks are centred in the store as a group."""
    arrangement = cell.arrangement
    clearance = (arrangement.width_mm - max(one.x_mm + one.width_mm for one in arrangement.blocks)) / 2
    start_x = origin[0] + cell.x_mm + (cell.width_mm - arrangement.width_mm) / 2 + clearance
    start_y = origin[1] + cell.y_mm + (cell.depth_mm - arrangement.depth_mm) / 2 + clearance
    # A block may have space for a few more pieces than there are.
    return [
        [
            Place(piece, store.label, spot, block.size, block.axes)
            for piece, spot in zip(
                store.goods[block.kind].pieces,
                _spots(block, (start_x + block.x_mm, start_y + block.y_mm, origin[2])),
                strict=False,
            )
        ]
        for block in arrangement.blocks
    ]


def _plan(cell: Cell, left_mm: float, front_mm: float) -> Polygon:
    """A store's area in the tray's coordinates."""
    x, y = left_mm + cell.x_mm, front_mm + cell.y_mm
    return box(x, y, x + cell.width_mm, y + cell.depth_mm)


def _spots(block: Block, corner: tuple[float, float, float]) -> list[tuple[float, float, float]]:
    """Lower corners of a block's pieces, one stack after the other."""
    return [
        (
            round(corner[0] + i * (block.size[0] + block.gap_mm[0]), 6),
            round(corner[1] + j * (block.size[1] + block.gap_mm[1]), 6),
            round(corner[2] + k * block.size[2], 6),
        )
        for j in range(block.counts[1])
        for i in range(block.counts[0])
        for k in range(block.counts[2])
    ]


def _sheet_places(layout: Layout, limits: Constraints, rim_mm: float) -> list[Place]:
    """The papers, those of a pile on top of each other, each pile on the walls that its recess leaves."""
    lying = layout.spread
    left, front = -lying.width_mm / 2, -lying.depth_mm / 2
    layer = limits.printer.whole_layers
    piled = any(z > 0 for _, _, (_, _, z) in lying.sheets)
    places = []
    for way, axes, (x, y, z) in lying.sheets:
        sides = (way.envelope.width_mm, way.envelope.depth_mm, way.envelope.height_mm)
        size = (sides[axes[0]], sides[axes[1]], sides[2])
        # Papers next to each other are each flush with the rim; in a pile, only the whole pile is.
        bottom = rim_mm - layer(lying.height_mm if piled else len(way.pieces) * way.envelope.height_mm) + z
        for number, piece in enumerate(way.pieces):
            corner = (round(left + x, 6), round(front + y, 6), round(bottom + number * size[2], 6))
            places.append(Place(piece, way.label, corner, size, axes))
    return places


def _recesses(papers: Sequence[Place], limits: Constraints, rim_mm: float) -> Iterator[Recess]:
    """A recess in the rim for each kind of paper, with its clearance around it."""
    play = limits.clearance_mm
    for label in dict.fromkeys(place.store for place in papers):
        lowest = next(place for place in papers if place.store == label)
        yield Recess(
            label,
            round(lowest.corner[0] - play, 6),
            round(lowest.corner[1] - play, 6),
            round(lowest.size[0] + 2 * play, 6),
            round(lowest.size[1] + 2 * play, 6),
            round(rim_mm - lowest.corner[2], 6),
        )
