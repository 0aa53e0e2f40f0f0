"""The storage box, sized from the bill: a store for every kind of piece, papers on top of them, and a lid.

Coordinates are the tray's: the origin in the middle of its outline on the table, X to the right, Y to the back, Z up.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import box as box_of

from design.envelopes import Goods
from design.faces.lid import lid_face
from design.faces.trims import rectangle
from design.families import Context
from design.icons import ICONS
from design.layout import Layout, lip_wall_mm, solve
from design.openings import corner_mm, thumb_mm, window_shapes, windows
from design.shelves import Axes, Cell, Lay
from design.specs import LidSpec, TraySpec, Well

TITLE_DEPTH_MM = 0.4


@dataclass(frozen=True)
class Place:
    """Where a piece lies: the lower corner and the size of its room, and its own axes along X, Y and Z."""

    piece: str
    store: str
    corner: tuple[float, float, float]
    size: tuple[float, float, float]
    axes: Axes


@dataclass(frozen=True)
class Packing:
    """The box and everything in it. `papers_mm` is the height of the papers' lowest face above the table."""

    tray: TraySpec
    places: tuple[Place, ...]
    papers_mm: float


def tray_spec(context: Context, name: str) -> TraySpec:
    """The storage box; DesignError if it cannot hold everything on this printer's bed."""
    return packing(context, name).tray


def packing(context: Context, name: str = "storage-box") -> Packing:
    """The storage box with the place of every piece in it."""
    room, layout = solve(context, name)
    box, layer = room.box, room.printer.whole_layers
    floor = layer(box.floor_mm)
    left, front = -layout.width_mm / 2, -layout.depth_mm / 2
    shapes = window_shapes(room.stores, _shapes(context))
    wells, places = [], []
    for cell in layout.cells:
        kind = room.stores[cell.index]
        stored = _places(kind, cell, (left, front, floor))
        wells.append(
            Well(
                label=kind.label,
                x_mm=round(left + cell.x_mm, 6),
                y_mm=round(front + cell.y_mm, 6),
                width_mm=round(cell.width_mm, 6),
                depth_mm=round(cell.depth_mm, 6),
                holds=tuple((piece, kind.pieces.count(piece)) for piece in dict.fromkeys(kind.pieces)),
                windows=windows(
                    kind,
                    cell.lay,
                    [(one.corner, one.size) for one in stored],
                    shapes[cell.index],
                    box_of(
                        left + cell.x_mm, front + cell.y_mm, left + cell.x_mm + cell.width_mm, front + cell.y_mm + cell.depth_mm
                    ),
                ),
            )
        )
        places += stored
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
    papers_mm = round(floor + room.divider_mm(layout.stack_mm), 6)
    tray = TraySpec(
        name=name,
        inner_width_mm=layout.width_mm,
        inner_depth_mm=layout.depth_mm,
        inner_height_mm=room.inner_mm(layout.stack_mm, layout.spread.height_mm),
        divider_height_mm=room.divider_mm(layout.stack_mm),
        wall_mm=box.wall_mm,
        floor_mm=floor,
        corner_mm=corner_mm(room),
        thumb_mm=thumb_mm(room),
        wells=tuple(wells),
        foot_relief_mm=room.printer.foot_relief_mm,
    )
    return Packing(tray, (*places, *_sheet_places(layout, papers_mm)), papers_mm)


def lid_spec(context: Context, name: str) -> LidSpec:
    """The lid that closes the storage box."""
    room, layout = solve(context, name)
    box, layer = room.box, room.printer.whole_layers
    play = 2 * room.lid_clearance_mm
    width, depth = (round(inner + 2 * box.wall_mm, 6) for inner in (layout.width_mm, layout.depth_mm))
    corner = corner_mm(room)
    outline = rectangle(width, depth, corner + box.wall_mm)
    top = layer(box.floor_mm)
    return LidSpec(
        name=name,
        outer_width_mm=width,
        outer_depth_mm=depth,
        corner_mm=round(corner + box.wall_mm, 6),
        top_mm=top,
        lip_outer_width_mm=round(layout.width_mm - play, 6),
        lip_outer_depth_mm=round(layout.depth_mm - play, 6),
        lip_corner_mm=max(0.0, round(corner - room.lid_clearance_mm, 6)),
        lip_height_mm=room.printer.whole_layers_below(box.lid_lip_mm),
        lip_wall_mm=lip_wall_mm(room.printer),
        face=lid_face(f"{name}.front", context.bill.game.title, _shapes(context), outline, context.config.colours),
        engrave_mm=max(room.printer.layer_mm, room.printer.whole_layers_below(min(TITLE_DEPTH_MM, top / 2))),
        foot_relief_mm=room.printer.foot_relief_mm,
    )


def _shapes(context: Context) -> tuple[str, ...]:
    """The shapes of the game's axes that can be drawn, each once."""
    named = [shape for axis in context.bill.game.axes.values() for _, shape in axis.values]
    return tuple(dict.fromkeys(shape for shape in named if shape in ICONS))


def _places(kind: Goods, cell: Cell, origin: tuple[float, float, float]) -> list[Place]:
    """The pieces of a store: stack after stack, the whole in the middle of the store."""
    lay = cell.lay
    start_x = origin[0] + cell.x_mm + (cell.width_mm - _extent(lay, 0)) / 2
    start_y = origin[1] + cell.y_mm + (cell.depth_mm - _extent(lay, 1)) / 2
    spots = [
        (start_x + i * (lay.size[0] + lay.gap_mm[0]), start_y + j * (lay.size[1] + lay.gap_mm[1]), origin[2] + k * lay.size[2])
        for j in range(lay.counts[1])
        for i in range(lay.counts[0])
        for k in range(lay.counts[2])
    ]
    # The whole room may be a few pieces larger than they are.
    return [
        Place(piece, kind.label, (round(x, 6), round(y, 6), round(z, 6)), lay.size, lay.axes)
        for piece, (x, y, z) in zip(kind.pieces, spots, strict=False)
    ]


def _extent(lay: Lay, axis: int) -> float:
    return lay.counts[axis] * lay.size[axis] + (lay.counts[axis] - 1) * lay.gap_mm[axis]


def _sheet_places(layout: Layout, papers_mm: float) -> list[Place]:
    lying = layout.spread
    left, front = -lying.width_mm / 2, -lying.depth_mm / 2
    places = []
    for way, axes, (x, y, z) in lying.sheets:
        sides = (way.envelope.width_mm, way.envelope.depth_mm, way.envelope.height_mm)
        size = (sides[axes[0]], sides[axes[1]], sides[2])
        for number, piece in enumerate(way.pieces):
            corner = (round(left + x, 6), round(front + y, 6), round(papers_mm + z + number * size[2], 6))
            places.append(Place(piece, way.label, corner, size, axes))
    return places
