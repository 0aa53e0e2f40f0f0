"""The lid of the storage box: one with a lip that goes into it, or a plate that slides in its walls."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TypeVar

from shapely.geometry import Point, Polygon, box

from design.config.derived import core_mm
from design.config.rail_sizes import PAD_SHARES, pad_mm
from design.context import Context, Item
from design.faces.face import Face
from design.graphics.art.icons import ICONS
from design.graphics.polygons import rectangle
from design.packing.shelves import Cell, Spare
from design.parts.boxes.lid import AnyLid
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.rails import lid_plan
from design.parts.boxes.sliding_lid import Ridge, SlidingLidSpec
from design.parts.boxes.snap_fits import snap_fits
from design.parts.boxes.storage_box import Rails, SnapFit
from design.parts.splitting.box_dovetails import equal_parts, passes_signs
from design.parts.splitting.dovetails import Joint
from design.storage.constraints import RIDGE_PLAY_MM, Constraints, lip_wall_mm
from design.storage.layout import Layout, solve
from design.storage.lid_face import COLUMN_SHARE, Spread, lid_face, lid_face_by_part
from design.storage.openings import corner_mm, thumb_mm
from rules.bill import Variant

TITLE_DEPTH_MM = 0.4
Lid = TypeVar("Lid", LidSpec, SlidingLidSpec)

THUMB_MM, LEAST_THUMB_MM = 9.0, 4.0
"""Largest and smallest radius of the thumb hollow in a sliding lid; a wider one would be too long a bridge."""
THUMB_DEEP_MM = 1.0
THUMB_AIR_MM = 3.0
"""Gap between the hollow and the title."""
THUMB_EDGE_MM = 1.0
"""Gap between the hollow and the lid's head."""
HEAD_MM = 1.0
"""Length of the lid's head with straight sides, before its corners start to curve."""
RIDGE_MM, LEAST_RIDGE_MM = 24.0, 6.0
"""Largest and smallest length of a sliding lid's ridge."""
RIDGE_AIR_MM = 1.0
"""From the ridge's ends to the walls of the store it is above."""
NEAR_MM = 0.01
MOST_SPACING_EM, LEAST_SHARE = 0.3, 0.6
"""Limits for spreading a title to let a seam pass: beyond these, words fall apart and shapes look lost."""
SPREADS = tuple(
    Spread(MOST_SPACING_EM * tenths / 10, 1 - (1 - LEAST_SHARE) * more / 8)
    for tenths, more in sorted(product(range(11), range(9)), key=lambda steps: (steps[0] / 10 + steps[1] / 8, steps))
)
"""All spreads to try, from the usual one to the widest."""


def any_lid_spec(context: Context, name: str) -> AnyLid:
    """The lid of the storage box, of the configured kind."""
    maker = sliding_lid_spec if context.config.storage_box.lid == "sliding" else lid_spec
    return maker(context, name)


def storage_lid(context: Context, item: Item, _: Variant) -> AnyLid:
    """The lid as a piece of the bill."""
    return any_lid_spec(context, item.id)


def lid_spec(context: Context, name: str) -> LidSpec:
    """A lift-off lid, whatever the configuration."""
    limits, layout = solve(context, name)
    box, layer = limits.box, limits.printer.whole_layers
    play = 2 * limits.lid_clearance_mm
    width, depth = (round(inner + 2 * box.wall_mm, 6) for inner in (layout.width_mm, layout.depth_mm))
    corner = corner_mm(limits)
    outline = rectangle(width, depth, corner + box.wall_mm)
    top = layer(box.floor_mm)
    plain = LidSpec(
        name=name,
        outer_width_mm=width,
        outer_depth_mm=depth,
        corner_mm=round(corner + box.wall_mm, 6),
        top_mm=top,
        lip_outer_width_mm=round(layout.width_mm - play, 6),
        lip_outer_depth_mm=round(layout.depth_mm - play, 6),
        lip_corner_mm=max(0.0, round(corner - limits.lid_clearance_mm, 6)),
        lip_height_mm=limits.printer.whole_layers_below(box.lid_lip_mm),
        lip_wall_mm=lip_wall_mm(limits.printer),
        face=_blank(context, name, outline),
        engrave_mm=max(limits.printer.layer_mm, limits.printer.whole_layers_below(min(TITLE_DEPTH_MM, top / 2))),
        foot_relief_mm=limits.printer.foot_relief_mm,
        snap_fits=snap_fits_of(limits, layout, limits.lid_clearance_mm),
    )
    return _titled(context, plain)


