"""How to fold a number board of card: five small cross-sections, each with a line of text, in the places of its base."""

from __future__ import annotations

import math
from collections.abc import Sequence

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point
from shapely.ops import unary_union

from design.faces.face import InkRole, Mark, TextRun, text_mark
from design.families.number_board.trough import Trough
from design.graphics.colour.palette import INK
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.typefaces import Weight

STEPS = 5
LINE_MM, CARD_LINE_MM = 0.4, 0.9
"""Width of the board's lines, and of a card standing in it."""
TEXT_MM, LEAST_TEXT_MM = 8 * 25.4 / 72, 5 * 25.4 / 72
"""Em of a caption, and its least em: it is read while folding, not across the table."""
EDGE_MM, GAP_MM, SIDE_MM = 1.6, 1.4, 1.0
"""Distance from the folds to caption and picture, between the two, and from a place's borders to either."""
LEAST_MM = 4.0
"""Lower pictures are left out."""
APART = 1.4
"""Distance between layers drawn lying on each other, in board millimetres."""
CARD_SHARE = 1.6
"""Height of the card in its picture, in heights of the board."""
FLAT = (0.0, 15.0, 30.0, 45.0)
"""Angles of base, panel, wall and flap in the first picture, in degrees."""
INSERTED = (0.0, 85.0, 205.0, 322.0)
"""The same for a side whose tabs are about to go through."""
Points = list[tuple[float, float]]


def steps(board: Trough, captions: Sequence[str]) -> list[Mark]:
    """The marks of all pictures with their captions; captions that would be too small are left out."""
    room = board.pitch - 2 * SIDE_MM
    em = min(TEXT_MM, *(room / advance_mm(text, 1.0, Weight.REGULAR) for text in captions))
    text_mm = cap_height_mm(em) + GAP_MM if em >= LEAST_TEXT_MM else 0.0
    high = 2 * board.foot - 2 * EDGE_MM - text_mm
    if high < LEAST_MM:
        return []
    marks = []
    for x, picture, text in zip(board.places_x, _pictures(board), captions, strict=True):
        left, bottom, right, top = picture.bounds
        scale = min(room / (right - left), high / (top - bottom))
        drawn = affinity.scale(picture, scale, scale, origin=((left + right) / 2, bottom))
        down = -board.foot + EDGE_MM + text_mm + (high - scale * (top - bottom)) / 2 - bottom
        drawn = affinity.translate(drawn, x - (left + right) / 2, down)
        area = as_multi(drawn.buffer(LINE_MM / 2, quad_segs=4))
        marks.append(Mark(InkRole.PRINT, INK, area))
        if text_mm:
            start = x - advance_mm(text, em, Weight.REGULAR) / 2
            run = TextRun(text, round(start, 6), round(-board.foot + EDGE_MM, 6), em, Weight.REGULAR)
            marks.append(text_mark(run, INK))
    return marks


def _pictures(board: Trough) -> list[MultiPolygon]:
    """The steps as lines, in board millimetres: sides open, one side tucked in, both, with a card, and stored."""
    opened, inserted = _leaning(board, FLAT), _leaning(board, INSERTED)
    stands = _standing(board)
    card = LineString([(0, APART), (0, CARD_SHARE * board.height)])
    flat = [(0.0, 0.0), (board.ridge, 0.0), (board.ridge, APART), (board.ridge - board.wall, APART)]
    return [
        _both(opened, opened),
        _both(inserted, opened),
        _both(stands, inserted),
        unary_union([_both(stands, stands), card.buffer(CARD_LINE_MM / 2)]),
        _both(flat, flat),
    ]


def _both(left: Points, right: Points) -> MultiPolygon:
    """The lines of both sides; folds are dots, so that they are visible where the strip is nearly straight."""
    sides = [[(-x, y) for x, y in left], right]
    dots = [Point(point).buffer(0.5) for side in sides for point in side[1:-1]]
    return unary_union([*(LineString(side) for side in sides), *dots])


def _leaning(board: Trough, angles: Sequence[float]) -> Points:
    """One side from the middle of the base, each length at its angle."""
    lengths = (board.foot, board.panel, board.wall, board.flap + board.tab)
    points = [(0.0, 0.0)]
    for long, angle in zip(lengths, angles, strict=True):
        x, y = points[-1]
        points.append((x + long * math.cos(math.radians(angle)), y + long * math.sin(math.radians(angle))))
    return points


def _standing(board: Trough) -> Points:
    """One side in its place, its tab out."""
    inner = max(APART, board.foot - board.flap)
    return [(0.0, 0.0), (board.foot, 0.0), (inner, board.height), (inner, APART), (board.foot + board.tab, APART)]
