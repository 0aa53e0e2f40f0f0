"""Shapes turned into pixels by VTK, without a screen: what `fabrication.drawing` makes its pictures of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import cadquery as cq
import numpy as np
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  registers the renderer
from PIL import Image
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkIdTypeArray, vtkLogger, vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkCommonMath import vtkMatrix4x4
from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkFeatureEdges, vtkPolyDataNormals
from vtkmodules.vtkRenderingCore import (
    vtkActor,
    vtkLight,
    vtkPolyDataMapper,
    vtkProperty,
    vtkRenderer,
    vtkRenderWindow,
    vtkWindowToImageFilter,
)
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderer, vtkRenderStepsPass, vtkSSAOPass

TOLERANCE_MM = 0.02
ANGLE_RAD = 0.12
EDGE_DEG = 28.0
"""Edges with a sharper bend than this are drawn; facets of round shapes bend less."""
OCCLUSION_MM = 8.0
"""How near surfaces must be to take light from each other."""
OVERSAMPLING = 2
"""Drawn so much larger and then reduced, which smooths lines and edges."""
# VTK's array helpers carry no types.
_TO_VTK: Callable[..., Any] = numpy_support.numpy_to_vtk
_TO_NUMPY: Callable[..., Any] = numpy_support.vtk_to_numpy


class View(Enum):
    """Where the eye is: the direction from the middle of what is drawn towards it, and what is up."""

    TABLE = ((0.0, -0.7, 1.0), (0.0, 0.0, 1.0))
    CORNER = ((-0.32, -0.9, 0.95), (0.0, 0.0, 1.0))
    LOW = ((-0.38, -1.0, 0.42), (0.0, 0.0, 1.0))
    OWNER = ((-0.30, -1.0, 0.40), (0.0, 0.0, 1.0))
    ACROSS = ((0.30, 1.0, 0.40), (0.0, 0.0, 1.0))
    TOP = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    BELOW = ((-0.30, -0.75, -1.2), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class Band:
    """A range of heights of the part that is drawn in another colour, as after a change of filament.

    What rises above `low_mm` and ends by `high_mm` is painted; with both equal, what lies flat at that height.
    """

    low_mm: float
    high_mm: float
    colour: str


@dataclass(frozen=True)
class Drawn:
    """A shape in its own coordinates, where it stands, and its colours as #rrggbb."""

    shape: cq.Shape
    colour: str
    location: cq.Location = cq.Location()  # noqa: RUF009  the identity; locations are never changed in place
    bands: tuple[Band, ...] = ()


def rendered(items: Sequence[Drawn], view: View, size: tuple[int, int], ground: str) -> Image.Image:
    """Shapes in a picture of so many pixels, on a ground of one colour, everything in it."""
    # Without a screen VTK warns that there is none and goes on with a window in memory.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    renderer = vtkOpenGLRenderer()
    renderer.SetBackground(*_rgb(ground))
    known: dict[tuple[int, str, tuple[Band, ...]], list[_Look]] = {}
    for item in items:
        # Pieces that are alike share a shape, which is meshed once.
        key = (id(item.shape), item.colour, item.bands)
        if key not in known:
            known[key] = _looks(item)
        matrix = _matrix(item.location)
        for look in known[key]:
            actor = vtkActor()
            actor.SetMapper(look.mapper)
            actor.SetProperty(look.surface)
            actor.PokeMatrix(matrix)
            renderer.AddActor(actor)
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    window.SetSize(*size)
    window.AddRenderer(renderer)
    _aim(renderer, view, size)
    _light(renderer)
    _shade_corners(renderer)
    window.Render()
    grab = vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.SetInputBufferTypeToRGB()
    grab.ReadFrontBufferOff()
    grab.Update()
    output = grab.GetOutput()
    width, height, _ = output.GetDimensions()
    pixels = _TO_NUMPY(output.GetPointData().GetScalars()).reshape(height, width, 3)[::-1]
    image = Image.fromarray(np.ascontiguousarray(pixels))
    window.Finalize()
    return image


