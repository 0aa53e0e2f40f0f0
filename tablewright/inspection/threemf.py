"""Parts in colours as their 3MF files hold them: read with zipfile and lxml, which is not what wrote them."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablewright.inspection.stl import FURTHEST_MM, Solid

MODEL = "3D/3dmodel.model"
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
MATERIAL = "{http://schemas.microsoft.com/3dmanufacturing/material/2015/02}"
UNMOVED = "1 0 0 0 1 0 0 0 1 0 0 0"
AGAIN = "run a build again"


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
    """The bodies of the one part in a 3MF file, or what is wrong with the file."""
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
        return _bodies(root)
    except (KeyError, ValueError, IndexError, TypeError):
        return f"is damaged: its model names something that is not there, or a number is none; {AGAIN}"


def _bodies(root: Any) -> tuple[ColouredBody, ...] | str:
    objects = {one.get("id"): one for one in root.iterfind(f"{CORE}resources/{CORE}object")}
    groups = {
        group.get("id"): [colour.get("color").lower()[:7] for colour in group.iterfind(f"{MATERIAL}color")]
        for group in root.iterfind(f"{CORE}resources/{MATERIAL}colorgroup")
    }
    items = root.findall(f"{CORE}build/{CORE}item")
    if len(items) != 1:
        return f"holds {len(items)} parts, must hold 1; {AGAIN}"
    whole = objects[items[0].get("objectid")]
    parts = whole.findall(f"{CORE}components/{CORE}component")
    if any(one.get("transform", UNMOVED) != UNMOVED for one in (*items, *parts)):
        return f"moves a body of its part, all must share its origin; {AGAIN}"
    found = []
    for one in [objects[part.get("objectid")] for part in parts] or [whole]:
        solid = _solid(one)
        if isinstance(solid, str):
            return solid
        colour = groups[one.get("pid")][int(one.get("pindex"))] if one.get("pid") else ""
        found.append(ColouredBody(one.get("name", ""), colour, solid))
    return tuple(found)


def _solid(item: Any) -> Solid | str:
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
