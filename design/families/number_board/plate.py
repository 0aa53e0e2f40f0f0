"""Faces of a number board's plates: five numbers between two badges, and signs on the back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark
from design.graphics.art.dogs import TRACES, trace
from design.graphics.art.icons import icon
from design.graphics.polygons import as_multi, centred
from design.graphics.type.fonts import cap_height_mm
from design.graphics.type.outlines import text_outline
from rules.errors import DesignError, Problem

PATTERNS: dict[str, Sequence[str]] = {
    "math-owner": "+−×÷=√π∞",
    "math-table": "∑≠≈±≤≥Ω%",
    "paws-owner": ("paw",),
    "paws-table": ("bone",),
}
"""Signs on the backs of the two plates, as characters or names. They differ, so a wrong assembly shows at once."""
SIGN_SHARE = 0.25
"""Size of a sign on the back, as a share of the plate's height."""
SIGN_STROKES = 8.2
"""Size in strokes at which no part of a sign is thinner than a stroke: the root's thin arm is an eighth of its size."""
SIGN_AIR_MM = 1.4
"""Least room around a sign."""
FLOOR_MM = 5.0
"""Height of the smallest number: it is read across a table."""
DIGIT_STROKES = 5.7
"""Height in strokes at which no part of a number is thinner than a stroke (measured: 0.177 of the height, in a 5)."""
BORDER_MM = 2.0
"""Least distance above and below a number."""
DIGIT_AIR_MM = 1.0
"""Least distance beside a number: a wall of more than two lines."""
LINE_MM = 0.8
"""Least width of the line between two places: two lines of a 0.4 mm nozzle."""
BADGE_PLACE = 0.36
"""Distance from the middle of a place to its badge, as a share of the place's width."""
BADGE_SHARE, BADGE_PLACE_SHARE = 0.38, 0.21
"""Size of a badge, as shares of the plate's height and of a place's width."""
BADGE_MOST_MM = 9.0
"""Size of the largest badge: it is a bridge on the bed side, and a printer spans 10 mm."""


def plate_front(brief: Brief, trim: Polygon, places_x: Sequence[float], digit_mm: float, stroke_mm: float) -> Face:
    """Numbers in the middle of their places, identical for equal digits; badges beside the first and the last.

    If a number is too large for its place or for the plate, the whole row is made smaller.

    Args:
        brief: what it shows.
        trim: the plate's outline, centred on the origin.
        places_x: the middles of the places.
        digit_mm: greatest height of the numbers.
        stroke_mm: the thinnest stroke that the nozzle draws.

    Raises:
        DesignError: naming the number that would have to be smaller than `FLOOR_MM` or than the nozzle can draw.
    """
    height, pitch = trim.bounds[3] - trim.bounds[1], places_x[1] - places_x[0]
    line_mm = max(LINE_MM, stroke_mm)
    badge = icon(brief.badge, min(BADGE_MOST_MM, BADGE_SHARE * height, BADGE_PLACE_SHARE * pitch)) if brief.badge else None
    digit_mm = _shrunk(brief, (pitch, height), badge, digit_mm, stroke_mm)
    marks = []
    size = digit_mm / cap_height_mm(1.0)
    for value, x in zip(brief.row, places_x, strict=True):
        outline = text_outline(value, size)
        left, _, right, _ = outline.bounds
        moved = affinity.translate(outline, x - (left + right) / 2, -digit_mm / 2)
        marks.append(Mark(InkRole.INK, brief.ink, as_multi(moved)))
    beside = (places_x[0] - BADGE_PLACE * pitch, places_x[-1] + BADGE_PLACE * pitch) if badge else ()
    marks += [Mark(InkRole.ACCENT, brief.tint, as_multi(affinity.translate(badge, x, 0))) for x in beside]
    # A fine line between two places shows where a card goes.
    for one, other in pairwise(places_x):
        line = box(-line_mm / 2, -digit_mm / 4, line_mm / 2, digit_mm / 4)
        marks.append(Mark(InkRole.ACCENT, brief.ink, as_multi(affinity.translate(line, (one + other) / 2, 0))))
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _shrunk(brief: Brief, place: tuple[float, float], badge: MultiPolygon | None, wanted_mm: float, stroke_mm: float) -> float:
    """The height of the row's numbers: as wanted, or as small as their places (width and height) require."""
    pitch, height = place
    size, floor = min(wanted_mm, height - 2 * BORDER_MM), max(FLOOR_MM, DIGIT_STROKES * stroke_mm)
    middle = pitch / 2 - max(LINE_MM, stroke_mm) / 2 - DIGIT_AIR_MM
    # The first and the last number have a badge beside them, or the plate's end.
    outer = BADGE_PLACE * pitch - (badge.bounds[2] if badge else 0.0) - DIGIT_AIR_MM
    for index, value in enumerate(brief.row):
        room = 2 * min(middle, outer if index in (0, len(brief.row) - 1) else middle)
        left, _, right, _ = text_outline(value, 1.0 / cap_height_mm(1.0)).bounds
        size = min(size, room / (right - left))
        if size < floor - 1e-9:
            what = (
                f"would be {size:.1f} mm high in its place of {pitch:.1f} x {height:g} mm, must be at least {floor:.1f} mm "
                f"({FLOOR_MM:g} mm, and {DIGIT_STROKES:g} strokes of {stroke_mm:g} mm); raise number_board.digit_height_mm "
                "or plate_height_mm, take wider cards or tiles, or a finer nozzle"
            )
            raise DesignError(Problem(f"{brief.name} {value!r}", what))
    return size


