"""The calibration sheet's two pages: vernier scales that meet when the sheet is held against the light, and what to do.

Each side is laid out as it is read, the back turned over like the page of a book. Where a printer turns sheets on the
edge across, the back stands on its head in the file, so that it is read upright in every mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from design.back_profile import STILL, Matrix
from design.calibration import (
    BACK_PITCH_MM,
    FRONT_PITCH_MM,
    HALF_WIDE_MM,
    OFF_MM,
    TICKS,
    CalibrationSpec,
    figures,
)
from design.fonts import Weight, cap_height_mm
from design.paper import Duplex
from printables.marks import RULER_MM, ruler
from printables.sheet import Side
from printables.strips import (
    BASE_MM,
    INK,
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

X_SCALE_AT, Y_SCALE_AT = (10.0, 0.0), (-30.0, 0.0)
"""The zeros of a station's scales, from its middle on the front."""
OVER_MM, SHORT_MM, LONG_MM = 2.0, 5.0, 7.0
"""How far lines of the back reach over those of the front, and how long lines are."""
BODY_MM = 3.2
"""Em of what to do: 9 points."""
LEADING = 1.4
NAME_MM = 4.2


@dataclass(frozen=True)
class CalibrationPage:
    """One side: what is drawn as it is read, and the matrix that brings this onto the page in the file."""

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
        # Half a turn about the page's middle comes first.
        a, b, c, d, e, f = moved
        moved = -a, -b, -c, -d, a * width + c * height + e, b * width + d * height + f
    front, back = _ruler(spec, Side.FRONT), _ruler(spec, Side.BACK)
    return (
        CalibrationPage(
            Side.FRONT, (*_front_ticks(spec), *front[0]), (*_numbers(spec), *_texts(spec, Side.FRONT), front[1]), STILL
        ),
        CalibrationPage(Side.BACK, (*_back_ticks(spec), *back[0]), (*_texts(spec, Side.BACK), back[1]), moved),
    )


def _zeros(spec: CalibrationSpec) -> Iterator[tuple[str, float, float, float, float]]:
    """Each station's name with the zeros of its scales for x and for y, on the front."""
    for name, (x, y) in spec.stations:
        at_x, at_y = x + spec.paper.width_mm / 2, y + spec.paper.height_mm / 2
        yield name, at_x + X_SCALE_AT[0], at_y + X_SCALE_AT[1], at_x + Y_SCALE_AT[0], at_y + Y_SCALE_AT[1]


def _reach(tick: int) -> float:
    return LONG_MM if tick % 5 == 0 else SHORT_MM


def _front_ticks(spec: CalibrationSpec) -> Iterator[Stroke]:
    for _, xx, xy, yx, yy in _zeros(spec):
        for tick in range(-TICKS, TICKS + 1):
            at, reach = tick * FRONT_PITCH_MM, _reach(tick)
            yield stroke(xx + at, xy, xx + at, xy + reach)
            yield stroke(yx, yy + at, yx - reach, yy + at)


def _back_ticks(spec: CalibrationSpec) -> Iterator[Stroke]:
    """Those of the back, as it is read: mirrored."""
    width = spec.paper.width_mm
    for _, xx, xy, yx, yy in _zeros(spec):
        for tick in range(-TICKS, TICKS + 1):
            at, reach = tick * BACK_PITCH_MM, _reach(tick)
            yield stroke(width - xx - at, xy + OVER_MM, width - xx - at, xy - reach)
            yield stroke(width - yx + OVER_MM, yy + at, width - yx - reach, yy + at)


def _numbers(spec: CalibrationSpec) -> Iterator[Line]:
    """What to add, every millimetre: backs too far right from the front are too far left as they are read."""
    step = FRONT_PITCH_MM - BACK_PITCH_MM
    for name, xx, xy, yx, yy in _zeros(spec):
        for tick in range(-TICKS, TICKS + 1, 5):
            at = tick * FRONT_PITCH_MM
            for_x, for_y = (f"{round(sign * tick * step, 3) + 0.0:g}" for sign in (1, -1))
            yield _text(for_x, xx + at - long(for_x, TEXT_MM) / 2, xy + LONG_MM + 0.8, TEXT_MM)
            end = yx - LONG_MM - 0.8 - long(for_y, TEXT_MM)
            yield _text(for_y, end, yy + at - cap_height_mm(TEXT_MM, Weight.REGULAR) / 2, TEXT_MM)
        left = xx - TICKS * FRONT_PITCH_MM
        yield _text(f"{name} x", left, xy + LONG_MM + 4.5, NAME_MM, Weight.BOLD)
        yield _text(f"{name} y", left, yy + TICKS * FRONT_PITCH_MM - 2, NAME_MM, Weight.BOLD)


