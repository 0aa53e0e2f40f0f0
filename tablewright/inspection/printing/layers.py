"""A solid cut into the layers it is printed in, to see what rests on what."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from shapely.geometry import MultiPolygon

from tablewright.inspection.solids.measures.sections import section
from tablewright.inspection.solids.measures.stl import Solid

UPRIGHT = 1e-5
"""A triangle whose unit normal has at most this z component is vertical; its section is the same at every height."""
SAME_MM = 1e-3
"""Corners closer in height than this count as level."""

ASIDE_MM = 0.003
"""Each layer is cut this far above its middle, so that no cut runs along a floor at that height."""


@dataclass(frozen=True)
class Run:
    """Consecutive layers with the same area, between two heights in mm."""

    low_mm: float
    high_mm: float
    area: MultiPolygon


def layer_runs(solid: Solid, layer_mm: float) -> list[Run]:
    """The layers of a solid from the bed up, each cut at its middle; equal neighbours form one run.

    Between two heights with corners, if only vertical triangles pass, the section does not change and is cut only once.
    """
    corners = solid.mesh.vertices[:, 2]
    faces = solid.mesh.vertices[solid.mesh.faces][:, :, 2]
    leaning = faces[np.abs(solid.mesh.face_normals[:, 2]) > UPRIGHT]
    lowest, highest = leaning.min(axis=1), leaning.max(axis=1)
    levels = _levels(corners)
    runs: list[Run] = []
    # As in a slicer, a layer exists if the solid reaches its middle.
    count = max(1, math.ceil(solid.high[2] / layer_mm - 0.5 - SAME_MM))
    between, same = -1, False
    for index in range(count):
        middle = (index + 0.5) * layer_mm + ASIDE_MM
        here = int(np.searchsorted(levels, middle))
        if runs and here == between and same:
            runs[-1] = Run(runs[-1].low_mm, (index + 1) * layer_mm, runs[-1].area)
            continue
        if here != between:
            below, above = levels[max(0, here - 1)], levels[min(here, len(levels) - 1)]
            passing = (lowest < above - SAME_MM) & (highest > below + SAME_MM)
            same = not bool((passing & (highest - lowest > SAME_MM)).any())
        between = here
        runs.append(Run(index * layer_mm, (index + 1) * layer_mm, section(solid.mesh, middle)))
    return runs


def _levels(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The heights at which there are corners, skipping any within `SAME_MM` of the one below."""
    heights = np.unique(corners)
    kept: npt.NDArray[np.float64] = heights[np.concatenate([[True], np.diff(heights) > SAME_MM])]
    return kept
