"""Coloured parts in 3MF files, read with zipfile and lxml, which did not write them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from tablewright.inspection.findings import AGAIN
from tablewright.inspection.solids.measures.stl import FURTHEST_MM, Solid

MODEL = "3D/3dmodel.model"
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
MATERIAL = "{http://schemas.microsoft.com/3dmanufacturing/material/2015/02}"
UNMOVED = "1 0 0 0 1 0 0 0 1 0 0 0"


@dataclass(frozen=True)
class ColouredBody:
    """One body of a part: `name` is `role.filament`, `colour` #rrggbb."""

    name: str
    colour: str
    solid: Solid

    @property
    def role(self) -> str:
        """`ground` or `inlay`."""
        return self.name.partition(".")[0]


def read_3mf(path: Path) -> tuple[ColouredBody, ...] | str:
    """The bodies of the only part in a 3MF file, or what is wrong with the file."""
    return read_model(path, _bodies)


Found = TypeVar("Found")


def read_model(path: Path, read: Callable[[Any], Found | str]) -> Found | str:
    """What `read` makes of the root of a 3MF file's model, or what is wrong with the file."""
    from lxml import etree

    try:
        with zipfile.ZipFile(path) as archive:
            text = archive.read(MODEL)
        root = etree.fromstring(text, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))
    except OSError as error:
        return f"cannot be read ({error.strerror}); {AGAIN}"
    except (zipfile.BadZipFile, KeyError, EOFError, zipfile.zlib.error, etree.XMLSyntaxError):  # type: ignore[attr-defined]
        return f"is damaged: it is no 3MF file with a model in it; {AGAIN}"
    if root.get("unit", "millimeter") != "millimeter":
        return f"is in {root.get('unit')}, must be in millimeter; {AGAIN}"
    try:
        return read(root)
    except (KeyError, ValueError, IndexError, TypeError):
        return f"is damaged: its model names something that is not there, or a number is none; {AGAIN}"


def objects_of(root: Any) -> dict[str, Any]:
    """A model's objects by number."""
    return {one.get("id"): one for one in root.iterfind(f"{CORE}resources/{CORE}object")}


def colour_of(root: Any, item: Any) -> str:
    """An object's colour, #rrggbb; empty if it has none."""
    groups = {
        group.get("id"): [colour.get("color").lower()[:7] for colour in group.iterfind(f"{MATERIAL}color")]
        for group in root.iterfind(f"{CORE}resources/{MATERIAL}colorgroup")
    }
    return groups[item.get("pid")][int(item.get("pindex"))] if item.get("pid") else ""


def _bodies(root: Any) -> tuple[ColouredBody, ...] | str:
    objects = objects_of(root)
    items = root.findall(f"{CORE}build/{CORE}item")
    if len(items) != 1:
        return f"holds {len(items)} parts, must hold 1; {AGAIN}"
    whole = objects[items[0].get("objectid")]
    parts = whole.findall(f"{CORE}components/{CORE}component")
    if any(one.get("transform", UNMOVED) != UNMOVED for one in (*items, *parts)):
        return f"moves a body of its part, all must share its origin; {AGAIN}"
    found = []
    for one in [objects[part.get("objectid")] for part in parts] or [whole]:
        solid = solid_of(one)
        if isinstance(solid, str):
            return solid
        found.append(ColouredBody(one.get("name", ""), colour_of(root, one), solid))
    return tuple(found)


def solid_of(item: Any) -> Solid | str:
    """An object's mesh, or what is wrong with it."""
    import numpy as np
    import trimesh

    corners = [(one.get("x"), one.get("y"), one.get("z")) for one in item.iterfind(f"{CORE}mesh/{CORE}vertices/{CORE}vertex")]
    faces = [
        (one.get("v1"), one.get("v2"), one.get("v3")) for one in item.iterfind(f"{CORE}mesh/{CORE}triangles/{CORE}triangle")
    ]
    if not faces:
        return f"its body {item.get('name')} has no triangles; {AGAIN}"
    points, indices = np.array(corners, dtype=np.float64), np.array(faces, dtype=np.int64)
    if not np.isfinite(points).all() or np.abs(points).max() > FURTHEST_MM:
        return f"is damaged: some coordinates are no numbers within {FURTHEST_MM:g} mm; {AGAIN}"
    if indices.min() < 0 or indices.max() >= len(points):
        return f"is damaged: a triangle names a corner that is not there; {AGAIN}"
    mesh = trimesh.Trimesh(points, indices, process=False)
    low, high = (tuple(float(value) for value in row) for row in mesh.bounds)
    return Solid(mesh, low, high)  # type: ignore[arg-type]
