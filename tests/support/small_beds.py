"""Beds of three small parts that differ little, written as a build writes them."""

from __future__ import annotations

import trimesh
from shapely.geometry import box

from design.config.loading import load_config
from design.faces.filaments import Filament
from design.parts.bed_specs import BedPart, BedsSpec
from fabrication.writers.bed import write_beds
from tests.support.hand_solids import stack

GOLD, BASE = Filament("gold", "#d6a419"), Filament("base", "#dcd7cc")
SPEC = (("wedge", 4, GOLD), ("mirror", 3, GOLD), ("block", 2, BASE))


def printer(*settings):
    return load_config(None, settings).config.printer


def write_shapes(folder):
    """Three parts that differ little: a wedge, its mirror image, and the block that both are cut from."""
    wedge = stack([(box(0, 0, 30, 20).difference(box(20, 10, 31, 21)), 0, 3)])
    mirror = wedge.copy()
    mirror.vertices[:, 0] *= -1
    mirror.invert()
    block = trimesh.creation.box(extents=(30, 20, 3))
    block.apply_translation((0, 0, 1.5))
    for name, mesh in {"wedge": wedge, "mirror": mirror, "block": block}.items():
        mesh.export(folder / f"{name}.stl")


def spec_of(*parts, on=None):
    made = tuple(BedPart(f"{piece}.stl", piece, copies, filament, None) for piece, copies, filament in parts)
    return BedsSpec("game", on or printer(), 3.0, made)


class Artifact:
    """As much of an artifact as inspection reads."""

    def __init__(self, spec):
        self.path, self.spec = "game/beds", spec


def made(folder, spec):
    """Write the beds of a specification; their files."""
    write_beds(spec, folder / "game" / "beds", lambda path: folder / path)
    return files(folder)


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in (folder / "game" / "beds").iterdir())