def _aim(renderer: vtkRenderer, view: View, size: tuple[int, int]) -> None:
    """Parallel projection along the view, everything in the picture."""
    direction, up = view.value
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(*direction)
    camera.SetViewUp(*up)
    renderer.ResetCamera()
    # ResetCamera frames the ball around everything; frame the picture's rectangle instead.
    bounds = renderer.ComputeVisiblePropBounds()
    corners = np.array([[bounds[i], bounds[2 + j], bounds[4 + k]] for i in (0, 1) for j in (0, 1) for k in (0, 1)])
    toward = np.array(direction) / np.linalg.norm(direction)
    right = np.cross(np.array(up), toward)
    right /= np.linalg.norm(right)
    above = np.cross(toward, right)
    across, along = corners @ right, corners @ above
    middle = corners.mean(axis=0)
    middle += right * ((across.min() + across.max()) / 2 - middle @ right)
    middle += above * ((along.min() + along.max()) / 2 - middle @ above)
    reach = float(np.linalg.norm(corners.max(axis=0) - corners.min(axis=0)))
    camera.SetFocalPoint(*middle)
    camera.SetPosition(*(middle + toward * 2 * reach))
    camera.SetParallelScale(1.03 * max(along.max() - along.min(), (across.max() - across.min()) * size[1] / size[0]) / 2)
    renderer.ResetCameraClippingRange()


def _light(renderer: vtkRenderer) -> None:
    """A key light from the upper left, a weaker one from the right, and a little from the eye."""
    renderer.AutomaticLightCreationOff()
    for position, intensity in (((-0.5, 0.7, 1.0), 0.48), ((0.9, -0.1, 1.0), 0.24), ((0.0, -0.2, 1.0), 0.16)):
        light = vtkLight()
        light.SetLightTypeToCameraLight()
        light.SetPosition(*position)
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(intensity)
        renderer.AddLight(light)


def _shade_corners(renderer: vtkRenderer) -> None:
    """Ambient occlusion: less light where surfaces face each other, so that depths read as depths."""
    shade = vtkSSAOPass()
    shade.SetRadius(OCCLUSION_MM)
    shade.SetBias(0.12 * OCCLUSION_MM)
    shade.SetKernelSize(32)
    shade.BlurOn()
    shade.SetDelegatePass(vtkRenderStepsPass())
    renderer.SetPass(shade)


@dataclass(frozen=True)
class _Look:
    """Triangles or lines ready to be drawn, and how they look."""

    mapper: vtkPolyDataMapper
    surface: vtkProperty


def _looks(item: Drawn) -> list[_Look]:
    points, triangles = item.shape.tessellate(TOLERANCE_MM, ANGLE_RAD)
    corners = np.array([point.toTuple() for point in points])
    faces = np.array(triangles, dtype=np.int64)
    heights = corners[faces][:, :, 2]
    plain = np.ones(len(faces), dtype=bool)
    looks = []
    for band in item.bands:
        inside = ((heights >= band.low_mm - 1e-3) & (heights <= band.high_mm + 1e-3)).all(axis=1) & plain
        if band.high_mm > band.low_mm:
            inside &= (heights > band.low_mm + 1e-3).any(axis=1)
        plain &= ~inside
        if inside.any():
            looks.append(_surface(_mesh(corners, faces[inside]), band.colour))
    if plain.any():
        looks.append(_surface(_mesh(corners, faces[plain]), item.colour))
    looks.append(_edges(_mesh(corners, faces), item.colour))
    return looks


def _mesh(corners: Any, faces: Any) -> vtkPolyData:
    """Triangles with their equal corners made one."""
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


def _surface(mesh: vtkPolyData, colour: str) -> _Look:
    normals = vtkPolyDataNormals()
    normals.SetInputData(mesh)
    normals.SetFeatureAngle(EDGE_DEG)
    normals.ConsistencyOff()
    normals.Update()
    mapper = vtkPolyDataMapper()
    mapper.SetInputData(normals.GetOutput())
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    surface = vtkProperty()
    surface.SetColor(*_rgb(colour))
    surface.SetAmbient(0.48)
    surface.SetDiffuse(0.74)
    return _Look(mapper, surface)


def _edges(mesh: vtkPolyData, colour: str) -> _Look:
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
    line.SetColor(*(0.45 * part for part in _rgb(colour)))
    line.SetLineWidth(0.9 * OVERSAMPLING)
    line.LightingOff()
    return _Look(mapper, line)


def _matrix(location: cq.Location) -> vtkMatrix4x4:
    transform = location.wrapped.Transformation()
    rows = [[transform.Value(row, column) for column in range(1, 5)] for row in range(1, 4)]
    matrix = vtkMatrix4x4()
    matrix.DeepCopy([*(value for row in rows for value in row), 0.0, 0.0, 0.0, 1.0])
    return matrix


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (value / 255 for value in rgb255(colour))
    return red, green, blue


def rgb255(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of #rrggbb, 0 to 255."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue
