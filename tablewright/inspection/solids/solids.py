"""Counts the solids of a game: every STL file is read, measured and recognised before its copies count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from design.config.printer import Printer
from design.plan.artifact import Artifact
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.solids.judge import judge_of
from tablewright.inspection.solids.measures.stl import Solid, faults, read_stl


def count_solids(output: Path, files: list[str], wanted: PieceSet, printer: Printer) -> Findings:
    """Read the STL files (paths below `output`) and count the pieces that each really is."""
    findings = Findings()
    for path in files:
        asked = wanted.asked(path, findings)
        if asked is not None:
            solid = read_stl(output / path)
            wrong = [solid] if isinstance(solid, str) else faults(solid, printer) + _recognised(solid, asked.artifact, wanted)
            asked.judge(wrong, findings)
    return findings


def _recognised(solid: Solid, artifact: Artifact, wanted: PieceSet) -> list[str]:
    found = solid_faults(solid, artifact.spec)
    if not found:
        return []
    for other in wanted.artifacts.values():
        if other is not artifact and not solid_faults(solid, other.spec):
            return [f"this is a {other.holds[0].piece}, not what the name says; {AGAIN}"]
    return found


def solid_faults(solid: Solid, spec: Any) -> list[str]:
    """Why a solid is not the piece of this specification; an empty list if it is."""
    judge = judge_of(type(spec))
    return judge.faults(solid, spec) if judge else [f"nothing here can recognise it ({type(spec).__name__})"]
