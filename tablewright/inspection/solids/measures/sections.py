"""Cuts through a triangle mesh as flat shapes, and how well two flat shapes agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from design.graphics.polygons import as_multi

GRID_MM = 1e-4
"""Points nearer than this are one: single-precision STL keeps 200 mm to 0.00002 mm."""
SAME_MM = 1e-7
"""Ends nearer than this are the same point, reckoned twice: doubles keep 200 mm to a millionth of it."""
THICK_MM = 0.2
"""A difference thicker than this is one that shows: half of a 0.4 mm line. Thinner ones are facets."""
LEAST_OVERLAP = 0.97
"""Least intersection over union with the expected shape. Facets of 0.01 mm along a line of 1 mm cost 2 %."""


def section(mesh: Any, z_mm: float) -> MultiPolygon:
    """The area of a `trimesh` mesh at a height, in the mesh's x and y; empty if the plane misses it."""
    import trimesh

    cut: Any = trimesh.intersections.mesh_plane
    segments = cut(mesh, plane_normal=(0, 0, 1), plane_origin=(0, 0, z_mm))
    if len(segments) == 0:
        return MultiPolygon()
    lines = shapely.linestrings(_met(segments[:, :, :2]))
    joined = shapely.node(shapely.set_precision(shapely.multilinestrings(lines), GRID_MM))
    return as_multi(shapely.build_area(joined))


def _met(segments: Any) -> Any:
    """Segments whose ends are the very same point where they meet.

    Two triangles cut along their common edge give a point that differs in its last digits. Half way between two points of
    the grid one would go to the left and one to the right, and the line around the area would be open.
    """
    import numpy as np
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import cKDTree

    ends = segments.reshape(-1, 2)
    one, other = cKDTree(ends).query_pairs(SAME_MM, output_type="ndarray").T
    meeting = coo_matrix((np.ones(len(one)), (one, other)), shape=(len(ends), len(ends)))
    _, point_of = connected_components(meeting, directed=False)
    _, first = np.unique(point_of, return_index=True)
    return ends[first[point_of]].reshape(segments.shape)


@dataclass(frozen=True)
class Agreement:
    """How well a shape agrees with the expected one: overlap 0 to 1, and what differs by more than a facet."""

    overlap: float
    difference: MultiPolygon

    @property
    def good(self) -> bool:
        """Whether the shape is the expected one."""
        return self.overlap >= LEAST_OVERLAP and self.difference.is_empty

    def __str__(self) -> str:
        text = f"{100 * self.overlap:.1f} % agree"
        if self.difference.is_empty:
            return text
        point = max(self.difference.geoms, key=lambda one: one.area).representative_point()
        return f"{text}, most different at x = {point.x:.1f}, y = {point.y:.1f} mm"


def agreement(found: BaseGeometry, expected: BaseGeometry) -> Agreement:
    """Compare two shapes that lie in the same place."""
    union = found.union(expected).area
    overlap = found.intersection(expected).area / union if union > 0 else 1.0
    thick = as_multi(found.symmetric_difference(expected)).buffer(-THICK_MM / 2, join_style="mitre")
    return Agreement(overlap, as_multi(thick))


def seen_from_below(shape: BaseGeometry) -> BaseGeometry:
    """A face that lies on the bed, as it is seen from above through the part: left and right change places."""
    return affinity.scale(shape, -1, 1, origin=(0, 0))


def moved_to_origin(shape: BaseGeometry, bounds: tuple[float, float, float, float]) -> BaseGeometry:
    """The shape with the middle of `bounds` in the origin."""
    left, bottom, right, top = bounds
    return affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2)


def holes(shape: MultiPolygon) -> list[Polygon]:
    """The holes of a shape, each as a shape of its own, the largest first."""
    found = [Polygon(ring) for polygon in shape.geoms for ring in polygon.interiors]
    return sorted(found, key=lambda one: -one.area)
