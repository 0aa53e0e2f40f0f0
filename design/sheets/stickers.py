"""Stickers for solids printed in one colour: a face's content on label paper, cut so that it lies flat on the part.

An engraved face gets one sticker over its whole flat top. A raised sign gets a sticker on its own top, since none lies flat
over a step. A plate's back gets none, because cards slide along it in a channel with no space for paper.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.config.paper import PaperSettings
from design.faces.face import Face, InkRole, Mark
from design.graphics.polygons import as_multi, rectangle
from design.parts.number_board import PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec
from design.parts.storage_box import AnyLid, LidSpec, SlidingLidSpec
from design.sheets.specs import SheetPiece

STICKER = "sticker"
"""First word of a sticker's name, followed by the piece and its side: `sticker.penalty-marker.gold.back`."""
STICKERS = "stickers"
"""The sheets of stickers, and the name under which stickers are counted."""
INSET_MM = 0.5
"""From a flat top's edge to the sticker's: more than the error of cutting and sticking, by hand or machine."""
TOP_INSET_MM = 0.3
"""The same on a raised sign, whose own edge guides the eye."""
BORDER_MM = 1.2
"""Ground left around a wide sign on its raised top, so that it shows both colours of its face."""
BORDERED_SHARE = 0.35
"""Least share of its area that a sign must keep inside a border; otherwise it has no border."""
RIM_SHARE = 0.4
"""A line around this much of a face is its rim, too narrow for a sticker."""
LEAST_MM = 1.0
"""Least width that a sticker must have somewhere; nothing narrower can be cut or peeled."""
CORNER_MM = 1.0
CELL_MM = 6
"""Stickers whose longer sides are equal when rounded up to this share a grid."""
STRIP = 4
"""A strip is at least this many times longer than wide."""
AIR_MM = 4.0
"""Space around the content of a lid."""
BESIDE_MM = 2 * 10.6
"""The most that marks, ruler and text take from a page's height, without the bleed."""


@dataclass(frozen=True)
class StickerLimits:
    """The longest and the widest sticker that fits every paper, mm."""

    length_mm: float
    width_mm: float

    @classmethod
    def of(cls, paper: PaperSettings, margin_mm: float) -> StickerLimits:
        """The space that the smallest paper leaves between such margins."""
        taken = 2 * (margin_mm + max(paper.front_bleed_mm, paper.back_bleed_mm)) + BESIDE_MM
        sizes = [(one.height_mm, one.width_mm) for one in paper.papers()]
        return cls(*(min(size[side] for size in sizes) - taken for side in (0, 1)))


def stickers_of(solids: Iterable[tuple[Any, int]], room: StickerLimits) -> list[SheetPiece]:
    """The stickers of solids, each given by its specification and copies; a solid that shows nothing has none.

    Stickers of similar size share a cell of the sheet; strips come first, then the others from small to large.
    """
    made = [
        SheetPiece(face.name, copies * _times(spec, face), face, None, f"{_cell(face)} mm")
        for spec, copies in solids
        if type(spec) in _MAKERS
        for face in _MAKERS[type(spec)](spec, room)
    ]
    return sorted(made, key=lambda piece: (max(piece.front.size_mm) < STRIP * min(piece.front.size_mm), _cell(piece.front)))


def _times(spec: Any, face: Face) -> int:
    """How often a part has a face: a domino has each of its edges twice."""
    return 2 if isinstance(spec, DominoSpec) and face.name.rpartition(".")[2] in ("side", "end") else 1


def _cell(face: Face) -> int:
    return CELL_MM * math.ceil(max(face.size_mm) / CELL_MM)


def _of_plate(spec: PlateSpec, room: StickerLimits) -> Iterator[Face]:
    """The front between the connectors or, if the strip is too long for a page, parts that end between two places."""
    face, pitch = spec.front, spec.spacers_x[1] - spec.spacers_x[0]
    borders = [spec.spacers_x[0] - pitch, *spec.spacers_x, spec.spacers_x[-1] + pitch]
    runs = _runs(borders, room.length_mm)
    bottom, top = (side * (spec.height_mm / 2 - spec.foot_relief_mm - INSET_MM) for side in (-1, 1))
    for number, (left, right) in enumerate(runs):
        last = number == len(runs) - 1
        trim = box(left + (number == 0) * INSET_MM, bottom, right - last * INSET_MM, top)
        name = f"{STICKER}.{face.name}" + (f".{_part(number)}-of-{len(runs)}" if len(runs) > 1 else "")
        yield _cut(face, _rounded(trim) if len(runs) == 1 else trim, name)


def _runs(borders: Sequence[float], longest: float) -> list[tuple[float, float]]:
    """The fewest runs of whole places that are short enough for a page."""
    places = len(borders) - 1
    for count in range(1, places + 1):
        ends = [borders[round(index * places / count)] for index in range(count + 1)]
        runs = list(pairwise(ends))
        if all(right - left <= longest for left, right in runs):
            return runs
    return list(pairwise(borders))


def _part(number: int) -> str:
    return "abcdefghij"[number]


