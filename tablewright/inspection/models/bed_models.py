"""Beds in 3MF files: each object has its part's name and lies where the same part lies in the bed's STL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from design.faces.filaments import Filament
from tablewright.inspection.findings import AGAIN
from tablewright.inspection.models.threemf import CORE, UNMOVED, colour_of, objects_of, read_model, solid_of

PLACE_MM = 0.01
"""A part's corners agree to this between the two files; far below a printer's resolution."""
VOLUME_SHARE = 1e-3


@dataclass(frozen=True)
class BedObject:
    """One part on a bed: its name, its colour as #rrggbb, and its mesh in place, mm from the bed's front left corner."""

    name: str
    colour: str
    mesh: Any


def read_bed(path: Path) -> tuple[BedObject, ...] | str:
    """The parts on the bed in a 3MF file, each copy separately, or what is wrong with the file."""
    return read_model(path, _objects)


def _objects(root: Any) -> tuple[BedObject, ...] | str:
    import numpy as np

    objects, meshes, found = objects_of(root), {}, []
    for item in root.iterfind(f"{CORE}build/{CORE}item"):
        number = item.get("objectid")
        one = objects[number]
        if number not in meshes:
            solid = solid_of(one)
            if isinstance(solid, str):
                return solid
            meshes[number] = solid.mesh
        place = np.array([float(value) for value in item.get("transform", UNMOVED).split()]).reshape(4, 3)
        mesh = meshes[number].copy()
        mesh.vertices = mesh.vertices @ place[:3] + place[3]
        found.append(BedObject(one.get("name", ""), colour_of(root, one), mesh))
    return tuple(found)


def bed_faults(
    objects: Sequence[BedObject], bodies: Sequence[tuple[str, Any]], filament: Filament
) -> tuple[Counter[str], list[str]]:
    """The parts that a bed's 3MF really holds, and where it differs from the bed's STL.

    Args:
        objects: what was read from the 3MF.
        bodies: piece and mesh of each body in the STL, which was judged separately.
        filament: the filament the bed is printed in.
    """
    from scipy.spatial import KDTree

    found: Counter[str] = Counter()
    wrong = []
    left = [(piece, mesh, KDTree(mesh.vertices)) for piece, mesh in bodies]
    for number, one in enumerate(objects, start=1):
        if one.colour != filament.colour:
            wrong.append(f"object {number} ({one.name}) has the colour {one.colour or 'none'}, must be {filament.colour}")
        if not one.mesh.is_watertight or not one.mesh.is_winding_consistent or one.mesh.volume <= 0:
            wrong.append(f"object {number} ({one.name}) is not closed, or inside out")
            continue
        same = next((body for body in left if body[0] == one.name and _same_place(one.mesh, body[1], body[2])), None)
        if same is None:
            middle = one.mesh.bounds.mean(axis=0)
            where = f"at x = {middle[0]:.2f}, y = {middle[1]:.2f} mm"
            wrong.append(f"object {number} ({one.name}) {where} is no {one.name} of the bed's STL file at that place")
            continue
        left.remove(same)
        found[one.name] += 1
    wrong += [f"lacks {count} {piece} that lie in the bed's STL file" for piece, count in _names(left).items()]
    return found, [f"{one}; {AGAIN}" for one in wrong]


def _names(bodies: Sequence[tuple[str, Any, Any]]) -> Counter[str]:
    return Counter(piece for piece, _, _ in bodies)


def _same_place(mesh: Any, other: Any, corners: Any) -> bool:
    from scipy.spatial import KDTree

    if abs(mesh.bounds - other.bounds).max() > PLACE_MM or abs(mesh.volume - other.volume) > VOLUME_SHARE * other.volume:
        return False
    there, back = corners.query(mesh.vertices)[0], KDTree(mesh.vertices).query(other.vertices)[0]
    return bool(there.max() <= PLACE_MM and back.max() <= PLACE_MM)
