"""The calibration sheet's two pages: vernier scales that meet when you hold the sheet up to the light, and instructions.

Each side is laid out as it is read, with the back turned over like the page of a book. If a printer flips sheets on the
short edge, the back is upside down in the file, so that it reads upright in every mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from design.config.paper import Duplex
from design.graphics.affine import STILL, Matrix
from design.graphics.colour.palette import INK
from design.graphics.type.fonts import cap_height_mm
from design.graphics.type.typefaces import Weight
from design.sheets.calibration import HALF_HIGH_MM, HALF_WIDE_MM, OFF_MM, CalibrationSpec, figures, scales
from printables.imposition.sheet import Side
from printables.marks.cut_marks import RULER_MM, ruler
from printables.marks.strips import (
    BASE_MM,
    QUIET,
    SMALL_MM,
    TEXT_MM,
    TITLE_MM,
    Line,
    Strip,
    Stroke,
    left_line,
    long,
    stroke,
    wrap,
)
from rules.errors import DesignError, Problem
from rules.sheet_words import load_sheet_words

OVER_MM, SHORT_MM, LONG_MM = 2.0, 5.0, 7.0
"""How far lines on the back extend past those on the front, and how long lines are."""
BODY_MM = 3.2
"""Em of the instructions: 9 points."""
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)
"""The text may shrink by these factors where the paper is small, down to 6.3 points."""
LEADING = 1.4
BOLD_SHARE = 0.93
"""Rows are broken by their length in the regular weight; bold is wider."""
RULER_WIDE_MM = 8.0
NAME_MM = 4.2
COARSE_MM = 1.6
"""Em of the coarse scale's numbers, which are 2 mm apart."""


@dataclass(frozen=True)
class CalibrationPage:
    """One side: its content as it is read, and the matrix that maps it to the page in the file."""

    side: Side
    strokes: tuple[Stroke, ...]
    lines: tuple[Line, ...]
    matrix: Matrix


def calibration_pages(spec: CalibrationSpec) -> tuple[CalibrationPage, CalibrationPage]:
    """The front and the back; DesignError if a text is too long for the paper."""
    width, height = spec.paper.width_mm, spec.paper.height_mm
    upside_down = (spec.duplex is Duplex.SHORT_EDGE) != spec.paper.landscape
    moved = spec.backs.matrix(width, height, upside_down)
    if upside_down:
        # The half turn about the page's centre comes first.
        a, b, c, d, e, f = moved
        moved = -a, -b, -c, -d, a * width + c * height + e, b * width + d * height + f
    front, back = _ruler(spec, Side.FRONT), _ruler(spec, Side.BACK)
    return (
        CalibrationPage(
            Side.FRONT, (*_front_ticks(spec), *front[0]), (*_numbers(spec), *_texts(spec, Side.FRONT), front[1]), STILL
        ),
        CalibrationPage(Side.BACK, (*_back_ticks(spec), *back[0]), (*_texts(spec, Side.BACK), back[1]), moved),
    )


def _front_ticks(spec: CalibrationSpec) -> Iterator[Stroke]:
    for one in scales(spec):
        for tick, at in one.front:
            reach = LONG_MM if one.label(tick) else SHORT_MM
            if one.for_x:
                yield stroke(one.x_mm + at, one.y_mm, one.x_mm + at, one.y_mm + reach)
            else:
                yield stroke(one.x_mm, one.y_mm + at, one.x_mm - reach, one.y_mm + at)


def _back_ticks(spec: CalibrationSpec) -> Iterator[Stroke]:
    """The ticks of the back, as it is read: mirrored."""
    for one in scales(spec):
        x = spec.paper.width_mm - one.x_mm
        for tick, at in one.back:
            reach = LONG_MM if one.label(tick) else SHORT_MM
            if one.for_x:
                yield stroke(x - at, one.y_mm + OVER_MM, x - at, one.y_mm - reach)
            else:
                yield stroke(x + OVER_MM, one.y_mm + at, x - reach, one.y_mm + at)


def _numbers(spec: CalibrationSpec) -> Iterator[Line]:
    for one in scales(spec):
        for tick, at in one.front:
            text, size = one.label(tick), TEXT_MM if one.fine else COARSE_MM
            if text and one.for_x:
                yield _text(text, one.x_mm + at - long(text, size) / 2, one.y_mm + LONG_MM + 0.8, size)
            elif text:
                end = one.x_mm - LONG_MM - 0.8 - long(text, size)
                yield _text(text, end, one.y_mm + at - cap_height_mm(size, Weight.REGULAR) / 2, size)
        if not one.fine:
            x, y = (one.x_mm - 20, one.y_mm + 1) if one.for_x else (one.x_mm + 10, one.y_mm + 4)
            yield _text(f"{one.station} {'x' if one.for_x else 'y'}", x, y, NAME_MM, Weight.BOLD)


