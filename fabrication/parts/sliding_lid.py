"""A sliding lid, and the grooves for it in the storage box: all that leans prints without supports."""

from __future__ import annotations

import cadquery as cq
from shapely.geometry import MultiPolygon

from design.config.rail_sizes import SLOPE
from design.graphics.polygons import as_multi
from design.parts.boxes.rails import beyond_rails, head_plan, lean_mm, moved_room, plate_right_mm
from design.parts.boxes.sliding_lid import Ridge, SlidingLidSpec
from design.parts.boxes.storage_box import Rails, TraySpec
from fabrication.kernel.booleans import common, fuse
from fabrication.kernel.colours import filling, ground, inlays, relief_shares
from fabrication.kernel.engraving import OVERSHOOT_MM, Recess, engraved, one_solid, seen_from_below
from fabrication.kernel.prisms import chamfered_prism, exact_prisms, stacked
from fabrication.part import Body, BodyRole, ColourBody, Part


def sliding_lid(spec: SlidingLidSpec) -> Part:
    """The lid in print orientation: its top with the title on the bed, its wide side with the ridge up.

    The middle of its outline is the origin. The frame `rim` is what lies on the tray's rim when the box is
    closed: z up from the tray into the lid.

    Raises:
        BuildError: when title or hollow reach over an edge, or plate, head and ridge do not hold together.
    """
    blank = _blank(spec)
    plain = engraved(blank, [Recess(seen_from_below(as_multi(spec.thumb)), spec.thumb_mm)], spec.name)
    solid = engraved(plain, [Recess(seen_from_below(spec.face.relief()), spec.engrave_mm)], spec.name)
    title_mm3 = plain.Volume() - solid.Volume()
    if spec.ridge:
        ridge, root = _ridge(spec.ridge, spec.top_mm)
        solid = one_solid(fuse(solid, [ridge]), solid.Volume() + ridge.Volume() - root, root, spec.name, "ridge")
    rim = cq.Location((-spec.shift_mm, 0, spec.top_mm), (1, 0, 0), 180)
    filled = solid.Volume() + title_mm3
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, solid),), {"rim": rim}, lambda: _colours(spec, solid, filled))


def slide_tools(spec: TraySpec, rails: Rails) -> list[cq.Solid]:
    """What is cut away above the box's rim, as solids that do not overlap: the lid's way, and the walls to the right of it."""
    low, top = spec.rim_mm, spec.height_mm + OVERSHOOT_MM
    roof = rails.land_mm + SLOPE * rails.deep_mm
    levels = [(0.0, rails.deep_mm), (rails.land_mm, rails.deep_mm), (roof, 0.0), (top - low, 0.0)]
    way = stacked([(low + above, moved_room(spec, by, rails.end_mm, rails)) for above, by in levels])
    (end,) = exact_prisms(MultiPolygon([beyond_rails(spec, rails)]), low, top)
    return [way, end]


def _blank(spec: SlidingLidSpec) -> cq.Solid:
    """Plate and head without what is sunk into them."""
    by, high, right = spec.rails.deep_mm - spec.clearance_mm, spec.top_mm, plate_right_mm(spec)
    upright = high - spec.rails.land_mm
    # It prints upside down; the ring is its own mirror image but for the way round.
    levels = [(0.0, by - lean_mm(spec.rails, high)), (upright, by), (high, by)]
    plate = stacked([(z, moved_room(spec, out, right, spec.rails)) for z, out in levels])
    head = chamfered_prism(head_plan(spec), high, spec.foot_relief_mm, 0.0, spec.name)
    both = plate.Volume() + head.Volume() - common(plate, head).Volume()
    whole = one_solid(fuse(plate, [head]), both, head.Volume(), spec.name, "head")
    moved: cq.Solid = whole.moved(cq.Location((-spec.shift_mm, 0, 0)))
    return moved


def _ridge(ridge: Ridge, top_mm: float) -> tuple[cq.Solid, float]:
    """The ridge on the lid as it is printed, rooted in it, and the root's volume."""
    sunk = OVERSHOOT_MM / 2
    left = ridge.x_mm - 2 * ridge.high_mm - ridge.top_mm
    # Upright below: a flank that reached into the lid would be no more of a hold.
    corners = [(left, -sunk), (ridge.x_mm, -sunk), (ridge.x_mm, 0.0), (ridge.x_mm - ridge.high_mm, ridge.high_mm)]
    corners += [(left + ridge.high_mm, ridge.high_mm), (left, 0.0)]
    start = -ridge.y_mm - ridge.length_mm / 2
    wire = cq.Wire.makePolygon([cq.Vector(x, start, top_mm + z) for x, z in corners], close=True)
    solid = cq.Solid.extrudeLinear(wire, [], cq.Vector(0, ridge.length_mm, 0))
    return solid, (ridge.x_mm - left) * sunk * ridge.length_mm


def _colours(spec: SlidingLidSpec, solid: cq.Solid, filled_mm3: float) -> tuple[ColourBody, ...]:
    """The lid in colours: title and shapes flush in its top, the thumb's hollow left open."""
    shown = [(relief_shares(spec.face, seen_from_below), 0.0, spec.engrave_mm)]
    return filling(spec.name, [ground(spec, spec.face.ground, solid), *inlays(spec, shown)], filled_mm3)
