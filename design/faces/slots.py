"""Faces laid out by their author: text, icons, shapes and drawings in slots, filled from the piece's values."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from shapely import affinity
from shapely.geometry import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.faces.pictures import image_marks, in_relief
from design.faces.slot_boxes import EDGE_MM, SlotBox, slot_box_of
from design.graphics.art.icons import ICONS, icon
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import cap_height_mm, missing_characters
from design.graphics.type.line_breaking import FLOOR_MM, MM_PER_POINT, Lines, break_lines, shrink_to_fit
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError, Problem
from rules.slots import IconSlot, ImageSlot, ShapeSlot, Slot, TextSlot

SAFE_MM = 2.0
"""Least distance of text and icons from the trim, so that a slightly misplaced cut removes nothing."""
LEADING = 1.3
"""Line spacing, in ems."""
DESCENT = 0.25


def slots_face(brief: Brief, trim: Polygon, bleed_mm: float) -> Face:
    """A face with the content of its slots, in order; shapes and pictures that reach the trim extend into the bleed.

    Raises:
        DesignError: with each slot that extends past the piece, shows something that does not exist, or whose text is too
            long at 8 pt or whose picture is too coarse, by the names of piece and slot.
    """
    problems: list[Problem] = []
    marks: list[Mark] = []
    for number, slot in enumerate(brief.slots):
        where = f"{brief.name} slots[{number}]"
        room = slot_box_of(slot, trim)
        outside = _outside(slot, room, trim, where)
        problems += outside
        try:
            marks += _DRAWERS[type(slot)](slot, _Place(room, trim, 0.0 if outside else bleed_mm, brief, where))
        except DesignError as error:
            problems += error.problems
    if problems:
        raise DesignError(problems)
    cut = (_cut(mark, trim) for mark in marks)
    return Face(brief.name, trim, brief.ground, tuple(mark for mark in cut if not mark.area.is_empty), in_slots=True)


def _outside(slot: Slot, room: SlotBox, trim: Polygon, where: str) -> list[Problem]:
    """Check that a slot stays within bounds: text and icons keep away from the edge, and nothing lies outside.

    What reaches one edge must reach the others too or keep away from them: a strip narrower than the tolerance of a cut would
    show on one card and not on the next.
    """
    left, bottom, right, top = trim.bounds
    size, gaps = f"{right - left:g} x {top - bottom:g} mm", room.gaps(trim)
    where = f"{where} at = {_pair(slot.at)}, size = {_pair(slot.size)}"
    if isinstance(slot, TextSlot | IconSlot):
        if min(gaps.values()) >= SAFE_MM - 1e-6:
            return []
        what = f"must keep {SAFE_MM:g} mm off the edge of {size}; move it, or make it smaller"
        return [Problem(where, what)]
    if not trim.intersects(box(room.left, room.bottom, room.right, room.top)):
        return [Problem(where, f"lies beside the piece of {size}; move it onto it")]
    near = [f"{gap:.2f} mm from the {side}" for side, gap in gaps.items() if EDGE_MM < gap < SAFE_MM - 1e-6]
    if near and min(gaps.values()) <= EDGE_MM:
        what = f"reaches the edge of {size} and ends {', '.join(near)}; take it to the edge there too, or {SAFE_MM:g} mm off it"
        return [Problem(where, what)]
    return []


def remedy_on(face: Face, otherwise: str) -> str:
    """The remedy if a solid cannot show what a face shows; a face laid out by its author is theirs to change."""
    return "move or resize its slots, or say relief: false in one, for paper alone" if face.in_slots else otherwise


def _role(slot: Slot) -> InkRole:
    """Text and icons are ink; a shape or drawing in relief needs no contrast, since it is its author's choice."""
    if not slot.relief:
        return InkRole.PRINT
    return InkRole.INK if isinstance(slot, TextSlot | IconSlot) else InkRole.ACCENT


def refuse_pixels(faces: Iterable[Face]) -> None:
    """Raise DesignError with each image on a part for 3D printing, which cannot show it."""
    shown = dict.fromkeys((face.name, mark.picture.pixels.name) for face in faces for mark in face.marks if mark.picture)
    what = "is a picture of pixels, which no 3D printer draws; use an icon or a drawing (SVG), or make the piece a card"
    if shown:
        raise DesignError([Problem(f"{face} image = {name}", what) for face, name in shown])


def _pair(values: tuple[float, float]) -> str:
    return f"[{values[0]:g}, {values[1]:g}]"


def _cut(mark: Mark, trim: Polygon) -> Mark:
    """A mark that ends at the trim, with the part beyond it kept."""
    if mark.run is not None or trim.covers(mark.area):
        return mark
    return replace(mark, area=as_multi(mark.area.intersection(trim)), beyond=mark.area)