def _edge(spec: CalibrationSpec) -> float:
    """Distance from the paper's edge to the content."""
    return spec.margin_mm + spec.backs.reach_mm(spec.paper.width_mm, spec.paper.height_mm) + OFF_MM


def _texts(spec: CalibrationSpec, side: Side) -> Iterator[Line]:
    """Title and text: on the front next to station A, on the back next to C, so that neither is behind the other."""
    edge = _edge(spec)
    left = edge + 2 * HALF_WIDE_MM + 4
    room = spec.paper.width_mm - edge - left - (0 if side is Side.FRONT else RULER_WIDE_MM)
    y = spec.paper.height_mm - edge if side is Side.FRONT else spec.paper.height_mm / 2 - HALF_HIGH_MM - 4
    y -= 1.08 * cap_height_mm(1.6 * TITLE_MM)
    back = load_sheet_words(spec.language).calibration.back
    title = back.format(title=spec.title) if side is Side.BACK else spec.title
    yield left_line(Strip(left, y, 0, room, 0), 0, 0, title, 1.6 * TITLE_MM, Weight.BOLD, room, "calibration title")
    # Station B lies below the front's text; the back's may use all the space down to the margin.
    lowest = spec.paper.height_mm / 2 + HALF_HIGH_MM if side is Side.FRONT else edge
    for share in SHARES:
        rows = list(_rows(spec, side, left, y, room, share))
        if rows[-1].y_mm >= lowest:
            break
    else:
        what = f"is too long for {spec.paper.title}: it runs into the scales; take a larger paper"
        raise DesignError(Problem(f"calibration text, {side.value}", what))
    yield from rows


def _rows(spec: CalibrationSpec, side: Side, left: float, y: float, room: float, share: float) -> Iterator[Line]:
    """The instructions, from a height downward, scaled by `share`."""
    for weight, full, paragraph in _said(spec, side):
        size = round(share * full, 3)
        y -= 0.8 * size
        for row in wrap(paragraph, size, room * (1 if weight is Weight.REGULAR else BOLD_SHARE)):
            y -= LEADING * size
            yield _text(row, left, y, size, weight, INK if full == BODY_MM else QUIET)


def _said(spec: CalibrationSpec, side: Side) -> Iterator[tuple[Weight, float, str]]:
    said = load_sheet_words(spec.language).calibration
    printed = said.printed.format(figures=", ".join(f"{key} {value:g}" for key, value in figures(spec.backs).items()))
    if side is Side.BACK:
        yield from ((Weight.REGULAR, BODY_MM, one) for one in (said.from_front, said.axes, printed))
        yield Weight.REGULAR, SMALL_MM, spec.credits
        return
    how = {Duplex.LONG_EDGE: said.long_edge, Duplex.SHORT_EDGE: said.short_edge, Duplex.SEPARATE: said.separate}
    yield from ((Weight.REGULAR, BODY_MM, one) for one in (how[spec.duplex], said.read, said.type))
    yield Weight.BOLD, BODY_MM, f"tablewright calibrate --paper {spec.paper.name}"
    yield Weight.BOLD, BODY_MM, "--read A=0:0.4,-2:-0.3 --read C=1:0.6,-2:-0.1"
    yield from ((Weight.REGULAR, BODY_MM, one) for one in (said.then, printed))


def _ruler(spec: CalibrationSpec, side: Side) -> tuple[tuple[Stroke, ...], Line]:
    """A 100 mm ruler up the edge: on the left of the front and the right of the back, below or next to A."""
    edge = _edge(spec)
    x = edge + 3.5 if side is Side.FRONT else spec.paper.width_mm - edge
    strip = Strip(x, edge, 90, RULER_MM + 12, 3.5)
    return ruler(strip), left_line(strip, RULER_MM + 1.2, BASE_MM, f"{RULER_MM} mm", TEXT_MM, Weight.BOLD, 20, "ruler")


def _text(text: str, x: float, y: float, size: float, weight: Weight = Weight.REGULAR, colour: str = INK) -> Line:
    return Line(text, x, y, 0, size, weight, colour)
