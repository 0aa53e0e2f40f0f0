"""Faces of the tuck box: shapes and title on the front, the title on the sides, the contents on the back.

White card, little ink. The front follows the lid of the storage box: a row of shapes with the title below, flush left and
right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.art.icons import icon
from design.graphics.colour.palette import Palette
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.line_breaking import FLOOR_MM, broken
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError, Problem

COLUMN_SHARE = 0.72
"""Width of the column for all content, as a share of the panel's."""
FIELD = 0.8
"""Field of a shape, as a share of its cell in the row."""
LEAST_FIELD_MM = 4.0
"""Smallest field, however low the front."""
OUTLINE_MM = 0.3
"""Line around a light-coloured shape, so that it stands out from white card."""
CENTRE = 0.54
"""Height of the centre of shapes and title, as a share of the panel's: a little above its centre."""
TITLE_SHARE = 0.12
"""Greatest height of the title's capitals, as a share of the panel's height."""
LEADING = 1.5
"""Line spacing of the title, in capital heights."""
GAP_SHARE = 0.07
"""From the shapes to the title, as a share of the panel's height."""
LINES = 3
"""Most lines for the title."""
SMALL_MM = 9 * 25.4 / 72
"""Em of the small print and of the list: 9 points, for reading in the hand."""
LIST_LEADING = 1.5
HEAD = 1.35
"""Em of the list's heading, in ems of the list."""

SPINE_SHARE = 0.36
"""Greatest height of the capitals on a side, as a share of the side's width."""
SPINE_MOST_MM = 4.2
SPINE_LEAST_MM = 1.4
"""Any smaller and the capitals are left out, since the front has the title."""
SPINE_LENGTH = 0.8
"""Greatest length of the title on a side, as a share of the side's height."""

Shape = tuple[str, str]
"""An icon and its fill colour."""


def tuck_front(name: str, title: str, players: str, shapes: Sequence[Shape], trim: Polygon, palette: Palette) -> Face:
    """The front: shapes and title in the middle, the number of players at the foot.

    Raises:
        DesignError: title or players would be smaller than 8 points.
    """
    left, bottom, right, top = trim.bounds
    column, high = COLUMN_SHARE * (right - left), top - bottom
    start = -column / 2
    lines, size = _title(title, column, TITLE_SHARE * high)
    capital = cap_height_mm(size)
    small = min(SMALL_MM, SMALL_MM * column / advance_mm(players, SMALL_MM, Weight.REGULAR))
    # As far from the foot as from the sides; on a landscape front, whose sides are far, as from its ends.
    foot = bottom + (1 - COLUMN_SHARE) / 2 * min(right - left, high)
    # Above the players and the space over them, up to the head.
    least, most = foot + 2 * cap_height_mm(small), top - (foot - bottom)
    lettered = capital * (1 + LEADING * (len(lines) - 1))
    row = _row(shapes, column, palette, most - least - lettered - GAP_SHARE * high)
    tall = max((mark.area.bounds[3] for mark in row), default=0.0) - min((mark.area.bounds[1] for mark in row), default=0.0)
    gap = GAP_SHARE * high if row else 0.0
    block = tall + gap + lettered
    upper = max(bottom + CENTRE * high + block / 2, least + block)
    low = min((mark.area.bounds[1] for mark in row), default=0.0)
    marks = [Mark(mark.role, mark.colour, as_multi(affinity.translate(mark.area, 0, upper - tall - low))) for mark in row]
    first = upper - tall - gap - capital
    ink = palette.hex("ink")
    for number, line in enumerate(lines):
        marks.append(text_mark(TextRun(line, start, first - number * LEADING * capital, size, Weight.BOLD), ink))
    for text, em in ((title, size), (players, small)):
        if em < FLOOR_MM:
            what = f"is too long for a column of {column:.1f} mm at 8 points; shorten it or take larger cards"
            raise DesignError(Problem(f"{name} {text!r}", what))
    marks.append(text_mark(TextRun(players, start, foot, small, Weight.REGULAR), ink))
    return Face(name, trim, palette.hex("paper"), tuple(marks))


