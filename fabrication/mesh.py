"""The only writer of STL: triangles at a fixed fineness, judged by another library before they count as written."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
import trimesh

from design.files import write_whole
from fabrication.part import Part
from rules.errors import BuildError, Problem

TOLERANCE_MM = 0.01
"""Largest distance of a triangle from the solid: a fifth of what a printer's motors resolve."""
ANGLE_RAD = 0.2
"""Largest angle between two neighbouring triangles of a curved face."""
GRID_MM = 1e-4
"""Corners are rounded to this grid, so that the same corner of two faces has the same bytes."""
VOLUME_SHARE = 0.005
"""Largest difference of the mesh's volume from the exact solid's."""
FLOOR_MM = 1e-3
"""How far from z = 0 the lowest corner may lie."""
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
Triangles = npt.NDArray[np.float64]


def write_stl(part: Part, path: Path) -> tuple[Path, ...]:
    """Write a part's bodies into one binary STL, the same bytes for the same part.

    The mesh is judged as it would be read from disk: a file that fails is not written, and one that stood
    there before stays. What was written is read again and compared.

    Raises:
        BuildError: naming the part and all that is wrong with it: empty, not watertight, wound wrongly, volume
            more than 0.5 % off the exact solid's, not standing on z = 0, or another number of bodies than it has.
    """
    data = stl_bytes(part)
    problems = judged(part, data)
    if problems:
        raise BuildError(problems)
    write_whole(path, data)
    if path.read_bytes() != data:
        raise BuildError(Problem(str(path), "what was read back is not what was written; check the disk"))
    return (path,)


def stl_bytes(part: Part) -> bytes:
    """The part as binary STL: a header with its name, then its triangles with their normals."""
    triangles = _triangles(part)
    records = np.zeros(len(triangles), dtype=_RECORD)
    if len(triangles):
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        records["normal"] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
        records["corners"] = triangles
    header = f"Tablewright {part.name}".encode()[:80].ljust(80, b" ")
    return header + np.uint32(len(records)).tobytes() + records.tobytes()


def _triangles(part: Part) -> Triangles:
    """All triangles of all bodies, corners on the grid, those without an area left out."""
    found = []
    for body in part.bodies:
        corners, faces = body.solid.tessellate(TOLERANCE_MM, ANGLE_RAD)
        if not faces:
            continue
        points = np.array([corner.toTuple() for corner in corners], dtype=np.float64)
        # Adding 0.0 turns -0.0 into 0.0: two corners that are equal have equal bytes.
        grid = np.round(points / GRID_MM) * GRID_MM + 0.0
        found.append(grid[np.array(faces)])
    if not found:
        return np.zeros((0, 3, 3))
    triangles = np.concatenate(found)
    same = [(triangles[:, one] == triangles[:, other]).all(axis=1) for one, other in ((0, 1), (1, 2), (2, 0))]
    kept: Triangles = triangles[~(same[0] | same[1] | same[2])]
    return kept


def judged(part: Part, data: bytes) -> list[Problem]:
    """What is wrong with the bytes of an STL as the file of a part; nothing when it is sound."""
    try:
        mesh = trimesh.load(io.BytesIO(data), file_type="stl")
    except Exception as error:
        return [Problem(part.name, f"its STL cannot be read ({error}); please report this as a fault")]
    if not isinstance(mesh, trimesh.Trimesh) or len(mesh.faces) == 0:
        return [Problem(part.name, "its solid is empty: everything was cut away; make it larger or its engraving smaller")]
    problems = []
    if not mesh.is_watertight:
        problems.append(
            Problem(part.name, "its mesh is not watertight: an outline touches itself; change its face or its size")
        )
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        problems.append(Problem(part.name, "its mesh is wound wrongly: inside and outside are exchanged"))
    exact = part.volume_mm3
    if abs(mesh.volume - exact) > VOLUME_SHARE * abs(exact):
        what = f"its mesh holds {mesh.volume:.2f} mm3, its solid {exact:.2f}; they must agree within {VOLUME_SHARE:.1%}"
        problems.append(Problem(part.name, what))
    lowest = float(mesh.bounds[0][2])
    if abs(lowest) > FLOOR_MM:
        problems.append(Problem(part.name, f"its lowest corner lies at z = {lowest:.3f} mm, not on the bed (z = 0)"))
    if mesh.body_count != len(part.bodies):
        problems.append(Problem(part.name, f"its mesh has {mesh.body_count} bodies instead of {len(part.bodies)}"))
    return problems
