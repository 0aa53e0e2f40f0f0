"""Whether a solid is the storage box it must be, with its stores, or its lid, with its lip and its title."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import affinity
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.trims import rectangle
from design.specs import LidSpec, TraySpec, Well
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
    inner = (spec.inner_width_mm, spec.inner_depth_mm)
    width, depth = (side + 2 * spec.wall_mm for side in inner)
    outline = unary_union([rectangle(width, depth, spec.corner_mm + spec.wall_mm), *spec.pads])
    windows = unary_union([window for well in spec.wells for window in well.windows])
    stores = unary_union([_store(well, spec.corner_mm) for well in spec.wells])
    levels: list[Level] = [
        ("the openings in its floor", spec.floor_mm * 0.75, outline.difference(windows)),
        ("its stores", spec.floor_mm + spec.divider_height_mm / 4, outline.difference(stores)),
    ]
    if spec.inner_height_mm - spec.thumb_mm > spec.divider_height_mm:
        above = spec.floor_mm + (spec.divider_height_mm + spec.inner_height_mm - spec.thumb_mm) / 2
        levels.append(("the room above its stores", above, outline.difference(rectangle(*inner, spec.corner_mm))))
    return levels


def lid_faults(solid: Solid, spec: LidSpec) -> list[str]:
    """The lid, its top with the title on the bed, its lip up."""
    found = size_faults(solid, (spec.outer_width_mm, spec.outer_depth_mm, spec.top_mm + spec.lip_height_mm))
    if found:
        return found
    found = _level_faults(solid, [lip_level(spec)])
    if found:
        return found
    top = rectangle(spec.outer_width_mm, spec.outer_depth_mm, spec.corner_mm).buffer(-EDGE_MM)
    cut = moved_to_origin(section(solid.mesh, spec.engrave_mm / 2), solid.flat_bounds)
    return relief_faults([(spec.face, seen_from_below(top.difference(cut)))], top)


def lip_level(spec: LidSpec) -> Level:
    """What a cut through the lid's lip must show."""
    outer = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
    sides = (spec.lip_outer_width_mm - 2 * spec.lip_wall_mm, spec.lip_outer_depth_mm - 2 * spec.lip_wall_mm)
    lip = outer.difference(rectangle(*sides, max(0.0, spec.lip_corner_mm - spec.lip_wall_mm)))
    return "its lip", spec.top_mm + spec.lip_height_mm / 2, lip


def _store(well: Well, corner_mm: float) -> Polygon:
    plan = rectangle(well.width_mm, well.depth_mm, corner_mm)
    return affinity.translate(plan, well.x_mm + well.width_mm / 2, well.y_mm + well.depth_mm / 2)


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
