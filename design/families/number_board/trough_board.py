"""Face of a number board of card: one strip, with both rows of numbers upright when its sides are folded up.

The owner's panel lies above the base, the right way up; the table's lies below, turned about. Each panel has a field in its
colour that keeps clear of the folds, so that a slightly inaccurate fold shows no edge. All lines along the strip fold one
way, with the print outside. The base's print faces the table in the end, so it shows the folding steps. A strip that fits
on no page is cut between places into parts; each but the last has a strip onto which the next is glued.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.ops import unary_union

from design.faces.brief import Brief
from design.faces.face import Ends, Face, InkRole, Mark
from design.families.gluing import FLAP_MM, glue_marks
from design.families.number_board.folding_steps import steps
from design.families.number_board.plate import plate_front
from design.families.number_board.trough import FLAP_SHY_MM, SLIT_MORE_MM, TAB_PLACES, Trough
from design.graphics.polygons import as_multi, rectangle
from design.names import part_name, piece_of, side_of

FIELD_INSET_MM = 1.6
"""Distance from a panel's folds and ends to its field."""
FIELD_CORNER_MM = 2.0
TAB_TAPER_MM = 1.5
"""How much narrower a tab is at its end on each side, so that it finds its slit."""
PARTS: dict[tuple[int, ...], tuple[tuple[int, ...], ...]] = {(2,): ((), (3,), (1, 3)), (1, 3): ((), (2,), (2, 4))}
"""Places before which a board too large for a page is cut, by the places before which it is folded across: never both."""


def trough_board(owner: Brief, table: Brief, board: Trough, digit_mm: float, paper: str, captions: Sequence[str]) -> Face:
    """The printed side; the middle of its base is the origin.

    Args:
        owner: what its owner's panel shows; the board is named after it.
        table: what the other panel shows.
        board: its sizes.
        digit_mm: greatest height of the numbers.
        paper: colour of areas without a field.
        captions: a line for each folding step.
    """
    marks = [mark.moved(0, board.foot + board.panel / 2) for mark in _panel(owner, board, digit_mm)]
    turned = (
        replace(one, area=as_multi(affinity.rotate(one.area, 180, origin=(0, 0)))) for one in _panel(table, board, digit_mm)
    )
    marks += [mark.moved(0, -board.foot - board.panel / 2) for mark in turned]
    marks += steps(board, captions)
    folds, slits = _lines(board)
    return Face(owner.name, _outline(board), paper, tuple(marks), folds, slits)


def _panel(brief: Brief, board: Trough, digit_mm: float) -> list[Mark]:
    """A panel's field with its numbers, upright and centred on the origin."""
    field = rectangle(board.length - 2 * FIELD_INSET_MM, board.panel - 2 * FIELD_INSET_MM, FIELD_CORNER_MM)
    marks = plate_front(brief, field, board.places_x, digit_mm, 0.0).marks
    return [Mark(InkRole.PRINT, brief.ground, as_multi(field)), *marks]


def _outline(board: Trough) -> Polygon:
    """The strip with its flaps, which are a little shorter than the rest, and their tabs."""
    half, short = board.length / 2, board.length / 2 - FLAP_SHY_MM
    wide, taper = board.tab_width / 2, TAB_TAPER_MM
    parts = [box(-half, -board.hem, half, board.hem), box(-short, -board.edge, short, board.edge)]
    for x in (board.places_x[place] for place in TAB_PLACES):
        for side in (1, -1):
            near, far = side * (board.edge - taper), side * (board.edge + board.tab)
            parts.append(Polygon([(x - wide, near), (x + wide, near), (x + wide - taper, far), (x - wide + taper, far)]))
    return Polygon(unary_union(parts).exterior)


