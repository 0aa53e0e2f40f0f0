"""Building blocks for what surrounds pieces: straight strokes, lines of text, and the strips that hold them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from design.graphics.colour.palette import INK
from design.graphics.type.fonts import advance_mm
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError, Problem

QUIET = "#6b6a75"
"""Grey of small print: contrast 5.3 on white."""
HAIR_MM = 0.12
TITLE_MM, TEXT_MM, SMALL_MM = 2.8, 2.1, 1.76
"""Ems: about 8, 6 and 5 points; these lines are for whoever cuts the sheet, not for the table."""
FLOOR_MM = 1.4
"""Smallest em (4 points); any smaller is an error."""
BETWEEN_MM = 4.0
BASE_MM = 0.5
"""Baseline of the lowest line in a strip, with its descenders inside."""


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
    """A line of text whose baseline starts at (x, y) and runs at `angle_deg` (0, 90 for upward, 180 upside down)."""

    text: str
    x_mm: float
    y_mm: float
    angle_deg: int
    size_mm: float
    weight: Weight
    colour: str


@dataclass(frozen=True)
class Strip:
    """A long box for text: `u` runs along it from its start, `v` across it from its foot."""

    x_mm: float
    y_mm: float
    angle_deg: int
    length_mm: float
    depth_mm: float

    def at(self, u: float, v: float) -> tuple[float, float]:
        """A point of the strip, on the page."""
        return (self.x_mm + u, self.y_mm + v) if self.angle_deg == 0 else (self.x_mm - v, self.y_mm + u)


def stroke(x1: float, y1: float, x2: float, y2: float, width: float = HAIR_MM) -> Stroke:
    """A hairline between two points."""
    return Stroke(x1, y1, x2, y2, width, INK)


def long(text: str, size: float) -> float:
    """Length of a line of text in the regular weight."""
    return advance_mm(text, size, Weight.REGULAR)


def left_line(strip: Strip, u: float, v: float, text: str, size: float, weight: Weight, room: float, where: str) -> Line:
    """A line starting at a point of the strip, shrunk to fit its space."""
    wide = advance_mm(text, size, weight)
    fitted = size if wide <= room else math.floor(size * room / wide * 1000) / 1000
    if fitted < FLOOR_MM:
        raise DesignError(Problem(f"{where} = {text}", f"is too long: {room:.0f} mm at 4 points or more; shorten it"))
    return Line(text, *strip.at(u, v), strip.angle_deg, fitted, weight, INK)


def right_line(strip: Strip, u: float, v: float, text: str, size: float) -> Line:
    """A grey line that ends at a point of the strip."""
    return Line(text, *strip.at(u - long(text, size), v), strip.angle_deg, size, Weight.REGULAR, QUIET)


def wrap(text: str, size: float, room: float) -> list[str]:
    """A text in rows no longer than their space, unless a single word is."""
    rows = [""]
    for word in text.split():
        longer = f"{rows[-1]} {word}".strip()
        if rows[-1] and long(longer, size) > room:
            rows.append(word)
        else:
            rows[-1] = longer
    return rows
