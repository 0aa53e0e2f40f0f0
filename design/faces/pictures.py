"""The author's pictures in a slot: drawings as shapes and images as pixels, with the checks that printing needs."""

from __future__ import annotations

import math
from pathlib import Path

import shapely
from shapely import affinity
from shapely.geometry import MultiPolygon, box

from design.faces.face import Face, InkRole, Mark
from design.faces.filaments import seen
from design.faces.slot_boxes import EDGE_MM, SlotBox
from design.graphics.art.photos import MM_PER_INCH, SUFFIXES, Picture, Pixels, pixels
from design.graphics.art.svg_drawings import art
from design.graphics.polygons import as_multi
from rules.errors import DesignError, Problem
from rules.slots import ImageSlot

NEAR_PIXELS = 2.0
"""A picture whose proportions match its slot's to this many pixels was made for it and is stretched to fill it."""
LEAST_DPI = 72
"""The least resolution that a slot may accept."""


def image_marks(slot: ImageSlot, room: SlotBox, where: str) -> list[Mark]:
    """What a slot's picture shows, up to the edge of the bleed where the slot reaches the trim.

    Raises:
        DesignError: it cannot be drawn, has too few pixels, or does not reach as far as its slot.
    """
    if not slot.image:
        return []
    path = Path(slot.image)
    if path.suffix == ".svg":
        return _drawing(slot, path, room)
    if path.suffix in SUFFIXES:
        return [_pixels(slot, pixels(path), room, f"{where} image = {path}")]
    what = f"must end in .svg (a drawing) or {', '.join(SUFFIXES)} (pixels)"
    raise DesignError(Problem(f"{where} image = {slot.image}", what))


def in_relief(shown: Face) -> list[Mark]:
    """A drawing's marks for solids: what is visible of each colour, piece by piece; the ground's own colour gives no relief.

    Images pass unchanged; design.faces.slots refuses them in 3D prints.
    """
    if any(mark.picture for mark in shown.marks):
        return list(shown.marks)
    return [
        Mark(InkRole.PRINT if colour == shown.ground else InkRole.ACCENT, colour, as_multi(one))
        for colour, area in seen(shown)
        for one in area.geoms
    ]


def _drawing(slot: ImageSlot, path: Path, room: SlotBox) -> list[Mark]:
    """An SVG's shapes, each in its colour."""
    frame = box(room.left, room.bottom, room.right, room.top)
    found = []
    for colour, area in art(path).fitted(room.width, room.height, slot.fit == "cover"):
        moved: MultiPolygon = as_multi(affinity.translate(area, *room.middle))
        shown = as_multi(shapely.intersection(moved, frame)) if not frame.covers(moved) else moved
        if not shown.is_empty:
            # A drawing's marks within the bleed are its author's choice, so none is too near the edge.
            found.append(Mark(InkRole.PRINT, colour, shown, beyond=shown if room.bleeds else None))
    return found


def _pixels(slot: ImageSlot, found: Pixels, room: SlotBox, where: str) -> Mark:
    """An image, in its own proportions."""
    across, down = room.width / found.width, room.height / found.height
    small, large = sorted((across, down))
    fits = (large - small) * min(found.width, found.height) <= NEAR_PIXELS * large
    scale = large if slot.fit == "cover" else small
    width, height = (room.width, room.height) if fits else (scale * found.width, scale * found.height)
    x, y = room.middle
    left, bottom = x - width / 2, y - height / 2
    shown = Picture(found, (width, 0.0, 0.0, height, left, bottom))
    _check_resolution(slot.dpi, shown, where)
    area = box(max(left, room.left), max(bottom, room.bottom), min(left + width, room.right), min(bottom + height, room.top))
    _check_reach(area.bounds, room, where)
    return Mark(InkRole.PRINT, found.mean, as_multi(area), picture=shown, beyond=as_multi(area) if room.bleeds else None)


def _check_resolution(wanted: int, shown: Picture, where: str) -> None:
    """Check for enough pixels at the printed size; a size in whole pixels may be one short."""
    needed = [side / MM_PER_INCH * wanted for side in shown.size_mm]
    if shown.pixels.width > needed[0] - 1 and shown.pixels.height > needed[1] - 1:
        return
    width, height = (math.ceil(round(one, 6)) for one in needed)
    wide, high = shown.size_mm
    what = (
        f"has {shown.dpi:.0f} dots an inch at {wide:.1f} x {high:.1f} mm (with its bleed), must have {wanted}: "
        f"{width} x {height} pixels would do, it has {shown.pixels.width} x {shown.pixels.height}; make it larger or its slot "
        f"smaller{f', or say dpi: {math.floor(shown.dpi)} in the slot' if shown.dpi >= LEAST_DPI else ''}"
    )
    raise DesignError(Problem(where, what))


def _check_reach(area: tuple[float, float, float, float], room: SlotBox, where: str) -> None:
    """Check that where a slot reaches the edge its picture does too, to the end of the bleed."""
    edges = zip(("left", "bottom", "right", "top"), area, (room.left, room.bottom, room.right, room.top), strict=True)
    short = [name for name, at, end in edges if name in room.bleeds and abs(at - end) > EDGE_MM]
    if short:
        width, height = area[2] - area[0], area[3] - area[1]
        what = (
            f"is {width:.1f} x {height:.1f} mm and does not fill the bleed at the {', '.join(short)}, where its slot reaches "
            f"the edge: with the bleed that is {room.width:.1f} x {room.height:.1f} mm; say fit: cover, make the picture in "
            "this proportion, or keep the slot 2 mm off the edge"
        )
        raise DesignError(Problem(where, what))
