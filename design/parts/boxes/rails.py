"""The rails of a sliding lid: what the box leaves open and what the lid fills, height by height.

The lid lies on the walls between the stores and slides out to the right, over the right wall. Its edges are upright at
the foot and lean inward above by 42 degrees, and so do the grooves: the lid prints on its top, the box as it stands,
neither with supports.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.config.rail_sizes import PAD_FLAT_MM, PAD_RAMP_MM, SLOPE
from design.graphics.polygons import rectangle
from design.parts.boxes.storage_box import Rails, TraySpec

if TYPE_CHECKING:
    from design.parts.boxes.sliding_lid import Ridge, SlidingLidSpec

STEPS = 8
"""Edges of a quarter circle."""
LEAST_CORNER_MM = 0.2

Ring = list[tuple[float, float]]


def moved_room(spec: TraySpec | SlidingLidSpec, by_mm: float, right_mm: float, rails: Rails) -> Ring:
    """The space inside the box offset outward on three sides and open to the right as far as `right_mm`; counter-clockwise.

    The left corners stay concentric, so that rings moved by different amounts have parallel edges. Pads make the box's
    room narrower and the lid wider.
    """
    left, half = -spec.inner_width_mm / 2 - by_mm, spec.inner_depth_mm / 2 + by_mm
    radius = max(LEAST_CORNER_MM, spec.corner_mm + by_mm)
    out = spec.rail_side * rails.pad_mm
    front = [(x, -half - out * up) for middle in rails.pads_x for x, up in _pad(middle)] if out else []
    ring = [(right_mm, -half), (right_mm, half), *((x, -y) for x, y in reversed(front))]
    for middle, first in (((left + radius, half - radius), 90.0), ((left + radius, radius - half), 180.0)):
        for step in range(STEPS + 1):
            angle = math.radians(first + 90.0 * step / STEPS)
            reach = (radius * math.cos(angle), radius * math.sin(angle))
            ring.append((round(middle[0] + reach[0], 6), round(middle[1] + reach[1], 6)))
    return ring + front


def _pad(middle_mm: float) -> list[tuple[float, int]]:
    """Corners of a pad from left to right: the place along the edge, and whether at its foot or on top."""
    flat = PAD_FLAT_MM / 2
    foot = flat + PAD_RAMP_MM
    return [(round(middle_mm + x, 6), up) for x, up in ((-foot, 0), (-flat, 1), (flat, 1), (foot, 0))]


def lean_mm(rails: Rails, above_mm: float) -> float:
    """How much narrower the lid or groove is on each side, at this height above its support."""
    return max(0.0, above_mm - rails.land_mm) / SLOPE


def box_outline(spec: TraySpec | SlidingLidSpec) -> Polygon:
    """The box's outline, without pads."""
    wall = 2 * spec.wall_mm
    return rectangle(spec.inner_width_mm + wall, spec.inner_depth_mm + wall, spec.corner_mm + spec.wall_mm)


def beyond_rails(spec: TraySpec | SlidingLidSpec, rails: Rails) -> Polygon:
    """Everything to the right of the ends of front and back wall."""
    right, half = spec.inner_width_mm / 2 + 2 * spec.wall_mm, spec.inner_depth_mm + 2 * spec.wall_mm
    return box(rails.end_mm, -half, right, half)


def groove_plan(spec: TraySpec, rails: Rails, above_mm: float) -> BaseGeometry:
    """The open area inside the box at this height above the lid's support."""
    by = max(0.0, rails.deep_mm - lean_mm(rails, above_mm))
    right = spec.inner_width_mm / 2 + 2 * spec.wall_mm
    return unary_union([Polygon(moved_room(spec, by, right, rails)), beyond_rails(spec, rails)])


def head_plan(spec: SlidingLidSpec) -> Polygon:
    """The lid's head, in the tray's coordinates: the right end of the box's outline that the walls leave free."""
    right, half = spec.inner_width_mm / 2 + spec.wall_mm, spec.inner_depth_mm / 2 + spec.wall_mm
    head: Polygon = box_outline(spec).intersection(box(spec.rails.end_mm + spec.clearance_mm, -half, right, half))
    return head


def plate_right_mm(spec: SlidingLidSpec) -> float:
    """Where the plate ends within the head, in the tray's coordinates."""
    return round((spec.rails.end_mm + spec.clearance_mm + spec.inner_width_mm / 2 + spec.wall_mm) / 2, 6)


def lid_plan(spec: SlidingLidSpec, above_mm: float = 0.0) -> Polygon:
    """The lid's outline at this height above its support, seen from above; its own centre is the origin."""
    by = spec.rails.deep_mm - spec.clearance_mm - lean_mm(spec.rails, above_mm)
    whole = unary_union([Polygon(moved_room(spec, by, plate_right_mm(spec), spec.rails)), head_plan(spec)])
    plan: Polygon = affinity.translate(whole, -spec.shift_mm)
    return plan


def ridge_plan(ridge: Ridge, above_mm: float = 0.0) -> Polygon:
    """The area of a ridge at this distance from the lid's underside, seen from above."""
    left, half = ridge.x_mm - 2 * ridge.high_mm - ridge.top_mm, ridge.length_mm / 2
    return box(left + above_mm, ridge.y_mm - half, ridge.x_mm - above_mm, ridge.y_mm + half)
