"""How stickers are cut from a part's faces: what lies flat on the part, or on the tops of what is raised.

An engraved face gets one sticker over all of its flat top. What is raised gets a sticker on its own top, since none
lies flat over a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from design.config.paper import PaperSettings
from design.faces.face import Face, InkRole, Mark
from design.graphics.polygons import as_multi, rectangle

Sticker = tuple[Face, int]
"""What a sticker shows, and how often a part has that face."""

STICKER = "sticker"
"""First word of a sticker's name; the piece and its side follow: `sticker.penalty-marker.gold.back`."""
INSET_MM = 0.5
"""From a flat top's edge to the sticker's: more than a hand or a machine cuts or sticks askew."""
TOP_INSET_MM = 0.3
"""The same on what is raised, whose own edge guides the eye."""
BORDER_MM = 1.2
"""Ground that is left around a wide sign on its raised top, so that it carries both colours of its face."""
BORDERED_SHARE = 0.35
"""A sign keeps so much of its area at least inside a border, or it goes without."""
RIM_SHARE = 0.4
"""A line around so much of a face is its rim: too narrow to stick anything on."""
LEAST_MM = 1.0
"""A sticker is as wide somewhere; nobody can cut or peel less."""
CORNER_MM = 1.0
AIR_MM = 4.0
"""Around what a lid shows."""
BESIDE_MM = 2 * 10.6
"""What marks, ruler and texts take from a page's height at most, without the bleed."""


@dataclass(frozen=True)
class StickerLimits:
    """The longest and the widest sticker that every paper takes, mm."""

    length_mm: float
    width_mm: float

    @classmethod
    def of(cls, paper: PaperSettings, margin_mm: float) -> StickerLimits:
        """What the smallest of the papers leaves between such margins."""
        taken = 2 * (margin_mm + max(paper.front_bleed_mm, paper.back_bleed_mm)) + BESIDE_MM
        sizes = [(one.height_mm, one.width_mm) for one in paper.papers()]
        return cls(*(min(size[side] for size in sizes) - taken for side in (0, 1)))


def runs_of(borders: Sequence[float], longest: float) -> list[tuple[float, float]]:
    """The fewest stretches of whole places that are no longer than a page takes."""
    places = len(borders) - 1
    for count in range(1, places + 1):
        ends = [borders[round(index * places / count)] for index in range(count + 1)]
        runs = list(pairwise(ends))
        if all(right - left <= longest for left, right in runs):
            return runs
    return list(pairwise(borders))


def rounded_box(trim: Polygon) -> Polygon:
    """The box around an area with its corners rounded as a sticker's are."""
    left, bottom, right, top = trim.bounds
    corners = rectangle(right - left, top - bottom, CORNER_MM)
    return affinity.translate(corners, (left + right) / 2, (bottom + top) / 2)


def cut_out(face: Face, trim: Polygon, suffix: str = "") -> Face:
    """The sticker of as much of a face as lies within a trim, its middle at the origin."""
    marks = [replace(mark, area=as_multi(mark.area.intersection(trim))) for mark in face.marks]
    # A text that is cut off would be whole as text: only its outline is cut.
    whole = [one if one.run and trim.covers(one.area) else replace(one, run=None) for one in marks]
    return _centred(
        replace(
            face, name=f"{STICKER}.{face.name}{suffix}", trim=trim, marks=tuple(one for one in whole if not one.area.is_empty)
        )
    )


def _centred(face: Face) -> Face:
    left, bottom, right, top = face.trim.bounds
    return face.moved(-(left + right) / 2, -(bottom + top) / 2)


def scaled(face: Face, factor: float) -> Face:
    """A face made smaller about its middle; texts become outlines."""

    def put(shape: BaseGeometry) -> BaseGeometry:
        return affinity.scale(shape, factor, factor, origin=(0, 0))

    matrix = (factor, 0.0, 0.0, factor, 0.0, 0.0)
    shown = ((mark, mark.picture and mark.picture.under(matrix)) for mark in face.marks)
    marks = tuple(Mark(mark.role, mark.colour, as_multi(put(mark.area)), picture=picture) for mark, picture in shown)
    return replace(face, trim=put(face.trim), marks=marks)


@lru_cache(maxsize=1024)
def tops(face: Face) -> tuple[Face, ...]:
    """A sticker for each raised sign: on the sign's own top, without the rim."""
    return tuple(_tops(face))


def _tops(face: Face) -> Iterator[Face]:
    signs = [one for one in face.relief().geoms if not _is_rim(one, face)]
    # A sticker spans the hole of a ring or of a 4.
    shown = [one for one in signs if not Polygon(one.exterior).buffer(-TOP_INSET_MM - LEAST_MM / 2).is_empty]
    for number, sign in enumerate(sorted(shown, key=lambda one: one.bounds), start=1):
        name = f"{STICKER}.{face.name}" + (f".{number}" if len(shown) > 1 else "")
        yield _centred(_top(face, sign, name))


def largest(area: BaseGeometry) -> Polygon:
    """Its largest polygon."""
    return max(as_multi(area).geoms, key=lambda one: one.area)


def _is_rim(sign: Polygon, face: Face) -> bool:
    return any(Polygon(ring).area > RIM_SHARE * face.trim.area for ring in sign.interiors)


def _top(face: Face, sign: Polygon, name: str) -> Face:
    """A sign's top. A wide one shows the face's ground around a smaller sign; a narrow one is all sign, its holes ground."""
    ink = max(face.marks, key=lambda mark: (mark.role is not InkRole.PRINT, mark.area.intersection(sign).area)).colour
    trim = largest(Polygon(sign.exterior).buffer(-TOP_INSET_MM, join_style="mitre"))
    body = sign.buffer(-TOP_INSET_MM, join_style="mitre")
    core = as_multi(body.buffer(-BORDER_MM, join_style="mitre"))
    if core.area >= BORDERED_SHARE * body.area:
        return Face(name, trim, face.ground, (Mark(InkRole.INK, ink, core),))
    holes = as_multi(trim.intersection(MultiPolygon([Polygon(ring) for ring in sign.interiors])))
    return Face(name, trim, ink, (Mark(InkRole.INK, face.ground, holes),) if not holes.is_empty else ())
