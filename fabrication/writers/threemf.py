"""Writes a coloured part as 3MF: separate closed bodies that share an origin, each with its colour.

Slicers differ in how they read colours in a 3MF, so the bodies are also written as STL files, one per filament, in a
folder next to it. Loaded together as one object, they line up.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import trimesh

from design.files import write_whole
from fabrication.part import ColourBody, Part
from fabrication.writers.mesh import VOLUME_SHARE, Triangles, solid_triangles, triangles_bytes
from fabrication.writers.model import Model, placement, welded
from rules.errors import BuildError, Problem


def write_3mf(part: Part, path: Path) -> tuple[Path, ...]:
    """Write a coloured part: the 3MF and, if it has several bodies, one STL for each in a folder of the same stem.

    The same bytes for the same part: identifiers are derived from names, and no date is written.

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
    mesh = trimesh.Trimesh(*welded(triangles), process=False)
    if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
        return [Problem(where, "its body in this colour is not closed: an outline touches itself; change its face or its size")]
    if abs(mesh.volume - body.volume_mm3) > VOLUME_SHARE * body.volume_mm3:
        return [Problem(where, f"its mesh holds {mesh.volume:.2f} mm3, its solids {body.volume_mm3:.2f}")]
    return []


def _model_bytes(name: str, bodies: Sequence[ColourBody], meshes: Sequence[Triangles]) -> bytes:
    model = Model(name)
    whole = model.together(
        [model.mesh(body.name, mesh, body.filament.colour) for body, mesh in zip(bodies, meshes, strict=True)]
    )
    model.place(whole, placement())
    return model.data()
