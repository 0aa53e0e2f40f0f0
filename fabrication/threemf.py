"""The only writer of 3MF: a part in colours, as separate closed bodies that share an origin, each with its colour.

Slicers differ in what they read of colours in a 3MF, so the bodies are there as STL files too, one a filament, in a
folder beside it: loaded together as one object they lie where they belong.
"""

from __future__ import annotations

import ctypes
import tempfile
import uuid
from collections.abc import Sequence
from pathlib import Path

import lib3mf
import numpy as np
import numpy.typing as npt
import trimesh

from design.files import write_whole
from fabrication.mesh import GRID_MM, Triangles, solid_triangles, triangles_bytes
from fabrication.part import ColourBody, Part
from rules.errors import BuildError, Problem

NAMESPACE = uuid.UUID("6f1c0f0e-2d0b-5c4e-9a53-54ab1e3d7a10")
"""What the fixed identifiers of a file are derived from; any one will do that stays."""


def write_3mf(part: Part, path: Path) -> tuple[Path, ...]:
    """Write a part in colours: the 3MF, and for a part of several bodies one STL each in a folder of the same stem.

    The same bytes for the same part: identifiers are derived from names, no date is written.

    Raises:
        BuildError: naming the part and the body that is empty, not watertight or wound wrongly, or whose volume is more
            than 0.5 % off its solids'.
    """
    bodies = part.in_colours()
    meshes = [np.concatenate([solid_triangles(solid) for solid in body.solids]) for body in bodies]
    problems = [problem for body, mesh in zip(bodies, meshes, strict=True) for problem in _judged(part, body, mesh)]
    if problems or not bodies:
        raise BuildError(problems or Problem(part.name, "has no bodies in colours; please report this as a fault"))
    write_whole(path, _model_bytes(part.name, bodies, meshes))
    written = [path]
    if len(bodies) > 1:
        for body, mesh in zip(bodies, meshes, strict=True):
            file = path.with_suffix("") / f"{body.name}.stl"
            write_whole(file, triangles_bytes(f"{part.name} {body.name}", mesh))
            written.append(file)
    return tuple(written)


def _judged(part: Part, body: ColourBody, triangles: Triangles) -> list[Problem]:
    where = f"{part.name} {body.name}"
    if not len(triangles):
        return [Problem(where, "its body in this colour is empty; please report this as a fault")]
    mesh = trimesh.Trimesh(*_welded(triangles), process=False)
    if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
        return [Problem(where, "its body in this colour is not closed: an outline touches itself; change its face or its size")]
    if abs(mesh.volume - body.volume_mm3) > 0.005 * body.volume_mm3:
        return [Problem(where, f"its mesh holds {mesh.volume:.2f} mm3, its solids {body.volume_mm3:.2f}")]
    return []


def _welded(triangles: Triangles) -> tuple[Triangles, npt.NDArray[np.int64]]:
    """Corners, each once, and the triangles between them."""
    whole = np.round(triangles.reshape(-1, 3) / GRID_MM).astype(np.int64)
    corners, places = np.unique(whole, axis=0, return_inverse=True)
    points: Triangles = corners.astype(np.float64) * GRID_MM
    return points, places.reshape(-1, 3).astype(np.int64)


def _model_bytes(name: str, bodies: Sequence[ColourBody], meshes: Sequence[Triangles]) -> bytes:
    model = lib3mf.get_wrapper().CreateModel()
    model.SetUnit(lib3mf.ModelUnit.MilliMeter)
    model.SetLanguage("en")
    _metadata(model, name)
    whole = model.AddComponentsObject()
    whole.SetName(name)
    whole.SetUUID(_identifier(name))
    groups: dict[str, tuple[int, int]] = {}
    for body, triangles in zip(bodies, meshes, strict=True):
        if body.filament.colour not in groups:
            group = model.AddColorGroup()
            groups[body.filament.colour] = (group.GetResourceID(), group.AddColor(_colour(body.filament.colour)))
        mesh = model.AddMeshObject()
        mesh.SetGeometry(*_geometry(triangles))
        mesh.SetName(body.name)
        mesh.SetUUID(_identifier(name, body.name))
        mesh.SetObjectLevelProperty(*groups[body.filament.colour])
        component = whole.AddComponent(mesh, lib3mf.get_wrapper().GetIdentityTransform())
        component.SetUUID(_identifier(name, body.name, "component"))
    item = model.AddBuildItem(whole, lib3mf.get_wrapper().GetIdentityTransform())
    item.SetUUID(_identifier(name, "item"))
    model.SetBuildUUID(_identifier(name, "build"))
    writer = model.QueryWriter("3mf")
    writer.SetDecimalPrecision(4)
    # Its buffer comes back as a list of numbers, after writing twice; a file is quicker.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "part.3mf"
        writer.WriteToFile(str(file))
        return file.read_bytes()


def _metadata(model: lib3mf.Model, name: str) -> None:
    group = model.GetMetaDataGroup()
    for key, value in (("Title", name), ("Application", "Tablewright")):
        group.AddMetaData("", key, value, "xs:string", False)


def _geometry(triangles: Triangles) -> tuple[ctypes.Array[lib3mf.Position], ctypes.Array[lib3mf.Triangle]]:
    """Corners and triangles as the library takes them."""
    corners, faces = _welded(triangles)
    positions = (lib3mf.Position * len(corners)).from_buffer_copy(corners.astype(np.float32).tobytes())
    indices = (lib3mf.Triangle * len(faces)).from_buffer_copy(faces.astype(np.uint32).tobytes())
    return positions, indices


def _colour(colour: str) -> lib3mf.Color:
    return lib3mf.Color(*(int(colour[start : start + 2], 16) for start in (1, 3, 5)), 255)


def _identifier(*names: str) -> str:
    return str(uuid.uuid5(NAMESPACE, "/".join(names)))