def _texts(spec: CalibrationSpec, side: Side) -> Iterator[Line]:
    """Title, what to do, and what backs are printed with now, beside station A."""
    edge = spec.margin_mm + spec.backs.reach_mm(spec.paper.width_mm, spec.paper.height_mm) + OFF_MM
    taken = edge + 2 * HALF_WIDE_MM + 4
    left = taken if side is Side.FRONT else edge
    room = spec.paper.width_mm - edge - taken
    y = spec.paper.height_mm - edge - 1.08 * cap_height_mm(1.6 * TITLE_MM)
    strip = Strip(left, y, 0, room, 0)
    yield left_line(strip, 0, 0, spec.title, 1.6 * TITLE_MM, Weight.BOLD, room, "calibration title")
    for weight, size, paragraph in _said(spec, side):
        y -= 0.8 * size
        for row in wrap(paragraph, size, room):
            y -= LEADING * size
            yield _text(row, left, y, size, weight, INK if size == BODY_MM else QUIET)


def _said(spec: CalibrationSpec, side: Side) -> Iterator[tuple[Weight, float, str]]:
    now = ", ".join(f"{key} {value:g}" for key, value in figures(spec.backs).items())
    if side is Side.BACK:
        yield Weight.BOLD, BODY_MM, "Back."
        yield Weight.REGULAR, BODY_MM, "Read the scales from the front, against the light."
        yield Weight.REGULAR, BODY_MM, "x counts to the right and y up as you read this side."
        yield Weight.REGULAR, BODY_MM, f"Printed with {now}."
        yield Weight.REGULAR, SMALL_MM, spec.credits
        return
    how = {
        Duplex.LONG_EDGE: "turned on the long edge",
        Duplex.SHORT_EDGE: "turned on the short edge",
        Duplex.SEPARATE: "this page first, then the page of backs on its other side, turned on the long edge",
    }[spec.duplex]
    yield Weight.REGULAR, BODY_MM, f"1. Print both sides at 100 %, {how}, on the printer and from the tray that you use."
    yield (
        Weight.REGULAR,
        BODY_MM,
        "2. Hold this side against a window. On each scale one line of the back goes straight on from a line of the front. "
        "Note its number: from line to line it is 0.2 mm.",
    )
    yield Weight.REGULAR, BODY_MM, "3. Type what you found at A and C, x first:"
    yield Weight.BOLD, BODY_MM, f"tablewright calibrate --paper {spec.paper.name} --read A=0.4,-1.2 --read C=0.6,-1"
    yield (
        Weight.REGULAR,
        BODY_MM,
        "It tells the lines for your configuration, added to what is there. B alone (--read B=0.5,-1.1) moves backs and "
        "does not turn them. Print this sheet again: all scales should say 0.",
    )
    yield Weight.REGULAR, BODY_MM, f"Printed with {now}."


def _ruler(spec: CalibrationSpec, side: Side) -> tuple[tuple[Stroke, ...], Line]:
    """100 mm up the edge: at the left of the front and the right of the back, below A or beside it."""
    edge = spec.margin_mm + spec.backs.reach_mm(spec.paper.width_mm, spec.paper.height_mm) + OFF_MM
    x = edge + 3.5 if side is Side.FRONT else spec.paper.width_mm - edge
    strip = Strip(x, edge, 90, RULER_MM + 12, 3.5)
    return ruler(strip), left_line(strip, RULER_MM + 1.2, BASE_MM, f"{RULER_MM} mm", TEXT_MM, Weight.BOLD, 20, "ruler")


def _text(text: str, x: float, y: float, size: float, weight: Weight = Weight.REGULAR, colour: str = INK) -> Line:
    return Line(text, x, y, 0, size, weight, colour)
