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
from design.faces.filaments import seen
from design.graphics.polygons import rectangle, turned
from design.parts.boxes.lid import AnyLid
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.rails import groove_plan, lid_plan, ridge_plan
from design.parts.boxes.rims import free_at
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.boxes.snap_fits import at_level
from design.parts.boxes.storage_box import TraySpec
from tablewright.inspection.solids.judge import RELIEF, ColourLevel, Judge, Level
from tablewright.inspection.solids.measures.extents import Size, size_faults
from tablewright.inspection.solids.measures.reliefs import EDGE_MM, on_the_bed, relief_faults
from tablewright.inspection.solids.measures.sections import agreement, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.measures.stl import Solid


def tray_size(spec: TraySpec) -> Size:
    """The outer walls without pads, up to the rim or the tops of the rails."""
    width, depth = (inner + 2 * spec.wall_mm for inner in (spec.inner_width_mm, spec.inner_depth_mm))
    rails = spec.rails.high_mm if spec.rails else 0.0
    return width, depth, spec.floor_mm + spec.inner_height_mm + rails


def lid_size(spec: LidSpec) -> Size:
    """The plate, and the lip on it."""
    return spec.outer_width_mm, spec.outer_depth_mm, spec.top_mm + spec.lip_height_mm


def sliding_lid_size(spec: SlidingLidSpec) -> Size:
    """From the left groove to the outer face of the right wall, as deep as the box; the ridge stands on the plate."""
    width = spec.inner_width_mm + spec.rails.deep_mm - spec.clearance_mm + spec.wall_mm
    ridge = spec.ridge.high_mm if spec.ridge else 0.0
    return width, spec.inner_depth_mm + 2 * spec.wall_mm, spec.rails.high_mm + ridge


def tray_faults(solid: Solid, spec: TraySpec) -> list[str]:
    """The box, standing as it is used: cut through its floor, through its stores, and above them."""
    found = size_faults(solid, tray_size(spec))
    return found or _level_faults(solid, tray_levels(spec))


def tray_levels(spec: TraySpec) -> list[Level]:
    """What cuts through the box at several heights must show, and in which words they fail."""
    outline = spec.outline
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
    found = size_faults(solid, lid_size(spec))
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
    found = size_faults(solid, sliding_lid_size(spec))
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


def _lid_outline(spec: LidSpec) -> list[Level]:
    return [*lip_levels(spec), ("its plate", (spec.engrave_mm + spec.top_mm) / 2, spec.face.trim)]


def _lid_reveals(spec: LidSpec) -> list[Level]:
    return [("its title", spec.engrave_mm / 2, spec.face.trim.difference(on_the_bed(spec.face)))]


def _sliding_reveals(spec: SlidingLidSpec) -> list[Level]:
    trim = spec.face.trim.difference(spec.thumb)
    return [("its title", spec.engrave_mm / 2, trim.difference(on_the_bed(spec.face)))]


def _sliding_height(spec: SlidingLidSpec, region: BaseGeometry) -> float:
    """A part without the ridge is lower."""
    if spec.ridge:
        ridge = affinity.scale(ridge_plan(spec.ridge), 1, -1, origin=(0, 0))
        return sliding_lid_size(spec)[2] if ridge.intersects(region) else spec.rails.high_mm
    return spec.rails.high_mm


def _title(spec: AnyLid) -> tuple[ColourLevel, ...]:
    return (ColourLevel(spec.face, 0.0, spec.engrave_mm, True, seen(spec.face, RELIEF)),)


def _ground(spec: AnyLid) -> list[str]:
    return [spec.face.ground]


def _is_thumb(hole: Polygon, spec: SlidingLidSpec) -> bool:
    """Whether a hole is the one for a thumb, which no colour fills."""
    return math.isclose(hole.area, spec.thumb.area, rel_tol=0.01)


TRAY = Judge(tray_size, tray_faults, outline=tray_levels)
LID = Judge(lid_size, lid_faults, grounds=_ground, levels=_title, outline=_lid_outline, reveals=_lid_reveals)
SLIDING_LID = Judge(
    sliding_lid_size,
    sliding_lid_faults,
    grounds=_ground,
    levels=_title,
    stays_open=_is_thumb,
    outline=edge_levels,
    reveals=_sliding_reveals,
    height_over=_sliding_height,
)
