"""The lines of text on a sheet: what it is, which page and side, its contents, how to print it, and the credits."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from design.config.paper import Duplex
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.typefaces import Weight
from design.names import component_of, part_in
from design.sheets.specs import SheetSpec
from printables.imposition.sheet import Place, SheetPage, Side
from printables.marks.cut_marks import RULER_MM, SHORTER_MM
from printables.marks.strips import (
    BASE_MM,
    BETWEEN_MM,
    FLOOR_MM,
    SMALL_MM,
    TEXT_MM,
    TITLE_MM,
    Line,
    Strip,
    left_line,
    long,
    right_line,
    wrap,
)
from rules.errors import DesignError, Problem
from rules.sheet_words import load_sheet_words
from rules.words import spoken

AIRY_ACROSS_MM = 6.0
"""Depth of the strips at head and foot if the paper has the space."""
COMPACT_MM = 150.0
"""Strips shorter than this do not hold ruler, advice and credits."""
LONG_STRIP_MM = 240.0
"""Least length of a strip along a side for its single line to have the usual size."""
LEADING = 1.25
"""Line spacing in the foot, in ems."""


def advice(spec: SheetSpec, page: SheetPage) -> str:
    """How to print and cut the sheet, or just how to print it if a machine cuts it."""
    printed = _printed(spec, page)
    return printed if spec.registration else f"{printed} {_cut(spec)}"


def _printed(spec: SheetSpec, page: SheetPage) -> str:
    words = load_sheet_words(spec.language)
    if not spec.two_sided:
        return words.printing.one_side
    said = words.glued if spec.backing_mm else words.printing
    text = {
        Duplex.LONG_EDGE: said.long_edge,
        Duplex.SHORT_EDGE: said.short_edge,
        # The two files belong together, so each names the other's page.
        Duplex.SEPARATE: said.separate_front if page.side is Side.FRONT else said.separate_back,
        Duplex.GUTTER_FOLD: said.gutter_fold,
        Duplex.ONE_SIDED: said.one_sided,
    }[spec.duplex]
    return text.format(page=page.number, half=f"{spec.backing_mm / 2:g}")


def _cut(spec: SheetSpec) -> str:
    said = load_sheet_words(spec.language).cutting
    if any(piece.front.slits for piece in spec.pieces):
        return said.slits
    if any(piece.front.folds for piece in spec.pieces):
        return said.folds
    return said.marks if spec.two_sided else said.lines


def side_name(spec: SheetSpec, side: Side) -> str:
    """What a page's side is called."""
    said = load_sheet_words(spec.language).sides
    return {Side.FRONT: said.front, Side.BACK: said.back, Side.BOTH: said.both}[side]


def numbered(spec: SheetSpec, page: SheetPage) -> str:
    """Page number, page count, side, and version of the game."""
    said, side = load_sheet_words(spec.language), [side_name(spec, page.side)] if spec.two_sided else []
    return said.versioned(said.paged(page.number, page.pages), *side, version=spec.version)


def compact(strip: Strip) -> bool:
    """Whether a page is so small that its advice replaces the credits next to the ruler."""
    return strip.length_mm < COMPACT_MM


def head_lines(spec: SheetSpec, page: SheetPage, strip: Strip) -> list[Line]:
    """Title, list of pieces, number and advice: in two lines across the page, or in one along its side."""
    if compact(strip):
        return _compact_head(spec, page, strip)
    number, note = numbered(spec, page), advice(spec, page)
    where = f"{spec.game} {spec.name} title"
    if strip.angle_deg:
        small = TEXT_MM if strip.length_mm >= LONG_STRIP_MM else SMALL_MM
        base = (strip.depth_mm - cap_height_mm(TITLE_MM)) / 2
        used = long(number, small) + long(note, small) + 3 * BETWEEN_MM
        one = left_line(strip, 0, base, spec.title, TITLE_MM, Weight.BOLD, strip.length_mm - used, where)
        wide = advance_mm(one.text, one.size_mm, one.weight) + BETWEEN_MM
        two = _pieces(spec, strip, wide, base, page.counted, strip.length_mm - used - wide + BETWEEN_MM)
        four = right_line(strip, strip.length_mm, base, number, small)
        end = strip.length_mm - long(number, small) - BETWEEN_MM
        return [one, two, right_line(strip, end, base, note, small), four]
    upper, lower = strip.depth_mm - 1.08 * cap_height_mm(TITLE_MM), BASE_MM  # b and d are taller than capitals
    room = strip.length_mm - long(number, TEXT_MM) - BETWEEN_MM
    one = left_line(strip, 0, upper, spec.title, TITLE_MM, Weight.BOLD, room, where)
    if strip.depth_mm < AIRY_ACROSS_MM - 1e-6:
        # Two lines on the left would touch, so the list continues after the title.
        wide = advance_mm(one.text, one.size_mm, one.weight) + BETWEEN_MM
        two = _pieces(spec, strip, wide, upper, page.counted, room - wide)
    else:
        two = _pieces(spec, strip, 0, lower, page.counted, strip.length_mm - long(note, SMALL_MM) - BETWEEN_MM)
    return [
        one,
        two,
        right_line(strip, strip.length_mm, upper, number, TEXT_MM),
        right_line(strip, strip.length_mm, lower, note, SMALL_MM),
    ]


