"""Counts the pieces in STEP files by reading their text, since inspection has no CAD kernel.

It checks that the file is whole, with one product of the piece's name, one solid, and corners that span the part's extents.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from design.parts.number_board import ConnectorSpec, PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec, SquaresSpec
from design.parts.splitting.footprints import height_of, plan_outline_size, region_of
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid, TraySpec
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.solids.extents import SIZE_MM, Size
from tablewright.inspection.solids.split import height_of_part

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
    size, expected = _size_in(flat), _size_of(spec)
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


def _size_of(spec: Any) -> Size:
    """Extents of a part as it is printed, from its specification."""
    if isinstance(spec, SplitSpec):
        region = region_of(spec)
        left, bottom, right, top = region.bounds
        return right - left, top - bottom, height_of_part(spec, region)
    if isinstance(spec, SquaresSpec):
        return spec.length_mm, spec.depth_mm, spec.thickness_mm
    if isinstance(spec, PlateSpec):
        return spec.length_mm, spec.height_mm, spec.thickness_mm + (spec.spacer_height_mm if spec.spacers_x else 0.0)
    if isinstance(spec, MarkerSpec):
        raised = spec.raise_mm if not spec.front.relief().is_empty else 0.0
        return (*spec.front.size_mm, spec.thickness_mm + raised)
    if isinstance(spec, DominoSpec):
        return (*spec.front.size_mm, spec.thickness_mm)
    if isinstance(spec, ConnectorSpec):
        body = 2 * (spec.slot_mm + spec.wall_mm) + spec.tongue_mm
        beyond = max(0.0, (spec.foot_mm - body) / 2)
        return spec.slot_depth_mm + spec.wall_mm + beyond, body + 2 * beyond, spec.height_mm
    if isinstance(spec, TraySpec):
        width, depth = (inner + 2 * spec.wall_mm for inner in (spec.inner_width_mm, spec.inner_depth_mm))
        return width, depth, spec.height_mm
    assert isinstance(spec, AnyLid)
    return *plan_outline_size(spec), height_of(spec)
