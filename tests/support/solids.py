"""Solids as their STL has them: meshed, cut, measured, compared."""

from __future__ import annotations

import io

import cadquery as cq
import trimesh
from shapely.geometry import MultiPolygon, Polygon

from fabrication.kernel import booleans
from fabrication.part import Body, BodyRole, Part
from fabrication.writers.mesh import stl_bytes


def meshed(part: Part) -> trimesh.Trimesh:
    return trimesh.load(io.BytesIO(stl_bytes(part)), file_type="stl")


def one_body(name: str, solid: cq.Solid) -> Part:
    return Part(name, (Body(name, BodyRole.GROUND, solid),))


def section(mesh: trimesh.Trimesh, z: float) -> Polygon | MultiPolygon:
    area = Polygon()
    for loop in mesh.section(plane_origin=(0, 0, z), plane_normal=(0, 0, 1)).discrete:
        area = area.symmetric_difference(Polygon(loop[:, :2]).buffer(0))
    return area


def frustum(area: Polygon, by: float) -> float:
    """Volume of a 45 degree chamfer's layer."""
    half, full = (area.buffer(-inward, join_style="mitre").area for inward in (by / 2, by))
    return by * (area.area + 4 * half + full) / 6


def shared(one: cq.Shape, other: cq.Shape) -> float:
    """The volume that two solids share."""
    return float(booleans.common(one, other).Volume())
