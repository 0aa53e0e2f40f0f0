"""Counts the pieces in colours: each 3MF, its bodies as STL files in the folder next to it, and the filament changes."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from design.config.printer import Printer
from design.parts.filament_changes import ChangesSpec
from design.plan.artifact import Artifact
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.models.colours import coloured_faults
from tablewright.inspection.models.threemf import ColouredBody, read_3mf
from tablewright.inspection.solids.measures.stl import REST_MM, faults_of_place, read_stl, together

SAME_SHARE = 1e-4
"""A body's volumes in its two files agree to this (single precision)."""
COLUMNS = ["file", "copies", "from_mm", "filament", "colour", "shows"]


def count_coloured(output: Path, files: Sequence[str], wanted: PieceSet, printer: Printer) -> Findings:
    """Read the files (paths below `output`) and count the pieces that the 3MF files really are."""
    findings = Findings()
    bodies_of: dict[str, set[str]] = {}
    for path in files:
        if path.endswith(".3mf"):
            bodies_of[path.removesuffix(".3mf")] = _count(output, path, files, wanted, printer, findings)
    for path in files:
        artifact = wanted.artifacts.get(path)
        if artifact is not None and isinstance(artifact.spec, ChangesSpec):
            for fault in _changes_faults(output / path, artifact.spec):
                findings.report(path, fault)
        elif not path.endswith(".3mf") and path not in bodies_of.get(path.rpartition("/")[0], ()):
            findings.report(path, NOT_ASKED)
    for path, artifact in wanted.artifacts.items():
        if isinstance(artifact.spec, ChangesSpec) and path not in files:
            findings.report(path, f"is missing; {AGAIN}")
    return findings


def _count(output: Path, path: str, files: Sequence[str], wanted: PieceSet, printer: Printer, findings: Findings) -> set[str]:
    """Count one piece; returns the paths of its STL files."""
    asked = wanted.asked(path, findings)
    if asked is None:
        return set()
    bodies = read_3mf(output / path)
    if isinstance(bodies, str):
        asked.judge([bodies], findings)
        return {one for one in files if one.startswith(path.removesuffix(".3mf") + "/")}
    wrong = faults_of_place(together([body.solid for body in bodies]), printer) + _recognised(bodies, asked.artifact, wanted)
    beside = {f"{path.removesuffix('.3mf')}/{body.name}.stl": body for body in bodies} if len(bodies) > 1 else {}
    spoilt = {file: fault for file, body in beside.items() if (fault := _body_fault(output / file, body))}
    if wrong or not spoilt:
        asked.judge(wrong, findings)
    for file, fault in spoilt.items():
        findings.report(file, f"{asked.piece}: {fault}")
    return set(beside)


def _recognised(bodies: Sequence[ColouredBody], artifact: Artifact, wanted: PieceSet) -> list[str]:
    found = coloured_faults(bodies, artifact.spec)
    if not found:
        return []
    for other in wanted.artifacts.values():
        if other is not artifact and other.holds and not coloured_faults(bodies, other.spec):
            return [f"this is a {other.holds[0].piece}, not what the name says; {AGAIN}"]
    return found


def _body_fault(file: Path, body: ColouredBody) -> str:
    """Why an STL file is not the same body in the same place as in the 3MF; empty if it is."""
    if not file.is_file():
        return f"is missing; {AGAIN}"
    solid = read_stl(file)
    if isinstance(solid, str):
        return solid
    corners = zip((*solid.low, *solid.high), (*body.solid.low, *body.solid.high), strict=True)
    if any(abs(one - other) > REST_MM for one, other in corners):
        return f"does not lie where {body.name} lies in the 3MF; {AGAIN}"
    if abs(solid.volume_mm3 - body.solid.volume_mm3) > SAME_SHARE * body.solid.volume_mm3 or not solid.mesh.is_watertight:
        return f"is not the body {body.name} of the 3MF: {solid.volume_mm3:.2f} mm3, must be {body.solid.volume_mm3:.2f}"
    return ""


def _changes_faults(file: Path, spec: ChangesSpec) -> list[str]:
    """Where the list of filament changes differs from what the parts' faces require, line by line."""
    try:
        rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
    except (OSError, UnicodeDecodeError, csv.Error):
        return [f"cannot be read as a table; {AGAIN}"]
    must = [COLUMNS]
    must += [
        [piece.file, str(piece.copies), f"{one.from_mm:.2f}", one.filament.name, one.filament.colour, one.shows]
        for piece in spec.pieces
        for one in piece.changes
    ]
    if rows == must:
        return []
    same = zip(rows, must, strict=False)
    line = next((index for index, (row, other) in enumerate(same) if row != other), min(len(rows), len(must)))
    text, asked = (", ".join(lines[line]) if line < len(lines) else "nothing" for lines in (rows, must))
    return [f"line {line + 1} says {text}; must be {asked}; {AGAIN}"]
