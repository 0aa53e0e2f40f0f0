"""The storage box: a tray with a store for every kind of piece, and a lift-off lid whose lip goes into it.

Both print without supports: the tray as it stands, the lid on its top with the lip upward.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import cadquery as cq
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.graphics.polygons import as_multi, rectangle
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.rims import free_at, lip_ring, store_plan
from design.parts.boxes.rims import plan as recess_plan
from design.parts.boxes.snap_fits import SLOPE
from design.parts.boxes.storage_box import SnapFit, TraySpec
from fabrication.kernel.booleans import common, cut, fuse
from fabrication.kernel.colours import filling, ground, inlays, relief_shares
from fabrication.kernel.engraving import OVERSHOOT_MM, Recess, engraved, one_solid, seen_from_below
from fabrication.kernel.prisms import SIMPLER_MM, chamfered_prism, prisms, simpler
from fabrication.part import Body, BodyRole, ColourBody, Part
from fabrication.parts.sliding_lid import slide_tools
from rules.errors import BuildError, Problem

RIM_MM = 0.4
"""Chamfer along the rails, which a hand touches."""
LEAD_MM = 0.4
"""Chamfer along the free edge of the lip, inside and outside, that leads it into the box."""


def tray(spec: TraySpec) -> Part:
    """The tray in print orientation, which is as it stands; the middle of its outline is the origin.

    The frame `rim` is where the lid's plate lies on it: on a sliding lid's way rails stand beside and above it.

    Raises:
        BuildError: when the stores cut it apart or its volume is not what outline, stores and openings leave.
    """
    rim = spec.rim_mm
    body = chamfered_prism(spec.outline, spec.height_mm, spec.foot_relief_mm, RIM_MM if spec.rails else 0.0, spec.name)
    for well in spec.wells:
        _refuse_no_room(f"store {well.label}", well.width_mm, well.depth_mm)
    stores = [MultiPolygon([store_plan(well, spec.corner_mm)]) for well in spec.wells]
    windows = [MultiPolygon(list(well.windows)) for well in spec.wells]
    # A recess's cut reaches over stores, an opening's into the store: members of ONE cut may overlap.
    tools = []
    for store, opening in zip(stores, windows, strict=True):
        tools += prisms(store, spec.floor_mm, rim + OVERSHOOT_MM)
        tools += prisms(opening, -OVERSHOOT_MM, spec.floor_mm + OVERSHOOT_MM)
    for recess in spec.recesses:
        lowered = as_multi(unary_union([recess_plan(recess), recess.slivers]))
        tools += prisms(lowered, rim - recess.deep_mm, rim + OVERSHOOT_MM)
    gone = 0.0
    if spec.rails:
        slide = slide_tools(spec, spec.rails)
        gone = float(sum(common(body, one).Volume() for one in slide))
        tools += slide
    else:
        tools += prisms(MultiPolygon([lip_ring(spec)]), rim - spec.lip_room_mm, rim + OVERSHOOT_MM)
        tools += [_thumb(spec, side) for side in (-1, 1)]
    tools += [_wedge(one, side, spec.inner_depth_mm / 2, rim - one.below_rim_mm) for one in spec.snap_fits for side in (-1, 1)]
    gone += _free_mm3(spec) + math.pi * spec.thumb_mm**2 * spec.wall_mm + _wedges_mm3(spec.snap_fits)
    gone += sum(_area(opening) for opening in windows) * spec.floor_mm
    solid = one_solid(cut(body, tools), body.Volume() - gone, 0.01 * gone, spec.name, "stores")
    frames = {"rim": cq.Location((0, 0, rim))}
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, solid),), frames, lambda: (ground(spec, None, solid),))


def lid(spec: LidSpec) -> Part:
    """The lid in print orientation: its top with the engraved title on the bed, its lip upward.

    The frame `rim` is what lies on the tray's rim: z up from the tray into the lid.

    Raises:
        BuildError: when the title reaches over the edge or the volume is not what plate, lip and title give.
    """
    outline = rectangle(spec.outer_width_mm, spec.outer_depth_mm, spec.corner_mm)
    plain = chamfered_prism(outline, spec.top_mm, spec.foot_relief_mm, 0.0, spec.name)
    plate = engraved(plain, [Recess(seen_from_below(spec.face.relief()), spec.engrave_mm)], spec.name)
    lip = _lip(spec)
    added = lip.Volume()
    sunk = min(OVERSHOOT_MM, (spec.top_mm - spec.engrave_mm) / 2)
    root = _ring(spec, spec.top_mm - sunk, spec.top_mm)
    solid = one_solid(fuse(plate, [fuse(lip, [root])]), plate.Volume() + added, 0.01 * added, spec.name, "lip")
    rim = cq.Location((0, 0, spec.top_mm), (1, 0, 0), 180)
    filled = solid.Volume() + plain.Volume() - plate.Volume()
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, solid),), {"rim": rim}, lambda: _lid_colours(spec, solid, filled))


def _lid_colours(spec: LidSpec, solid: cq.Solid, filled_mm3: float) -> tuple[ColourBody, ...]:
    """The lid in colours: title and shapes flush in its top."""
    shown = [(relief_shares(spec.face, seen_from_below), 0.0, spec.engrave_mm)]
    return filling(spec.name, [ground(spec, spec.face.ground, solid), *inlays(spec, shown)], filled_mm3)


def closed(tray_part: Part, lid_part: Part) -> cq.Location:
    """Where the lid goes to close the tray, the title upward."""
    location: cq.Location = tray_part.frames["rim"] * lid_part.frames["rim"].inverse
    return location


def _free_mm3(spec: TraySpec) -> float:
    """The room inside the walls: stores, recesses and the lip's ring, level by level."""
    levels = sorted({0.0, spec.lip_room_mm, spec.inner_height_mm, *(one.deep_mm for one in spec.recesses)})
    return sum(_area(free_at(spec, (low + high) / 2)) * (high - low) for low, high in pairwise(levels))


