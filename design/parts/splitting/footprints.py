"""What a part longer than the bed covers of it, whole or in parts, and how high it is printed."""

from __future__ import annotations

from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.graphics.polygons import rectangle
from design.parts.number_board import PlateSpec
from design.parts.pieces import SquaresSpec
from design.parts.rails import lid_plan
from design.parts.splitting.dovetails import regions
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid, LidSpec, SlidingLidSpec, TraySpec


def plan_outline_size(spec: TraySpec | AnyLid) -> tuple[float, float]:
    """Width and depth of a box's part, without pads."""
    if isinstance(spec, AnyLid):
        return spec.outer_width_mm, spec.outer_depth_mm
    return spec.inner_width_mm + 2 * spec.wall_mm, spec.inner_depth_mm + 2 * spec.wall_mm


def outline_of(whole: PlateSpec | TraySpec | AnyLid | SquaresSpec) -> Polygon:
    """The outline of a whole part in its plan, with the pads of its walls."""
    if isinstance(whole, PlateSpec):
        return rectangle(whole.length_mm, whole.height_mm, 0.0)
    if isinstance(whole, SlidingLidSpec):
        return lid_plan(whole)
    if isinstance(whole, SquaresSpec):
        return rectangle(whole.length_mm, whole.depth_mm, whole.corner_mm)
    width, depth = plan_outline_size(whole)
    if isinstance(whole, LidSpec):
        return rectangle(width, depth, whole.corner_mm)
    outline: Polygon = unary_union([rectangle(width, depth, whole.corner_mm + whole.wall_mm), *whole.pads])
    return outline


def region_of(spec: SplitSpec) -> MultiPolygon:
    """What a part takes of the whole's outline, in the plan of the whole."""
    return regions(spec.seams, outline_of(spec.whole), spec.clearance_mm)[spec.number]


def height_of(whole: PlateSpec | TraySpec | AnyLid | SquaresSpec) -> float:
    """Height of a whole part as it is printed."""
    if isinstance(whole, PlateSpec):
        return whole.thickness_mm + (whole.spacer_height_mm if whole.spacers_x else 0.0)
    if isinstance(whole, TraySpec | SlidingLidSpec):
        return whole.height_mm
    if isinstance(whole, SquaresSpec):
        return whole.thickness_mm
    return whole.top_mm + whole.lip_height_mm
