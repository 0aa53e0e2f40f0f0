"""Renders shapes to pixels with VTK, without a screen, for `fabrication.scenes.drawing`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import cadquery as cq
import numpy as np
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401  registers the renderer
from PIL import Image
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkLogger
from vtkmodules.vtkCommonMath import vtkMatrix4x4
from vtkmodules.vtkRenderingCore import vtkActor, vtkLight, vtkRenderer, vtkRenderWindow, vtkWindowToImageFilter
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderer, vtkRenderStepsPass, vtkSSAOPass

from fabrication.scenes.surfaces import Band, Drawn, Look, looks, rgb

OCCLUSION_MM = 8.0
"""How close surfaces must be to take light from each other."""
# VTK's array helpers have no type annotations.
_TO_NUMPY: Callable[..., Any] = numpy_support.vtk_to_numpy


class View(Enum):
    """The viewpoint: the direction from the centre of the drawing to the eye, and which way is up."""

    TABLE = ((0.0, -0.7, 1.0), (0.0, 0.0, 1.0))
    CORNER = ((-0.32, -0.9, 0.95), (0.0, 0.0, 1.0))
    LOW = ((-0.38, -1.0, 0.42), (0.0, 0.0, 1.0))
    OWNER = ((-0.30, -1.0, 0.40), (0.0, 0.0, 1.0))
    ACROSS = ((0.30, 1.0, 0.40), (0.0, 0.0, 1.0))
    STEEP = ((0.0, -0.26, 1.0), (0.0, 1.0, 0.0))
    TOP = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0))
    BELOW = ((-0.30, -0.75, -1.2), (0.0, 0.0, 1.0))


def rendered(items: Sequence[Drawn], view: View, size: tuple[int, int], ground: str) -> Image.Image:
    """A picture of shapes at this size in pixels, on a plain background, with everything in view."""
    # Without a screen VTK warns that there is none and continues with a window in memory.
    vtkLogger.SetStderrVerbosity(vtkLogger.VERBOSITY_ERROR)
    renderer = vtkOpenGLRenderer()
    renderer.SetBackground(*rgb(ground))
    known: dict[tuple[int, str, tuple[Band, ...]], list[Look]] = {}
    for item in items:
        # Identical pieces share a shape, which is meshed once.
        key = (id(item.shape), item.colour, item.bands)
        if key not in known:
            known[key] = looks(item)
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
    """Parallel projection along the view, with everything in view."""
    direction, up = view.value
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    camera.SetFocalPoint(0, 0, 0)
    camera.SetPosition(*direction)
    camera.SetViewUp(*up)
    renderer.ResetCamera()
    # ResetCamera frames the bounding sphere of everything; frame the picture's rectangle instead.
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
    """Ambient occlusion: less light where surfaces face each other, so that depth reads as depth."""
    shade = vtkSSAOPass()
    shade.SetRadius(OCCLUSION_MM)
    shade.SetBias(0.12 * OCCLUSION_MM)
    shade.SetKernelSize(32)
    shade.BlurOn()
    shade.SetDelegatePass(vtkRenderStepsPass())
    renderer.SetPass(shade)


def _matrix(location: cq.Location) -> vtkMatrix4x4:
    transform = location.wrapped.Transformation()
    rows = [[transform.Value(row, column) for column in range(1, 5)] for row in range(1, 4)]
    matrix = vtkMatrix4x4()
    matrix.DeepCopy([*(value for row in rows for value in row), 0.0, 0.0, 0.0, 1.0])
    return matrix
