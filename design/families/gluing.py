"""Glue flaps and glue marks shared by paper pieces."""

from __future__ import annotations

from collections.abc import Sequence

from shapely import affinity
from shapely.geometry import LineString, Polygon
from shapely.ops import unary_union

from design.faces.face import InkRole, Mark, TextRun, text_mark
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.typefaces import Weight

FAINT = "#c9c7d0"
"""Grey of rings and glue marks: visible on white paper, and quieter than the game's own marks."""

FLAP_MM = 10.0
"""Width of the strip onto which a neighbouring tile is glued."""

FLAP_INSET_MM = 0.8
"""Distance from glue marks to the strip's edges."""

HATCH_MM = 2.4
"""Distance between the lines of a glue mark."""

GLUE_INK = "#6b697e"
"""Colour of the word on a glue strip: paler than ink, yet legible on white."""

GLUE_PT_MM = 2.9
"""Size of the word on a strip: 8.2 points."""


def glue_marks(strip: Polygon, words: Sequence[str], upright: bool) -> list[Mark]:
    """Slanted lines across a strip, with the word in a gap in their middle; on an upright strip it is read from the right."""
    inner = strip.buffer(-FLAP_INSET_MM, join_style="mitre")
    left, bottom, right, top = inner.bounds
    reach = (right - left) + (top - bottom)
    lines = [
        LineString([(left + at - (top - bottom), bottom), (left + at, top)]).buffer(0.15, cap_style="flat")
        for at in (HATCH_MM * number for number in range(int(reach / HATCH_MM) + 1))
    ]
    middle = inner.centroid
    size, room_mm = GLUE_PT_MM, (top - bottom if upright else right - left) - 4.0
    word = next(one for one in words if advance_mm(one, size, Weight.BOLD) <= room_mm or one == words[-1])
    wide, high = advance_mm(word, size, Weight.BOLD), cap_height_mm(size)
    run = TextRun(word, round(middle.x - wide / 2, 6), round(middle.y - high / 2, 6), size, Weight.BOLD)
    text = text_mark(run, GLUE_INK)
    if upright:
        turned = as_multi(affinity.rotate(text.area, -90, origin=(middle.x, middle.y)))
        text = Mark(text.role, text.colour, turned)
    room = text.area.envelope.buffer(1.2, join_style="mitre")
    hatch = as_multi(unary_union(lines).intersection(inner).difference(room))
    return [Mark(InkRole.PRINT, FAINT, hatch), text]


LID_PLAY_MM = 0.4
"""How much narrower a lid is than its panel at either end, so that it slides between the sides."""

FLAP_SLANT = 0.4
"""How much a glue flap's ends slant, as a share of its width, so that they clear the folds."""


def glue_flap(wide_mm: float, long_mm: float) -> Polygon:
    """A flap to the left of the fold from (0, 0) to (0, `long_mm`), its ends slanted so that they clear other folds."""
    slant = min(FLAP_SLANT * wide_mm, long_mm / 4)
    return Polygon([(0, 0), (-wide_mm, slant), (-wide_mm, long_mm - slant), (0, long_mm)])
