"""What stands on a sheet beside its pieces: cut marks, the 100 mm ruler, and a few lines of text.

All of it lies between the bleed and the margin that a printer cannot reach. Ruler and texts stand in two
strips, at head and foot or along the sides, read from the right when they run upward.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from design.fonts import Weight, advance_mm, cap_height_mm
from design.paper import Duplex
from design.specs import SheetSpec
from design.stickers import STICKERS
from printables.grid import MARK_ROOM_MM, STRIP_ALONG_MM, Strips
from printables.sheet import Place, SheetPage, Side
from rules.errors import DesignError, Problem

INK = "#1d1c24"
QUIET = "#6b6a75"
"""Grey of small print: contrast 5.3 on white."""
HAIR_MM = 0.12
MARK_AWAY_MM = 0.2
"""From the bleed to a cut mark, so that a mark never lies on colour."""
MARK_END_MM = 1.6
"""From the larger bleed to a mark's outer end: short of the strips, so that no mark touches a letter."""
SHORTEST_MARK_MM = 0.3
RULER_MM = 100
TITLE_MM, TEXT_MM, SMALL_MM = 2.8, 2.1, 1.76
"""Ems: about 8, 6 and 5 points; these lines are for the one who cuts, not for the table."""
FLOOR_MM = 1.4
"""Smallest em (4 points) before a line is an error."""
BETWEEN_MM = 4.0
BASE_MM = 0.5
"""Baseline of the lowest line in a strip: its descenders stay inside."""
AIRY_ACROSS_MM = 6.0
"""Depth of the strips at head and foot where the paper has the room."""


@dataclass(frozen=True)
class Stroke:
    """A straight line on the page."""

    x1_mm: float
    y1_mm: float
    x2_mm: float
    y2_mm: float
    width_mm: float
    colour: str


@dataclass(frozen=True)
class Line:
    """A line of text whose baseline starts at (x, y) and runs at `angle_deg` (0, or 90 for upward)."""

    text: str
    x_mm: float
    y_mm: float
    angle_deg: int
    size_mm: float
    weight: Weight
    colour: str