def _compact_head(spec: SheetSpec, page: SheetPage, strip: Strip) -> list[Line]:
    """Title and number in one line with the list of pieces below, or between them along a side."""
    number, where = numbered(spec, page), f"{spec.game} {spec.name} title"
    capital, along = cap_height_mm(TITLE_MM), bool(strip.angle_deg)
    upper = (strip.depth_mm - capital) / 2 if along else strip.depth_mm - 1.08 * capital
    room = strip.length_mm - long(number, SMALL_MM) - BETWEEN_MM
    one = left_line(strip, 0, upper, spec.title, TITLE_MM, Weight.BOLD, room / (2 if along else 1), where)
    wide = advance_mm(one.text, one.size_mm, one.weight) + BETWEEN_MM
    two = (
        _pieces(spec, strip, wide, upper, page.counted, room - wide)
        if along
        else _pieces(spec, strip, 0, BASE_MM, page.counted, strip.length_mm)
    )
    return [one, two, right_line(strip, strip.length_mm, upper, number, SMALL_MM)]


def sheet_foot(spec: SheetSpec, page: SheetPage, strip: Strip) -> tuple[int, list[Line]]:
    """The length of a sheet's ruler, and its label with the text next to it.

    On a small page that text is the advice, as much as fits; the credits are in the file's properties.
    """
    where, note = f"{spec.game} {spec.name}", advice(spec, page)
    if not compact(strip):
        return RULER_MM, foot_lines(where, spec.credits, strip, spec.stock)
    for long_mm in (RULER_MM, *SHORTER_MM):
        room = _beside(strip, long_mm)
        for text in (f"{note} {spec.stock} {spec.credits}", f"{note} {spec.stock}".strip(), note):
            rows, size = _rows(text, strip, room) if room > 0 else ([], 0.0)
            if rows:
                return long_mm, _foot(strip, long_mm, rows, size)
    what = f"has no room for its ruler and how to print it: {strip.length_mm:.0f} mm at its foot; take a larger paper"
    raise DesignError(Problem(f"{where} on {spec.paper.title}", what))


def _beside(strip: Strip, long_mm: int) -> float:
    """The space next to a ruler and its label."""
    return strip.length_mm - long_mm - 1.2 - advance_mm(f"{long_mm} mm", TEXT_MM, Weight.BOLD) - BETWEEN_MM


def foot_lines(where: str, credits: str, strip: Strip, stock: str = "") -> list[Line]:
    """The ruler's label and, next to it, what to print on and the credits, in as many lines as they need.

    If space is short, the credits stand alone; DesignError if not even they fit.
    """
    room = _beside(strip, RULER_MM)
    found = (_rows(text, strip, room) for text in (f"{stock} {credits}".strip(), credits))
    rows, size = next((one for one in found if one[0]), ([], 0.0))
    if not rows:
        what = f"the credits are too long for the sheet's foot: lines of {room:.0f} mm at 4 points; shorten them"
        raise DesignError(Problem(f"{where} credits", what))
    return _foot(strip, RULER_MM, rows, size)


def _foot(strip: Strip, long_mm: int, rows: Sequence[str], size: float) -> list[Line]:
    last = len(rows) - 1
    return [
        left_line(strip, long_mm + 1.2, BASE_MM, f"{long_mm} mm", TEXT_MM, Weight.BOLD, 20, "ruler"),
        *(
            right_line(strip, strip.length_mm, BASE_MM + LEADING * size * (last - row), text, size)
            for row, text in enumerate(rows)
        ),
    ]


def _rows(text: str, strip: Strip, room: float) -> tuple[list[str], float]:
    """A text in rows, as large as a strip of this depth and length allows, and its em; no rows if it is too long."""
    size = SMALL_MM
    while size >= FLOOR_MM:
        most = 1 + math.floor((strip.depth_mm - BASE_MM - cap_height_mm(size)) / (LEADING * size))
        rows = wrap(text, size, room)
        if len(rows) <= most and all(long(row, size) <= room for row in rows):
            return rows, size
        size = round(size - 0.05, 3)
    return [], 0.0


def _pieces(spec: SheetSpec, strip: Strip, u: float, v: float, places: Sequence[Place], room: float) -> Line:
    """The page's contents or, if the list is too long, how many pieces of how many sorts."""
    counts = Counter(_called(spec, place.face.name) for place in places)
    said = load_sheet_words(spec.language).pieces
    listed = ", ".join(f"{count} × {name}" for name, count in counts.items())
    fits = long(listed, FLOOR_MM) <= room
    text = listed if fits else said.format(pieces=sum(counts.values()), sorts=len(counts))
    return left_line(strip, u, v, text, TEXT_MM, Weight.REGULAR, room, "list of pieces")


def _called(spec: SheetSpec, name: str) -> str:
    """`x-card.gold.front` in plain words: X card."""
    component = component_of(name)
    called = dict(spec.called).get(component) or spoken(component)
    part = part_in(name)
    said = load_sheet_words(spec.language).part
    return said.format(name=called, part=part[0], parts=part[1]) if part else called
