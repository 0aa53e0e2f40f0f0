"""A board of squares: lines between them, a seat for a token in each, and what a row's seats show.

On paper a seat is a thin ring; on a solid, lines are sunk into the top and numbers into the floors of the seats. A board
that fits on no page is cut along its lines into tiles, with strips onto which their neighbours are glued.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark
from design.families.gluing import FAINT, FLAP_MM, glue_marks
from design.graphics.art.icons import icon
from design.graphics.polygons import as_multi
from design.graphics.type.outlines import figure_outline
from design.names import part_name
from rules.errors import DesignError, Problem

PATTERN = re.compile(r"^squares-([1-9][0-9]?)x([1-9][0-9]?)$")
RING_MM = 0.5
"""Width of the line around a seat on paper."""
ICON_SHARE, DIGIT_SHARE = 0.56, 0.24
"""Size of an icon's field and height of a number in a seat, as shares of the seat's smaller side."""
EDGE = 1e-6


@dataclass(frozen=True)
class Grid:
    """The squares of a board: rows and columns, and in mm the side of a square and the border around them."""

    rows: int
    columns: int
    square_mm: float
    border_mm: float

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and depth of the board."""
        return self.columns * self.square_mm + 2 * self.border_mm, self.rows * self.square_mm + 2 * self.border_mm

    @property
    def lines_x(self) -> tuple[float, ...]:
        """The lines between columns and at their outer edges, from the left; the board's middle is 0."""
        return _lines(self.columns, self.square_mm)

    @property
    def lines_y(self) -> tuple[float, ...]:
        """The lines between rows and at their outer edges, from below."""
        return _lines(self.rows, self.square_mm)

    @property
    def middles(self) -> tuple[tuple[float, float], ...]:
        """The middle of each square, row by row from the top, each row from the left."""
        across = [(low + high) / 2 for low, high in pairwise(self.lines_x)]
        return tuple((x, (low + high) / 2) for low, high in reversed(list(pairwise(self.lines_y))) for x in across)


def _lines(count: int, square: float) -> tuple[float, ...]:
    return tuple(round((number - count / 2) * square, 6) for number in range(count + 1))


def grid_of(name: str, pattern: str, square_mm: float, border_mm: float) -> Grid:
    """The squares named by a face's pattern, `squares-5x5` (rows by columns); DesignError for any other pattern."""
    found = PATTERN.match(pattern)
    if found is None:
        raise DesignError(Problem(f"{name} pattern = {pattern}", "must be squares-ROWSxCOLUMNS, as squares-5x5, 1 to 99 each"))
    return Grid(int(found[1]), int(found[2]), square_mm, border_mm)


def lines_area(grid: Grid, line_mm: float) -> MultiPolygon:
    """The lines between the squares and around them, without the squares."""
    half = line_mm / 2
    left, bottom, right, top = grid.lines_x[0], grid.lines_y[0], grid.lines_x[-1], grid.lines_y[-1]
    upright = [box(x - half, bottom - half, x + half, top + half) for x in grid.lines_x]
    level = [box(left - half, y - half, right + half, y + half) for y in grid.lines_y]
    return as_multi(unary_union([*upright, *level]))


def squares_face(brief: Brief, grid: Grid, trim: Polygon, seat: Polygon, line_mm: float) -> Face:
    """The board from above: lines as accent, what seats show as ink, and rings around seats for paper only.

    Args:
        brief: what it shows; its row is written into the first squares, with its signs if it has any.
        grid: the squares.
        trim: the board's outline.
        seat: the outline of a seat, centred on the origin.
        line_mm: width of the lines.
    """
    ring = as_multi(seat - seat.buffer(-RING_MM, join_style="mitre"))
    marks = [Mark(InkRole.PRINT, FAINT, as_multi(affinity.translate(ring, *middle))) for middle in grid.middles]
    marks.append(Mark(InkRole.ACCENT, brief.ink, lines_area(grid, line_mm)))
    signs = brief.signs or ("",) * len(brief.row)
    for middle, value, sign in zip(grid.middles, brief.row, signs, strict=False):
        marks += [Mark(InkRole.INK, brief.ink, as_multi(affinity.translate(one, *middle))) for one in _shown(value, sign, seat)]
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _shown(value: str, sign: str, seat: Polygon) -> list[MultiPolygon]:
    """A number in a seat, below its sign if it has one."""
    left, bottom, right, top = seat.bounds
    small = min(right - left, top - bottom)
    digit = figure_outline(value, DIGIT_SHARE * small)
    if not sign:
        return [digit]
    return [
        as_multi(affinity.translate(icon(sign, ICON_SHARE * small), 0, 0.13 * small)),
        as_multi(affinity.translate(digit, 0, -0.3 * small)),
    ]


