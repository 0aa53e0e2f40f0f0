"""Faces of cards: one heavy shape in the window above the plate, and a small companion at the foot."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark
from design.graphics.art.icons import icon
from design.graphics.polygons import as_multi

ICON_SHARE = 0.60
"""Field width of a set's own shape, as a share of the card's width."""
SIGN_SHARE = 0.50
"""The same for a sign that every set has (the X): it is less prominent than the shapes."""
ICON_CENTRE = 0.70
"""Height of the main icon's centre above the foot: clear of a plate that hides 40 % of the card, with space around."""
BADGE_SHARE = 0.18
BADGE_CENTRE = 0.17
OUTLINE_MM = 0.3
"""Width of the line around a light-coloured shape, so that it contrasts with white paper."""


def card_face(brief: Brief, trim: Polygon, outline_mm: float = OUTLINE_MM) -> Face:
    """A card's face. With an icon it is a front; without one, its badge appears twice, the second upside down.

    Coloured shapes have a line of `outline_mm` around them. With 0, where a nozzle could not draw it, they are in ink,
    because a light colour alone would not contrast with the ground.
    """
    left, bottom, right, top = trim.bounds
    width, height = right - left, top - bottom
    badge = icon(brief.badge, BADGE_SHARE * width) if brief.badge else None
    marks: list[Mark] = []
    if brief.icon:
        # A sign that every set has (the X) is in ink, a set's own shape in its colour.
        share = ICON_SHARE if brief.own else SIGN_SHARE
        tint = brief.tint if outline_mm > 0 else brief.ink
        main = affinity.translate(icon(brief.icon, share * width), 0, bottom + ICON_CENTRE * height)
        marks += _filled(as_multi(main), tint if brief.own else brief.ink, brief.outline, outline_mm if brief.own else 0.0)
        if badge is not None:
            foot = affinity.translate(badge, 0, bottom + BADGE_CENTRE * height)
            marks += _filled(as_multi(foot), tint, brief.outline, outline_mm)
    elif badge is not None:
        upright = affinity.translate(badge, 0, top - BADGE_CENTRE * height)
        turned = affinity.rotate(upright, 180, origin=(0, 0))
        marks += [Mark(InkRole.ACCENT, brief.ink, as_multi(shape)) for shape in (upright, turned)]
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _filled(shape: MultiPolygon, colour: str, outline: str, outline_mm: float) -> list[Mark]:
    """The shape in a colour, with a line of ink along its inside if it must contrast with the paper."""
    if outline_mm <= 0:
        return [Mark(InkRole.INK, colour, shape)]
    inner = as_multi(shape.buffer(-outline_mm))
    return [Mark(InkRole.INK, outline, shape), Mark(InkRole.ACCENT, colour, inner)]
