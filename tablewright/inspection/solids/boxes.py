"""Whether a solid is the storage box it must be, with its stores, or its lid, with its lip and its title."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.config.rail_sizes import SLOPE
from design.graphics.polygons import rectangle, turned
from design.parts.rails import groove_plan, lid_plan, ridge_plan
from design.parts.rims import free_at
from design.parts.snap_fits import at_level
from design.parts.splitting.footprints import outline_of, plan_outline_size
from design.parts.storage_box import LidSpec, SlidingLidSpec, TraySpec
from tablewright.inspection.solids.extents import size_faults
from tablewright.inspection.solids.reliefs import EDGE_MM, relief_faults
from tablewright.inspection.solids.sections import agreement, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.stl import Solid

Level = tuple[str, float, BaseGeometry]
"""A cut: what it goes through, at which height, and what it must show, in the plan of the whole part."""


def tray_faults(solid: Solid, spec: TraySpec) -> list[str]:
    """The box, standing as it is used: cut through its floor, through its stores, and above them."""
    found = size_faults(solid, (*plan_outline_size(spec), spec.height_mm))
    return found or _level_faults(solid, tray_levels(spec))


def tray_levels(spec: TraySpec) -> list[Level]:
    """What cuts through the box at several heights must show, and in which words they fail."""
    outline = outline_of(spec)
    windows = unary_union([window for well in spec.wells for window in well.windows])
    rim = spec.rim_mm
    levels: list[Level] = [("the openings in its floor", spec.floor_mm * 0.75, outline.difference(windows))]
    ends = sorted({0.0, spec.lip_room_mm, spec.inner_height_mm, *(one.deep_mm for one in spec.recesses)})
    names = ["the recesses in its rim"] * (len(ends) - 2) + ["its stores"]
    for (low, high), name in zip(pairwise(ends), names, strict=True):
        # Stores are cut through near the floor, below the half-moons.
        below = (low + high) / 2 if name != "its stores" else low + 0.75 * (high - low)
        grooves = at_level(spec.snap_fits, spec.inner_depth_mm / 2, below)
        gone = unary_union([free_at(spec, below), *_half_moons(spec, below), *grooves])
        levels.append((name, rim - below, outline.difference(gone)))
    if spec.rails:
        # Where a groove is upright, and half way up what leans over it: below the chamfer of the rails.
        upright, leaning = spec.rails.land_mm / 2, spec.rails.land_mm + SLOPE * spec.rails.deep_mm / 2
        for above in (upright, leaning):
            way = groove_plan(spec, spec.rails, above)
            levels.append(("the grooves for its lid", rim + above, outline.difference(way)))
    return levels


def _half_moons(spec: TraySpec, below_rim_mm: float) -> list[Polygon]:
    """What the half-moons in the front and back wall open so far below the rim."""
    if below_rim_mm >= spec.thumb_mm:
        return []
    half, inner = math.sqrt(spec.thumb_mm**2 - below_rim_mm**2), spec.inner_depth_mm / 2
    left, right, outer = spec.thumb_x_mm - half, spec.thumb_x_mm + half, inner + spec.wall_mm
    return [box(left, inner, right, outer), box(left, -outer, right, -inner)]


def lid_faults(solid: Solid, spec: LidSpec) -> list[str]:
    """The lid, its top with the title on the bed, its lip up."""
    found = size_faults(solid, (spec.outer_width_mm, spec.outer_depth_mm, spec.top_mm + spec.lip_height_mm))
    if found:
        return found
    found = _level_faults(solid, lip_levels(spec))
    if found:
        return found
    top = rectangle(spec.outer_width_mm, spec.outer_depth_mm, spec.corner_mm).buffer(-EDGE_MM)
    cut = moved_to_origin(section(solid.mesh, spec.engrave_mm / 2), solid.flat_bounds)
    return relief_faults([(spec.face, seen_from_below(top.difference(cut)))], top)


def sliding_lid_faults(solid: Solid, spec: SlidingLidSpec) -> list[str]:
    """The sliding lid, its top with the title on the bed, its wide side up."""
    found = size_faults(solid, (spec.outer_width_mm, spec.outer_depth_mm, spec.height_mm))
    found = found or _level_faults(solid, edge_levels(spec))
    if found:
        return found
    top = lid_plan(spec, spec.top_mm - spec.engrave_mm / 2).buffer(-EDGE_MM).difference(spec.thumb.buffer(EDGE_MM))
    cut = moved_to_origin(section(solid.mesh, spec.engrave_mm / 2), solid.flat_bounds)
    return relief_faults([(spec.face, seen_from_below(seen_from_below(top).difference(cut)))], top)


def edge_levels(spec: SlidingLidSpec) -> list[Level]:
    """What cuts through a sliding lid must show: its edges, upright and leaning, the thumb's hollow, and the ridge."""
    upright, leaning = spec.rails.land_mm / 2, spec.rails.land_mm + SLOPE * spec.rails.deep_mm / 2
    levels = [("its edges", spec.top_mm - above, lid_plan(spec, above)) for above in (upright, leaning)]
    if not spec.thumb.is_empty:
        # Between the bottom of the title and that of the hollow, not half way: there a mesh's edges are cut in their middles.
        z = spec.engrave_mm + 0.4 * (spec.thumb_mm - spec.engrave_mm)
        levels.append(("the hollow for a thumb", z, lid_plan(spec, spec.top_mm - z)))
    levels = [(what, z, plan.difference(spec.thumb) if z < spec.thumb_mm else plan) for what, z, plan in levels]
    if spec.ridge:
        middle = spec.ridge.high_mm / 2
        levels.append(("its ridge", spec.top_mm + middle, ridge_plan(spec.ridge, middle)))
    return [(what, z, affinity.scale(plan, 1, -1, origin=(0, 0))) for what, z, plan in levels]


def lip_levels(spec: LidSpec) -> list[Level]:
    """What cuts through the lid's lip must show: near its root, and where its ridges reach farthest out."""
    outer = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
    sides = (spec.lip_outer_width_mm - 2 * spec.lip_wall_mm, spec.lip_outer_depth_mm - 2 * spec.lip_wall_mm)
    lip = outer.difference(rectangle(*sides, max(0.0, spec.lip_corner_mm - spec.lip_wall_mm)))
    levels: list[Level] = [("its lip", spec.top_mm + spec.lip_height_mm / 5, lip)]
    for below in sorted({one.below_rim_mm for one in spec.snap_fits}):
        ridges = at_level(spec.snap_fits, spec.lip_outer_depth_mm / 2, below)
        levels.append(("the ridges of its lip", spec.top_mm + below, unary_union([lip, *ridges])))
    return levels


def _level_faults(solid: Solid, levels: Sequence[Level]) -> list[str]:
    """Cuts at several heights against what they must show; the part may lie turned by a half turn."""
    cuts = [(what, moved_to_origin(section(solid.mesh, z), solid.flat_bounds), wanted) for what, z, wanted in levels]
    first: list[str] = []
    for half_turn in (0, 2):
        found = []
        for what, cut, wanted in cuts:
            result = agreement(turned(cut, half_turn), wanted)
            if not result.good:
                found.append(f"{what} are not what they must be: {result}")
        if not found:
            return []
        first = first or found
    return first
