"""What surrounds the pieces of a sheet: crop marks in line with every cut and on no piece, the ruler, and the page number.

Page coordinates are in mm, the origin at the lower left, x to the right and y up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import STRtree
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.graphics.colour.palette import WHITE
from design.sheets.specs import SheetSpec
from rules.sheet_words import load_sheet_words
from tablewright.inspection.readers.rendered import letters
from tablewright.inspection.recognition.places import PLACE_MM
from tablewright.inspection.recognition.recognise import Page, Spot

RULER_MM = 100.0
SHORTER_MM = (50.0, 20.0)
SMALL_MM = 152.0
"""A paper with less than this between its margins may have a shorter ruler."""
LEAST_ROOM_MM = 1.0
"""If there is this much space between bleed and margin, there must be a crop mark."""


@dataclass(frozen=True)
class PlacedPiece:
    """A piece on a page: its face and side, its outline there, and its centre."""

    face: Face
    side: str
    outline: BaseGeometry
    middle: Spot


def beside_faults(spec: SheetSpec, page: Page, pieces: Sequence[PlacedPiece]) -> Iterator[str]:
    """What is wrong around the pieces of a page."""
    if page.strokes is None:
        return
    yield from _over(spec, page.strokes, pieces)
    if spec.two_sided:  # stickers are cut along their own outlines
        yield from _unmarked(spec, page, pieces)
    if not any(abs(one.length - long) <= PLACE_MM for one in page.strokes for long in _rulers(spec, page)):
        yield "lacks the ruler of 100 mm"
    said = load_sheet_words(spec.language).paged(page.number, page.pages)
    if page.said is not None and letters(said) not in letters(page.said):
        yield f"does not say that it is page {page.number} of {page.pages}"


def _rulers(spec: SheetSpec, page: Page) -> list[float]:
    """How long a ruler may be: 100 mm, or less on a paper too small for it, if the page says so."""
    small = min(page.size_mm) - 2 * spec.margin_mm < SMALL_MM
    said = page.said
    return [RULER_MM, *(one for one in SHORTER_MM if small and (said is None or letters(f"{one:g} mm") in letters(said)))]


def _over(spec: SheetSpec, strokes: Sequence[LineString], pieces: Sequence[PlacedPiece]) -> Iterator[str]:
    """Lines drawn over a piece or its bleed."""
    bleeds = {"front": spec.front_bleed_mm, "back": spec.back_bleed_mm}
    tree = STRtree(strokes)
    for one in pieces:
        reach = one.outline if one.face.ground == WHITE else one.outline.buffer(bleeds[one.side])
        hit = [strokes[at] for at in tree.query(reach.buffer(-PLACE_MM), predicate="intersects")]
        if hit:
            x, y = hit[0].centroid.coords[0]
            yield f"has a line over {one.face.name} or its bleed, at x = {x:.1f}, y = {y:.1f} mm"


def _unmarked(spec: SheetSpec, page: Page, pieces: Sequence[PlacedPiece]) -> Iterator[str]:
    """Straight cuts without a crop mark in line with them, though there is space for one at an end."""
    assert page.strokes is not None
    bleeds = {"front": spec.front_bleed_mm, "back": spec.back_bleed_mm}
    margin = spec.margin_mm + spec.backs.reach_mm(spec.paper.width_mm, spec.paper.height_mm)
    # Where a mark is: by x for vertical ones, by y for horizontal ones.
    marks = [sorted(at for one in page.strokes if (at := _stands(one, axis)) is not None) for axis in (0, 1)]
    for one in pieces:
        if not _straight(one.outline):
            continue
        alike = [other.outline.bounds for other in pieces if other.side == one.side and _same_size(other, one)]
        for axis in (0, 1):
            low = min(bounds[1 - axis] for bounds in alike) - margin
            high = page.size_mm[1 - axis] - margin - max(bounds[3 - axis] for bounds in alike)
            if max(low, high) < bleeds[one.side] + LEAST_ROOM_MM:
                continue
            for edge in (one.outline.bounds[axis], one.outline.bounds[axis + 2]):
                if not any(abs(mark - edge) <= PLACE_MM for mark in marks[axis]):
                    yield f"has no mark in line with the cut of {one.face.name} at {'xy'[axis]} = {edge:.2f} mm"
                    return


def _stands(line: LineString, axis: int) -> float | None:
    first, last = line.coords[0], line.coords[-1]
    return float(first[axis]) if abs(first[axis] - last[axis]) <= 1e-3 else None


def _same_size(one: PlacedPiece, other: PlacedPiece) -> bool:
    first, second = one.outline.bounds, other.outline.bounds
    return all(abs((first[at + 2] - first[at]) - (second[at + 2] - second[at])) <= PLACE_MM for at in (0, 1))


def _straight(outline: BaseGeometry) -> bool:
    """Whether it can be cut with a ruler: each side of its bounding box touches it along more than half its length."""
    assert isinstance(outline, Polygon)
    left, bottom, right, top = outline.bounds
    near = outline.buffer(1e-4)
    sides = [(left, bottom, right, bottom), (left, top, right, top), (left, bottom, left, top), (right, bottom, right, top)]
    lines = [LineString([(x1, y1), (x2, y2)]) for x1, y1, x2, y2 in sides]
    return all(near.intersection(one).length > one.length / 2 for one in lines)


def moved_fault(first: Sequence[PlacedPiece], now: Sequence[PlacedPiece]) -> str:
    """Why a stack of these sheets cannot be cut at once: a place on the later one that the first lacks; empty if it can."""
    if not first or not all(_same_size(one, first[0]) for one in (*first, *now)):
        return ""
    for one in now:
        if not any(max(abs(a - b) for a, b in zip(one.middle, other.middle, strict=True)) <= PLACE_MM for other in first):
            x, y = one.middle
            at = f"at x = {x:.2f}, y = {y:.2f} mm"
            return f"has {one.face.name} {at}, where the first sheet has no place, so that a stack cannot be cut"
    return ""
