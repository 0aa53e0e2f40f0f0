"""Counts the pieces in STEP files by reading their text, since inspection has no CAD kernel.

It checks that the file is whole, with one product of the piece's name, one solid, and corners that span the part's extents.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.solids.judge import judged
from tablewright.inspection.solids.measures.extents import SIZE_MM, Size

PRODUCT = re.compile(r"=PRODUCT\('((?:[^']|'')*)'")
POINT = re.compile(r"#(\d+)=CARTESIAN_POINT\('',\(([^(),]+),([^(),]+),([^(),]+)\)\)")
VERTEX = re.compile(r"=VERTEX_POINT\('',#(\d+)\)")
STARTS, ENDS = "ISO-10303-21;", "END-ISO-10303-21;"
MILLIMETRE = "SI_UNIT(.MILLI.,.METRE.)"


def count_steps(output: Path, files: Sequence[str], wanted: PieceSet) -> Findings:
    """Read the STEP files (paths below `output`) and count the pieces they are."""
    findings = Findings()
    for path in files:
        asked = wanted.asked(path, findings)
        if asked is None:
            continue
        try:
            wrong = step_faults((output / path).read_text(encoding="ascii"), asked.piece, asked.artifact.spec)
        except (OSError, UnicodeDecodeError):
            wrong = [f"cannot be read as text; {AGAIN}"]
        asked.judge(wrong, findings)
    return findings


def step_faults(text: str, piece: str, spec: Any) -> list[str]:
    """Why a STEP file's text is not the solid of a piece; an empty list if it is."""
    if not text.startswith(STARTS) or not text.rstrip().endswith(ENDS):
        return [f"is damaged: it does not begin with {STARTS} and end with {ENDS}; {AGAIN}"]
    flat = re.sub(r"\s+", "", text)  # a line may break between any two values
    found = []
    products = PRODUCT.findall(flat)
    if products != [piece]:
        found.append(f"this is {' and '.join(products) or 'nothing with a name'}, not what the name says; {AGAIN}")
    if (solids := flat.count("MANIFOLD_SOLID_BREP(")) != 1:
        found.append(f"holds {solids} solids, must be 1; {AGAIN}")
    if MILLIMETRE not in flat:
        found.append(f"is not in mm; {AGAIN}")
    if found:
        return found
    size, expected = _size_in(flat), judged(spec).size(spec)
    if size is None or not all(abs(one - other) <= SIZE_MM for one, other in zip(size, expected, strict=True)):
        shown = " x ".join(f"{value:.2f}" for value in size) if size else "nothing"
        return [f"is {shown} mm, must be {' x '.join(f'{value:.2f}' for value in expected)}"]
    return []


def _size_in(flat: str) -> Size | None:
    """Extents of the corners of all edges; None if there are none, or a value is not a number."""
    corners = set(VERTEX.findall(flat))
    points = [one.groups()[1:] for one in POINT.finditer(flat) if one[1] in corners]
    try:
        columns = [[float(value) for value in column] for column in zip(*points, strict=True)]
    except ValueError:
        return None
    if (
        len(points) != len(corners)
        or len(columns) != 3
        or not all(math.isfinite(value) for column in columns for value in column)
    ):
        return None
    x, y, z = (max(column) - min(column) for column in columns)
    return x, y, z
