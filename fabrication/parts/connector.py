"""A connector of the number board: it holds the ends of both plates, a channel apart, and keeps the board from tipping."""

from __future__ import annotations

import math

import cadquery as cq

from design.parts.boards.connector import ConnectorSpec
from design.parts.boards.number_board import Hand, Key
from fabrication.kernel.booleans import common, cut, fuse
from fabrication.kernel.colours import ground
from fabrication.kernel.engraving import OVERSHOOT_MM, one_solid
from fabrication.part import ASSEMBLY, Body, BodyRole, Part
from rules.errors import BuildError, Problem

WALL_MM = 0.8
"""The thinnest wall that lead-ins may leave: two lines of a 0.4 mm nozzle."""
LEAD_IN_MM = 0.4
"""Chamfer at the slots' tops and the body's rim."""
CORNER_SHARE = 0.45
"""Radius of the outer corners at most, as a share of the body's depth."""
FOOT_EDGE_MM = 1.2
"""Height of the foot's upright edge."""


def connector(spec: ConnectorSpec) -> Part:
    """A connector in print orientation, which is as it stands on the table, z = 0 the table.

    Built as the left one: X runs from the slots' bottom (x = 0) to the board's middle, Y from owner to table
    with y = 0 in the channel's middle. The right one is its mirror image. Slots are open below, above and to
    the middle, so that plates stand on the table. The frame `assembly` puts it to its end of the board.

    Raises:
        BuildError: when tongue or walls are thinner than 0.8 mm, or the slots cut it apart.
    """
    _refuse_thin(spec)
    body = _body(spec)
    foot = _foot(spec)
    if foot is not None:
        plain, body = body, _single(fuse(body, [foot]), spec.name, "foot")
        # What the foot shares with the walls is a rim half a millimetre wide: most of it is new.
        if body.Volume() < plain.Volume() + foot.Volume() / 2:
            raise BuildError(Problem(spec.name, "its foot was lost; change number_board.connector_foot_mm a little"))
    slots = [_slot(spec, side) for side in (-1, 1)]
    solid = _single(cut(body, slots), spec.name, "slots")
    keys = [_key(spec, spec.key_owner, -1), _key(spec, spec.key_table, 1)]
    added = sum(key.width_mm * key.depth_mm * key.height_mm for key in (spec.key_owner, spec.key_table))
    solid = one_solid(fuse(solid, keys), solid.Volume() + added, added, spec.name, "keys")
    end = spec.plate_end_x_mm + spec.end_clearance_mm
    frame = cq.Location((-end, 0, 0))
    if spec.hand is Hand.RIGHT:
        solid = _single(solid.mirror("YZ"), spec.name, "mirror image")
        frame = cq.Location((end, 0, 0))
    bodies = (Body(spec.name, BodyRole.GROUND, solid),)
    return Part(spec.name, bodies, {ASSEMBLY: frame}, lambda: (ground(spec, None, solid),))


def _single(shape: object, name: str, what: str) -> cq.Solid:
    solids = shape.Solids() if isinstance(shape, cq.Shape) else []
    if len(solids) != 1 or not solids[0].isValid():
        raise BuildError(
            Problem(name, f"its {what} leaves {len(solids)} solids instead of a sound one; make walls or foot larger")
        )
    return solids[0]


def _refuse_thin(spec: ConnectorSpec) -> None:
    walls = {"tongue_mm": spec.tongue_mm, "wall_mm": spec.wall_mm}
    problems = [
        Problem(f"{spec.name} {what} = {value:g}", f"must be at least {WALL_MM:g} mm (two lines of the nozzle)")
        for what, value in walls.items()
        if value < WALL_MM - 1e-9
    ]
    if problems:
        raise BuildError(problems)


def _depth(spec: ConnectorSpec) -> float:
    """Depth of the body, from its owner's face to its table's face."""
    return spec.tongue_mm + 2 * spec.slot_mm + 2 * spec.wall_mm


def _lead(spec: ConnectorSpec) -> float:
    """Chamfer at the top: rim and lead-in together leave a wall of two lines."""
    return min(LEAD_IN_MM, (spec.wall_mm - WALL_MM) / 2)


def _corner(spec: ConnectorSpec) -> float:
    """Radius of the outer corners: the wall stays at least 0.8 of its thickness around the slot's corner.

    Thick walls around narrow slots leave no room for that: the kernel makes no fillet as large as half the depth.
    """
    return min(1.5 * spec.wall_mm, CORNER_SHARE * _depth(spec))


def _body(spec: ConnectorSpec) -> cq.Solid:
    half, radius = _depth(spec) / 2, _corner(spec)
    lead = _lead(spec)
    plan = cq.Workplane().center((spec.slot_depth_mm - spec.wall_mm) / 2, 0)
    block = plan.rect(spec.slot_depth_mm + spec.wall_mm, 2 * half).extrude(spec.height_mm).edges("|Z and <X").fillet(radius)
    if lead > 0.05:
        block = block.faces(">Z").edges().chamfer(lead)
    return _single(block.val(), spec.name, "body")


