"""Whether a solid is the part of a split piece that it must be: its own share of what cuts through the whole show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from shapely import affinity
from shapely.geometry import MultiPolygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.face import Face
from design.parts.number_board import PlateSpec
from design.parts.pieces import SquaresSpec
from design.parts.rails import ridge_plan
from design.parts.splitting.footprints import height_of, region_of
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid, LidSpec, SlidingLidSpec, TraySpec
from tablewright.inspection.solids.boxes import Level, edge_levels, lip_levels, tray_levels
from tablewright.inspection.solids.compared import compared
from tablewright.inspection.solids.extents import size_faults
from tablewright.inspection.solids.reliefs import EDGE_MM
from tablewright.inspection.solids.squares import squares_outline, squares_reveals
from tablewright.inspection.solids.stl import Solid


def split_faults(solid: Solid, spec: SplitSpec) -> list[str]:
    """A part of a plate, a box or a lid: its size, its outline with the joint, and its share of all that the whole shows.

    It may lie on the bed turned by a half turn.
    """
    whole, region = spec.whole, region_of(spec)
    left, bottom, right, top = region.bounds
    found = size_faults(solid, (right - left, top - bottom, height_of_part(spec, region)))
    if found:
        return found
    inner = region.buffer(-EDGE_MM, join_style="mitre")
    if isinstance(whole, SlidingLidSpec):
        # What lies on the bed is narrower than its outline.
        inner = inner.intersection(whole.face.trim.buffer(-EDGE_MM, join_style="mitre"))
    cuts = [(what, z, wanted.intersection(region), region.envelope) for what, z, wanted in OUTLINES[type(whole)](whole)]
    cuts += [(what, z, wanted, inner) for what, z, wanted in REVEALED[type(whole)](whole)]
    return compared(solid, cuts, region.bounds)


def height_of_part(spec: SplitSpec, region: MultiPolygon) -> float:
    """A part of a plate without a spacer, or of a sliding lid without its ridge, is lower than the whole."""
    if isinstance(spec.whole, PlateSpec) and not _spacers(spec.whole).intersects(region):
        return spec.whole.thickness_mm
    if isinstance(spec.whole, SlidingLidSpec) and spec.whole.ridge:
        ridge = affinity.scale(ridge_plan(spec.whole.ridge), 1, -1, origin=(0, 0))
        return height_of(spec.whole) if ridge.intersects(region) else spec.whole.top_mm
    return height_of(spec.whole)


def _spacers(spec: PlateSpec) -> BaseGeometry:
    half, high = spec.spacer_width_mm / 2, spec.height_mm / 2
    return unary_union([box(x - half, -high, x + half, high) for x in spec.spacers_x])


def _grooves(spec: PlateSpec) -> BaseGeometry:
    """The keys' grooves in the back as they are printed: open at the lower edge, which lies at +y."""
    half, high = spec.key.width_mm / 2 + spec.groove_mm, spec.height_mm / 2
    places = [side * (spec.length_mm / 2 - spec.key.at_mm) for side in (-1, 1)]
    return unary_union([box(x - half, high - spec.key.height_mm - spec.groove_mm, x + half, high) for x in places])


def _on_the_bed(face: Face) -> BaseGeometry:
    """A face that lies on the bed, as it is printed: turned about the x axis."""
    return affinity.scale(face.relief(), 1, -1, origin=(0, 0))


def _plate_outline(spec: PlateSpec) -> list[Level]:
    """A cut between what is sunk into front and back: below the floors of the grooves or above, where more room is."""
    low, floor, high = spec.front_depth_mm, spec.thickness_mm - spec.key.depth_mm, spec.thickness_mm - spec.back_depth_mm
    if floor - low > high - floor:
        return [("its outline", (low + min(floor, high)) / 2, spec.front.trim)]
    return [("its outline", (max(floor, low) + high) / 2, spec.front.trim.difference(_grooves(spec)))]


def _plate_reveals(spec: PlateSpec) -> list[Level]:
    """Front, back and spacers."""
    trim = spec.front.trim
    back = affinity.rotate(spec.back.relief(), 180, origin=(0, 0))
    levels = [
        ("its front", spec.front_depth_mm / 2, trim.difference(_on_the_bed(spec.front))),
        ("its back", spec.thickness_mm - spec.back_depth_mm / 2, trim.difference(back).difference(_grooves(spec))),
    ]
    if spec.spacers_x:
        # Low on the spacers, since their ends are sloped.
        levels.append(("what stands on its back", spec.thickness_mm + spec.spacer_height_mm / 8, _spacers(spec)))
    return levels


def _lid_outline(spec: LidSpec) -> list[Level]:
    return [*lip_levels(spec), ("its plate", (spec.engrave_mm + spec.top_mm) / 2, spec.face.trim)]


def _lid_reveals(spec: AnyLid) -> list[Level]:
    trim = spec.face.trim.difference(spec.thumb) if isinstance(spec, SlidingLidSpec) else spec.face.trim
    return [("its title", spec.engrave_mm / 2, trim.difference(_on_the_bed(spec.face)))]


def _nothing(_: TraySpec) -> list[Level]:
    return []


OUTLINES: dict[type, Callable[[Any], list[Level]]] = {
    PlateSpec: _plate_outline,
    TraySpec: tray_levels,
    LidSpec: _lid_outline,
    SlidingLidSpec: edge_levels,
    SquaresSpec: squares_outline,
}
"""Cuts whose outline counts, joint and all."""
REVEALED: dict[type, Callable[[Any], list[Level]]] = {
    PlateSpec: _plate_reveals,
    TraySpec: _nothing,
    LidSpec: _lid_reveals,
    SlidingLidSpec: _lid_reveals,
    SquaresSpec: squares_reveals,
}
"""Cuts through what a face shows, which count within the part's border: chamfers are there."""
