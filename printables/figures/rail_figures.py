"""The rails of the storage box and the lid that slides in them, as drawn on the rule sheet."""

from __future__ import annotations

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from design.config.rail_sizes import SLOPE
from design.parts.boxes.rails import box_outline, groove_plan, lid_plan
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.boxes.storage_box import Rails, TraySpec
from printables.figures.oblique import SIDE, Projection, block, faced, level
from printables.figures.sketch import INK, PALE, QUIET, Marks, arrow, shape

SLID_SHARE = 0.16
"""How far the lid is drawn open, as a share of the box's width."""


def rails_from_above(tray: TraySpec, rails: Rails) -> MultiPolygon | Polygon:
    """Everything above the walls between the stores: three walls, with roofs over the lid's edges, open to the right."""
    walls: MultiPolygon | Polygon = box_outline(tray).difference(groove_plan(tray, rails, rails.high_mm))
    return walls


def box_with_rails(at: Projection, tray: TraySpec, rails: Rails) -> Marks:
    """What a box with rails has above its stores: left wall and back wall, with the front wall in front of them.

    The open ends of the front and back walls show the grooves.
    """
    half, outer = tray.inner_depth_mm / 2, tray.inner_depth_mm / 2 + tray.wall_mm
    left, right = -tray.inner_width_mm / 2 - tray.wall_mm, tray.inner_width_mm / 2 + tray.wall_mm
    rim, long, high = tray.rim_mm, rails.end_mm - left, rails.high_mm
    marks = block(at, (left, half, rim), (long, tray.wall_mm, high), (PALE, SIDE))
    marks += block(at, (left, -half, rim), (tray.wall_mm, 2 * half, high), (PALE, SIDE))
    marks += block(at, (left, -outer, rim), (long, tray.wall_mm, high), (PALE, SIDE))
    # One face from the table to the top, since the box has no joint at the rim.
    corners = [(left, 0.0), (right, 0.0), (right, rim), (rails.end_mm, rim), (rails.end_mm, rim + high), (left, rim + high)]
    marks += faced(Polygon([at(x, -outer, z) for x, z in corners]), SIDE)
    roof = rails.land_mm + SLOPE * rails.deep_mm
    profile = [(half, 0.0), (half + rails.deep_mm, 0.0), (half + rails.deep_mm, rails.land_mm), (half, roof)]
    grooves = [Polygon([at(rails.end_mm, side * y, rim + z) for y, z in profile]) for side in (1, -1)]
    return [*marks, *(shape(one, QUIET) for one in grooves)]


def slid_lid(at: Projection, lid: SlidingLidSpec, slid_mm: float, low_mm: float) -> Marks:
    """A sliding lid pulled out to the right, its underside at a given height, and an arrow for the way in."""
    high, middle = lid.top_mm, lid.shift_mm + slid_mm

    def there(x: float, y: float, z: float) -> tuple[float, float]:
        return at(x + middle, y, z + low_mm)

    # Plate and head only: neither has a concave corner, so the hull is what you see.
    start = lid.rails.end_mm + lid.clearance_mm - lid.shift_mm
    deep = lid.outer_depth_mm
    fields = box(-lid.outer_width_mm, -deep, start, deep), box(start, -deep, lid.outer_width_mm, deep)
    heights = (0.0, lid.rails.land_mm, high)
    hulls = [
        unary_union([level(there, lid_plan(lid, z).intersection(field), z) for z in heights]).convex_hull for field in fields
    ]
    marks = [*faced(unary_union(hulls), SIDE), *faced(level(there, lid_plan(lid, high), high), PALE)]
    marks.append(shape(level(there, lid.face.relief(), high), QUIET))
    if not lid.thumb.is_empty:
        marks += faced(level(there, lid.thumb, high), SIDE)
    left = -lid.outer_width_mm / 2
    return [*marks, *arrow(there(left - 0.15 * slid_mm, 0.0, high / 2), there(left - 0.85 * slid_mm, 0.0, high / 2), INK)]
