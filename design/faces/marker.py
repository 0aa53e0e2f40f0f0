"""Faces of markers: a coin with a rim on its front, bare on its back, so that a finger knows the side."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import Polygon

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.fonts import Weight, cap_height_mm
from design.icons import icon
from design.outlines import as_multi, text_outline

RIM_EDGE_MM = 1.0
"""From the trim to the rim, so that a cut that is a little off leaves the rim whole."""
RIM_MM = 1.0
ICON_SHARE = 0.52
"""Field of the icon, as a share of the marker's smaller side."""
STAR_ICON_SHARE = 0.40
TEXT_SHARE = 0.46
"""Height of a number, as a share of the marker's smaller side."""


def marker_face(brief: Brief, trim: Polygon, side: str) -> Face:
    """A marker's face: rim on the front, and number or icon in the middle."""
    left, bottom, right, top = trim.bounds
    small = min(right - left, top - bottom)
    marks: list[Mark] = []
    if side == "front":
        outer = trim.buffer(-RIM_EDGE_MM)
        marks.append(Mark(InkRole.ACCENT, brief.ink, as_multi(outer - outer.buffer(-RIM_MM))))
    centre = _visual_centre(trim)
    if brief.text:
        size = TEXT_SHARE * small / cap_height_mm(1.0)
        left, bottom, right, top = text_outline(brief.text, size).bounds
        x, y = centre[0] - (left + right) / 2, centre[1] - (bottom + top) / 2
        marks.append(text_mark(TextRun(brief.text, x, y, size, Weight.BOLD), brief.ink, InkRole.INK))
    if brief.icon:
        share = STAR_ICON_SHARE if brief.icon == "star" else ICON_SHARE
        shape = icon(brief.icon, share * small)
        if brief.badge:
            # A companion's outline around a sign: whose marker it is, seen and felt on the flipped side too.
            around = icon(brief.badge, 0.72 * small)
            ring = around - around.buffer(-0.06 * small)
            shape = icon(brief.icon, 0.26 * small)
            marks.append(Mark(InkRole.ACCENT, brief.tint, as_multi(affinity.translate(ring, *centre))))
        marks.append(Mark(InkRole.INK, brief.ink, as_multi(affinity.translate(shape, *centre))))
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _visual_centre(trim: Polygon) -> tuple[float, float]:
    """Where the eye puts the middle: the centroid, for a door and a star are heavier below."""
    return 0.0, round(trim.centroid.y, 3)
