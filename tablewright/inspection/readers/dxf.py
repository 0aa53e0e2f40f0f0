"""Reads a cut file in DXF with our own reader: pairs of a code and a value, as the public description of the format has it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shapely.geometry import LineString, Polygon

from tablewright.inspection.findings import AGAIN

STEPS = 64
"""Chords per quarter circle; at 40 mm they stay within 0.003 mm of the arc."""
MILLIMETRES = "4"
Pair = tuple[int, str]
Point = tuple[float, float]


@dataclass(frozen=True)
class DxfOutline:
    """A closed outline: its layer, and the piece's name if the file gives one; mm, y up. `round` if it is one true circle."""

    layer: str
    name: str
    shape: Polygon
    round: bool


@dataclass(frozen=True)
class DxfFile:
    """A drawing's contents: its limits, its layers, its closed outlines, and its lines by layer."""

    size_mm: Point
    layers: frozenset[str]
    outlines: tuple[DxfOutline, ...]
    lines: tuple[tuple[str, LineString], ...]


class _DxfError(ValueError):
    """Something this reader does not support, in words."""


def read_dxf(path: Path) -> DxfFile | str:
    """The drawing in a DXF file, or what is wrong with it."""
    try:
        pairs = _pairs(path.read_text(encoding="utf-8"))
        sections = dict(_sections(pairs))
        header = _header(sections.get("HEADER", []))
        if header.get("$INSUNITS", {}).get(70) != MILLIMETRES:
            return f"does not say that its unit is the millimetre ($INSUNITS 4); {AGAIN}"
        limits = header["$LIMMIN"], header["$LIMMAX"]
        if any(float(limits[0][code]) for code in (10, 20)):
            return f"its limits do not begin at 0, 0; {AGAIN}"
        layers = frozenset(one[2] for kind, one, _ in _entities(sections.get("TABLES", [])) if kind == "LAYER")
        outlines: list[DxfOutline] = []
        lines: list[tuple[str, LineString]] = []
        for kind, one, run in _entities(sections["ENTITIES"]):
            layer = one.get(8, "")
            if kind == "LINE":
                lines.append((layer, LineString([(float(one[10]), float(one[20])), (float(one[11]), float(one[21]))])))
            elif kind in ("CIRCLE", "LWPOLYLINE"):
                points = _circle(one) if kind == "CIRCLE" else _polyline(run)
                outlines.append(DxfOutline(layer, one.get(1000, ""), Polygon(points), kind == "CIRCLE"))
            else:
                return f"holds a {kind}, must be lines, circles and closed polylines; {AGAIN}"
        return DxfFile((float(limits[1][10]), float(limits[1][20])), layers, tuple(outlines), tuple(lines))
    except _DxfError as error:
        return f"{error}; {AGAIN}"
    except (OSError, ValueError, KeyError, UnicodeDecodeError):
        return f"cannot be read as DXF; {AGAIN}"


def _pairs(text: str) -> list[Pair]:
    rows = text.splitlines()
    if len(rows) % 2 or [row.strip() for row in rows[-2:]] != ["0", "EOF"]:
        raise _DxfError("ends before its end")
    return [(int(code), value.strip()) for code, value in zip(rows[::2], rows[1::2], strict=True)]


def _sections(pairs: list[Pair]) -> Iterator[tuple[str, list[Pair]]]:
    start = 0
    for at, pair in enumerate(pairs):
        if pair == (0, "SECTION"):
            start = at
        elif pair == (0, "ENDSEC"):
            yield pairs[start + 1][1], pairs[start + 2 : at]


def _header(pairs: list[Pair]) -> dict[str, dict[int, str]]:
    found: dict[str, dict[int, str]] = {}
    name = ""
    for code, value in pairs:
        if code == 9:
            name = value
            found[name] = {}
        elif name:
            found[name][code] = value
    return found


def _entities(pairs: list[Pair]) -> Iterator[tuple[str, dict[int, str], list[Pair]]]:
    """Each entity: its kind, the last value of each code, and all pairs in order."""
    starts = [at for at, (code, _) in enumerate(pairs) if code == 0]
    for start, end in zip(starts, [*starts[1:], len(pairs)], strict=True):
        run = pairs[start + 1 : end]
        yield pairs[start][1], dict(run), run


def _circle(one: dict[int, str]) -> list[Point]:
    x, y, radius = float(one[10]), float(one[20]), float(one[40])
    turns = [math.tau * step / (4 * STEPS) for step in range(4 * STEPS)]
    return [(x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns]


def _polyline(run: list[Pair]) -> list[Point]:
    """The corners of a closed polyline, with arcs cut into chords."""
    corners: list[list[float]] = []
    closed = False
    for code, value in run:
        if code == 70:
            closed = bool(int(value) & 1)
        elif code == 10:
            corners.append([float(value), 0.0, 0.0])
        elif code in (20, 42) and corners:
            corners[-1][1 if code == 20 else 2] = float(value)
    if not closed:
        raise _DxfError("holds a polyline that is not closed")
    points: list[Point] = []
    for (x, y, bulge), (end_x, end_y, _) in zip(corners, [*corners[1:], corners[0]], strict=True):
        points.append((x, y))
        points += _bulged((x, y), (end_x, end_y), bulge) if bulge else []
    return points


def _bulged(start: Point, end: Point, bulge: float) -> list[Point]:
    """Points on an arc between its ends; the bulge is the tangent of a quarter of its angle, positive to the left."""
    angle = 4 * math.atan(bulge)
    half_x, half_y = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    # From the middle of the chord to the centre, at a right angle to the chord.
    off = 1 / math.tan(angle / 2) if abs(abs(angle) - math.pi) > 1e-12 else 0.0
    x, y = start[0] + half_x - off * half_y, start[1] + half_y + off * half_x
    count = max(2, math.ceil(abs(angle) / (math.pi / 2) * STEPS))
    from_x, from_y = start[0] - x, start[1] - y
    made = []
    for step in range(1, count):
        cos, sin = math.cos(angle * step / count), math.sin(angle * step / count)
        made.append((x + from_x * cos - from_y * sin, y + from_x * sin + from_y * cos))
    return made
