"""Faces of markers: a coin with a rim on its front and none on its back, so that a finger feels which side is up."""

from __future__ import annotations

from functools import lru_cache

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.art.icons import icon
from design.graphics.colour.palette import contrast
from design.graphics.polygons import as_multi, rounded
from design.graphics.type.fonts import cap_height_mm
from design.graphics.type.line_breaking import FLOOR_MM
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight
from design.parts.bridges import bridge_over_recess
from rules.errors import DesignError, Problem

RIM_EDGE_MM = 1.0
"""Distance from the trim to the rim, so that a slightly inaccurate cut leaves the rim whole."""
RIM_MM = 1.0
RIM_CORNER_MM = 0.5
"""Least radius of the rim's corners, so that no notch is narrow enough for a nozzle to fill."""
ICON_SHARE = 0.50
"""Size of the icon's field, as a share of the marker's smaller side."""
STAR_ICON_SHARE = 0.42
TEXT_SHARE = 0.46
"""Height of a number, as a share of the marker's smaller side."""
TEXT_WIDTH_SHARE = 0.56
"""Greatest width of a text, as a share of the marker's smaller side."""
BOTH_WAYS_TEXT_SHARE = 0.17
"""Height of a number that appears twice, as a share of the marker's smaller side."""
BOTH_WAYS_LINES = 5.4
"""Its least height in nozzle lines: stems of Manrope's bold figures are 0.18 to 0.19 of their height."""
COMPANION_SHARE = 0.60
"""Size of the field of the shape around a sign, as a share of the marker's smaller side."""
COMPANION_MORE = 0.25
"""How much that share may grow if the sign needs it."""
STEPS = 25
"""Number of sizes to try."""
SIGN_SHARE = 0.26
"""Size of the field of a sign inside a shape, as a share of the marker's smaller side."""
SIGN_LINES = 4.2
"""Its least size in nozzle lines: the sign's bars are 0.24 of it."""
STROKE_MM = 0.8
"""Thinnest line, so that engraved and raised marks come out: two lines of a 0.4 mm nozzle. A coarser one draws wider."""

OUTLINE_MM = 1.6
"""Width of an icon's outline where the whole icon would be too wide a bridge: four lines of 0.4 mm."""


@lru_cache(maxsize=1024)
def marker_face(brief: Brief, trim: Polygon, side: str, line_mm: float = 0.0) -> Face:
    """A marker's face: a rim on the front, and a number or icon in the middle.

    Args:
        brief: what it shows. With both icon and badge, the icon is a sign inside the badge's shape.
        trim: outline, its bounding box centred on the origin.
        side: `front`, which carries the rim, or `back`.
        line_mm: the thinnest line that the nozzle draws; rims and outlines are at least as wide.
    """
    left, bottom, right, top = trim.bounds
    small = min(right - left, top - bottom)
    centre = (0.0, round(trim.centroid.y, 3))  # the visual centre: a door is heavier below, and so is a star
    marks: list[Mark] = []
    if side == "front":
        outer, inner = (
            rounded(trim.buffer(-inset), RIM_CORNER_MM) for inset in (RIM_EDGE_MM, RIM_EDGE_MM + max(RIM_MM, line_mm))
        )
        marks.append(Mark(InkRole.ACCENT, brief.ink, as_multi(outer - inner)))
    if brief.both_ways:
        # The back has the same bare margin although it has no rim: on the bed side, an engraving nearer to the edge leaves so
        # little beside it that PrusaSlicer 2.5 supports the roof (seen with tokens of 26 mm, digits 1.2 mm from the edge).
        bare = RIM_EDGE_MM + max(RIM_MM, line_mm) + max(STROKE_MM, line_mm)
        return Face(brief.name, trim, brief.ground, (*marks, *_both_ways(brief, trim.buffer(-bare), small, side, line_mm)))
    if brief.text:
        marks.append(_text(brief, small, centre))
    if brief.icon and brief.badge:
        marks += _companion(brief, trim, centre, line_mm)
    elif brief.icon:
        share = STAR_ICON_SHARE if brief.icon == "star" else ICON_SHARE
        apart = max(STROKE_MM, line_mm)
        free = trim.buffer(-RIM_EDGE_MM - max(RIM_MM, line_mm) - apart if side == "front" else -RIM_EDGE_MM)
        shape = _largest(brief.icon, share * small, free, centre)
        marks.append(Mark(InkRole.INK, brief.ink, _at(bridged(shape, line_mm) if side == "back" else shape, centre)))
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _text(brief: Brief, small: float, centre: tuple[float, float]) -> Mark:
    """Number or word, its box centred; DesignError names the marker whose text would be smaller than 8 points."""
    size = TEXT_SHARE * small / cap_height_mm(1.0)
    left, bottom, right, top = text_outline(brief.text, size).bounds
    shrink = min(1.0, TEXT_WIDTH_SHARE * small / (right - left))
    if shrink * size < FLOOR_MM:
        what = f"is too long: at 8 pt ({FLOOR_MM:.2f} mm) it is wider than {TEXT_WIDTH_SHARE * small:.1f} mm"
        raise DesignError(Problem(f"{brief.name} text {brief.text!r}", f"{what}; shorten it or make the marker larger"))
    x, y = centre[0] - shrink * (left + right) / 2, centre[1] - shrink * (bottom + top) / 2
    return text_mark(TextRun(brief.text, x, y, shrink * size, Weight.BOLD), brief.ink, InkRole.INK)


