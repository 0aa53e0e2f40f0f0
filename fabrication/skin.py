"""Flat faces with what is sunk into them, for parts that are sewn together of faces instead of cut.

A part with numbers in all its faces takes seconds to cut and a fraction of one to sew.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cadquery as cq
from shapely.geometry import MultiPolygon, Polygon

from fabrication.prisms import Ring
from rules.errors import BuildError, Problem

VOLUME_SHARE = 1e-6
"""Largest difference of a sewn part's volume from what it must be, as a share of it."""


def sunk_face(outline: Ring, area: MultiPolygon, depth_mm: float, place: cq.Location) -> list[cq.Face]:
    """A flat face with an area sunk into it: what is left of the face, the walls, and the floors.

    Args:
        outline: the face's outline; like the area as the face is looked at, its origin at `place`.
        area: what is sunk; it keeps off the outline, and nothing of it lies within a hole of it.
        depth_mm: how deep.
        place: where the face's origin lies, x to the right as it is looked at, z outward.
    """
    rings = [_ring(polygon.exterior.coords) for polygon in area.geoms]
    islands = [_ring(hole.coords) for polygon in area.geoms for hole in polygon.interiors]
    made = [_face(outline, rings, 0.0), *(_face(island, [], 0.0) for island in islands)]
    made += [
        _face(_ring(polygon.exterior.coords), [_ring(hole.coords) for hole in polygon.interiors], -depth_mm)
        for polygon in area.geoms
    ]
    for ring in (*rings, *islands):
        for (x, y), (u, v) in pairwise([*ring, ring[0]]):
            corners = [(x, y, 0.0), (u, v, 0.0), (u, v, -depth_mm), (x, y, -depth_mm)]
            made.append(cq.Face.makeFromWires(cq.Wire.makePolygon([cq.Vector(*one) for one in corners], close=True)))
    return [face.moved(place) for face in made]


def sewn(faces: Sequence[cq.Face], expected_mm3: float, name: str) -> cq.Solid:
    """The solid that faces enclose.

    Raises:
        BuildError: naming the part, when they do not close, or its volume is not what it must be.
    """
    shell = cq.Shell.makeShell(list(faces))
    solid = cq.Solid.makeSolid(shell)
    volume = float(solid.Volume())
    if not shell.Closed() or abs(volume - expected_mm3) > VOLUME_SHARE * expected_mm3:
        what = f"its faces enclose {volume:.3f} mm3 instead of {expected_mm3:.3f}: marks overlap or reach over an edge"
        raise BuildError(Problem(name, f"{what}; make them smaller"))
    return solid


def _ring(coordinates: Sequence[tuple[float, ...]]) -> Ring:
    return [(float(point[0]), float(point[1])) for point in list(coordinates)[:-1]]


def _face(outer: Ring, inner: Sequence[Ring], z_mm: float) -> cq.Face:
    return cq.Face.makeFromWires(_wire(outer, z_mm), [_wire(ring, z_mm) for ring in inner])


def _wire(ring: Ring, z_mm: float) -> cq.Wire:
    return cq.Wire.makePolygon([cq.Vector(x, y, z_mm) for x, y in ring], close=True)


def keeps_off(area: MultiPolygon, outline: Ring, by_mm: float) -> bool:
    """Whether an area lies within an outline, so far from it at least."""
    return bool(Polygon(outline).buffer(-by_mm).covers(area))
