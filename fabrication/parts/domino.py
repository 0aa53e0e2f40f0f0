"""Dominoes: slabs that stand on the short end and on the long side, with numbers engraved in all six faces."""

from __future__ import annotations

import math

import cadquery as cq
from shapely.geometry.polygon import orient

from design.faces.face import Face
from design.specs import DominoSpec
from fabrication.colours import Shares, filling, ground, inlays, relief_shares, whole
from fabrication.engraving import ExactRecess, Recess, SideRecess, engraved, turned_over
from fabrication.part import Body, BodyRole, ColourBody, Part
from fabrication.prisms import SIMPLER_MM, inset, stacked
from rules.errors import BuildError, Problem

ROUND = 3
"""Planes in which the round edge around the front is made: layers are no finer."""


def domino(spec: DominoSpec) -> Part:
    """A domino in print orientation: back on the bed, front up, its upper end at +Y, the trim's middle the origin.

    The edge around the back is taken off at 45 degrees, since a round one would overhang; around the front it is round.
    Both leave the same to stand on. The back shows upright when the domino is turned over about its upright axis.

    Raises:
        BuildError: an edge is wider than the corners allow, or numbers reach over one.
    """
    body = _slab(spec)
    recesses: list[Recess] = [
        Recess(turned_over(spec.back.relief()), spec.engrave_mm),
        Recess(spec.front.relief(), spec.engrave_mm, spec.thickness_mm),
    ]
    recesses += [SideRecess(face.relief(), spec.engrave_mm, place=place) for face, place in _edges(spec)]
    solid = engraved(body, recesses, spec.name)
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, solid),), in_colours=lambda: _coloured(spec, body))


def _slab(spec: DominoSpec) -> cq.Solid:
    """The plain domino."""
    edge, top = spec.edge_mm, spec.thickness_mm
    if 2 * edge >= top:
        what = f"edges of {edge:g} mm, twice, need more than its {top:g} mm of thickness; make it thicker"
        raise BuildError(Problem(spec.name, what))
    outline = orient(spec.trim.simplify(SIMPLER_MM))
    ring = [(float(x), float(y)) for x, y in outline.exterior.coords[:-1]]
    levels = [(0.0, inset(ring, edge, spec.name)), (edge, ring)]
    for step in range(ROUND + 1):
        angle = math.pi / 2 * step / ROUND
        by = edge * (1 - math.cos(angle))
        levels.append((top - edge + edge * math.sin(angle), inset(ring, by, spec.name) if step else ring))
    return stacked(levels)


def _edges(spec: DominoSpec) -> list[tuple[Face, cq.Location]]:
    """The four edges' faces, each with the place of its middle: x to the right as it is looked at, z outward."""
    left, bottom, right, top = spec.trim.bounds
    middle = spec.thickness_mm / 2
    places = [
        (spec.side, (right, 0.0), (0, 0, -1), (1, 0, 0)),
        (spec.side, (left, 0.0), (0, 0, 1), (-1, 0, 0)),
        (spec.end, (0.0, top), (0, 0, 1), (0, 1, 0)),
        (spec.end, (0.0, bottom), (0, 0, 1), (0, -1, 0)),
    ]
    return [(face, cq.Location(cq.Plane((*at, middle), across, out))) for face, at, across, out in places]


def _coloured(spec: DominoSpec, plain: cq.Solid) -> tuple[ColourBody, ...]:
    """The domino in colours: all numbers flush in their faces."""
    deep, top = spec.engrave_mm, spec.thickness_mm
    back, front = relief_shares(spec.back, turned_over), relief_shares(spec.front, lambda area: area)
    edges: list[tuple[Shares, cq.Location]] = [(relief_shares(face, lambda area: area), at) for face, at in _edges(spec)]
    recesses: list[Recess] = [ExactRecess(whole(back), deep), ExactRecess(whole(front), deep, top)]
    recesses += [SideRecess(whole(shares), deep, place=at) for shares, at in edges]
    base = ground(spec, spec.front.ground, engraved(plain, recesses, spec.name))
    layers = [(back, 0.0, deep, cq.Location()), (front, top - deep, top, cq.Location())]
    layers += [(shares, -deep, 0.0, at) for shares, at in edges]
    return filling(spec.name, [base, *inlays(spec, layers)], float(plain.Volume()))
