"""A 3MF model: welded meshes with names and colours, the same bytes for the same content. The only user of lib3mf."""

from __future__ import annotations

import ctypes
import tempfile
import uuid
from pathlib import Path

import lib3mf
import numpy as np
import numpy.typing as npt

from fabrication.writers.mesh import GRID_MM, Triangles

NAMESPACE = uuid.UUID("6f1c0f0e-2d0b-5c4e-9a53-54ab1e3d7a10")
"""Basis for a file's fixed identifiers; any value will do as long as it never changes."""


class Model:
    """A named model, in mm. Identifiers are derived from names, and no date is written."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._model = lib3mf.get_wrapper().CreateModel()
        self._model.SetUnit(lib3mf.ModelUnit.MilliMeter)
        self._model.SetLanguage("en")
        self._colours: dict[str, tuple[int, int]] = {}
        group = self._model.GetMetaDataGroup()
        for key, value in (("Title", name), ("Application", "Tablewright")):
            group.AddMetaData("", key, value, "xs:string", False)

    def mesh(self, name: str, triangles: Triangles, colour: str) -> lib3mf.MeshObject:
        """Add a body in a colour (#rrggbb), merging equal corners; it is not placed yet."""
        mesh = self._model.AddMeshObject()
        mesh.SetGeometry(*_geometry(triangles))
        mesh.SetName(name)
        mesh.SetUUID(self.identifier(name))
        mesh.SetObjectLevelProperty(*self._colour(colour))
        return mesh

    def together(self, bodies: list[lib3mf.MeshObject]) -> lib3mf.ComponentsObject:
        """Add an object made of several bodies that share its origin; it has the model's name."""
        whole = self._model.AddComponentsObject()
        whole.SetName(self.name)
        whole.SetUUID(self.identifier())
        for body in bodies:
            component = whole.AddComponent(body, placement())
            component.SetUUID(self.identifier(body.GetName(), "component"))
        return whole

    def place(self, item: lib3mf.Object, at: lib3mf.Transform, *names: str) -> None:
        """Place an object for printing; names distinguish it from others."""
        self._model.AddBuildItem(item, at).SetUUID(self.identifier(*names, "item"))

    def identifier(self, *names: str) -> str:
        """The fixed identifier of something in this model."""
        return str(uuid.uuid5(NAMESPACE, "/".join((self.name, *names))))

    def data(self) -> bytes:
        """The model as a file."""
        self._model.SetBuildUUID(self.identifier("build"))
        writer = self._model.QueryWriter("3mf")
        writer.SetDecimalPrecision(4)
        # Its buffer comes back as a list of numbers, after writing twice; a file is faster.
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "model.3mf"
            writer.WriteToFile(str(file))
            return file.read_bytes()

    def _colour(self, colour: str) -> tuple[int, int]:
        if colour not in self._colours:
            group = self._model.AddColorGroup()
            parts = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
            self._colours[colour] = group.GetResourceID(), group.AddColor(lib3mf.Color(*parts, 255))
        return self._colours[colour]


def placement(turn: npt.NDArray[np.float64] | None = None, x_mm: float = 0.0, y_mm: float = 0.0) -> lib3mf.Transform:
    """A placement: a 3 x 3 matrix for corners as row vectors, then an offset on the bed."""
    found = lib3mf.get_wrapper().GetIdentityTransform()
    if turn is not None:
        for row in range(3):
            for column in range(3):
                found.Fields[row][column] = turn[row, column]
    found.Fields[3][0], found.Fields[3][1] = x_mm, y_mm
    return found


def welded(triangles: Triangles) -> tuple[Triangles, npt.NDArray[np.int64]]:
    """The corners without repeats, and the triangles between them."""
    whole = np.round(triangles.reshape(-1, 3) / GRID_MM).astype(np.int64)
    corners, places = np.unique(whole, axis=0, return_inverse=True)
    points: Triangles = corners.astype(np.float64) * GRID_MM
    return points, places.reshape(-1, 3).astype(np.int64)


def _geometry(triangles: Triangles) -> tuple[ctypes.Array[lib3mf.Position], ctypes.Array[lib3mf.Triangle]]:
    """Corners and triangles in the library's types."""
    corners, faces = welded(triangles)
    # The library truncates decimals: 3.12 as a float is 3.1199999 and would be written as 3.1199.
    beyond = corners + np.copysign(GRID_MM / 5, corners)
    positions = (lib3mf.Position * len(corners)).from_buffer_copy(beyond.astype(np.float32).tobytes())
    indices = (lib3mf.Triangle * len(faces)).from_buffer_copy(faces.astype(np.uint32).tobytes())
    return positions, indices