def _of_marker(spec: MarkerSpec, _: StickerLimits) -> Iterator[Face]:
    yield from _tops(spec.front)
    inside = _largest(spec.back.trim.buffer(-spec.foot_relief_mm - INSET_MM, join_style="mitre"))
    yield _cut(spec.back, inside, f"{STICKER}.{spec.back.name}")


def _of_domino(spec: DominoSpec, _: StickerLimits) -> Iterator[Face]:
    """All six faces, each reduced to its flat area."""
    off = max(spec.edge_mm, spec.foot_mm) + INSET_MM
    for face in (spec.front, spec.back):
        yield _cut(face, _largest(face.trim.buffer(-off)), f"{STICKER}.{face.name}")
    for face in (spec.side, spec.end):
        _, bottom, right, top = face.trim.bounds
        yield _cut(
            face,
            _rounded(box(off - right, bottom + INSET_MM + CORNER_MM, right - off, top - INSET_MM - CORNER_MM)),
            f"{STICKER}.{face.name}",
        )


def _of_lid(spec: AnyLid, room: StickerLimits) -> Iterator[Face]:
    """The lid's content with space around it, smaller if it is too large for the page."""
    left, bottom, right, top = spec.face.relief().bounds
    trim = _rounded(box(left - AIR_MM, bottom - AIR_MM, right + AIR_MM, top + AIR_MM))
    face = _cut(spec.face, trim, f"{STICKER}.{spec.face.name}")
    short, long = sorted(face.size_mm)
    factor = min(1.0, room.length_mm / long, room.width_mm / short)
    yield face if factor == 1.0 else _scaled(face, factor)


_MAKERS: dict[type, Callable[[Any, StickerLimits], Iterator[Face]]] = {
    PlateSpec: _of_plate,
    MarkerSpec: _of_marker,
    DominoSpec: _of_domino,
    LidSpec: _of_lid,
    SlidingLidSpec: _of_lid,
}


def _rounded(trim: Polygon) -> Polygon:
    left, bottom, right, top = trim.bounds
    corners = rectangle(right - left, top - bottom, CORNER_MM)
    return affinity.translate(corners, (left + right) / 2, (bottom + top) / 2)


def _cut(face: Face, trim: Polygon, name: str) -> Face:
    """The part of a face within a trim, centred on the origin."""
    marks = [replace(mark, area=as_multi(mark.area.intersection(trim))) for mark in face.marks]
    # Live text cannot be cropped, so text that is cut off becomes an outline.
    whole = [one if one.run and trim.covers(one.area) else replace(one, run=None) for one in marks]
    return _centred(replace(face, name=name, trim=trim, marks=tuple(one for one in whole if not one.area.is_empty)))


def _centred(face: Face) -> Face:
    left, bottom, right, top = face.trim.bounds
    return face.moved(-(left + right) / 2, -(bottom + top) / 2)


def _scaled(face: Face, factor: float) -> Face:
    """A face shrunk about its centre; text becomes outlines."""

    def put(shape: BaseGeometry) -> BaseGeometry:
        return affinity.scale(shape, factor, factor, origin=(0, 0))

    matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)
    shown = ((mark, mark.picture and mark.picture.under(matrix)) for mark in face.marks)
    marks = tuple(Mark(mark.role, mark.colour, as_multi(put(mark.area)), picture=picture) for mark, picture in shown)
    return replace(face, trim=put(face.trim), marks=marks)


def _tops(face: Face) -> Iterator[Face]:
    """A sticker for each raised sign: on the sign's own top, without the rim."""
    signs = [one for one in face.relief().geoms if not _is_rim(one, face)]
    # A sticker covers the hole of a ring or of a 4.
    shown = [one for one in signs if not Polygon(one.exterior).buffer(-TOP_INSET_MM - LEAST_MM / 2).is_empty]
    for number, sign in enumerate(sorted(shown, key=lambda one: one.bounds), start=1):
        name = f"{STICKER}.{face.name}" + (f".{number}" if len(shown) > 1 else "")
        yield _centred(_top(face, sign, name))


def _largest(area: BaseGeometry) -> Polygon:
    return max(as_multi(area).geoms, key=lambda one: one.area)


def _is_rim(sign: Polygon, face: Face) -> bool:
    return any(Polygon(ring).area > RIM_SHARE * face.trim.area for ring in sign.interiors)


def _top(face: Face, sign: Polygon, name: str) -> Face:
    """A sign's top. A wide one has the face's ground around a smaller sign; a narrow one is all sign, its holes ground."""
    ink = max(face.marks, key=lambda mark: (mark.role is not InkRole.PRINT, mark.area.intersection(sign).area)).colour
    trim = _largest(Polygon(sign.exterior).buffer(-TOP_INSET_MM, join_style="mitre"))
    body = sign.buffer(-TOP_INSET_MM, join_style="mitre")
    core = as_multi(body.buffer(-BORDER_MM, join_style="mitre"))
    if core.area >= BORDERED_SHARE * body.area:
        return Face(name, trim, face.ground, (Mark(InkRole.INK, ink, core),))
    holes = as_multi(trim.intersection(MultiPolygon([Polygon(ring) for ring in sign.interiors])))
    return Face(name, trim, ink, (Mark(InkRole.INK, face.ground, holes),) if not holes.is_empty else ())