def tuck_back(name: str, heading: str, rows: Sequence[tuple[int, str]], trim: Polygon, palette: Palette) -> Face:
    """The back: a list of contents, numbers flush right, its head as far from the edge as its left side.

    Raises:
        DesignError: the list would be smaller than 8 points.
    """
    left, bottom, right, top = trim.bounds
    edge = (1 - COLUMN_SHARE) / 2 * (right - left)
    column, room = COLUMN_SHARE * (right - left), top - bottom - 2 * edge
    size = _list_size(heading, rows, column, room)
    if size < FLOOR_MM:
        what = f"no room for the list of {len(rows)} sorts at 8 points; take larger cards, or fewer sorts"
        raise DesignError(Problem(f"{name} = {right - left:.1f} x {top - bottom:.1f} mm", what))
    ink = palette.hex("ink")
    numbers = max(advance_mm(str(count), size, Weight.BOLD) for count, _ in rows)
    y = top - edge - cap_height_mm(HEAD * size)
    marks = [text_mark(TextRun(heading, -column / 2, y, HEAD * size, Weight.BOLD), ink)]
    y -= 0.4 * LIST_LEADING * size
    for count, text in rows:
        y -= LIST_LEADING * size
        x = -column / 2 + numbers - advance_mm(str(count), size, Weight.BOLD)
        marks.append(text_mark(TextRun(str(count), x, y, size, Weight.BOLD), ink))
        marks.append(text_mark(TextRun(text, -column / 2 + numbers + 0.6 * size, y, size, Weight.REGULAR), ink))
    return Face(name, trim, palette.hex("paper"), tuple(marks))


def tuck_side(name: str, title: str, trim: Polygon, palette: Palette) -> Face:
    """A side: the title runs up its middle; blank if it would be too small to read."""
    left, bottom, right, top = trim.bounds
    most = min(SPINE_SHARE * (right - left), SPINE_MOST_MM) / cap_height_mm(1)
    size = min(most, SPINE_LENGTH * (top - bottom) / advance_mm(title, 1, Weight.BOLD))
    marks = []
    if cap_height_mm(size) >= SPINE_LEAST_MM:
        start = -advance_mm(title, size, Weight.BOLD) / 2
        run = TextRun(title, cap_height_mm(size) / 2, start, size, Weight.BOLD, angle_deg=90)
        marks.append(text_mark(run, palette.hex("ink")))
    return Face(name, trim, palette.hex("paper"), tuple(marks))


def _list_size(heading: str, rows: Sequence[tuple[int, str]], column: float, room: float) -> float:
    """The em at which heading and rows fit the column in width and height, at most 9 points."""
    numbers = max(advance_mm(str(count), 1, Weight.BOLD) for count, _ in rows)
    widest = max(
        HEAD * advance_mm(heading, 1, Weight.BOLD),
        numbers + 0.6 + max(advance_mm(text, 1, Weight.REGULAR) for _, text in rows),
    )
    tall = HEAD * cap_height_mm(1) + LIST_LEADING * (len(rows) + 0.4)
    return math.floor(min(SMALL_MM, column / widest, room / tall) * 1000) / 1000


def _title(title: str, column: float, capital: float) -> tuple[list[str], float]:
    """The title in the lines that let it be largest, and its em: as wide as the column, unless its letters become too high."""
    most = capital / cap_height_mm(1)
    choices = []
    for lines in broken(title.upper(), LINES):
        size = min(most, column / max(advance_mm(line, 1, Weight.BOLD) for line in lines))
        choices.append((size, -len(lines), lines))
    size, _, lines = max(choices)
    return lines, math.floor(size * 1000) / 1000


def _row(shapes: Sequence[Shape], column: float, palette: Palette, high: float) -> list[Mark]:
    """The shapes in a row up to this height, the first and last flush with the column, with equal gaps between."""
    if not shapes:
        return []
    field = max(LEAST_FIELD_MM, min(FIELD * column / max(len(shapes), 4), high))
    drawn = [(icon(name, field), colour) for name, colour in shapes]
    wide = [area.bounds[2] - area.bounds[0] for area, _ in drawn]
    air = (column - sum(wide)) / (len(drawn) - 1) if len(drawn) > 3 else 0.3 * field
    marks, x = [], -column / 2
    for (area, colour), width in zip(drawn, wide, strict=True):
        at = as_multi(affinity.translate(area, x - area.bounds[0], 0))
        marks += _filled(at, colour, palette.hex("ink"))
        x += width + air
    return marks


def _filled(area: MultiPolygon, colour: str, ink: str) -> list[Mark]:
    return [Mark(InkRole.INK, ink, area), Mark(InkRole.ACCENT, colour, as_multi(area.buffer(-OUTLINE_MM)))]
