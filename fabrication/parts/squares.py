"""A board of squares: a flat part with a seat for a token in each square, lines between them, numbers in seats of trays."""

from __future__ import annotations

import cadquery as cq
from shapely.geometry import Polygon
from shapely.geometry.polygon import orient

from design.graphics.polygons import rectangle
from design.parts.boards.squares import SquaresSpec
from fabrication.kernel.colours import Shares, filling, ground, inlays, relief_shares, whole
from fabrication.kernel.engraving import ExactRecess, Recess, engraved, one_solid
from fabrication.kernel.prisms import Ring, chamfered_levels, inset, stacked
from fabrication.part import Body, BodyRole, ColourBody, Part
from rules.errors import BuildError, Problem

RIM_MM = 0.4
"""Chamfer around the top."""
CORE_MM = 0.8
"""What must be left below a seat."""
FLAT_MM = 0.03
"""How far a seat's edges may lie off its true outline: a small share of the token's clearance, and far fewer edges."""


def squares_board(spec: SquaresSpec) -> Part:
    """A board of squares in print orientation, which is as it lies on the table; its middle is the origin.

    Seats are open to above and widen at their upper edge, so that nothing has to be bridged or supported.

    Raises:
        BuildError: when it is too thin for its seats, or seats and lines meet.
    """
    left = spec.floor_mm - (spec.line_depth_mm if not spec.floors.relief().is_empty else 0.0)
    if left < CORE_MM - 1e-9:
        what = f"{spec.thickness_mm:g} mm leave less than {CORE_MM:g} mm below its seats; make squares.thickness_mm larger"
        raise BuildError(Problem(spec.name, what))
    trim = rectangle(spec.length_mm, spec.depth_mm, spec.corner_mm)
    levels = chamfered_levels(trim, spec.thickness_mm, spec.foot_relief_mm, RIM_MM, spec.name)
    seat = _seat(spec)
    body = stacked(levels, [[(z, _moved(ring, middle)) for z, ring in seat] for middle in spec.middles])
    gone = len(spec.middles) * _volume(seat)
    body = one_solid(body, stacked(levels).Volume() - gone, gone, spec.name, "seats")
    top, floors = (relief_shares(face, lambda area: area) for face in (spec.top, spec.floors))
    recesses = [(top, spec.thickness_mm), (floors, spec.floor_mm)]
    shown = engraved(body, [Recess(whole(shares), spec.line_depth_mm, high) for shares, high in recesses], spec.name)
    part = (Body(spec.name, BodyRole.GROUND, shown),)
    return Part(spec.name, part, in_colours=lambda: _coloured(spec, body, recesses))


def _coloured(spec: SquaresSpec, body: cq.Solid, recesses: list[tuple[Shares, float]]) -> tuple[ColourBody, ...]:
    """The board in colours: lines and numbers flush in it."""
    sunk = [ExactRecess(whole(shares), spec.line_depth_mm, high) for shares, high in recesses]
    shown = inlays(spec, [(shares, high - spec.line_depth_mm, high) for shares, high in recesses])
    grounds = ground(spec, spec.top.ground, engraved(body, sunk, spec.name))
    return filling(spec.name, [grounds, *shown], float(body.Volume()))


def _moved(ring: Ring, by: tuple[float, float]) -> Ring:
    return [(x + by[0], y + by[1]) for x, y in ring]


def _seat(spec: SquaresSpec) -> list[tuple[float, Ring]]:
    """A seat around the origin: rings from its floor up to the board's top, wider there."""
    outer = orient(spec.seat.buffer(spec.lead_mm, join_style="mitre").simplify(FLAT_MM))
    ring = [(float(x), float(y)) for x, y in list(outer.exterior.coords)[:-1]]
    inner = inset(ring, spec.lead_mm, spec.name)
    return [(spec.floor_mm, inner), (spec.thickness_mm - spec.lead_mm, inner), (spec.thickness_mm, ring)]


def _volume(seat: list[tuple[float, Ring]]) -> float:
    """Volume of a seat, mm3 (the prismatoid's formula for the part that widens)."""
    (floor, inner), (edge, _), (top, outer) = seat
    between = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(inner, outer, strict=True)]
    small, middle, large = (float(Polygon(ring).area) for ring in (inner, between, outer))
    return small * (edge - floor) + (top - edge) / 6 * (small + 4 * middle + large)
