"""Whether a solid is the storage box it must be, with its stores, or its lid, with its lip and its title."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.catches import at_level
from design.faces.trims import rectangle
from design.rims import free_at
from design.specs import LidSpec, TraySpec
from design.splitting import outline_of
from tablewright.inspection.extents import size_faults
from tablewright.inspection.reliefs import EDGE_MM, relief_faults
from tablewright.inspection.sections import agreement, moved_to_origin, section, seen_from_below, turned
from tablewright.inspection.stl import Solid

Level = tuple[str, float, BaseGeometry]
"""A cut: what it goes through, at which height, and what it must show, in the plan of the whole part."""


def tray_faults(solid: Solid, spec: TraySpec) -> list[str]:
    """The box, standing as it is used: cut through its floor, through its stores, and above them."""
    width, depth = (side + 2 * spec.wall_mm for side in (spec.inner_width_mm, spec.inner_depth_mm))
    found = size_faults(solid, (width, depth, spec.floor_mm + spec.inner_height_mm))
    return found or _level_faults(solid, tray_levels(spec))


def tray_levels(spec: TraySpec) -> list[Level]:
    """What cuts through the box at several heights must show, and in which words they fail."""
    outline = outline_of(spec)
    windows = unary_union([window for well in spec.wells for window in well.windows])
    rim = spec.floor_mm + spec.inner_height_mm
    levels: list[Level] = [("the openings in its floor", spec.floor_mm * 0.75, outline.difference(windows))]
    ends = sorted({0.0, spec.lip_room_mm, spec.inner_height_mm, *(one.deep_mm for one in spec.recesses)})
    names = ["the recesses in its rim"] * (len(ends) - 2) + ["its stores"]
    for (low, high), name in zip(pairwise(ends), names, strict=True):
        # Stores are cut through near the floor, below the half-moons.
        below = (low + high) / 2 if name != "its stores" else low + 0.75 * (high - low)
        grooves = at_level(spec.catches, spec.inner_depth_mm / 2, below)
        gone = unary_union([free_at(spec, below), *_half_moons(spec, below), *grooves])
        levels.append((name, rim - below, outline.difference(gone)))
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


def lip_levels(spec: LidSpec) -> list[Level]:
    """What cuts through the lid's lip must show: near its root, and where its ridges reach farthest out."""
    outer = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
    sides = (spec.lip_outer_width_mm - 2 * spec.lip_wall_mm, spec.lip_outer_depth_mm - 2 * spec.lip_wall_mm)
    lip = outer.difference(rectangle(*sides, max(0.0, spec.lip_corner_mm - spec.lip_wall_mm)))
    levels: list[Level] = [("its lip", spec.top_mm + spec.lip_height_mm / 5, lip)]
    for below in sorted({one.below_rim_mm for one in spec.catches}):
        ridges = at_level(spec.catches, spec.lip_outer_depth_mm / 2, below)
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