def _lines(board: Trough) -> tuple[tuple[Ends, ...], tuple[Ends, ...]]:
    """Lines to fold, interrupted at the feet by the slits for the tabs, and the slits."""
    half, slit = board.length / 2, board.tab_width / 2 + SLIT_MORE_MM
    ends = [-half, *(board.places_x[place] + side * slit for place in TAB_PLACES for side in (-1, 1)), half]
    folds: list[Ends] = []
    slits: list[Ends] = []
    for side in (1, -1):
        foot = [((start, side * board.foot), (end, side * board.foot)) for start, end in pairwise(ends)]
        folds += foot[::2]
        slits += foot[1::2]
        folds += [((-half, side * y), (half, side * y)) for y in (board.ridge, board.hem)]
    # Folds across the strip, for storage.
    folds += [((x, -board.edge), (x, board.edge)) for x in board.across]
    return tuple(folds), tuple(slits)


def parts_of(face: Face, board: Trough, room: tuple[float, float], glue: Sequence[str]) -> list[Face]:
    """The board as printed: whole, or in the fewest parts that each fit on a page of this room; whole if none do.

    `glue` lists words for the strip at the next part; the first one that fits is used.
    """
    for cuts in PARTS[board.folded_before]:
        made = _cut(face, board, cuts, glue)
        if all(_goes(one, room) for one in made):
            return made
    return [face]


def _goes(face: Face, room: tuple[float, float]) -> bool:
    return all(one <= other for one, other in zip(sorted(face.size_mm), sorted(room), strict=True))


def _cut(face: Face, board: Trough, cuts: Sequence[int], glue: Sequence[str]) -> list[Face]:
    """The parts of a face cut before these places."""
    if not cuts:
        return [face]
    xs = [-board.length, *(board.border(place) for place in cuts), board.length]
    piece, side = piece_of(face.name), side_of(face.name)
    made = []
    for number, (left, right) in enumerate(pairwise(xs)):
        name = f"{part_name(piece, number, len(xs) - 1)}.{side}"
        strip_words = () if number == len(xs) - 2 else glue
        made.append(_part(face, board, (left, right), strip_words, name))
    return made


def _part(face: Face, board: Trough, span: tuple[float, float], glue: Sequence[str], name: str) -> Face:
    """A part; all but the last have a strip, with words, onto which the next one is glued."""
    left, right = span
    last = not glue
    reach = 2 * board.edge
    whole = box(left, -reach, right, reach)
    # Only base and panels are joined: flaps and walls slide and fold beside each other.
    strip = box(right, -board.ridge + FLAP_SHY_MM, right + FLAP_MM, board.ridge - FLAP_SHY_MM)
    trim = face.trim.intersection(whole)
    trim = trim if last else trim.union(strip)
    marks = [replace(mark, area=_within(mark.area, whole)) for mark in face.marks]
    # Text that is cut in two is no longer text.
    marks = [
        mark if mark.area.equals(old.area) else replace(mark, run=None) for mark, old in zip(marks, face.marks, strict=True)
    ]
    marks = [mark for mark in marks if not mark.area.is_empty]
    if not last:
        marks += [
            mark
            for low, high in _strips(board)
            for mark in glue_marks(box(right, low, right + FLAP_MM, high), glue, upright=True)
        ]
    room = whole if last else whole.union(strip)
    folds, slits = (tuple(line for one in lines for line in _clipped(one, room)) for lines in (face.folds, face.slits))
    part = Face(name, trim, face.ground, tuple(marks), folds, slits)
    a, b, c, d = trim.bounds
    return part.moved(-(a + c) / 2, -(b + d) / 2)


def _strips(board: Trough) -> list[tuple[float, float]]:
    """The panels and the base, where parts are glued together."""
    foot, ridge = board.foot, board.ridge
    return [(foot, ridge - FLAP_SHY_MM), (-foot, foot), (-ridge + FLAP_SHY_MM, -foot)]


def _within(area: MultiPolygon, room: Polygon) -> MultiPolygon:
    return area if room.contains(area) else as_multi(area.intersection(room))


def _clipped(line: Ends, room: Polygon) -> list[Ends]:
    found = LineString(line).intersection(room)
    if found.is_empty or found.length < FLAP_SHY_MM:
        return []
    (x1, y1), (x2, y2) = (tuple(round(value, 6) for value in point) for point in (found.coords[0], found.coords[-1]))
    return [((x1, y1), (x2, y2))]
