"""The version of a game in small print on a piece, so that two states of a prototype do not get mixed up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from shapely.geometry import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.colour.palette import INK, WHITE, contrast
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError, Problem

SAFE_MM = 1.5
"""Distance from the trim that survives a slightly misplaced cut."""
SIZES_MM = (1.76, 1.4)
"""Ems: 5 points, or 4 on a small piece. The text is for whoever sorts the pieces, not for the table."""
STEP_MM = 0.5
AIR_MM = 0.4
"""Space around the text if it has to stand on the face's content."""
INKS = (INK, WHITE)


def stamped(face: Face, version: str) -> Face:
    """A face with the version at its lower or upper edge, where it hides least; DesignError if there is no space."""
    text = f"v{version}" if version[0].isdigit() else version
    lines = [LineString(ends).buffer(AIR_MM) for ends in (*face.folds, *face.slits)]
    shown = unary_union([*(mark.area for mark in face.marks), *lines])
    for size in SIZES_MM:
        spots = [(_around(spot).intersection(shown).area, spot) for spot in _spots(face, text, size, shown)]
        if spots:
            hidden, spot = min(spots, key=lambda one: one[0])
            left, bottom, _, _ = spot.bounds
            ink = max(INKS, key=lambda colour: contrast(colour, face.ground))
            mark = text_mark(TextRun(text, left, bottom, size, Weight.REGULAR), ink)
            # On a pattern, the text stands on a patch of the ground.
            patch = as_multi(_around(spot).intersection(face.trim))
            below = (Mark(InkRole.PRINT, face.ground, patch),) if hidden > 0 else ()
            return replace(face, marks=(*face.marks, *below, mark))
    what = f"has no room for its version {text} in small print; make it larger or set paper.version_on: none"
    raise DesignError(Problem(face.name, what))


def _around(spot: Polygon) -> Polygon:
    return spot.buffer(AIR_MM, join_style="mitre")


def _spots(face: Face, text: str, size: float, shown: BaseGeometry) -> Iterator[Polygon]:
    """Candidate boxes for the text: from the bottom and from the top, in the middle, on the left and on the right.

    On each way inward, the first box, and the first that covers nothing.
    """
    wide, high = advance_mm(text, size, Weight.REGULAR), cap_height_mm(size, Weight.REGULAR)
    safe = face.trim.buffer(-SAFE_MM)
    if safe.is_empty:
        return
    left, bottom, right, top = safe.bounds
    steps = int((top - bottom - high) / 2 / STEP_MM) + 1
    for start, step in ((bottom, STEP_MM), (top - high, -STEP_MM)):
        for x in ((left + right - wide) / 2, left, right - wide):
            levels = (box(x, start + n * step, x + wide, start + n * step + high) for n in range(max(0, steps)))
            inside = [spot for spot in levels if safe.buffer(1e-6).covers(spot)]
            yield from inside[:1]
            yield from [spot for spot in inside if not _around(spot).intersects(shown)][:1]
