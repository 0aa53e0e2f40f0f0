"""Outlines as solids: straight prisms, and prisms with chamfered rims.

Chamfers are built as planes between an outline and the same outline moved inward, edge by edge. The
kernel's own chamfers fail where many short edges meet, as in a rounded outline.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from itertools import pairwise

import cadquery as cq
from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace, BRepBuilderAPI_MakePolygon
from OCP.gp import gp_Pnt
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.polygon import orient

from rules.errors import BuildError, Problem

SIMPLER_MM = 0.004
"""Tolerance for dropping points that hardly bend an outline; far below what a nozzle draws."""

Ring = list[tuple[float, float]]


def prisms(area: MultiPolygon, bottom_mm: float, top_mm: float) -> list[cq.Solid]:
    """One upright prism for each polygon of an area, between two heights."""
    return exact_prisms(simpler(area), bottom_mm, top_mm)


def exact_prisms(area: MultiPolygon, bottom_mm: float, top_mm: float) -> list[cq.Solid]:
    """The same with every point of the outlines kept, so that prisms of adjoining areas have the same walls."""
    up = cq.Vector(0, 0, top_mm - bottom_mm)
    made = []
    for polygon in area.geoms:
        outer = _wire(_ring(polygon.exterior.coords), bottom_mm)
        inner = [_wire(_ring(hole.coords), bottom_mm) for hole in polygon.interiors]
        made.append(cq.Solid.extrudeLinear(outer, inner, up))
    return made


def simpler(area: MultiPolygon) -> MultiPolygon:
    """The area with fewer points, its outline moved by at most `SIMPLER_MM`."""
    return MultiPolygon([polygon.simplify(SIMPLER_MM) for polygon in area.geoms])


def chamfered_prism(outline: Polygon, height_mm: float, foot_mm: float, rim_mm: float, name: str) -> cq.Solid:
    """A prism on z = 0 whose lower and upper rims are chamfered at 45 degrees.

    Args:
        outline: the prism's outline at its widest, without holes.
        height_mm: overall height.
        foot_mm: chamfer of the lower rim, 0 for none.
        rim_mm: chamfer of the upper rim, 0 for none.
        name: the part, for messages.

    Raises:
        BuildError: a chamfer is larger than the outline or the height allows.
    """
    return stacked(chamfered_levels(outline, height_mm, foot_mm, rim_mm, name))


def chamfered_levels(outline: Polygon, height_mm: float, foot_mm: float, rim_mm: float, name: str) -> list[tuple[float, Ring]]:
    """The rings of such a prism from the bed up; BuildError if a chamfer is too large."""
    if foot_mm + rim_mm >= height_mm:
        what = f"chamfers of {foot_mm:g} and {rim_mm:g} mm need more than its {height_mm:g} mm of height; make it thicker"
        raise BuildError(Problem(name, what))
    ring = _ring(orient(outline.simplify(SIMPLER_MM)).exterior.coords)
    levels = [(0.0, inset(ring, foot_mm, name)), (foot_mm, ring), (height_mm - rim_mm, ring)]
    levels.append((height_mm, inset(ring, rim_mm, name)))
    return [level for level, following in pairwise(levels) if following[0] - level[0] > 1e-9] + [levels[-1]]


def inset(ring: Ring, by_mm: float, name: str) -> Ring:
    """An anticlockwise ring with each edge moved inward; BuildError if an edge would vanish."""
    if by_mm <= 0:
        return ring
    count = len(ring)
    moved: Ring = []
    for index, (x, y) in enumerate(ring):
        one = _direction(ring[index - 1], (x, y))
        other = _direction((x, y), ring[(index + 1) % count])
        # The moved edges meet on the bisector of the corner; the inward normal of (dx, dy) is (-dy, dx).
        scale = by_mm / (1 + one[0] * other[0] + one[1] * other[1])
        moved.append((x - scale * (one[1] + other[1]), y + scale * (one[0] + other[0])))
    for index in range(count):
        following = (index + 1) % count
        before, after = _direction(ring[index], ring[following]), _direction(moved[index], moved[following])
        if before[0] * after[0] + before[1] * after[1] < 0.99:
            raise BuildError(Problem(name, f"a chamfer of {by_mm:g} mm is wider than a corner's radius; make it smaller"))
    return moved


def _direction(start: tuple[float, float], end: tuple[float, float]) -> tuple[float, float]:
    length = math.dist(start, end)
    if length == 0:
        return 0.0, 0.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _ring(coordinates: Sequence[tuple[float, ...]]) -> Ring:
    return [(float(point[0]), float(point[1])) for point in list(coordinates)[:-1]]


def _wire(ring: Ring, z_mm: float) -> cq.Wire:
    return cq.Wire.makePolygon([cq.Vector(x, y, z_mm) for x, y in ring], close=True)


def stacked(levels: Sequence[tuple[float, Ring]], pockets: Sequence[Sequence[tuple[float, Ring]]] = ()) -> cq.Solid:
    """The solid between stacked rings with equally many points; every side is a plane.

    `pockets` go down from its top, each given by its own rings from its floor up to the top. They are part of the shell
    from the start, so even many of them need no boolean.
    """
    mouths = [_wire(pocket[-1][1], pocket[-1][0]) for pocket in pockets]
    faces = [
        cq.Face.makeFromWires(_wire(levels[0][1], levels[0][0])),
        cq.Face.makeFromWires(_wire(levels[-1][1], levels[-1][0]), mouths),
        *(cq.Face.makeFromWires(_wire(pocket[0][1], pocket[0][0])) for pocket in pockets),
        *(side for rings in (levels, *pockets) for side in stacked_sides(rings)),
    ]
    return cq.Solid.makeSolid(cq.Shell.makeShell(faces))


def stacked_sides(levels: Sequence[tuple[float, Ring]], without: Container[tuple[float, float, float]] = ()) -> list[cq.Face]:
    """The planes between stacked rings, except those whose centres are in `without`."""
    faces = []
    for (low, lower), (high, upper) in pairwise(levels):
        for index in range(len(lower)):
            following = (index + 1) % len(lower)
            corners = [(*lower[index], low), (*lower[following], low), (*upper[following], high), (*upper[index], high)]
            x, y, z = (round(sum(axis) / 4, 6) for axis in zip(*corners, strict=True))
            if (x, y, z) not in without:
                faces.append(plane(corners))
    return faces


def plane(corners: Sequence[tuple[float, float, float]]) -> cq.Face:
    """A flat face with exactly these corners; CadQuery repairs any other face, which takes most of its time."""
    line = BRepBuilderAPI_MakePolygon()
    for corner in corners:
        line.Add(gp_Pnt(*corner))
    line.Close()
    return cq.Face(BRepBuilderAPI_MakeFace(line.Wire(), True).Face())
