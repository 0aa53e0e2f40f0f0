"""The only writer of STL: triangles at a fixed resolution, which another library must accept before they count as written."""

from __future__ import annotations

import io
from functools import lru_cache
from pathlib import Path

import cadquery as cq
import numpy as np
import numpy.typing as npt
import trimesh
from OCP.BRep import BRep_Tool
from OCP.TopAbs import TopAbs_Orientation
from OCP.TopLoc import TopLoc_Location

from design.files import write_whole
from fabrication.part import Part
from rules.errors import BuildError, Problem

TOLERANCE_MM = 0.01
"""Largest distance of a triangle from the solid: a fifth of the resolution of a printer's motors."""
ANGLE_RAD = 0.2
"""Largest angle between two neighbouring triangles of a curved face."""
GRID_MM = 1e-4
"""Corners are rounded to this grid, so that a corner shared by two faces has the same bytes."""
VOLUME_SHARE = 0.005
"""Largest difference of the mesh's volume from the exact solid's."""
FLOOR_MM = 1e-3
"""How far from z = 0 the lowest corner may lie."""
_RECORD = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
Triangles = npt.NDArray[np.float64]


def write_stl(part: Part, path: Path) -> tuple[Path, ...]:
    """Write a part's bodies into one binary STL, the same bytes for the same part.

    The mesh is judged as it would be read from disk. A file that fails is not written, and an older one stays. The
    written file is read back and compared.

    Raises:
        BuildError: naming the part and all its faults: empty, not watertight, wound wrongly, volume more than 0.5 % off
            the exact solid's, not standing on z = 0, or the wrong number of bodies.
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
    return triangles_bytes(part.name, _triangles(part))


def triangles_bytes(name: str, triangles: Triangles) -> bytes:
    """Triangles, each of three corners in mm, as binary STL under a name."""
    records = np.zeros(len(triangles), dtype=_RECORD)
    if len(triangles):
        # Computed from the corners as stored: in a sliver even single precision turns the normal.
        triangles = triangles.astype("<f4").astype(np.float64)
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1, keepdims=True)
        records["normal"] = np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)
        records["corners"] = triangles
    header = f"Tablewright {name}".encode()[:80].ljust(80, b" ")
    return header + np.uint32(len(records)).tobytes() + records.tobytes()


def _triangles(part: Part) -> Triangles:
    """All triangles of all bodies."""
    return np.concatenate([np.zeros((0, 3, 3)), *(solid_triangles(body.solid) for body in part.bodies)])


def solid_triangles(solid: cq.Solid) -> Triangles:
    """A solid's triangles, corners on the grid, without those of zero area.

    The most recent ones are cached, since a part's ground is often the same solid in every medium.
    """
    return _oriented_triangles(solid, solid.wrapped.Orientation())


@lru_cache(maxsize=2)
def _oriented_triangles(solid: cq.Solid, _orientation: TopAbs_Orientation) -> Triangles:
    """The same, cached by orientation too: for CadQuery a solid equals itself turned inside out."""
    solid.mesh(TOLERANCE_MM, ANGLE_RAD)
    found = [triangles for face in solid.Faces() if (triangles := _face_triangles(face)) is not None]
    if not found:
        return np.zeros((0, 3, 3))
    # Adding 0.0 turns -0.0 into 0.0, so that equal corners have equal bytes.
    triangles = np.round(np.concatenate(found) / GRID_MM) * GRID_MM + 0.0
    same = [(triangles[:, one] == triangles[:, other]).all(axis=1) for one, other in ((0, 1), (1, 2), (2, 0))]
    kept: Triangles = triangles[~(same[0] | same[1] | same[2])]
    return kept


def _face_triangles(face: cq.Face) -> Triangles | None:
    """A face's share of its solid's mesh; CadQuery's own `tessellate` takes three times as long for it."""
    location = TopLoc_Location()
    mesh = BRep_Tool.Triangulation_s(face.wrapped, location)
    if mesh is None:
        return None
    nodes = (mesh.Node(index) for index in range(1, mesh.NbNodes() + 1))
    if not location.IsIdentity():
        move = location.Transformation()
        nodes = (node.Transformed(move) for node in nodes)
    corners = np.array([(node.X(), node.Y(), node.Z()) for node in nodes])
    turned = face.wrapped.Orientation() == TopAbs_Orientation.TopAbs_REVERSED
    one, two, three = (1, 3, 2) if turned else (1, 2, 3)
    # By index: iterating over `mesh.Triangles()` takes twenty times as long for a small face.
    listed = [mesh.Triangle(index) for index in range(1, mesh.NbTriangles() + 1)]
    places = np.array([(each.Value(one), each.Value(two), each.Value(three)) for each in listed]) - 1
    taken: Triangles = corners[places]
    return taken


def judged(part: Part, data: bytes) -> list[Problem]:
    """What is wrong with STL bytes as a part's file; nothing if they are sound."""
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


def read_triangles(path: Path) -> Triangles:
    """The triangles of a binary STL, three corners each, mm; BuildError if it is not one."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(Problem(str(path), f"cannot be read ({error.strerror}); run a build again")) from None
    count = int.from_bytes(data[80:84], "little") if len(data) >= 84 else 0
    if count == 0 or len(data) != 84 + count * _RECORD.itemsize:
        raise BuildError(Problem(str(path), "is no binary STL, or a damaged one; run a build again"))
    triangles: Triangles = np.frombuffer(data, dtype=_RECORD, offset=84)["corners"].astype(np.float64)
    return triangles