def plate_back(brief: Brief, trim: Polygon, places_x: Sequence[float], spacer_mm: float, stroke_mm: float) -> Face:
    """Signs in an even grid, clear of the spacers between the places.

    A sign is a quarter of the plate's height, larger if the nozzle's stroke requires it, smaller if a place is narrow. A
    place holds as many side by side as have room around them, at most four, in one row or two.
    """
    if brief.pattern not in PATTERNS:
        raise DesignError(Problem(f"{brief.name} pattern = {brief.pattern}", f"must be one of {', '.join(PATTERNS)}"))
    signs = PATTERNS[brief.pattern]
    pitch, height = places_x[1] - places_x[0], trim.bounds[3] - trim.bounds[1]
    size = max(SIGN_SHARE * height, SIGN_STROKES * stroke_mm)
    size = min(size, pitch - max(2 * SIGN_AIR_MM, spacer_mm + SIGN_AIR_MM))
    columns = max(1, min(4, int((pitch - SIGN_AIR_MM) / (size + SIGN_AIR_MM))))
    if pitch / columns - size < spacer_mm + SIGN_AIR_MM / 2:
        columns = max(1, columns - 1)
    rows = (0.24, -0.24) if 2 * size + 3 * SIGN_AIR_MM <= height else (0.0,)
    marks = []
    for row, y in enumerate(rows):
        for index in range(len(places_x) * columns):
            place, column = divmod(index, columns)
            x = places_x[place] + (column - (columns - 1) / 2) * pitch / columns
            sign = _sign(signs[(index + 3 * row) % len(signs)], size)
            marks.append(Mark(InkRole.INK, brief.ink, centred(sign, x, y * height)))
    return Face(brief.name, trim, brief.ground, tuple(marks))


@lru_cache(maxsize=1024)
def _sign(sign: str, size_mm: float) -> MultiPolygon:
    """A sign scaled so that the larger side of its box is `size_mm`."""
    outline = trace(sign, size_mm) if sign in TRACES else text_outline(sign, size_mm)
    left, bottom, right, top = outline.bounds
    factor = size_mm / max(right - left, top - bottom)
    return as_multi(affinity.scale(outline, factor, factor, origin=(0, 0)))
