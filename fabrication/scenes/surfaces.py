"""Shapes as VTK draws them: triangles and sharp edges in their colours, ready for a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cadquery as cq
import numpy as np
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkIdTypeArray, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkFeatureEdges, vtkPolyDataNormals
from vtkmodules.vtkRenderingCore import vtkPolyDataMapper, vtkProperty

TOLERANCE_MM = 0.02
ANGLE_RAD = 0.12
EDGE_DEG = 28.0
"""Edges that bend more sharply than this are drawn; facets of round shapes bend less."""
OVERSAMPLING = 2
"""Pictures are drawn larger by this factor and then reduced, which smooths lines and edges."""
# VTK's array helpers have no type annotations.
_TO_VTK: Callable[..., Any] = numpy_support.numpy_to_vtk
_TO_NUMPY: Callable[..., Any] = numpy_support.vtk_to_numpy


@dataclass(frozen=True)
class Band:
    """A range of heights of a part drawn in another colour, as after a filament change.

    It paints whatever rises above `low_mm` and ends by `high_mm`; if both are equal, whatever lies flat at that height.
    """

    low_mm: float
    high_mm: float
    colour: str


@dataclass(frozen=True)
class Drawn:
    """A shape in its own coordinates, with its place, and its colours as #rrggbb."""

    shape: cq.Shape
    colour: str
    location: cq.Location = cq.Location()  # noqa: RUF009  the identity; locations are never changed in place
    bands: tuple[Band, ...] = ()


@dataclass(frozen=True)
class Look:
    """Triangles or lines ready to draw, and how they look."""

    mapper: vtkPolyDataMapper
    surface: vtkProperty


def looks(item: Drawn) -> list[Look]:
    """A shape's surfaces, each band in its own colour, and its edges."""
    points, triangles = item.shape.tessellate(TOLERANCE_MM, ANGLE_RAD)
    corners = np.array([point.toTuple() for point in points])
    faces = np.array(triangles, dtype=np.int64)
    heights = corners[faces][:, :, 2]
    plain = np.ones(len(faces), dtype=bool)
    made = []
    for band in item.bands:
        inside = ((heights >= band.low_mm - 1e-3) & (heights <= band.high_mm + 1e-3)).all(axis=1) & plain
        if band.high_mm > band.low_mm:
            inside &= (heights > band.low_mm + 1e-3).any(axis=1)
        plain &= ~inside
        if inside.any():
            made.append(_surface(_mesh(corners, faces[inside]), band.colour))
    if plain.any():
        made.append(_surface(_mesh(corners, faces[plain]), item.colour))
    made.append(_edges(_mesh(corners, faces), item.colour))
    return made


def _mesh(corners: Any, faces: Any) -> vtkPolyData:
    """Triangles with equal corners merged."""
    points = vtkPoints()
    points.SetData(_TO_VTK(np.ascontiguousarray(corners, dtype=np.float64), deep=True))
    cells = vtkCellArray()
    table = np.hstack([np.full((len(faces), 1), 3), faces]).astype(np.int64).ravel()
    ids = vtkIdTypeArray()
    ids.SetNumberOfValues(len(table))
    _TO_NUMPY(ids)[:] = table
    cells.ImportLegacyFormat(ids)
    mesh = vtkPolyData()
    mesh.SetPoints(points)
    mesh.SetPolys(cells)
    clean = vtkCleanPolyData()
    clean.SetInputData(mesh)
    clean.SetToleranceIsAbsolute(True)
    clean.SetAbsoluteTolerance(1e-5)
    clean.Update()
    cleaned: vtkPolyData = clean.GetOutput()
    return cleaned


def _surface(mesh: vtkPolyData, colour: str) -> Look:
    normals = vtkPolyDataNormals()
    normals.SetInputData(mesh)
    normals.SetFeatureAngle(EDGE_DEG)
    normals.ConsistencyOff()
    normals.Update()
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(normals.GetOutput())
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    surface = vtkProperty()
    surface.SetColor(*rgb(colour))
    surface.SetAmbient(0.48)
    surface.SetDiffuse(0.74)
    return Look(mapper, surface)


def _edges(mesh: vtkPolyData, colour: str) -> Look:
    edges = vtkFeatureEdges()
    edges.SetInputData(mesh)
    edges.SetFeatureAngle(EDGE_DEG)
    edges.BoundaryEdgesOff()
    edges.NonManifoldEdgesOff()
    edges.ManifoldEdgesOff()
    edges.ColoringOff()
    edges.Update()
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(edges.GetOutput())
    line = vtkProperty()
    line.SetColor(*(0.45 * part for part in rgb(colour)))
    line.SetLineWidth(0.9 * OVERSAMPLING)
    line.LightingOff()
    return Look(mapper, line)


def rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of #rrggbb, 0 to 1."""
    red, green, blue = (value / 255 for value in rgb255(colour))
    return red, green, blue


def rgb255(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of #rrggbb, 0 to 255."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue
