"""Flat faces with recesses, for parts that are sewn together from faces instead of cut.

A part with numbers in all its faces takes seconds to cut and a fraction of a second to sew. A recess in an upright wall
deepens in steps from its upper edge down, one step per layer: a steep roof, which needs no support.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cadquery as cq
import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from design.graphics.polygons import as_multi
from fabrication.kernel.prisms import Ring, plane
from rules.errors import BuildError, Problem

GRID_MM = 1e-4
"""Corners of steps lie on this grid, so that faces meet in the same points."""
OUT_SHARE = 0.7
"""How far a layer of a roof may extend out, as a share of its height: 35 degrees, since slicers waver at 45."""
VOLUME_SHARE = 1e-6
"""Largest difference of a sewn part's volume from the expected one, as a share of it."""


@dataclass(frozen=True)
class Sunk:
    """One area sunk into a face: its outline there, and the cells sunk to each depth, mm."""

    cap: Polygon
    cells: tuple[tuple[Polygon, int], ...]
    depths_mm: tuple[float, ...]

    @property
    def volume_mm3(self) -> float:
        """The removed volume."""
        return sum(float(cell.area) * self.depths_mm[level] for cell, level in self.cells)

    def inner_faces(self) -> list[cq.Face]:
        """Walls and floors."""
        made = [flat_face(cell, -self.depths_mm[level]) for cell, level in self.cells]
        depth_beside: dict[tuple[tuple[float, float], tuple[float, float]], list[int]] = {}
        for cell, level in self.cells:
            for ring in (cell.exterior, *cell.interiors):
                for start, end in pairwise(ring.coords):
                    key = (start, end) if start < end else (end, start)
                    depth_beside.setdefault(key, []).append(level)
        edges = (0.0, *self.depths_mm)
        for (start, end), levels in depth_beside.items():
            # Outside the area nothing is sunk: level -1.
            low, high = sorted((*levels, -1)[:2])
            made += [wall(start, end, -edges[level], -edges[level + 1]) for level in range(low + 1, high + 1)]
        return made

    def filling(self, place: cq.Location, name: str) -> cq.Solid:
        """The filling of the recess, flush with the face."""
        return sewn([flat_face(self.cap, 0.0), *self.inner_faces()], self.volume_mm3, name).moved(place)


def sunk(area: MultiPolygon, depth_mm: float, step_mm: float = 0.0, up: tuple[float, float] = (0.0, 0.0)) -> list[Sunk]:
    """An area to sink into a face, each of its parts separately.

    Args:
        area: as you look at the face.
        depth_mm: how deep.
        step_mm: for an upright wall, the height of a layer; 0 for a level face.
        up: for an upright wall, which way is up, a unit vector.
    """
    found = []
    for polygon in as_multi(shapely.set_precision(area, GRID_MM)).geoms:
        count = max(1, math.ceil(round(depth_mm / (OUT_SHARE * step_mm), 6))) if step_mm else 1
        areas: list[BaseGeometry] = [polygon]
        for _ in range(count - 1):
            below = affinity.translate(areas[-1], -step_mm * up[0], -step_mm * up[1])
            areas.append(as_multi(shapely.intersection(areas[-1], below, grid_size=GRID_MM)))
        depths = tuple(depth_mm * (level + 1) / count for level in range(count))
        found.append(_arranged([one for one in areas if not one.is_empty], depths))
    return found


def _arranged(areas: Sequence[BaseGeometry], depths: tuple[float, ...]) -> Sunk:
    """Nested areas as cells that meet corner to corner, each with the number of the deepest area it is in."""
    lines = shapely.union_all([area.boundary for area in areas], grid_size=GRID_MM)
    cells = []
    for cell in shapely.polygonize([lines]).geoms:
        inside = cell.representative_point()
        level = max((number for number, area in enumerate(areas) if area.intersects(inside)), default=-1)
        if level >= 0:
            cells.append((cell, level))
    (cap,) = as_multi(shapely.union_all([cell for cell, _ in cells])).geoms if len(cells) > 1 else (cells[0][0],)
    return Sunk(cap, tuple(cells), depths)


def sunk_face(outline: Ring, parts: Sequence[Sunk], place: cq.Location) -> list[cq.Face]:
    """A flat face with areas sunk into it: what is left of the face, the walls, and the floors.

    Args:
        outline: the face's outline, like the areas as you look at the face, its origin at `place`.
        parts: the sunk areas, which must keep clear of the outline and of each other's holes.
        place: where the face's origin lies, x to the right as you look at it, z outward.
    """
    islands = [Polygon(hole) for part in parts for hole in part.cap.interiors]
    made = [flat_face(Polygon(outline, [part.cap.exterior.coords for part in parts]), 0.0)]
    made += [flat_face(island, 0.0) for island in islands]
    made += [face for part in parts for face in part.inner_faces()]
    return [face.moved(place) for face in made]


def sewn(faces: Sequence[cq.Face], expected_mm3: float, name: str) -> cq.Solid:
    """The solid that faces enclose.

    Raises:
        BuildError: naming the part, if they do not close, or its volume is wrong.
    """
    shell, *others = skins(faces)
    if others:
        what = f"its faces are not one skin but {1 + len(others)}, which do not meet"
        raise BuildError(Problem(name, f"{what}; please report this as a fault, with the configuration"))
    solid = cq.Solid.makeSolid(shell)
    volume = float(solid.Volume())
    if not shell.Closed() or abs(volume - expected_mm3) > VOLUME_SHARE * expected_mm3:
        what = f"its faces enclose {volume:.3f} mm3 instead of {expected_mm3:.3f}: marks overlap or reach over an edge"
        raise BuildError(Problem(name, f"{what}; make them smaller"))
    return solid


def skins(faces: Sequence[cq.Face]) -> list[cq.Shell]:
    """The skins made by sewing faces together where they meet: a single one if all of them do."""
    return cq.Shell.makeShell(list(faces)).Shells()


def keeps_off(area: MultiPolygon, outline: Ring, by_mm: float) -> bool:
    """Whether an area lies within an outline, at least this far from it."""
    return area.is_empty or bool(Polygon(outline).buffer(-by_mm).covers(area))


def flat_face(area: Polygon, z_mm: float) -> cq.Face:
    """An area as a level face."""
    return cq.Face.makeFromWires(_wire(area.exterior.coords, z_mm), [_wire(hole.coords, z_mm) for hole in area.interiors])


def _wire(coordinates: Sequence[tuple[float, ...]], z_mm: float) -> cq.Wire:
    return cq.Wire.makePolygon([cq.Vector(x, y, z_mm) for x, y in list(coordinates)[:-1]], close=True)


def wall(start: tuple[float, float], end: tuple[float, float], top_mm: float, low_mm: float) -> cq.Face:
    """An upright rectangle."""
    return plane([(*start, top_mm), (*end, top_mm), (*end, low_mm), (*start, low_mm)])