def _both_ways(brief: Brief, free: BaseGeometry, small: float, side: str, line_mm: float) -> list[Mark]:
    """The text upright at the bottom and upside down at the top, as far out as possible; between them the largest icon."""
    size = max(BOTH_WAYS_TEXT_SHARE * small, BOTH_WAYS_LINES * line_mm) / cap_height_mm(1.0)
    outline = text_outline(brief.text, size)
    left, bottom, right, top = outline.bounds
    x, y = -(left + right) / 2, -(bottom + top) / 2
    lowest = free.bounds[1]
    for step in range(STEPS):
        y = lowest - bottom + step * small / 200
        if free.contains(affinity.translate(outline, x, y)):
            break
    below = text_mark(TextRun(brief.text, x, y, size, Weight.BOLD), brief.ink, InkRole.INK)
    above = Mark(InkRole.INK, brief.ink, as_multi(affinity.rotate(below.area, 180, origin=(0, 0))))
    if not brief.icon:
        return [below, above]
    texts = below.area.union(above.area).buffer(max(STROKE_MM, line_mm))
    field = 2 * free.bounds[2]
    shape = icon(brief.icon, field / 3)
    for step in range(2 * STEPS):
        shape = icon(brief.icon, field * (1 - step / STEPS / 3))
        if free.contains(shape) and not shape.intersects(texts):
            break
    return [Mark(InkRole.INK, brief.ink, bridged(shape, line_mm) if side == "back" else shape), below, above]


def _largest(name: str, size_mm: float, free: BaseGeometry, centre: tuple[float, float]) -> MultiPolygon:
    """An icon of this size, or smaller if the free room requires it; at least a third of the size."""
    for step in range(STEPS):
        shape = icon(name, size_mm * (1 - step / STEPS * 2 / 3))
        if free.contains(_at(shape, centre)):
            return shape
    return icon(name, size_mm / 3)


def _companion(brief: Brief, trim: Polygon, centre: tuple[float, float], line_mm: float) -> list[Mark]:
    """A set's shape around a sign: it shows whose marker it is, by sight and touch, on the flipped side too.

    The shape grows, as far as the marker allows, until there is a wall between its outline and the sign. The colour
    inside is for paper only; a solid raises or engraves the outline and the sign, which is in the most legible ink.
    """
    left, bottom, right, top = trim.bounds
    small = min(right - left, top - bottom)
    sign = icon(brief.icon, max(SIGN_SHARE * small, SIGN_LINES * line_mm))
    free = trim.buffer(-RIM_EDGE_MM)
    for step in range(STEPS):
        around = icon(brief.badge, (COMPANION_SHARE + step / STEPS * COMPANION_MORE) * small)
        inside = around.buffer(-max(STROKE_MM, 0.05 * small, line_mm))
        grown = icon(brief.badge, (COMPANION_SHARE + (step + 1) / STEPS * COMPANION_MORE) * small)
        room = as_multi(inside.buffer(-max(STROKE_MM, line_mm)))
        if (not room.is_empty and _at(room, centre).contains(_at(sign, centre))) or not free.contains(_at(grown, centre)):
            break
    ink = max((brief.ink, brief.outline), key=lambda colour: contrast(colour, brief.tint))
    return [
        Mark(InkRole.PRINT, brief.tint, _at(around, centre)),
        Mark(InkRole.ACCENT, brief.ink, _at(as_multi(around - inside), centre)),
        Mark(InkRole.INK, ink, _at(sign, centre)),
    ]


def _at(shape: MultiPolygon, centre: tuple[float, float]) -> MultiPolygon:
    """The shape with its centroid in the middle, so that a triangle in a coin has the same space at all three corners."""
    return as_multi(affinity.translate(shape, centre[0], centre[1] - shape.centroid.y))


def bridged(shape: MultiPolygon, line_mm: float) -> MultiPolygon:
    """An icon for the side on the bed: only its outline if the whole icon would be too wide a bridge."""
    if all(bridge_over_recess(one, STROKE_MM).holds for one in shape.geoms):
        return shape
    return as_multi(shape - rounded(shape.buffer(-max(OUTLINE_MM, line_mm), join_style="mitre"), RIM_CORNER_MM))
