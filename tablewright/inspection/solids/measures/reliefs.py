"""Whether a flat solid shows the faces it must: cut half way down its reliefs and compared with the faces."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import affinity
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.graphics.polygons import as_multi, turned
from design.names import side_of
from tablewright.inspection.solids.measures.sections import agreement, moved_to_origin, section
from tablewright.inspection.solids.measures.stl import Solid

RIM_MM = 0.4
"""Chamfer around a marker's top and a plate's back; the foot's is the printer's relief."""
EDGE_MM = 0.6
"""Border of a face that is not compared: chamfers are there, and no relief."""


def chamfers_mm3(front: Face, foot_relief_mm: float) -> float:
    """What the chamfers around foot and top of a flat part take away."""
    return float(front.trim.length) * (foot_relief_mm**2 + RIM_MM**2) / 2


def relief_faults(shown: Sequence[tuple[Face, BaseGeometry]], area: Polygon) -> list[str]:
    """Both faces must show what they ought to within an area; a part that lies turned by a half turn may.

    `shown` gives the upper and the lower face with the relief found on each, as that face is looked at.
    """
    best: tuple[float, list[str]] = (-1.0, [])
    for half_turn in (0, 2):
        results = []
        for face, relief in shown:
            wanted = as_multi(face.relief().intersection(area))
            results.append((face, agreement(as_multi(turned(relief, half_turn).intersection(area)), wanted)))
            if not results[-1][1].good:
                break
        found = [f"its {side_of(face.name)} shows something else: {result}" for face, result in results if not result.good]
        if not found:
            return []
        best = max(best, (sum(result.overlap for _, result in results), found))
    return best[1]


def cut_at(solid: Solid, z_mm: float) -> BaseGeometry:
    """A cut at a height, the middle of the part its origin."""
    return moved_to_origin(section(solid.mesh, z_mm), solid.flat_bounds)


def on_the_bed(face: Face) -> BaseGeometry:
    """A face that lies on the bed, as it is printed: turned about the x axis."""
    return affinity.scale(face.relief(), 1, -1, origin=(0, 0))
