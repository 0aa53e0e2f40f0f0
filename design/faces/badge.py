"""A badge: a filled disc with a number or an icon in it, for reference cards and the rule sheet."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import Point

from design.faces.face import InkRole, Mark, TextRun, text_mark
from design.graphics.art.icons import ICONS, icon
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import advance_mm
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight

ICON_SHARE = 0.53
"""Field of an icon, as a share of the disc."""


def badge(mark: str, at: tuple[float, float], diameter_mm: float, em_mm: float, ink: str, ground: str) -> list[Mark]:
    """A disc in ink centred at a point, with an icon (by name) or live text in the ground's colour."""
    x, y = at
    disc = Mark(InkRole.PRINT, ink, as_multi(Point(x, y).buffer(diameter_mm / 2, quad_segs=24)))
    if mark in ICONS:
        return [disc, Mark(InkRole.PRINT, ground, as_multi(affinity.translate(icon(mark, ICON_SHARE * diameter_mm), x, y)))]
    _, bottom, _, top = text_outline(mark, em_mm).bounds
    start = x - advance_mm(mark, em_mm, Weight.BOLD) / 2, y - (bottom + top) / 2
    return [disc, text_mark(TextRun(mark, *start, em_mm, Weight.BOLD), ground)]
