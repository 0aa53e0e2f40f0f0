"""Counts the solids of a game: every STL file is read, measured and recognised before its copies count."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from design.config.printer import Printer
from design.parts.number_board import ConnectorSpec, PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec, SquaresSpec
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import LidSpec, SlidingLidSpec, TraySpec
from design.plan.artifact import Artifact
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.solids.boxes import lid_faults, sliding_lid_faults, tray_faults
from tablewright.inspection.solids.connectors import connector_faults
from tablewright.inspection.solids.dominoes import domino_faults
from tablewright.inspection.solids.reliefs import marker_faults, plate_faults
from tablewright.inspection.solids.split import split_faults
from tablewright.inspection.solids.squares import squares_faults
from tablewright.inspection.solids.stl import Solid, faults, read_stl

RECOGNISERS: dict[type, Callable[[Solid, Any], list[str]]] = {
    ConnectorSpec: connector_faults,
    DominoSpec: domino_faults,
    LidSpec: lid_faults,
    MarkerSpec: marker_faults,
    PlateSpec: plate_faults,
    SlidingLidSpec: sliding_lid_faults,
    SplitSpec: split_faults,
    SquaresSpec: squares_faults,
    TraySpec: tray_faults,
}
"""What says whether a solid is the piece of a specification: nothing wrong means that it is."""


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
    recogniser = RECOGNISERS.get(type(spec))
    if recogniser is None:
        return [f"nothing here can recognise it ({type(spec).__name__})"]
    return recogniser(solid, spec)
