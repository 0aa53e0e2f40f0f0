"""The calibration sheet, read back: its scales at their pitch, the two sides' lines behind each other, and its words.

A printer that put its backs exactly where the file says would show every scale at 0. So each line of the back, mirrored
to where it lies behind the front, must be where the design has it, and so must each line of the front.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shapely.geometry import LineString

from design.config.paper import Duplex
from design.graphics.affine import STILL, inverse, moved
from design.sheets.calibration import CalibrationSpec, Scale, figures, scales
from tablewright.inspection.readers.linework import lines_beside
from tablewright.inspection.readers.pdf import POINT_MM, PdfFile, read_pdf
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.recognition.mirror import sheet_mirror
from tablewright.inspection.recognition.places import PLACE_MM, same_size

RULER_MM = 100.0
NEAR_MM = 0.9
"""A line within this distance of an expected line is taken for it; less than half the finest pitch of any scale."""
REACH_MM = 9.0
"""Lines of a scale lie within this distance of its zero line, and numbers next to them within `NUMBER_MM`."""
NUMBER_MM = 14.0
LEAN_DEG = 2.0
"""Text may be rotated by this much, which is more than backs ever are."""

Point = tuple[float, float]


@dataclass(frozen=True)
class _Side:
    """One side of the sheet: its name, its lines and numbers as seen from the front in mm, and its text.

    `uprights` is the angle of each letter from upright, as the side is read, in degrees.
    """

    name: str
    lines: tuple[LineString, ...]
    numbers: tuple[tuple[str, Point], ...]
    text: str
    uprights: tuple[tuple[str, float], ...]


def calibration_faults(paths: Sequence[Path], spec: CalibrationSpec) -> list[tuple[Path, str]]:
    """Why files are not the calibration sheet of this specification, each with its file; empty if they are."""
    found: list[tuple[Path, str]] = []
    sides: list[tuple[Path, _Side]] = []
    files = 2 if spec.duplex is Duplex.SEPARATE else 1
    if len(paths) != files:
        return [(path, f"is one of {len(paths)} files, must be {files}") for path in paths]
    for path in paths:
        pdf = read_pdf(path)
        rendered = Rendered.open(path, pdf) if isinstance(pdf, PdfFile) else str(pdf)
        if isinstance(rendered, str) or not isinstance(pdf, PdfFile):
            found.append((path, str(rendered)))
            continue
        try:
            found += ((path, fault) for fault in _file_faults(path, pdf, rendered, spec, 2 // files))
            pages = zip(lines_beside(path), range(len(pdf.pages)), strict=True)
            for lines, page in pages:
                back = len(sides) == 1
                sides.append((path, _side(lines.slits, rendered.sheet(page), spec, back)))
        finally:
            rendered.close()
    if not found:
        found += ((path, f"{side.name}: {fault}") for path, side in sides for fault in _side_faults(side, spec))
    return found


def _file_faults(path: Path, pdf: PdfFile, rendered: Rendered, spec: CalibrationSpec, pages: int) -> Iterator[str]:
    """What is wrong with a file apart from its lines."""
    if not pdf.true_size:
        yield "does not ask a printer for its true size (PrintScaling None)"
    yield from pdf.font_faults
    if len(pdf.pages) != pages:
        yield f"has {len(pdf.pages)} pages, must be {pages}"
    paper = spec.paper
    for number, page in enumerate(rendered.pages(str(path), pdf), start=1):
        if not same_size(page.size_mm, (paper.width_mm, paper.height_mm)):
            found = f"{page.size_mm[0]:.2f} x {page.size_mm[1]:.2f} mm"
            yield f"page {number} is {found}, must be {paper.title}, {paper.width_mm:.2f} x {paper.height_mm:.2f} mm"
        elif spot := page.stray([], spec.margin_mm):
            where = f"x = {spot[0]:.1f}, y = {spot[1]:.1f} mm"
            yield f"page {number} prints at {where}, within the margin of {spec.margin_mm:g} mm that a printer does not reach"


def _side(lines: Iterable[LineString], page: Any, spec: CalibrationSpec, back: bool) -> _Side:
    """A page of the file as seen from the front: a back is mirrored behind it and its printer correction undone."""
    mirror = sheet_mirror(spec.duplex, (spec.paper.width_mm, spec.paper.height_mm))
    upside_down = back and not mirror.sideways
    done = spec.backs.matrix(spec.paper.width_mm, spec.paper.height_mm, upside_down) if back else STILL
    undone = inverse(done)

    def seen(x: float, y: float) -> Point:
        point = moved(undone, x, y)
        return mirror.behind(*point) if back else point

    text = page.get_textpage()
    rects = [text.get_rect(index) for index in range(text.count_rects())]
    words = [(text.get_text_bounded(*rect).strip(), rect) for rect in rects]
    numbers = tuple(
        (word, seen((left + right) / 2 * POINT_MM, (low + high) / 2 * POINT_MM)) for word, (left, low, right, high) in words
    )
    return _Side(
        "the back" if back else "the front",
        tuple(LineString([seen(*end) for end in line.coords]) for line in lines),
        numbers,
        " ".join(text.get_text_range().split()),
        tuple(_uprights(text, 180.0 if upside_down else 0.0)),
    )


def _uprights(text: Any, upright_deg: float) -> Iterator[tuple[str, float]]:
    """Each character and its rotation from upright, -180 to 180 degrees."""
    import pypdfium2.raw as pdfium

    for index, sign in enumerate(text.get_text_range()):
        if not sign.isspace():
            # pdfium counts clockwise.
            angle = -math.degrees(pdfium.FPDFText_GetCharAngle(text, index))
            yield sign, (angle - upright_deg + 180) % 360 - 180


def _side_faults(side: _Side, spec: CalibrationSpec) -> Iterator[str]:
    back = side.name == "the back"
    used = 0
    for scale in scales(spec):
        called = f"{scale.station} {'x' if scale.for_x else 'y'}, {'large' if scale.fine else 'small'} scale"
        for tick, at in scale.back if back else scale.front:
            lines = [line for line in side.lines if _is_tick(line, scale, at)]
            used += len(lines)
            if len(lines) != 1:
                yield f"{called}: has {len(lines) or 'no'} lines at {at:g} mm, must be one"
            elif (off := _off(lines[0], scale, at)) > PLACE_MM:
                yield f"{called}: its line at {at:g} mm is {off:.3f} mm off"
            label = "" if back else scale.label(tick)
            if label and not any(word == label and _is_beside(spot, scale, at) for word, spot in side.numbers):
                yield f"{called}: its line at {at:g} mm does not say {label}"
    rulers = [line for line in side.lines if abs(line.length - RULER_MM) <= 1]
    if [abs(one.length - RULER_MM) <= PLACE_MM for one in rulers] != [True]:
        yield f"has no ruler of {RULER_MM:g} mm (found {', '.join(f'{one.length:.2f}' for one in rulers) or 'none'})"
    else:
        marks = sorted(rulers[0].project(one.interpolate(0)) for one in side.lines if _stands_on(one, rulers[0]))
        if len(marks) != 21 or any(abs(one - 5 * at) > PLACE_MM for at, one in enumerate(marks)):
            yield "has a ruler that lacks a line each 5 mm"
        elif extra := len(side.lines) - used - 1 - len(marks):
            yield f"has {extra} lines more than its scales and its ruler"
    yield from _word_faults(side, spec)


def _word_faults(side: _Side, spec: CalibrationSpec) -> Iterator[str]:
    """Check the title, the printed settings, and that all letters but the ruler's are upright."""
    for said in (spec.title, *(f"{key} {value:g}" for key, value in figures(spec.backs).items())):
        if said not in side.text:
            yield f"does not say {said!r}"
    turned = "".join(sign for sign, angle in side.uprights if abs(angle) > LEAN_DEG)
    if turned != f"{RULER_MM:g}mm":
        yield f"has {turned[:40]!r} turned from the way it is read, must be {f'{RULER_MM:g}mm'!r} alone, along the ruler"


