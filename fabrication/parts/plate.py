"""A plate of the number board: numbers on the front; on the back signs, spacers and a key's groove at both ends."""

from __future__ import annotations

import cadquery as cq
from shapely.geometry import MultiPolygon, box

from design.graphics.polygons import rectangle
from design.parts.boards.number_board import BACK_RIM_MM, BoardSide
from design.parts.boards.plate import PlateSpec
from fabrication.kernel.booleans import cut, fuse
from fabrication.kernel.colours import filling, ground, inlays, relief_shares
from fabrication.kernel.engraving import OVERSHOOT_MM, Recess, engraved, one_solid, seen_from_below, turned_about
from fabrication.kernel.prisms import chamfered_prism
from fabrication.part import ASSEMBLY, Body, BodyRole, ColourBody, Part
from rules.errors import BuildError, Problem

CORE_MM = 0.8
"""What must be left between front and back, and behind a groove."""


def plate(spec: PlateSpec) -> Part:
    """A plate in print orientation: its front on the bed, its back up, the plate's middle the origin.

    X runs along the plate as seen from the front; the plate's upper edge lies at -Y, so that what the front
    shows is turned about the x axis and never mirrored. The frame `assembly` stands it on the table, its
    front to the owner (-Y) or to the table (+Y).

    Raises:
        BuildError: when it is too thin for what is sunk into it, or marks reach over an edge or into a spacer.
    """
    _refuse_thin(spec)
    trim = rectangle(spec.length_mm, spec.height_mm, 0.0)
    body = chamfered_prism(trim, spec.thickness_mm, spec.foot_relief_mm, BACK_RIM_MM, spec.name)
    spacers = [_spacer(spec, x) for x in spec.spacers_x]
    added = sum(_standing_out(spec, spacer) for spacer in spacers)
    if spacers:
        body = one_solid(fuse(body, spacers), body.Volume() + added, added, spec.name, "spacers")
    grooves = cut(body, [_groove(spec, end) for end in (-1, 1)]).Solids()
    if len(grooves) != 1:
        raise BuildError(Problem(spec.name, "its grooves cut it in two; make the key smaller or the plate larger"))
    front = Recess(seen_from_below(spec.front.relief()), spec.front_depth_mm)
    back = Recess(_clear_of_spacers(spec), spec.back_depth_mm, spec.thickness_mm)
    body = engraved(grooves[0], [front, back], spec.name)
    filled = float(grooves[0].Volume())
    return Part(
        spec.name,
        (Body(spec.name, BodyRole.GROUND, body),),
        {ASSEMBLY: _standing(spec)},
        lambda: _coloured(spec, body, filled),
    )


def _coloured(spec: PlateSpec, body: cq.Solid, filled_mm3: float) -> tuple[ColourBody, ...]:
    """The plate in colours: numbers and signs flush in it. Its ground is the front's: both sides are one filament."""
    shown = [
        (relief_shares(spec.front, seen_from_below), 0.0, spec.front_depth_mm),
        (relief_shares(spec.back, turned_about), spec.thickness_mm - spec.back_depth_mm, spec.thickness_mm),
    ]
    return filling(spec.name, [ground(spec, spec.front.ground, body), *inlays(spec, shown)], filled_mm3)


def _refuse_thin(spec: PlateSpec) -> None:
    sunk = {
        "front and back engraving": spec.front_depth_mm + spec.back_depth_mm,
        "the key's groove": spec.key.depth_mm,
    }
    problems = [
        Problem(
            spec.name,
            f"{spec.thickness_mm:g} mm leave less than {CORE_MM:g} mm beside {depth:g} mm for {what}; make it thicker",
        )
        for what, depth in sunk.items()
        if spec.thickness_mm - depth < CORE_MM - 1e-9
    ]
    if problems:
        raise BuildError(problems)


def _spacer(spec: PlateSpec, x_mm: float) -> cq.Solid:
    """A rib over the plate's height, its ends sloped so that a card's corner slides past them."""
    low = spec.thickness_mm - OVERSHOOT_MM
    high = spec.thickness_mm + spec.spacer_height_mm
    reach = spec.height_mm / 2 - BACK_RIM_MM
    slope = spec.spacer_height_mm
    side = [(-reach, low), (reach, low), (reach, spec.thickness_mm), (reach - slope, high), (slope - reach, high)]
    side.append((-reach, spec.thickness_mm))
    left = x_mm - spec.spacer_width_mm / 2
    wire = cq.Wire.makePolygon([cq.Vector(left, y, z) for y, z in side], close=True)
    return cq.Solid.extrudeLinear(wire, [], cq.Vector(spec.spacer_width_mm, 0, 0))


def _standing_out(spec: PlateSpec, spacer: cq.Solid) -> float:
    """Volume of a spacer above the plate's back."""
    inside = (spec.height_mm - 2 * BACK_RIM_MM) * OVERSHOOT_MM * spec.spacer_width_mm
    return float(spacer.Volume()) - inside


def _groove(spec: PlateSpec, end: int) -> cq.Solid:
    """What the key's groove takes out of the back: open at the lower edge, and in print to above."""
    middle = end * (spec.length_mm / 2 - spec.key.at_mm)
    half = spec.key.width_mm / 2 + spec.groove_mm
    upper = spec.height_mm / 2 - spec.key.height_mm - spec.groove_mm
    floor = spec.thickness_mm - spec.key.depth_mm
    size = (2 * half, spec.height_mm / 2 + OVERSHOOT_MM - upper, spec.key.depth_mm + OVERSHOOT_MM)
    return cq.Solid.makeBox(*size, cq.Vector(middle - half, upper, floor))


def _clear_of_spacers(spec: PlateSpec) -> MultiPolygon:
    """The back's signs as they lie on the bed's far side; BuildError when a spacer would cover one."""
    signs = turned_about(spec.back.relief())
    half = spec.spacer_width_mm / 2
    for x in spec.spacers_x:
        if box(x - half, -spec.height_mm, x + half, spec.height_mm).intersects(signs):
            what = f"a spacer of {spec.spacer_width_mm:g} mm covers a sign of the back; make spacers narrower or places wider"
            raise BuildError(Problem(spec.name, what))
    return signs


def _standing(spec: PlateSpec) -> cq.Location:
    """From print to board: the plate is stood up, its back to the channel."""
    owner = cq.Location((0, -spec.channel_mm / 2 - spec.thickness_mm, spec.height_mm / 2), (1, 0, 0), -90)
    turn = cq.Location((0, 0, 0), (0, 0, 1), 0 if spec.side is BoardSide.OWNER else 180)
    return turn * owner