def sliding_lid_spec(context: Context, name: str) -> SlidingLidSpec:
    """A sliding lid, which must be configured."""
    limits, layout = solve(context, name)
    rails, sizes = rails_of(limits, layout), limits.rails
    assert rails is not None
    assert sizes is not None
    printer = limits.printer
    plain = SlidingLidSpec(
        name=name,
        inner_width_mm=layout.width_mm,
        inner_depth_mm=layout.depth_mm,
        corner_mm=corner_mm(limits),
        wall_mm=limits.box.wall_mm,
        rails=rails,
        clearance_mm=limits.slide_clearance_mm,
        face=_blank(context, name, Polygon()),
        engrave_mm=max(printer.layer_mm, printer.whole_layers_below(min(TITLE_DEPTH_MM, sizes.high_mm / 2))),
        thumb=Polygon(),
        thumb_mm=printer.whole_layers_below(min(THUMB_DEEP_MM, sizes.high_mm - core_mm(printer.nozzle_mm, printer.layer_mm))),
        foot_relief_mm=printer.foot_relief_mm,
    )
    shift, face = plain.shift_mm, _blank(context, name, lid_plan(plain, sizes.high_mm))
    whole = replace(plain, face=face, thumb=_thumb(layout, rails.end_mm - shift), ridge=_ridge(limits, layout, shift))
    return _titled(context, whole)


def _blank(context: Context, name: str, trim: Polygon) -> Face:
    return Face(f"{name}.front", trim, context.config.colours.hex("base"), ())


def _titled(context: Context, plain: Lid) -> Lid:
    """A lid with shapes and title, spread just enough for seams to miss them, or else each within one part."""
    printer, game, colours = context.config.printer, context.bill.game, context.config.colours
    joint = Joint(context.config.clearances.split_joint_clearance_mm, printer.wall_mm)

    def spread(by: Spread) -> Lid:
        face = lid_face(plain.face.name, game.title, _shapes(context), plain.face.trim, colours, by)
        return replace(plain, face=face)

    def by_part() -> Lid:
        trim, parts = plain.face.trim, equal_parts(plain, printer, joint)
        face = lid_face_by_part(plain.face.name, game.title, _shapes(context), trim, colours, parts)
        return replace(plain, face=face)

    tried = map(spread, SPREADS)
    return next((one for one in tried if passes_signs(one, printer, joint)), None) or by_part()


def rails_of(limits: Constraints, layout: Layout) -> Rails | None:
    """The rails of a sliding lid, which end before the box's right corners start to curve."""
    sizes = limits.rails
    if sizes is None:
        return None
    end = layout.width_mm / 2 - corner_mm(limits) - limits.slide_clearance_mm - HEAD_MM
    long = end + layout.width_mm / 2
    pads = tuple(round(share * long - layout.width_mm / 2, 6) for share in PAD_SHARES)
    # The printer's correction compensates for what the printer adds, so pads do not include it.
    pad = pad_mm(limits.slide_clearance_mm - limits.printer.fit_correction_mm)
    return Rails(sizes.deep_mm, sizes.land_mm, sizes.high_mm, round(end, 6), pad, pads)


def _thumb(layout: Layout, head_mm: float) -> Polygon:
    """A half-moon in front of the head, with its straight side towards it; none if the title leaves no space."""
    flat = round(head_mm - THUMB_EDGE_MM, 6)
    free = flat - COLUMN_SHARE / 2 * layout.width_mm - THUMB_AIR_MM
    radius = min(THUMB_MM, free, layout.depth_mm / 4)
    if radius < LEAST_THUMB_MM:
        return Polygon()
    half: Polygon = Point(flat, 0).buffer(radius, quad_segs=16).intersection(box(flat - radius, -radius, flat, radius))
    return half


def _ridge(limits: Constraints, layout: Layout, shift_mm: float) -> Ridge | None:
    """A ridge above the deepest store at the right wall, clear of all walls between stores; None without a grip."""
    high, top = limits.ridge_mm
    stores: list[Cell | Spare] = [*layout.cells, *layout.spare]
    at_wall = [one for one in stores if one.x_mm + one.width_mm > layout.width_mm - NEAR_MM]
    if not high or not at_wall:
        return None
    store = max(at_wall, key=lambda one: one.depth_mm)
    length = min(RIDGE_MM, store.depth_mm - 2 * (corner_mm(limits) + RIDGE_AIR_MM))
    if length < LEAST_RIDGE_MM:
        return None
    middle = store.y_mm + store.depth_mm / 2 - layout.depth_mm / 2
    return Ridge(round(layout.width_mm / 2 - RIDGE_PLAY_MM - shift_mm, 6), round(middle, 6), round(length, 6), high, top)


def snap_fits_of(limits: Constraints, layout: Layout, beyond_mm: float) -> tuple[SnapFit, ...]:
    """Ridges or grooves for the requested grip plus `beyond_mm`."""
    if limits.rails:
        return ()
    grip, lip = limits.box.lid_grip_mm, limits.printer.whole_layers_below(limits.box.lid_lip_mm)
    out = round(grip + beyond_mm, 6) if grip else 0.0
    return snap_fits(layout.width_mm, corner_mm(limits), thumb_mm(limits, layout), lip, out)


def _shapes(context: Context) -> tuple[str, ...]:
    """The shapes of the game's axes that can be drawn, without repeats; second shapes of an axis are left out."""
    named = [shape for axis in context.bill.game.axes.values() if not axis.along for _, shape in axis.values]
    return tuple(dict.fromkeys(shape for shape in named if shape in ICONS))
