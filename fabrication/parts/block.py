"""Blocks with marks engraved in all six faces: dominoes and dice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import cadquery as cq
from shapely.geometry import LineString, Polygon
from shapely.geometry.polygon import orient

from design.faces.face import Face
from design.faces.filaments import filament_of
from design.parts.block import BlockSpec
from fabrication.kernel.colours import filling, ground
from fabrication.kernel.prisms import SIMPLER_MM, Ring, inset, simpler, stacked, stacked_sides
from fabrication.kernel.skin import Sunk, keeps_off, sewn, sunk, sunk_face
from fabrication.part import Body, BodyRole, ColourBody, Part
from rules.errors import BuildError, Problem

ROUND = 3
"""Planes in which the round edge around the front is made: layers are no finer."""
APART_MM = 0.05
"""Marks keep so far from where their face ends."""


@dataclass(frozen=True)
class _Flat:
    """One of the six faces: what it shows, its flat outline, and the place of its origin, x to the right, z outward.

    `parts` is what is sunk into it.
    """

    face: Face
    outline: Ring
    place: cq.Location
    parts: tuple[Sunk, ...]


def block(spec: BlockSpec) -> Part:
    """A block in print orientation: back on the bed, front up, its upper end at +Y, the trim's middle the origin.

    The edge around the back is taken off in a steep plane, since a round one would overhang; around the front it is round.
    Both leave the same to stand on. The back shows upright when the block is turned over about its upright axis.

    Raises:
        BuildError: an edge is wider than the corners allow, or marks reach over one.
    """
    levels = _levels(spec)
    flats = _flats(spec, levels)
    for flat in flats:
        if not keeps_off(flat.face.relief(), flat.outline, APART_MM):
            raise BuildError(Problem(flat.face.name, f"what it shows reaches over its edge; {spec.larger}"))
    plain = float(stacked(levels).Volume())
    faces = stacked_sides(levels, _is_edge(spec))
    faces += [one for flat in flats for one in sunk_face(flat.outline, flat.parts, flat.place)]
    gone = sum(part.volume_mm3 for flat in flats for part in flat.parts)
    solid = sewn(faces, plain - gone, spec.name)
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, solid),), in_colours=lambda: _coloured(spec, flats, solid, plain))


def _levels(spec: BlockSpec) -> list[tuple[float, Ring]]:
    """The plain block's outline at each height where it bends."""
    edge, top = spec.edge_mm, spec.thickness_mm
    if edge + spec.foot_mm >= top:
        what = f"edges of {edge:g} and {spec.foot_mm:g} mm need more than its {top:g} mm of thickness; make it thicker"
        raise BuildError(Problem(spec.name, what))
    ring = _outline(spec.trim)
    levels = [(0.0, inset(ring, edge, spec.name)), (spec.foot_mm, ring), (top - edge, ring)]
    for step in range(1, ROUND + 1):
        angle = math.pi / 2 * step / ROUND
        levels.append((top - edge + edge * math.sin(angle), inset(ring, edge * (1 - math.cos(angle)), spec.name)))
    return levels


def _outline(trim: Polygon) -> Ring:
    """The trim's outline with fewer points on its corners.

    Where a corner begins stays as it is, though it hardly bends the outline: the upright faces end there.
    """
    left, bottom, right, top = trim.bounds
    ring = [(float(x), float(y)) for x, y in orient(trim).exterior.coords[:-1]]
    ends = [place for place, (x, y) in enumerate(ring) if x in (left, right) or y in (bottom, top)]
    found: Ring = []
    for start, end in pairwise([*ends, ends[0] + len(ring)]):
        arc = LineString([ring[place % len(ring)] for place in range(start, end + 1)])
        found += [(float(x), float(y)) for x, y in arc.simplify(SIMPLER_MM).coords[:-1]]
    return found


def _flats(spec: BlockSpec, levels: list[tuple[float, Ring]]) -> list[_Flat]:
    """The six faces, each with its flat outline."""
    left, bottom, right, top = spec.trim.bounds
    front, back, right_face, left_face, upper, lower = spec.sides
    middle, deep = spec.thickness_mm / 2, spec.thickness_mm / 2 - spec.edge_mm
    below, above, ring = levels[0][1], levels[-1][1], levels[1][1]
    # Where the straight sides end and the corners begin.
    reach_y = max(y for x, y in ring if x == right)
    reach_x = max(x for x, y in ring if y == top)
    low = middle - spec.foot_mm
    # What is down in print is at the right of the right side, and at the left of the others.
    right_side = _rectangle(-deep, low, reach_y)
    left_side, end = _rectangle(-low, deep, reach_y), _rectangle(-low, deep, reach_x)
    deep_mm = spec.engrave_mm
    # Of an upright face what is up in print is at its left or right.
    left_up, right_up = ((across, 0.0) for across in (-1.0, 1.0))
    level = [
        _Flat(face, ring, place, tuple(sunk(simpler(face.relief()), deep_mm)))
        for face, ring, place in (
            (front, above, _place((0, 0, spec.thickness_mm), (1, 0, 0), (0, 0, 1))),
            (back, [(-x, y) for x, y in reversed(below)], _place((0, 0, 0), (-1, 0, 0), (0, 0, -1))),
        )
    ]
    return level + [
        _Flat(face, ring, place, tuple(sunk(simpler(face.relief()), spec.side_mm, spec.layer_mm, up)))
        for face, ring, place, up in (
            (right_face, right_side, _place((right, 0, middle), (0, 0, -1), (1, 0, 0)), left_up),
            (left_face, left_side, _place((left, 0, middle), (0, 0, 1), (-1, 0, 0)), right_up),
            (upper, end, _place((0, top, middle), (0, 0, 1), (0, 1, 0)), right_up),
            (lower, end, _place((0, bottom, middle), (0, 0, 1), (0, -1, 0)), right_up),
        )
    ]


def _rectangle(left: float, right: float, reach: float) -> Ring:
    return [(left, -reach), (right, -reach), (right, reach), (left, reach)]


def _place(at: tuple[float, float, float], across: tuple[int, int, int], out: tuple[int, int, int]) -> cq.Location:
    return cq.Location(cq.Plane(at, across, out))


def _is_edge(spec: BlockSpec) -> set[tuple[float, float, float]]:
    """The middles of the four flat edges, which are built with what they show."""
    left, bottom, right, top = spec.trim.bounds
    middle = round((spec.foot_mm + spec.thickness_mm - spec.edge_mm) / 2, 6)
    return {(left, 0.0, middle), (right, 0.0, middle), (0.0, bottom, middle), (0.0, top, middle)}


def _coloured(spec: BlockSpec, flats: list[_Flat], solid: cq.Solid, plain_mm3: float) -> tuple[ColourBody, ...]:
    """The block in colours: all marks flush in their faces, in the one ink that a block has."""
    fillings = tuple(part.filling(flat.place, spec.name) for flat in flats for part in flat.parts)
    inks = {mark.colour for flat in flats for mark in flat.face.marks}
    if len(inks) > 1:
        raise BuildError(Problem(spec.name, f"shows {len(inks)} inks, and must have one on all its faces"))
    shown = [ColourBody(BodyRole.INLAY, filament_of(spec, ink), fillings) for ink in inks]
    return filling(spec.name, [ground(spec, spec.ground, solid), *shown], plain_mm3)
