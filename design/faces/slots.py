"""Faces laid out by their owner: texts, icons, shapes and drawings in slots, filled from the piece's values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.art import art
from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.faces.typeset import FLOOR_MM, MM_PER_POINT, Lines, break_lines, shrink_to_fit
from design.fonts import Weight, cap_height_mm, missing_characters
from design.icons import ICONS, icon
from design.outlines import as_multi
from rules.errors import DesignError, Problem
from rules.slots import IconSlot, ImageSlot, ShapeSlot, Slot, TextSlot

SAFE_MM = 2.0
"""From the cut edge to texts and icons at least: a cut that is a little off takes nothing away."""
LEADING = 1.3
"""From one baseline to the next, in ems."""
DESCENT = 0.25
EDGE_MM = 0.01


@dataclass(frozen=True)
class _Room:
    """A slot on the face: its corners in the face's own coordinates."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


def slots_face(brief: Brief, trim: Polygon) -> Face:
    """A face with what its slots say, in their order; shapes and drawings are cut off at the trim.

    Raises:
        DesignError: with each slot that reaches out of the piece, shows what there is not, or whose text is too long
            at 8 pt, by the names of piece and slot.
    """
    left, _, _, top = trim.bounds
    problems: list[Problem] = []
    marks: list[Mark] = []
    for number, slot in enumerate(brief.slots):
        where = f"{brief.name} slots[{number}]"
        room = _Room(left + slot.at[0], top - slot.at[1] - slot.size[1], left + slot.at[0] + slot.size[0], top - slot.at[1])
        try:
            marks += _DRAWERS[type(slot)](slot, room, brief, where)
        except DesignError as error:
            problems += error.problems
        problems += _outside(slot, room, trim, where)
    if problems:
        raise DesignError(problems)
    return Face(brief.name, trim, brief.ground, tuple(_cut(mark, trim) for mark in marks))


def _outside(slot: Slot, room: _Room, trim: Polygon, where: str) -> list[Problem]:
    """Whether a slot reaches where it must not: texts and icons keep off the edge, nothing lies outside."""
    kept = isinstance(slot, TextSlot | IconSlot)
    left, bottom, right, top = trim.bounds
    inset = SAFE_MM if kept else 0.0
    if kept:
        inside = box(left + inset, bottom + inset, right - inset, top - inset).buffer(1e-6)
        if inside.covers(box(room.left, room.bottom, room.right, room.top)):
            return []
        what = f"must keep {SAFE_MM:g} mm off the edge of {right - left:g} x {top - bottom:g} mm; move it, or make it smaller"
    elif trim.intersects(box(room.left, room.bottom, room.right, room.top)):
        return []
    else:
        what = f"lies beside the piece of {right - left:g} x {top - bottom:g} mm; move it onto it"
    return [Problem(f"{where} at = {_pair(slot.at)}, size = {_pair(slot.size)}", what)]


def _pair(values: tuple[float, float]) -> str:
    return f"[{values[0]:g}, {values[1]:g}]"


def _cut(mark: Mark, trim: Polygon) -> Mark:
    if mark.run is not None or trim.covers(mark.area):
        return mark
    return Mark(mark.role, mark.colour, as_multi(mark.area.intersection(trim)))


def _text(slot: TextSlot, room: _Room, brief: Brief, where: str) -> list[Mark]:
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
        outline = text_mark(TextRun(line, 0, y, size, weight), slot.colour or brief.ink)
        left, _, right, _ = outline.area.bounds
        free = room.width - (right - left)
        x = room.left - left + {"left": 0.0, "centre": 0.5, "right": 1.0}[slot.align] * free
        marks.append(outline.moved(x, 0))
        y -= LEADING * size
    return marks


def _icon(slot: IconSlot, room: _Room, brief: Brief, where: str) -> list[Mark]:
    if not slot.icon:
        return []
    if slot.icon not in ICONS:
        what = f"there is no such icon; there are {', '.join(ICONS)}; or use a drawing of your own (image)"
        raise DesignError(Problem(f"{where} icon = {slot.icon}", what))
    shape = icon(slot.icon, 1.0)
    left, bottom, right, top = shape.bounds
    scale = min(room.width / (right - left), room.height / (top - bottom))
    scaled = affinity.scale(affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2), scale, scale, origin=(0, 0))
    return [Mark(InkRole.INK, slot.colour or brief.ink, as_multi(affinity.translate(scaled, *room.middle)))]


def _shape(slot: ShapeSlot, room: _Room, brief: Brief, _where: str) -> list[Mark]:
    if slot.shape == "ellipse":
        disc = Point(0, 0).buffer(1, quad_segs=32)
        area: BaseGeometry = affinity.translate(affinity.scale(disc, room.width / 2, room.height / 2), *room.middle)
    else:
        area = box(room.left, room.bottom, room.right, room.top)
        corner = min(slot.corner, room.width / 2, room.height / 2)
        if corner > EDGE_MM:
            area = area.buffer(-corner).buffer(corner, quad_segs=16)
    if slot.outline:
        area = area.difference(area.buffer(-slot.outline, join_style="mitre"))
    return [Mark(InkRole.PRINT, slot.colour or brief.ink, as_multi(area))]


def _image(slot: ImageSlot, room: _Room, _brief: Brief, where: str) -> list[Mark]:
    if not slot.image:
        return []
    if not slot.image.endswith(".svg"):
        what = "must be an SVG; pictures of pixels are not drawn yet: trace it in a drawing program"
        raise DesignError(Problem(f"{where} image = {slot.image}", what))
    frame = box(room.left, room.bottom, room.right, room.top)
    cover = slot.fit == "cover"
    found = []
    for colour, area in art(Path(slot.image)).fitted(room.width, room.height, cover):
        moved: MultiPolygon = as_multi(affinity.translate(area, *room.middle))
        shown = as_multi(shapely.intersection(moved, frame)) if not frame.covers(moved) else moved
        if not shown.is_empty:
            found.append(Mark(InkRole.PRINT, colour, shown))
    return found


_DRAWERS: dict[type, Callable[[Any, _Room, Brief, str], list[Mark]]] = {
    TextSlot: _text,
    IconSlot: _icon,
    ShapeSlot: _shape,
    ImageSlot: _image,
}