def _across(line: LineString, scale: Scale) -> tuple[Point, Point]:
    """A line's ends along and across the scale, from the scale's zero."""
    (x1, y1), (x2, y2) = line.coords[0], line.coords[-1]
    first, second = (x1 - scale.x_mm, y1 - scale.y_mm), (x2 - scale.x_mm, y2 - scale.y_mm)
    return (first, second) if scale.for_x else (first[::-1], second[::-1])


def _is_tick(line: LineString, scale: Scale, at: float) -> bool:
    """Whether a line is the tick for a place on a scale: near it, short, across the scale and crossing its zero line."""
    (u1, v1), (u2, v2) = _across(line, scale)
    near = NEAR_MM if scale.fine else NEAR_MM / 2
    return (
        abs((u1 + u2) / 2 - at) < near
        and abs(u1 - u2) < abs(v1 - v2)
        and min(v1, v2) < PLACE_MM
        and max(v1, v2) > -PLACE_MM
        and max(abs(v1), abs(v2)) < REACH_MM
    )


def _off(line: LineString, scale: Scale, at: float) -> float:
    (u1, _), (u2, _) = _across(line, scale)
    return max(abs(u1 - at), abs(u2 - at))


def _is_beside(spot: Point, scale: Scale, at: float) -> bool:
    along, across = (
        (spot[0] - scale.x_mm, spot[1] - scale.y_mm) if scale.for_x else (spot[1] - scale.y_mm, spot[0] - scale.x_mm)
    )
    return abs(along - at) < NEAR_MM and abs(across) < NUMBER_MM


def _stands_on(line: LineString, ruler: LineString) -> bool:
    """Whether a line is a tick of the ruler: it starts on it and runs across."""
    ends = line.interpolate(0), line.interpolate(1, normalized=True)
    start, end = (float(ruler.distance(point)) for point in ends)
    return float(line.length) < 5 and start < PLACE_MM and abs(end - float(line.length)) < PLACE_MM
