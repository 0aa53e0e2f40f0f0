"""The rule sheet's figures, drawn as `rules.figures` describes them, from the faces of the very pieces that are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from design.graphics.colour.palette import Palette
from design.graphics.type.typefaces import Weight
from design.plan.documents import RuleSheetSpec
from design.sheets.rule_sheet_room import LEAST_SHARE
from printables.figures.board_figures import board_scale, grid, standing
from printables.figures.figure import Faces, Figure
from printables.figures.sketch import (
    INK,
    PALE,
    QUIET,
    Marks,
    arrow,
    badge,
    fitted,
    label,
    line,
    number,
    outlined,
    resized,
    shape,
    slab,
)
from printables.figures.storage_figures import storage_layers, storage_plan
from rules.errors import BuildError, Problem
from rules.figures import (
    BUILT_IN,
    FIGURE_WIDTH_MM,
    ArrowItem,
    BadgeItem,
    Band,
    BoxItem,
    FaceItem,
    GridItem,
    LabelItem,
    LineItem,
    NumberItem,
    RowItem,
    StandingItem,
)

HAIR_MM = 0.01


@dataclass(frozen=True)
class Desk:
    """What is needed to draw items: the faces, the sheet, the width, and the scale of everything but text."""

    faces: Faces
    spec: RuleSheetSpec
    width_mm: float

    @property
    def scale(self) -> float:
        """How much wider the figure is than the width it was written for."""
        return self.width_mm / FIGURE_WIDTH_MM

    def at(self, point: tuple[float, float]) -> tuple[float, float]:
        """A point of a band, on the page: x from the left, y up from the band's top."""
        return self.scale * point[0], -self.scale * point[1]

    def room(self, size: tuple[float, float]) -> tuple[float, float]:
        """Width and height on the page."""
        return self.scale * size[0], self.scale * size[1]


def draw_figure(name: str, spec: RuleSheetSpec, width_mm: float) -> Figure:
    """Draw a figure by name; BuildError lists the existing figures, or says what extends beyond this one."""
    figures = dict(spec.figures)
    if name in BUILT_IN:
        if spec.storage is None:
            raise BuildError(Problem(f"{spec.name} figure:{name}", "shows the storage box, but the game has none"))
        return {"storage": storage_plan, "storage-layers": storage_layers}[name](spec.storage, width_mm, spec.language)
    if name not in figures:
        known = ", ".join((*figures, *BUILT_IN))
        raise BuildError(Problem(f"{spec.name} figure:{name}", f"there is no such figure; there are {known}"))
    return drawn(figures[name], Desk(Faces(name, dict(spec.faces)), spec, width_mm), f"{spec.name} figure:{name}")


def drawn(bands: tuple[Band, ...], desk: Desk, where: str) -> Figure:
    """Bands stacked vertically as one figure."""
    marks: Marks = []
    top = 0.0
    for band in bands:
        if band.players > desk.spec.players:
            continue
        top -= desk.scale * band.gap
        own = [mark for item in band.items for mark in DRAWERS[type(item)](item, desk)]
        lowest = min((mark.area.bounds[1] for mark in own), default=0.0)
        marks += [mark.moved(0, top) for mark in own]
        top += min(lowest, -desk.scale * band.height)
    left = min((mark.area.bounds[0] for mark in marks), default=0.0)
    wide = max([desk.width_mm, *(mark.area.bounds[2] for mark in marks)]) - min(0.0, left)
    if desk.width_mm + HAIR_MM < wide <= desk.width_mm / LEAST_SHARE:
        # Text keeps its size in a column narrower than the figure was written for, so the whole is made a little
        # smaller.
        share = desk.width_mm / wide
        marks, top = [resized(mark, share).moved(-share * min(0.0, left), 0) for mark in marks], share * top
    height = max([-top, *(mark.area.bounds[3] - top for mark in marks)])
    beyond = max((max(-mark.area.bounds[0], mark.area.bounds[2] - desk.width_mm) for mark in marks), default=0.0)
    if beyond > HAIR_MM:
        what = f"reaches {beyond:.1f} mm out of the column of {desk.width_mm:g} mm; move it in, or shorten its texts"
        raise BuildError(Problem(where, what))
    return Figure(height, tuple(mark.moved(0, -top) for mark in marks))


def _face(item: FaceItem, desk: Desk) -> Marks:
    return fitted(desk.faces.find(item.face), *desk.room(item.room), *desk.at(item.at), item.turn)


def _row(item: RowItem, desk: Desk) -> Marks:
    marks: Marks = []
    x, y = desk.at(item.at)
    faces = desk.faces.all(item.row)
    places = [x + index * desk.scale * item.step for index in range(len(faces))]
    if item.along:
        scale = board_scale(desk.faces.find(item.along), desk.width_mm)
        places = [desk.width_mm / 2 + scale * place for place in desk.spec.places_x]
    for face, place in zip(faces, places, strict=False):
        marks += fitted(face, *desk.room(item.room), place, y)
    return marks


def _label(item: LabelItem, desk: Desk) -> Marks:
    weight = Weight.BOLD if item.bold else Weight.REGULAR
    return [label(item.label, *desk.at(item.at), item.align, weight, QUIET if item.quiet else INK)]


def _badge(item: BadgeItem, desk: Desk) -> Marks:
    return badge(item.badge, *desk.at(item.at), item.size)


def _number(item: NumberItem, desk: Desk) -> Marks:
    return [number(item.number, desk.scale * item.height, *desk.at(item.at), item.turn)]


def _arrow(item: ArrowItem, desk: Desk) -> Marks:
    start, end = (desk.at(point) for point in item.arrow)
    return arrow(start, end, QUIET if item.quiet else INK)


def _line(item: LineItem, desk: Desk) -> Marks:
    return [line([desk.at(point) for point in item.line], item.width, QUIET if item.quiet else INK)]


def _box(item: BoxItem, desk: Desk) -> Marks:
    (left, top), (right, bottom) = (desk.at(point) for point in item.box)
    area = slab(min(left, right), min(bottom, top), max(left, right), max(bottom, top), item.corner)
    fills = {**{name: Palette().hex(name) for name in Palette.model_fields}, "pale": PALE}
    if item.fill not in fills:
        raise BuildError(Problem(f"box fill = {item.fill}", f"there is no such colour; there are {', '.join(fills)}"))
    return outlined(area, fills[item.fill]) if item.outlined else [shape(area, fills[item.fill])]


def _standing(item: StandingItem, desk: Desk) -> Marks:
    plate = desk.faces.find(item.plate)
    return standing(desk.faces.all(item.standing), plate, desk.spec.places_x, desk.width_mm, -desk.scale * item.top)


def _grid(item: GridItem, desk: Desk) -> Marks:
    return grid(item, desk.faces, desk.scale * item.cell, *desk.at(item.at))


DRAWERS: dict[type, Callable[[Any, Desk], Marks]] = {
    FaceItem: _face,
    RowItem: _row,
    LabelItem: _label,
    BadgeItem: _badge,
    NumberItem: _number,
    ArrowItem: _arrow,
    LineItem: _line,
    BoxItem: _box,
    StandingItem: _standing,
    GridItem: _grid,
}
