"""Building blocks for figures: scaled faces, lines, arrows, labels. All are marks in mm and know nothing of pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import atan2, cos, hypot, pi, radians, sin

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.faces.badge import badge as disc_badge
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.colour.palette import Palette
from design.graphics.polygons import as_multi, centred, rounded
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight

INK = Palette().hex("ink")
PAPER = Palette().hex("paper")
QUIET = "#5c5b66"
"""Grey of captions and small print: contrast 6.6 on white."""
PALE = "#e4e3e8"
"""Grey of plates and connectors, whatever their filament."""
HAIR_MM = 0.2
FLATNESS_MM = 0.005
"""How far a scaled curve may be from the true one; too small for any printer to show."""
LABEL_MM = 9.5 * 25.4 / 72
"""Em of labels: the size of body text."""
BADGE_MM = 8 * 25.4 / 72
"""Em of a badge's number: the size of small print."""

Marks = list[Mark]


def shape(area: BaseGeometry, colour: str = INK) -> Mark:
    """A filled shape."""
    return Mark(InkRole.PRINT, colour, as_multi(area))


def outlined(area: BaseGeometry, fill: str, line_mm: float = HAIR_MM, colour: str = INK) -> Marks:
    """A filled shape with a line along its inside."""
    return [shape(area, colour), shape(area.buffer(-line_mm, join_style="mitre"), fill)]


def small(face: Face, scale: float, x: float, y: float, turn_deg: float = 0.0) -> Marks:
    """A scaled face with a hairline around it, its trim's box centred at (x, y), turned anticlockwise."""
    cosine, sine = scale * cos(radians(turn_deg)), scale * sin(radians(turn_deg))

    def put(area: BaseGeometry) -> MultiPolygon:
        return as_multi(affinity.affine_transform(area, [cosine, -sine, sine, cosine, x, y]).simplify(FLATNESS_MM))

    # Shapes only: a number in a picture must not appear in the text that people search or have read aloud.
    matrix = (cosine, sine, -sine, cosine, x, y)
    shown = [(mark, mark.picture and mark.picture.under(matrix)) for mark in face.marks]
    marks = [Mark(mark.role, mark.colour, put(mark.area), picture=picture) for mark, picture in shown]
    return outlined(put(face.trim), face.ground) + marks


def resized(mark: Mark, share: float) -> Mark:
    """A mark scaled about the origin; text stays text."""
    run = mark.run and replace(
        mark.run, x_mm=share * mark.run.x_mm, y_mm=share * mark.run.y_mm, size_mm=share * mark.run.size_mm
    )
    picture = mark.picture and mark.picture.under((share, 0.0, 0.0, share, 0.0, 0.0))
    area = as_multi(affinity.scale(mark.area, share, share, origin=(0, 0)))
    return replace(mark, area=area, run=run, picture=picture, beyond=None)


def fitted(face: Face, width_mm: float, height_mm: float, x: float, y: float, turn_deg: float = 0.0) -> Marks:
    """A face as large as fits in a box centred at (x, y), then turned; figures must work at any configured size."""
    width, height = face.size_mm
    return small(face, min(width_mm / width, height_mm / height), x, y, turn_deg)


def label(text: str, x: float, y: float, align: str = "left", weight: Weight = Weight.REGULAR, colour: str = INK) -> Mark:
    """A line of text, its baseline at y; `align` says which end (or its middle) is at x."""
    wide = advance_mm(text, LABEL_MM, weight)
    start = x - {"left": 0.0, "centre": wide / 2, "right": wide}[align]
    return text_mark(TextRun(text, start, y, LABEL_MM, weight), colour)


def number(text: str, height_mm: float, x: float, y: float, turn_deg: float = 0.0, colour: str = INK) -> Mark:
    """A number as a picture, centred at (x, y)."""
    outline = centred(text_outline(text, height_mm / cap_height_mm(1.0)))
    return shape(affinity.translate(affinity.rotate(outline, turn_deg, origin=(0, 0)), x, y), colour)


def badge(mark: str, x: float, y: float, diameter_mm: float) -> Marks:
    """A filled disc with a number, as on the overview of actions; the number is text, because the rules refer to it."""
    return disc_badge(mark, (x, y), diameter_mm, BADGE_MM, INK, PAPER)


def line(points: Sequence[tuple[float, float]], width_mm: float = HAIR_MM, colour: str = INK) -> Mark:
    """A line through points."""
    return shape(LineString(points).buffer(width_mm / 2, cap_style="flat", join_style="mitre"), colour)


def arrow(start: tuple[float, float], end: tuple[float, float], colour: str = INK) -> Marks:
    """A straight arrow."""
    turn = atan2(end[1] - start[1], end[0] - start[0])
    length = hypot(end[0] - start[0], end[1] - start[1])
    head = min(1.6, length / 2)
    neck = (end[0] - 0.8 * head * cos(turn), end[1] - 0.8 * head * sin(turn))
    wings = [(end[0] - head * cos(turn + side * pi / 7), end[1] - head * sin(turn + side * pi / 7)) for side in (1, -1)]
    return [line((start, neck), 0.35, colour), shape(Polygon([end, *wings]), colour)]


def slab(left: float, bottom: float, right: float, top: float, corner_mm: float = 0.0) -> Polygon | MultiPolygon:
    """A rectangle, its corners rounded if asked."""
    plain = box(left, bottom, right, top)
    return rounded(plain, corner_mm) if corner_mm else plain