def _foot(spec: ConnectorSpec) -> cq.Solid | None:
    """A skirt around three sides of the body, flowing out of it in an arc; None where the body is as wide already."""
    out = (spec.foot_mm - _depth(spec)) / 2
    if out < 0.5:
        return None
    half, radius, relief = _depth(spec) / 2, _corner(spec), spec.foot_relief_mm
    rise = min(2 * out, 0.7 * spec.height_mm - FOOT_EDGE_MM)
    top = FOOT_EDGE_MM + rise
    # An arc that leaves the body upright; on a foot that is wider than high it ends level, and the foot goes on flat.
    reach = min(out, rise)
    arc = (reach**2 + rise**2) / (2 * reach)
    middle = math.asin(min(1.0, rise / arc)) / 2
    via = (arc - arc * math.cos(middle), top - arc * math.sin(middle))
    inner, start = -min(0.5, spec.wall_mm / 2), spec.slot_depth_mm
    edge = (
        cq.Workplane(cq.Plane((start, -half, 0), xDir=(0, -1, 0), normal=(-1, 0, 0)))
        .moveTo(inner, 0)
        .lineTo(out - relief, 0)
        .lineTo(out, relief)
        .lineTo(out, FOOT_EDGE_MM)
    )
    flat = edge.lineTo(reach, FOOT_EDGE_MM) if reach < out else edge
    profile = flat.threePointArc(via, (0, top)).lineTo(inner, top).close()
    end = -spec.wall_mm
    path = (
        cq.Workplane("XY")
        .moveTo(start, -half)
        .lineTo(end + radius, -half)
        .radiusArc((end, -half + radius), radius)
        .lineTo(end, half - radius)
        .radiusArc((end + radius, half), radius)
        .lineTo(start, half)
    )
    skirt = _single(profile.sweep(path).val(), spec.name, "foot")
    return _single(common(skirt, _foot_plan(spec, out)), spec.name, "foot")


def _foot_plan(spec: ConnectorSpec, out: float) -> cq.Solid:
    """Rounds the foot's corners toward the board's middle, on a deep foot less than its reach: it keeps its full depth."""
    half, start, end = _depth(spec) / 2, spec.slot_depth_mm, -spec.wall_mm - out - 1
    turn = min(out, 0.9 * (spec.slot_depth_mm + spec.wall_mm - _corner(spec)))
    edge, bend = half + out, turn * math.sqrt(0.5)
    plan = (
        cq.Workplane()
        .moveTo(end, -edge - 1)
        .lineTo(start - turn, -edge - 1)
        .lineTo(start - turn, -edge)
        .threePointArc((start - turn + bend, turn - bend - edge), (start, turn - edge))
        .lineTo(start, edge - turn)
        .threePointArc((start - turn + bend, edge - turn + bend), (start - turn, edge))
        .lineTo(start - turn, edge + 1)
        .lineTo(end, edge + 1)
        .close()
        .extrude(spec.height_mm)
    )
    return _single(plan.val(), spec.name, "foot")


def _slot(spec: ConnectorSpec, side: int) -> cq.Solid:
    """What a slot takes away: lead-ins above and foot reliefs below on its outer wall and its bottom, none on the tongue."""
    near = spec.tongue_mm / 2
    far = near + spec.slot_mm
    lead, relief, height, over = _lead(spec), spec.foot_relief_mm, spec.height_mm, OVERSHOOT_MM
    levels = [(-over, relief + over), (relief, 0.0), (height - lead, 0.0), (height + over, lead + over)]
    outline = [(side * near, levels[0][0])]
    outline += [(side * (far + wider), z) for z, wider in levels]
    outline.append((side * near, levels[-1][0]))
    across = cq.Workplane("YZ", origin=(-2, 0, 0)).polyline(outline).close().extrude(spec.slot_depth_mm + 2 + over)
    along = [(-wider, z) for z, wider in levels] + [
        (spec.slot_depth_mm + over, levels[-1][0]),
        (spec.slot_depth_mm + over, levels[0][0]),
    ]
    bottom = cq.Workplane("XZ", origin=(0, 2 * far, 0)).polyline(along).close().extrude(4 * far)
    return _single(
        common(_single(across.val(), spec.name, "slots"), _single(bottom.val(), spec.name, "slots")), spec.name, "slots"
    )


def _key(spec: ConnectorSpec, key: Key, side: int) -> cq.Solid:
    """A rib on the tongue's face, up from the table; it reaches a little into the tongue to hold."""
    face = spec.tongue_mm / 2
    root = min(OVERSHOOT_MM, spec.tongue_mm / 2)
    size = (key.width_mm, key.depth_mm + root, key.height_mm)
    x = spec.end_clearance_mm + key.at_mm - key.width_mm / 2
    y = face - root if side > 0 else -face - key.depth_mm
    return cq.Solid.makeBox(*size, cq.Vector(x, y, 0))
