"""Areas sunk into the flat faces of a finished solid or raised on them, by replacing faces instead of cutting.

A boolean takes seconds if a face shows twenty numbers, since the kernel compares every wall with every face. Sewing
the same faces together takes a fraction of a second.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cadquery as cq
from OCP.Bnd import Bnd_Box
from OCP.BRep import BRep_Tool
from OCP.BRepBndLib import BRepBndLib
from OCP.BRepTools import BRepTools_WireExplorer
from shapely import STRtree, union_all
from shapely.geometry import Polygon

from design.graphics.polygons import as_multi
from fabrication.kernel.skin import flat_face, skins, wall

APART_MM = 1e-4
"""Anything closer than this touches; the kernel merges points from 1e-6 mm on."""
LEVEL_MM = 1e-6
"""Heights agree to this."""
AREA_SHARE = 1e-9
"""A face has straight edges if its corners enclose its area to this share."""

Bounds = tuple[float, float, float, float, float, float]


@dataclass(frozen=True)
class Step:
    """An area of a flat face moved from one height to another, with walls around it."""

    area: Polygon
    from_mm: float
    to_mm: float

    @property
    def bounds(self) -> Bounds:
        """Least x, y, z and greatest x, y, z of the filled or removed volume."""
        left, bottom, right, top = self.area.bounds
        low, high = sorted((self.from_mm, self.to_mm))
        return left, bottom, low, right, top, high

    def faces(self) -> Iterator[cq.Face]:
        """Walls and floor."""
        yield flat_face(self.area, self.to_mm)
        for ring in (self.area.exterior, *self.area.interiors):
            yield from (wall(start, end, self.from_mm, self.to_mm) for start, end in pairwise(ring.coords))


def stepped(solid: cq.Solid, steps: Sequence[Step]) -> cq.Shape | None:
    """The solid with all steps in its faces; None if one touches an edge, another step or anything else of the solid."""
    if not steps or _touching(steps):
        return None
    at_height: dict[float, list[Step]] = {}
    for step in steps:
        at_height.setdefault(step.from_mm, []).append(step)
    made: list[cq.Face] = []
    beside: list[tuple[float | None, Bounds]] = []
    placed = 0
    for face in solid.Faces():
        bounds = _bounds(face)
        level = next((height for height in at_height if _lies_at(bounds, height)), None)
        beside.append((level, bounds))
        if level is None or (flat := _outline(face)) is None:
            made.append(face)
            continue
        within = [step.area for step in at_height[level] if flat.contains_properly(step.area)]
        if any(flat.boundary.distance(area) < APART_MM for area in within):
            return None
        placed += len(within)
        made += [flat_face(one, level) for one in as_multi(flat.difference(union_all(within))).geoms] if within else [face]
    if placed != len(steps):
        return None
    if any(_overlap(step.bounds, other) for step in steps for level, other in beside if level != step.from_mm):
        return None
    made += [face for step in steps for face in step.faces()]
    shell, *others = skins(made)
    return cq.Solid.makeSolid(shell) if not others and shell.Closed() else None


def _touching(steps: Sequence[Step]) -> bool:
    """Whether steps touch, reach into each other from opposite sides of the solid, or have an outline that touches itself."""
    areas = [step.area for step in steps]
    pairs = STRtree(areas).query(areas, predicate="dwithin", distance=APART_MM).T
    if any(one < other and _overlap(steps[one].bounds, steps[other].bounds, APART_MM) for one, other in pairs):
        return True
    rings = ([area.exterior, *area.interiors] for area in areas if area.interiors)
    return any(len(STRtree(own).query(own, predicate="dwithin", distance=APART_MM).T) > len(own) for own in rings)


def _overlap(one: Bounds, other: Bounds, play_mm: float = LEVEL_MM) -> bool:
    """Whether two boxes come within `play_mm` of each other."""
    return all(one[axis] < other[axis + 3] + play_mm and other[axis] < one[axis + 3] + play_mm for axis in range(3))


def _bounds(face: cq.Face) -> Bounds:
    box = Bnd_Box()
    BRepBndLib.Add_s(face.wrapped, box, False)
    box.SetGap(0.0)
    found = box.Get()
    return found[0], found[1], found[2], found[3], found[4], found[5]


def _lies_at(bounds: Bounds, height_mm: float) -> bool:
    return abs(bounds[2] - height_mm) < LEVEL_MM and abs(bounds[5] - height_mm) < LEVEL_MM


def _outline(face: cq.Face) -> Polygon | None:
    """A level face as an area; None if its edges are not straight."""
    area = Polygon(_corners(face.outerWire()), [_corners(hole) for hole in face.innerWires()])
    return area if abs(area.area - face.Area()) <= AREA_SHARE * area.area else None


def _corners(wire: cq.Wire) -> list[tuple[float, float]]:
    """The corners of a wire, in order."""
    explorer, found = BRepTools_WireExplorer(wire.wrapped), []
    while explorer.More():
        point = BRep_Tool.Pnt_s(explorer.CurrentVertex())
        found.append((point.X(), point.Y()))
        explorer.Next()
    return found