def _refuse_no_room(where: str, width_mm: float, depth_mm: float) -> None:
    """A room of a negative size would be cut out as one of the positive size."""
    if min(width_mm, depth_mm) <= 0:
        what = f"its walls leave {width_mm:g} x {depth_mm:g} mm inside them; make walls thinner or the part larger"
        raise BuildError(Problem(where, what))


def _area(area: MultiPolygon) -> float:
    return float(simpler(area).area)


def _wedge(catch: SnapFit, side: int, face_mm: float, z_mm: float) -> cq.Solid:
    """A ridge of a catch beyond the front (-1) or back (1) face, or the groove for it, rooted behind that face."""
    deep, half, left = catch.out_mm, SLOPE * catch.out_mm, catch.x_mm - catch.length_mm / 2
    root, more = face_mm - OVERSHOOT_MM, SLOPE * OVERSHOOT_MM
    corners = [(root, z_mm - half - more), (face_mm + deep, z_mm), (root, z_mm + half + more)]
    wire = cq.Wire.makePolygon([cq.Vector(left, side * y, z) for y, z in corners], close=True)
    return cq.Solid.extrudeLinear(wire, [], cq.Vector(catch.length_mm, 0, 0))


def _wedges_mm3(found: Sequence[SnapFit]) -> float:
    """Volume of all ridges or grooves, at the front and at the back."""
    return sum(2 * SLOPE * one.out_mm**2 * one.length_mm for one in found)


def _thumb(spec: TraySpec, side: int) -> cq.Solid:
    """A cylinder through the front (-1) or the back wall (1), its axis in the rim."""
    # Outlines are simplified: the wall's inner side may stand that much farther in, and a skin would be left there.
    inner = spec.inner_depth_mm / 2 - 2 * SIMPLER_MM
    length = spec.wall_mm + 2 * SIMPLER_MM + OVERSHOOT_MM
    return cq.Solid.makeCylinder(
        spec.thumb_mm, length, cq.Vector(spec.thumb_x_mm, side * inner, spec.rim_mm), cq.Vector(0, side, 0)
    )


def _lip(spec: LidSpec) -> cq.Solid:
    """The lip alone, standing on the plate, its free edge chamfered outside."""
    outline = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
    lead = min(LEAD_MM, spec.lip_wall_mm / 3, spec.lip_height_mm / 2, 0.9 * spec.lip_corner_mm)
    block = chamfered_prism(outline, spec.lip_height_mm, 0.0, max(0.0, lead), spec.name)
    block = block.moved(cq.Location((0, 0, spec.top_mm)))
    hollow = prisms(MultiPolygon([_hollow(spec)]), spec.top_mm - OVERSHOOT_MM, spec.top_mm + spec.lip_height_mm + OVERSHOOT_MM)
    gone = _area(MultiPolygon([_hollow(spec)])) * spec.lip_height_mm
    lip = one_solid(cut(block, hollow), block.Volume() - gone, 0.01 * gone, spec.name, "lip")
    # The lid prints turned over: what is below the rim in the box is above its plate.
    face = spec.lip_outer_depth_mm / 2
    ridges = [_wedge(one, side, face, spec.top_mm + one.below_rim_mm) for one in spec.snap_fits for side in (-1, 1)]
    added = _wedges_mm3(spec.snap_fits)
    return one_solid(fuse(lip, ridges), lip.Volume() + added, 0.05 * added, spec.name, "lip's ridges") if ridges else lip


def _ring(spec: LidSpec, bottom_mm: float, top_mm: float) -> cq.Solid:
    """The lip's plan between two heights: its root in the plate."""
    outline = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
    return prisms(MultiPolygon([outline.difference(_hollow(spec))]), bottom_mm, top_mm)[0]


def _hollow(spec: LidSpec) -> Polygon:
    width, depth = (outer - 2 * spec.lip_wall_mm for outer in (spec.lip_outer_width_mm, spec.lip_outer_depth_mm))
    _refuse_no_room(f"{spec.name} lip_wall_mm = {spec.lip_wall_mm:g}", width, depth)
    return rectangle(width, depth, max(0.0, spec.lip_corner_mm - spec.lip_wall_mm))
