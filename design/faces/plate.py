"""Faces of a number board's plates: five numbers between two badges, and mathematical signs on the back."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark
from design.fonts import cap_height_mm
from design.icons import icon
from design.outlines import as_multi, centred, text_outline
from rules.errors import DesignError, Problem

PATTERNS = {"math-owner": "+−×÷=√π∞", "math-table": "∑≠≈±≤≥Ω%"}
"""The signs on the two plates' backs: other signs on each, so that a wrong assembly shows at once."""
SIGN_SHARE = 0.25
"""Size of a sign on the back, as a share of the plate's height."""
SIGN_STROKES = 8.2
"""A sign so many strokes large has no stroke thinner than one: the root's thin arm is an eighth of its size."""
SIGN_AIR_MM = 1.4
"""Least room around a sign."""
BADGE_SHARE = 0.38
"""Size of a badge, as a share of the plate's height."""
BADGE_MOST_MM = 9.0
"""Largest badge: on the bed side it is a bridge, and 10 mm is what a printer spans."""


def plate_front(brief: Brief, trim: Polygon, places_x: Sequence[float], digit_mm: float) -> Face:
    """Numbers in the middle of their places, twins to the digit; badges beside the first and the last."""
    _, bottom, _, top = trim.bounds
    marks = []
    size = digit_mm / cap_height_mm(1.0)
    for value, x in zip(brief.row, places_x, strict=True):
        outline = text_outline(value, size)
        left, _, right, _ = outline.bounds
        moved = affinity.translate(outline, x - (left + right) / 2, -digit_mm / 2)
        marks.append(Mark(InkRole.INK, brief.ink, as_multi(moved)))
    pitch = places_x[1] - places_x[0]
    for x in (places_x[0] - 0.36 * pitch, places_x[-1] + 0.36 * pitch) if brief.badge else ():
        badge = icon(brief.badge, min(BADGE_MOST_MM, BADGE_SHARE * (top - bottom)))
        marks.append(Mark(InkRole.ACCENT, brief.tint, as_multi(affinity.translate(badge, x, 0))))
    # A fine line between two places shows where a card goes.
    for one, other in pairwise(places_x):
        line = box(-0.4, -digit_mm / 4, 0.4, digit_mm / 4)
        marks.append(Mark(InkRole.ACCENT, brief.ink, as_multi(affinity.translate(line, (one + other) / 2, 0))))
    return Face(brief.name, trim, brief.ground, tuple(marks))


def plate_back(brief: Brief, trim: Polygon, places_x: Sequence[float], stroke_mm: float) -> Face:
    """Mathematical signs in an even grid, clear of the spacers between the places.

    The signs are a quarter of the plate's height, larger where the nozzle's stroke needs it; as many go side
    by side in a place as have air between them, four at most, in two rows or in one.
    """
    if brief.pattern not in PATTERNS:
        raise DesignError(Problem(f"{brief.name} pattern = {brief.pattern}", f"must be one of {', '.join(PATTERNS)}"))
    signs = PATTERNS[brief.pattern]
    pitch, height = places_x[1] - places_x[0], trim.bounds[3] - trim.bounds[1]
    size = max(SIGN_SHARE * height, SIGN_STROKES * stroke_mm)
    columns = max(1, min(4, int((pitch - SIGN_AIR_MM) / (size + SIGN_AIR_MM))))
    rows = (0.24, -0.24) if 2 * size + 3 * SIGN_AIR_MM <= height else (0.0,)
    marks = []
    for row, y in enumerate(rows):
        for index in range(len(places_x) * columns):
            place, column = divmod(index, columns)
            x = places_x[place] + (column - (columns - 1) / 2) * pitch / columns
            sign = _sign(signs[(index + 3 * row) % len(signs)], size)
            marks.append(Mark(InkRole.INK, brief.ink, centred(sign, x, y * height)))
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _sign(character: str, size_mm: float) -> MultiPolygon:
    """A sign scaled so that the larger side of its box is at most `size_mm`."""
    outline = text_outline(character, size_mm)
    left, bottom, right, top = outline.bounds
    factor = size_mm / max(right - left, top - bottom)
    return as_multi(affinity.scale(outline, factor, factor, origin=(0, 0)))