def with_roles(face: Face, *roles: InkRole) -> Face:
    """The face with only the marks of these roles."""
    return replace(face, marks=tuple(mark for mark in face.marks if mark.role in roles))


def tiles(face: Face, grid: Grid, parts: int, room: tuple[float, float], name: str, glue: Sequence[str]) -> list[Face]:
    """The face whole, or in the fewest tiles that fit on a page, cut along lines between squares.

    There are at least `parts` tiles in a row, as far as its columns allow. Every tile but the first of its row has a strip
    at its left, every one below the first row a strip at its top, onto which its neighbours are glued. `room` is the longer
    and the shorter side of the room on a page, in mm; `glue` lists words for a strip, of which the first that fits is used.

    Raises:
        DesignError: not even single squares fit on the page.
    """
    choices = [
        (across * down, max(map(_width, columns)), columns, rows)
        for across in range(min(parts, grid.columns), grid.columns + 1)
        for down in range(1, grid.rows + 1)
        if (columns := _cuts(face.size_mm[0], grid.lines_x[1:-1], across))
        and (rows := _cuts(face.size_mm[1], grid.lines_y[1:-1], down))
        and _fits(columns, list(reversed(rows)), room)
    ]
    if not choices:
        size = f"{grid.square_mm:g} mm"
        what = f"a square of {size} with its border and glue strips must go on a page of {room[0]:.0f} x {room[1]:.0f} mm"
        raise DesignError(Problem(name, f"{what}; make squares.square_mm or border_mm smaller"))
    _, _, columns, rows = min(choices)
    count = len(columns) * len(rows)
    if count == 1:
        return [face]
    places = [(row, column) for row in range(len(rows)) for column in range(len(columns))]
    return [
        _tile(face, columns[column], list(reversed(rows))[row], (column > 0, row > 0), part_name(name, number, count), glue)
        for number, (row, column) in enumerate(places)
    ]


Run = tuple[float, float]


def _width(run: Run) -> float:
    return round(run[1] - run[0], 6)


def _cuts(size: float, lines: Sequence[float], count: int) -> list[Run]:
    """A side cut at lines into `count` stretches, as equal as possible, the longer ones first."""
    found = []
    for chosen in combinations(lines, count - 1):
        runs = list(pairwise([-size / 2, *chosen, size / 2]))
        found.append(([-one for one in sorted(map(_width, runs), reverse=True)], [_width(one) for one in runs], runs))
    return max(found)[2] if found else []


def _fits(columns: Sequence[Run], rows: Sequence[Run], room: tuple[float, float]) -> bool:
    wide = max(_width(run) + (FLAP_MM if index else 0.0) for index, run in enumerate(columns))
    deep = max(_width(run) + (FLAP_MM if index else 0.0) for index, run in enumerate(rows))
    return max(wide, deep) <= max(room) + EDGE and min(wide, deep) <= min(room) + EDGE


def _tile(face: Face, column: Run, row: Run, flaps: tuple[bool, bool], name: str, glue: Sequence[str]) -> Face:
    """A part of the face with its glue strips, centred on the origin."""
    (left, right), (bottom, top) = column, row
    part = as_multi(face.trim.intersection(box(left, bottom, right, top)))
    strips = [(box(left - FLAP_MM, bottom, left, top), True)] if flaps[0] else []
    strips += [(box(left - (FLAP_MM if flaps[0] else 0.0), top, right, top + FLAP_MM), False)] if flaps[1] else []
    trim = unary_union([part, *(strip.intersection(_beside(face.trim, part, strip)) for strip, _ in strips)]).buffer(0)
    if not isinstance(trim, Polygon):
        trim = max(as_multi(trim).geoms, key=lambda one: one.area)
    shown = [replace(mark, area=as_multi(mark.area.intersection(part))) for mark in face.marks]
    marks = [mark for mark in shown if not mark.area.is_empty]
    for strip, upright in strips:
        marks += glue_marks(as_multi(strip.intersection(trim)).geoms[0], glue, upright)
    moved = Face(f"{name}.front", trim, face.ground, tuple(marks))
    x0, y0, x1, y1 = trim.bounds
    return moved.moved(-(x0 + x1) / 2, -(y0 + y1) / 2)


def _beside(whole: Polygon, part: MultiPolygon, strip: Polygon) -> Polygon:
    """What a strip may cover: nothing beyond the board's outline, whose corners are round."""
    return whole.buffer(EDGE).union(part).convex_hull.intersection(strip) if whole.intersects(strip) else strip