@dataclass(frozen=True)
class _Place:
    """Where a slot is drawn: its box, the trim, how far it may bleed, its face's brief, and its name."""

    room: SlotBox
    trim: Polygon
    bleed_mm: float
    brief: Brief
    where: str

    @property
    def drawn_on(self) -> SlotBox:
        """The box, extended to the edge of the bleed where it reaches the trim."""
        return self.room.drawn_on(self.trim, self.bleed_mm)


def _text(slot: TextSlot, place: _Place) -> list[Mark]:
    room, where = place.room, place.where
    weight = Weight.BOLD if slot.bold else Weight.REGULAR
    paragraphs = [one.strip() for one in slot.text.splitlines() if one.strip()]
    if not paragraphs:
        return []
    lacking = missing_characters("".join(paragraphs), weight)
    if lacking:
        raise DesignError(
            Problem(f"{where} text = {slot.text!r}", f"the font has no {' '.join(lacking)}; use other characters")
        )

    def lines(size: float) -> Lines:
        return tuple(line for one in paragraphs for line in break_lines(one, room.width, size, weight))

    def height(size: float) -> float:
        return cap_height_mm(size, weight) + size * ((len(lines(size)) - 1) * LEADING + DESCENT)

    size = shrink_to_fit(height, room.height, slot.pt * MM_PER_POINT, FLOOR_MM)
    if size is None:
        what = f"does not fit {room.width:g} x {room.height:g} mm at 8 pt; shorten it, or make the slot larger"
        raise DesignError(Problem(f"{where} text = {slot.text!r}", what))
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[slot.valign]
    y = room.top - share * (room.height - height(size)) - cap_height_mm(size, weight)
    marks = []
    for line in lines(size):
        outline = text_mark(TextRun(line, 0, y, size, weight), slot.colour or place.brief.ink, _role(slot))
        left, _, right, _ = outline.area.bounds
        free = room.width - (right - left)
        x = room.left - left + {"left": 0.0, "centre": 0.5, "right": 1.0}[slot.align] * free
        marks.append(outline.moved(x, 0))
        y -= LEADING * size
    return marks


def _icon(slot: IconSlot, place: _Place) -> list[Mark]:
    room, where = place.room, place.where
    if not slot.icon:
        return []
    if slot.icon not in ICONS:
        what = f"there is no such icon; there are {', '.join(ICONS)}; or use a drawing of your own (image)"
        raise DesignError(Problem(f"{where} icon = {slot.icon}", what))
    shape = icon(slot.icon, 1.0)
    left, bottom, right, top = shape.bounds
    scale = min(room.width / (right - left), room.height / (top - bottom))
    scaled = affinity.scale(affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2), scale, scale, origin=(0, 0))
    return [Mark(_role(slot), slot.colour or place.brief.ink, as_multi(affinity.translate(scaled, *room.middle)))]


def _shape(slot: ShapeSlot, place: _Place) -> list[Mark]:
    room, trim = place.room, place.trim
    own = _outline(slot, room)
    if slot.shape == "ellipse":
        # A shape as large as its piece bleeds as the piece does; any other that touches the edge keeps its form.
        area = own.buffer(place.bleed_mm, quad_segs=32) if own.buffer(EDGE_MM).covers(trim) else own
    else:
        area = _outline(slot, place.drawn_on)
    if slot.outline:
        area = area.difference(own.buffer(-slot.outline, join_style="mitre"))
    return [Mark(_role(slot), slot.colour or place.brief.ink, as_multi(area))]


def _outline(slot: ShapeSlot, room: SlotBox) -> BaseGeometry:
    """The shape that fills a box."""
    if slot.shape == "ellipse":
        disc = Point(0, 0).buffer(1, quad_segs=32)
        return affinity.translate(affinity.scale(disc, room.width / 2, room.height / 2), *room.middle)
    area = box(room.left, room.bottom, room.right, room.top)
    corner = min(slot.corner, room.width / 2, room.height / 2)
    return area.buffer(-corner).buffer(corner, quad_segs=16) if corner > EDGE_MM else area


def _image(slot: ImageSlot, place: _Place) -> list[Mark]:
    marks = image_marks(slot, place.drawn_on, place.where)
    return in_relief(Face(place.where, place.trim, place.brief.ground, tuple(marks))) if slot.relief else marks


_DRAWERS: dict[type, Callable[[Any, _Place], list[Mark]]] = {
    TextSlot: _text,
    IconSlot: _icon,
    ShapeSlot: _shape,
    ImageSlot: _image,
}