@dataclass(frozen=True)
class Furniture:
    """Everything on a page that is no piece."""

    marks: tuple[Stroke, ...]
    ruler: tuple[Stroke, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Strip:
    """A long box for texts: `u` runs along it from its start, `v` across it from its foot."""

    x_mm: float
    y_mm: float
    angle_deg: int
    length_mm: float
    depth_mm: float

    def at(self, u: float, v: float) -> tuple[float, float]:
        """A point of the strip on the page."""
        return (self.x_mm + u, self.y_mm + v) if self.angle_deg == 0 else (self.x_mm - v, self.y_mm + u)


def furnish(spec: SheetSpec, page: SheetPage) -> Furniture:
    """Marks, ruler and texts of a page; DesignError if a line is too long for it."""
    head, foot = strips(spec, page)
    return Furniture(
        cut_marks(spec, page),
        ruler(foot),
        (*_head(spec, page, head), *foot_lines(f"{spec.game} {spec.name}", spec.credits, foot)),
    )


def strips(spec: SheetSpec, page: SheetPage) -> tuple[Strip, Strip]:
    """The strips for title and ruler, in the middle of the room that marks leave, in line with the grid."""
    frame, paper, margin = page.frame, page.paper, spec.margin_mm
    beside = max(spec.front_bleed_mm, spec.back_bleed_mm) + MARK_ROOM_MM
    if frame.strips is Strips.ACROSS:
        start, end = _span(frame.left_mm, frame.right_mm, margin, paper.width_mm)
        depth, spare = _depth(frame.bottom_mm - margin - beside, AIRY_ACROSS_MM)
        low, high = margin + spare, paper.height_mm - margin - spare - depth
        return Strip(start, high, 0, end - start, depth), Strip(start, low, 0, end - start, depth)
    start, end = _span(frame.bottom_mm, frame.top_mm, margin, paper.height_mm)
    depth, spare = _depth(frame.left_mm - margin - beside, STRIP_ALONG_MM)
    low, high = margin + spare + depth, paper.width_mm - margin - spare
    return Strip(low, start, 90, end - start, depth), Strip(high, start, 90, end - start, depth)


def _span(low: float, high: float, margin: float, whole: float) -> tuple[float, float]:
    """The grid's own extent if texts have room along it, otherwise nearly all between the margins."""
    return (low, high) if high - low >= 1.65 * RULER_MM else (margin + 0.5, whole - margin - 0.5)


def _depth(room: float, airy: float) -> tuple[float, float]:
    """Depth of a strip, up to what looks airy, and its distance from the margin."""
    depth = min(room, airy)
    return depth, min((room - depth) / 2, 3.0)


def cut_marks(spec: SheetSpec, page: SheetPage) -> tuple[Stroke, ...]:
    """Marks in line with the trims of straight pieces, around each block, beyond its bleed, off the margin."""
    bleed = spec.front_bleed_mm if page.side is Side.FRONT else spec.back_bleed_mm
    low_x, high_x = spec.margin_mm, page.paper.width_mm - spec.margin_mm
    low_y, high_y = spec.margin_mm, page.paper.height_mm - spec.margin_mm
    made: list[Stroke] = []
    for number in sorted({place.block for place in page.places if place.straight}):
        bounds = [place.bounds for place in page.places if place.block == number]
        xs, ys = _once(bounds, 0), _once(bounds, 1)
        away, far = bleed + MARK_AWAY_MM, max(spec.front_bleed_mm, spec.back_bleed_mm) + MARK_END_MM
        spans = (max(ys[0] - far, low_y), ys[0] - away), (ys[-1] + away, min(ys[-1] + far, high_y))
        made += [_stroke(x, low, x, high) for low, high in spans if high - low > SHORTEST_MARK_MM - 1e-6 for x in xs]
        spans = (max(xs[0] - far, low_x), xs[0] - away), (xs[-1] + away, min(xs[-1] + far, high_x))
        made += [_stroke(low, y, high, y) for low, high in spans if high - low > SHORTEST_MARK_MM - 1e-6 for y in ys]
    return tuple(made)


def _once(bounds: Sequence[tuple[float, float, float, float]], axis: int) -> list[float]:
    return sorted({round(one[end], 6) for one in bounds for end in (axis, axis + 2)})


def _stroke(x1: float, y1: float, x2: float, y2: float, width: float = HAIR_MM) -> Stroke:
    return Stroke(x1, y1, x2, y2, width, INK)


def ruler(strip: Strip) -> tuple[Stroke, ...]:
    """100 mm with a tick every 5: the middles of its first and last tick are 100 mm apart."""
    made = [_stroke(*strip.at(0, BASE_MM), *strip.at(RULER_MM, BASE_MM))]
    for at in range(0, RULER_MM + 1, 5):
        high = 2.5 if at % 50 == 0 else 1.8 if at % 10 == 0 else 1.1
        made.append(_stroke(*strip.at(at, BASE_MM), *strip.at(at, BASE_MM + high)))
    return tuple(made)


def _head(spec: SheetSpec, page: SheetPage, strip: Strip) -> list[Line]:
    title = spec.title
    number = f"Page {page.number} of {page.pages}" + (f" · {page.side.value}" if spec.two_sided else "")
    edge = "long" if spec.duplex is Duplex.LONG_EDGE else "short"
    note = f"Print at 100 %, turn on the {edge} edge. Cut between the marks, the border last."
    if not spec.two_sided:
        stock = "self-adhesive paper" if spec.name == STICKERS else "card"
        note = f"Print at 100 % on {stock}, this side only. Cut along the lines."
    where = f"{spec.game} {spec.name} title"
    if strip.angle_deg:
        base = (strip.depth_mm - cap_height_mm(TITLE_MM)) / 2
        used = advance_mm(number, TEXT_MM, Weight.REGULAR) + advance_mm(note, TEXT_MM, Weight.REGULAR) + 3 * BETWEEN_MM
        one = left_line(strip, 0, base, title, TITLE_MM, Weight.BOLD, strip.length_mm - used, where)
        wide = advance_mm(one.text, one.size_mm, one.weight) + BETWEEN_MM
        two = _pieces(strip, wide, base, page.places, strip.length_mm - used - wide + BETWEEN_MM)
        four = right_line(strip, strip.length_mm, base, number, TEXT_MM)
        end = strip.length_mm - advance_mm(number, TEXT_MM, Weight.REGULAR) - BETWEEN_MM
        return [one, two, right_line(strip, end, base, note, TEXT_MM), four]
    upper, lower = strip.depth_mm - 1.08 * cap_height_mm(TITLE_MM), BASE_MM  # b and d are taller than capitals
    room = strip.length_mm - advance_mm(number, TEXT_MM, Weight.REGULAR) - BETWEEN_MM
    one = left_line(strip, 0, upper, title, TITLE_MM, Weight.BOLD, room, where)
    if strip.depth_mm < AIRY_ACROSS_MM - 1e-6:
        # Two lines at the left would touch: the list goes on behind the title.
        wide = advance_mm(one.text, one.size_mm, one.weight) + BETWEEN_MM
        two = _pieces(strip, wide, upper, page.places, room - wide)
    else:
        two = _pieces(strip, 0, lower, page.places, strip.length_mm - _long(note, SMALL_MM) - BETWEEN_MM)
    return [
        one,
        two,
        right_line(strip, strip.length_mm, upper, number, TEXT_MM),
        right_line(strip, strip.length_mm, lower, note, SMALL_MM),
    ]


def foot_lines(where: str, credits: str, strip: Strip) -> list[Line]:
    """The ruler's label and the credits beside it, in as many lines as they need."""
    label = left_line(strip, RULER_MM + 1.2, BASE_MM, f"{RULER_MM} mm", TEXT_MM, Weight.BOLD, 20, "ruler")
    start = RULER_MM + 1.2 + advance_mm(label.text, TEXT_MM, Weight.BOLD) + BETWEEN_MM
    room, size = strip.length_mm - start, SMALL_MM
    while True:
        lead = 1.25 * size
        most = 1 + math.floor((strip.depth_mm - BASE_MM - cap_height_mm(size)) / lead)
        rows = _wrap(credits, size, room)
        if len(rows) <= most and all(_long(row, size) <= room for row in rows):
            break
        size = round(size - 0.05, 3)
        if size < FLOOR_MM:
            what = f"the credits are too long for the sheet's foot: {most} lines of {room:.0f} mm at 4 points; shorten them"
            raise DesignError(Problem(f"{where} credits", what))
    return [
        label,
        *(
            right_line(strip, strip.length_mm, BASE_MM + lead * (len(rows) - 1 - row), text, size)
            for row, text in enumerate(rows)
        ),
    ]


def _long(text: str, size: float) -> float:
    return advance_mm(text, size, Weight.REGULAR)


def _wrap(text: str, size: float, room: float) -> list[str]:
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and _long(longer, size) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows


def _pieces(strip: Strip, u: float, v: float, places: Sequence[Place], room: float) -> Line:
    """What lies on the page; where the list is too long, how many pieces of how many sorts."""
    counts = Counter(_called(place.face.name) for place in places)
    listed = ", ".join(f"{count} × {name}" for name, count in counts.items())
    fits = _long(listed, FLOOR_MM) <= room
    text = listed if fits else f"{sum(counts.values())} pieces of {len(counts)} sorts"
    return left_line(strip, u, v, text, TEXT_MM, Weight.REGULAR, room, "list of pieces")


def _called(name: str) -> str:
    """`x-card.gold.front` as people say it: X card."""
    words = name.split(".")[0].split("-")
    part = re.search(r"\.([a-z])-of-([0-9]+)(\.|$)", name)
    said = " ".join(word.upper() if len(word) == 1 else word for word in words)
    return f"{said}, part {part[1]} of {part[2]}" if part else said


def left_line(strip: Strip, u: float, v: float, text: str, size: float, weight: Weight, room: float, where: str) -> Line:
    """A line from a point of the strip on, made smaller to fit its room."""
    wide = advance_mm(text, size, weight)
    fitted = size if wide <= room else math.floor(size * room / wide * 1000) / 1000
    if fitted < FLOOR_MM:
        raise DesignError(Problem(f"{where} = {text}", f"is too long: {room:.0f} mm at 4 points or more; shorten it"))
    return Line(text, *strip.at(u, v), strip.angle_deg, fitted, weight, INK)


def right_line(strip: Strip, u: float, v: float, text: str, size: float) -> Line:
    """A line in grey that ends at a point of the strip."""
    return Line(text, *strip.at(u - _long(text, size), v), strip.angle_deg, size, Weight.REGULAR, QUIET)
