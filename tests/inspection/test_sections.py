"""Cuts through meshes: closed at every height, wherever on the grid the points of a cut fall."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh

from tablewright.inspection.solids.measures.sections import section

SIDES, HIGH_MM = 60, 1.6


def drum(turn: float) -> trimesh.Trimesh:
    """A drum whose top is turned against its bottom, all corners on a grid of 0.0001 mm, as the writers leave them."""
    angles = np.arange(SIDES) * 2 * math.pi / SIDES
    rings = [
        np.round(np.column_stack([20 * np.cos(angles + more), 20 * np.sin(angles + more), np.full(SIDES, z)]), 4)
        for z, more in ((0.0, 0.0), (HIGH_MM, turn))
    ]
    corners = np.vstack([*rings, [[0, 0, 0], [0, 0, HIGH_MM]]])
    low, high = 2 * SIDES, 2 * SIDES + 1
    faces = []
    for one in range(SIDES):
        two = (one + 1) % SIDES
        up, beside = one + SIDES, two + SIDES
        faces += [(one, two, beside), (one, beside, up), (low, two, one), (high, up, beside)]
    return trimesh.Trimesh(corners, faces, process=False)


@pytest.mark.parametrize("turn", [0.0, 0.02, 0.04])
def test_a_cut_is_closed_at_every_height(turn: float) -> None:
    mesh = drum(turn)
    assert mesh.is_watertight
    # Tenths of the height: points of the cut fall on tenths of the grid, half ways among them.
    areas = [section(mesh, HIGH_MM * step / 20).area for step in range(1, 20)]
    # A regular polygon of sixty sides in a circle of 20 mm; a turned one is a little waisted.
    full = SIDES / 2 * 20**2 * math.sin(2 * math.pi / SIDES)
    assert areas == pytest.approx([full] * len(areas), rel=2e-3)
