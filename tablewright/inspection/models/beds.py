"""Reads beds: each body of an STL is recognised as one of the game's parts, wherever it lies and however it is turned.

The 3MF next to it must hold the same parts, under their names, at the same places.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from design.packing.bed_nesting import misplaced
from design.packing.nesting_grid import NestedPart
from design.parts.bed_specs import BedsSpec
from design.plan.artifact import Artifact
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.models.bed_models import bed_faults, read_bed
from tablewright.inspection.solids.measures.stl import REST_MM, Solid, read_stl

NAME = re.compile(r"^(?P<bed>bed-[0-9]{2,})\.(?P<filament>[a-z0-9-]+)\.(?P<ending>stl|3mf)$")
"""A bed's file name: its number and its filament."""
LIST_NAME = "filament.csv"
SAME_MM = 0.01
"""Two meshes are the same if each corner is this close to one of the other's; far below a layer, above STL rounding."""
VOLUME_SHARE = 1e-3
SAMPLE = 40
"""This many corners are compared before all of them are."""
GRAMS = 0.06
"""Tolerance for grams, which the list rounds to a tenth."""

Row = tuple[str, Counter[str], float]
"""A bed's filament, its pieces and their volume in mm3."""


class Shape:
    """A part's mesh, used to recognise it; `turned` says whether a body is this one rotated about the vertical axis."""

    def __init__(self, solid: Solid) -> None:
        import numpy as np
        from scipy.spatial import KDTree

        self.volume_mm3, self.height_mm = solid.volume_mm3, solid.high[2] - solid.low[2]
        centre = np.array([*solid.mesh.center_mass[:2], solid.low[2]])
        self.corners = solid.mesh.vertices - centre
        self._tree = KDTree(self.corners)
        flat = self.corners[:, 0] + 1j * self.corners[:, 1]
        self.reach_mm = float(np.abs(flat).max())
        self.far = np.unique(np.round(np.angle(flat[np.abs(flat) > self.reach_mm - SAME_MM / 2]), 6))

    def turned(self, body: Shape) -> bool:
        """Whether the body is this part, rotated by any angle and not mirrored."""
        if abs(body.volume_mm3 - self.volume_mm3) > VOLUME_SHARE * self.volume_mm3 or len(body.corners) != len(self.corners):
            return False
        if abs(body.height_mm - self.height_mm) > SAME_MM or abs(body.reach_mm - self.reach_mm) > SAME_MM:
            return False
        quarters = (0.0, math.pi / 2, math.pi, -math.pi / 2)
        return any(self._covers(body, angle) for angle in (*quarters, *(self.far[0] - body.far)))

    def _covers(self, body: Shape, angle: float) -> bool:
        import numpy as np

        cosine, sine = math.cos(angle), math.sin(angle)
        turn = np.array([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]])
        step = max(1, len(body.corners) // SAMPLE)
        return all(self._tree.query(corners @ turn)[0].max() < 2 * SAME_MM for corners in (body.corners[::step], body.corners))


@dataclass(frozen=True)
class _Body:
    piece: str
    outline: Any
    mesh: Any

    @property
    def volume_mm3(self) -> float:
        return float(self.mesh.volume)


def count_beds(output: Path, files: list[str], artifact: Artifact) -> Findings:
    """Read the beds (paths below `output`), split them into bodies and count the parts they are.

    A body is recognised by the part's own STL file, which is judged separately; a part whose file is unreadable is not found.
    """
    spec: BedsSpec = artifact.spec
    findings = Findings()
    shapes = {}
    for part in spec.parts:
        solid = read_stl(output / part.path)
        if isinstance(solid, str):
            findings.report(part.path, f"{part.piece}: {solid}; it cannot be looked for on the beds")
        else:
            shapes[part.piece] = Shape(solid)
    rows: dict[str, Row] = {}
    bodies: dict[str, list[_Body]] = {}
    for path in sorted(files, key=lambda path: not path.endswith(".stl")):
        name = NAME.match(Path(path).name)
        if Path(path).name == LIST_NAME:
            continue
        if name is None or path != f"{artifact.path}/{Path(path).name}":
            findings.report(path, "is no bed of this game; run a build to remove it")
            continue
        stem = path.removesuffix(f".{name['ending']}")
        if name["ending"] == "3mf":
            _model(output, path, name["filament"], bodies.get(stem, []), spec, findings)
            continue
        found = _bed(output, path, name["filament"], spec, shapes, findings)
        if found is not None:
            bodies[stem], rows[name["bed"]] = found, _row(name["filament"], found)
        if f"{stem}.3mf" not in files:
            findings.report(f"{stem}.3mf", f"is missing; {AGAIN}")
    _list(output, f"{artifact.path}/{LIST_NAME}", rows, spec, findings)
    return findings


def _model(output: Path, path: str, filament: str, bodies: Sequence[_Body], spec: BedsSpec, findings: Findings) -> None:
    """Compare a bed's 3MF with the bodies of its STL."""
    objects = read_bed(output / path)
    if isinstance(objects, str):
        findings.report(path, objects)
        return
    ink = next((part.filament for part in spec.parts if part.filament.name == filament), None)
    if ink is None:
        findings.report(path, f"is of a filament that no part is printed in ({filament}); run a build to remove it")
        return
    held, wrong = bed_faults(objects, [(one.piece, one.mesh) for one in bodies], ink)
    for fault in wrong:
        findings.report(path, fault)
    findings.holds[path] = held


def _row(filament: str, bodies: Sequence[_Body]) -> Row:
    return filament, Counter(one.piece for one in bodies), sum(one.volume_mm3 for one in bodies)


def _bed(
    output: Path, path: str, filament: str, spec: BedsSpec, shapes: Mapping[str, Shape], findings: Findings
) -> list[_Body] | None:
    solid = read_stl(output / path)
    if isinstance(solid, str):
        findings.report(path, solid)
        return None
    if not solid.mesh.is_watertight or not solid.mesh.is_winding_consistent:
        findings.report(path, f"is not watertight, or wound wrongly; {AGAIN}")
        return None
    bodies = []
    for number, mesh in enumerate(solid.mesh.split(only_watertight=False), start=1):
        body = _body(mesh, shapes)
        if isinstance(body, str):
            findings.report(path, f"body {number} {body}; {AGAIN}")
        else:
            bodies.append(body)
    held = Counter(body.piece for body in bodies)
    inks = {part.piece: part.filament.name for part in spec.parts}
    for piece in sorted(held):
        if inks[piece] != filament:
            findings.report(path, f"{piece} is printed in {inks[piece]}, not in {filament}; {AGAIN}")
    for problem in misplaced(
        [NestedPart(one.piece, 0, 0.0, 0.0, one.outline) for one in bodies], spec.printer, spec.gap_mm - 0.01
    ):
        findings.report(path, f"{problem.where} {problem.what}")
    findings.found += held
    findings.holds[path] = held
    return bodies


def _body(mesh: Any, shapes: Mapping[str, Shape]) -> _Body | str:
    """The part that a body is, or what is wrong with it."""
    import shapely

    low, high = (tuple(float(value) for value in row) for row in mesh.bounds)
    solid = Solid(mesh, low, high)  # type: ignore[arg-type]
    if solid.volume_mm3 <= 0:
        return "is inside out"
    if abs(low[2]) > REST_MM:
        return f"lies at z = {low[2]:.3f} mm, must lie on the bed (0)"
    shape = Shape(solid)
    piece = next((piece for piece, known in shapes.items() if known.turned(shape)), None)
    if piece is None:
        return f"({' x '.join(f'{length:.2f}' for length in solid.size_mm)} mm) is none of the game's parts"
    return _Body(piece, shapely.multipoints(mesh.vertices[:, :2]).convex_hull, mesh)


def _list(output: Path, path: str, rows: Mapping[str, Row], spec: BedsSpec, findings: Findings) -> None:
    """Check the list of filaments against the beds: each bed once, with its filament, pieces and grams."""
    try:
        listed = list(csv.DictReader((output / path).read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error):
        findings.report(path, f"is missing or cannot be read; {AGAIN}")
        return
    findings.holds[path] = {}
    if sorted(str(line.get("bed")) for line in listed) != sorted(rows):
        findings.report(path, f"must list {', '.join(sorted(rows)) or 'nothing'}, each once; {AGAIN}")
    for line in listed:
        if line.get("bed") not in rows:
            continue
        filament, held, volume = rows[str(line["bed"])]
        grams = volume * spec.printer.density_g_cm3 / 1000
        pieces = " + ".join(f"{copies} {piece}" for piece, copies in sorted(held.items()))
        right = line.get("filament") == filament and line.get("parts") == str(held.total()) and line.get("pieces") == pieces
        if not right or not abs(_number(line.get("grams")) - grams) <= GRAMS:
            what = f"{line['bed']}: must be {filament}, {held.total()} parts, {grams:.1f} g, {pieces}; {AGAIN}"
            findings.report(path, what)


def _number(text: str | None) -> float:
    try:
        return float(text or "inf")
    except ValueError:
        return math.inf
