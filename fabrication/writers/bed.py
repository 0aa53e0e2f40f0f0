"""Beds: all parts of a game arranged for printing, one filament per bed; each as STL and as 3MF.

A bed is put together from the parts' own STL files, so that what is printed is what was judged part by part.
The STL is one mesh; in the 3MF each part is a named object, which a slicer can move or leave out.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import shapely
from shapely.geometry import Polygon

from design.faces.filaments import Filament
from design.files import write_whole
from design.packing.bed_nesting import NestedBeds, misplaced, nest
from design.packing.nesting_grid import NestedPart, Piece
from design.parts.bed_specs import BedPart, BedsSpec
from fabrication.writers.mesh import Triangles, read_triangles, triangles_bytes
from fabrication.writers.model import Model, placement
from rules.errors import BuildError, Problem

LIST_NAME = "filament.csv"
"""The list of filaments: one line per bed."""

Holds = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class _Bed:
    """A bed's name, its filament, and the parts on it."""

    name: str
    filament: Filament
    placed: tuple[NestedPart, ...]

    def holds(self) -> Holds:
        return tuple(sorted(Counter(one.name for one in self.placed).items()))


def write_beds(spec: BedsSpec, folder: Path, find: Callable[[str], Path]) -> list[tuple[Path, Holds]]:
    """Write `bed-01.<colour>.stl` and `.3mf` and so on, and the list of filaments, into a folder.

    Args:
        spec: the parts, their filaments and the printer.
        folder: where the beds go.
        find: the STL file of a part by its path below the output folder.

    Returns:
        Each file with the pieces on it and their numbers; the list of filaments holds none.

    Raises:
        DesignError: naming each part that does not fit on any bed of the printer.
        BuildError: a part's STL cannot be read, or parts ended up too close to each other.
    """
    meshes = {part.piece: read_triangles(find(part.path)) for part in spec.parts}
    beds = _beds(spec, meshes)
    written: list[tuple[Path, Holds]] = []
    for bed in beds:
        stem, title = f"{bed.name}.{bed.filament.name}", f"{bed.name} {bed.filament.name}"
        triangles = np.concatenate([_laid(meshes[one.name], one) for one in bed.placed])
        files = {"stl": triangles_bytes(title, triangles), "3mf": _model_bytes(title, bed, meshes)}
        for ending, data in files.items():
            path = folder / f"{stem}.{ending}"
            write_whole(path, data)
            written.append((path, bed.holds()))
    path = folder / LIST_NAME
    write_whole(path, filament_list(spec, beds, meshes).encode())
    return [*written, (path, ())]


def _beds(spec: BedsSpec, meshes: dict[str, Triangles]) -> list[_Bed]:
    """The parts of each filament on beds of their own, numbered consecutively; filaments in the order of the parts."""
    beds: list[_Bed] = []
    for filament in dict.fromkeys(part.filament for part in spec.parts):
        packed = nest_parts(spec, [part for part in spec.parts if part.filament == filament], meshes)
        beds += [_Bed(f"bed-{len(beds) + number:02}", filament, bed) for number, bed in enumerate(packed.beds, start=1)]
    problems = [problem for bed in beds for problem in misplaced(bed.placed, spec.printer, spec.gap_mm)]
    if problems:
        raise BuildError(problems)
    return beds


def nest_parts(spec: BedsSpec, parts: Sequence[BedPart], meshes: dict[str, Triangles]) -> NestedBeds:
    """All copies of some parts on beds, by the outlines of their meshes."""
    outlines = {part.piece: outline(meshes[part.piece]) for part in parts}
    pieces = [Piece(part.piece, outlines[part.piece]) for part in parts for _ in range(part.copies)]
    return nest(pieces, spec.printer, spec.gap_mm)


def outline(triangles: Triangles) -> Polygon:
    """The convex hull of a mesh as seen from above, mm."""
    hull = shapely.multipoints(triangles[:, :, :2].reshape(-1, 2)).convex_hull
    if not isinstance(hull, Polygon):
        raise BuildError(Problem("bed", "a part's mesh has no area seen from above; run a build again"))
    return hull


def _laid(triangles: Triangles, place: NestedPart) -> Triangles:
    """A mesh rotated about its own vertical axis and moved to its place on the bed."""
    laid: Triangles = triangles @ _turn(place) + np.array([place.x_mm, place.y_mm, 0.0])
    return laid


def _turn(place: NestedPart) -> Triangles:
    angle = np.deg2rad(place.turn_deg)
    # Quarter turns are exact, so that straight edges stay straight.
    cosine, sine = np.round((np.cos(angle), np.sin(angle)), 12)
    return np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])


def _model_bytes(title: str, bed: _Bed, meshes: Mapping[str, Triangles]) -> bytes:
    """A bed as 3MF: each kind of part once, in the bed's colour, placed as often as it is on the bed."""
    model = Model(title)
    sorts = {name: model.mesh(name, meshes[name], bed.filament.colour) for name, _ in bed.holds()}
    for number, one in enumerate(bed.placed, start=1):
        model.place(sorts[one.name], placement(_turn(one), one.x_mm, one.y_mm), one.name, str(number))
    return model.data()


def volume_mm3(triangles: Triangles) -> float:
    """Volume inside a closed mesh: the sum of the signed tetrahedra over its triangles."""
    return float(np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])).sum() / 6)


def filament_list(spec: BedsSpec, beds: Sequence[_Bed], meshes: dict[str, Triangles]) -> str:
    """What each bed needs, as CSV. `grams` is the mass of solid parts, which is the maximum; a slicer's infill needs less."""
    gram = spec.printer.density_g_cm3 / 1000
    mass = {piece: volume_mm3(mesh) * gram for piece, mesh in meshes.items()}
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["bed", "filament", "colour", "parts", "grams", "pieces"])
    for bed in beds:
        grams = sum(mass[one.name] for one in bed.placed)
        pieces = " + ".join(f"{copies} {piece}" for piece, copies in bed.holds())
        table.writerow([bed.name, bed.filament.name, bed.filament.colour, len(bed.placed), f"{grams:.1f}", pieces])
    return text.getvalue()
