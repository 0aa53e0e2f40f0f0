"""How pieces of one outline or cell make a grid: how many go across and down a page, upright or turned, beside the texts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import shapely
from shapely.geometry import Polygon

from design.specs import SheetPiece, SheetSpec
from rules.errors import DesignError, Problem

MARK_ROOM_MM = 2.0
"""Room beyond the bleed that cut marks take."""
STRIP_ACROSS_MM = 4.6
"""Depth of the strips at head and foot that hold ruler and texts: two lines of text."""
STRIP_ALONG_MM = 3.3
"""Depth of the strips at the sides instead: one line, for sheets that are full to the top (25 cards on Letter)."""
AIR_MM = 4.0
"""Further room before the strips on sheets of several blocks, which do not fill the page to its last millimetre."""
WORTH_TURNING = 1.1
"""So much more must a page take for pieces, or the texts beside them, to lie on their side."""
EPSILON = 1e-6
"""So that a column that exactly fits is not lost to rounding."""


class Strips(StrEnum):
    """Where ruler and texts stand: at head and foot, or at the left and right."""

    ACROSS = "across"
    ALONG = "along"


@dataclass(frozen=True)
class Frame:
    """What all sheets of a specification share: the grid's outer edges, and where the strips stand."""

    strips: Strips
    left_mm: float
    right_mm: float
    bottom_mm: float
    top_mm: float


@dataclass(frozen=True)
class Block:
    """All pieces of one outline or cell; width and height are the largest's as they lie, turned or not."""

    number: int
    pieces: tuple[SheetPiece, ...]
    width_mm: float
    height_mm: float
    angle_deg: int
    columns: int
    rows: int
    straight: bool


def is_straight(trim: Polygon) -> bool:
    """Whether a trim is a rectangle but for its corners: more than half of each side lies on its bounding box."""
    left, bottom, right, top = trim.bounds
    width, height = right - left, top - bottom
    edge = trim.buffer(1e-4)
    sides = [((left, bottom), (right, bottom)), ((left, top), (right, top))]
    flat = all(edge.intersection(shapely.LineString(side)).length > width / 2 for side in sides)
    sides = [((left, bottom), (left, top)), ((right, bottom), (right, top))]
    return flat and all(edge.intersection(shapely.LineString(side)).length > height / 2 for side in sides)


def groups_of(pieces: Sequence[SheetPiece]) -> list[list[SheetPiece]]:
    """Pieces by cell, without one by outline, in the order in which these appear, each as often as it is wanted."""
    groups: dict[bytes, list[SheetPiece]] = {}
    for piece in pieces:
        alike = piece.cell.encode() or shapely.set_precision(piece.front.trim, 1e-4).normalize().wkb
        groups.setdefault(alike, []).extend([piece] * piece.copies)
    return [group for group in groups.values() if group]


def room_of(spec: SheetSpec, strips: Strips, air_mm: float = 0.0) -> tuple[float, float]:
    """Width and height that trims may take: bleed may run into the margin, marks and texts may not."""
    beside = air_mm + max(spec.front_bleed_mm, spec.back_bleed_mm) + MARK_ROOM_MM
    depth = {Strips.ACROSS: STRIP_ACROSS_MM, Strips.ALONG: STRIP_ALONG_MM}[strips] + beside
    width, height = spec.paper.width_mm - 2 * spec.margin_mm, spec.paper.height_mm - 2 * spec.margin_mm
    return (width, height - 2 * depth) if strips is Strips.ACROSS else (width - 2 * depth, height)


def _air(blocks: Sequence[object]) -> float:
    """Space between texts and pieces where there is room for it: on sheets of several blocks."""
    return AIR_MM if len(blocks) > 1 else 0.0


def fits(room: float, size: float, gap: float) -> int:
    """How many pieces of a size go into a room, `gap` apart; none is not an error. All in mm."""
    return max(0, math.floor((room + gap + EPSILON) / (size + gap)))


def best(spec: SheetSpec, groups: list[list[SheetPiece]]) -> tuple[Strips, list[Block]]:
    """The strips with which a page takes most; how many pieces there are plays no part.

    On a mixed sheet the rows of a block that fits one page are evened out: ten in two rows of five, not
    eight and two. One sort alone always has its full grid, so that a place follows from its number.
    """
    choices = []
    for strips in Strips:
        blocks = [_block(spec, number, group, room_of(spec, strips, _air(groups))) for number, group in enumerate(groups)]
        if all(block.columns and block.rows for block in blocks):
            covered = sum(block.columns * block.rows * block.width_mm * block.height_mm for block in blocks)
            choices.append((covered, strips, blocks))
    if not choices:
        raise DesignError(_too_large(spec, groups))
    covered, strips, blocks = choices[0]
    if choices[-1][0] > WORTH_TURNING * covered:
        _, strips, blocks = choices[-1]
    if len(blocks) > 1:
        blocks = [_evened(block) for block in blocks]
    return strips, blocks


def _evened(block: Block) -> Block:
    rows = math.ceil(len(block.pieces) / block.columns)
    return replace(block, columns=math.ceil(len(block.pieces) / rows)) if rows <= block.rows else block


def _block(spec: SheetSpec, number: int, group: list[SheetPiece], room: tuple[float, float]) -> Block:
    """A block upright, or turned by 90 degrees if a page takes a tenth more so: 50 for 49 is not worth lying doors."""
    width, height = (max(piece.front.size_mm[side] for piece in group) for side in (0, 1))
    # Stickers are cut along their own outlines, whatever these are.
    straight = spec.two_sided and is_straight(group[0].front.trim)
    choices = []
    for angle, (wide, high) in ((0, (width, height)), (90, (height, width))):
        columns, rows = fits(room[0], wide, spec.gap_mm), fits(room[1], high, spec.gap_mm)
        choices.append(Block(number, tuple(group), wide, high, angle, columns, rows, straight))
    upright, turned = choices
    takes = upright.columns * upright.rows
    return turned if turned.columns * turned.rows > max(takes, WORTH_TURNING * takes - EPSILON) else upright


def _too_large(spec: SheetSpec, groups: list[list[SheetPiece]]) -> list[Problem]:
    """Each piece that no page takes, with the largest that goes."""
    rooms = [room_of(spec, strips, _air(groups)) for strips in Strips]
    largest = " or ".join("{:.1f} x {:.1f} mm".format(*sorted(room)) for room in rooms)
    paper = f"{spec.paper.title} with a margin of {spec.margin_mm:g} mm"
    problems = []
    for piece in (group[0] for group in groups):
        width, height = piece.front.size_mm
        turns = ((width, height), (height, width))
        if not any(fits(room[0], wide, 0) and fits(room[1], high, 0) for room in rooms for wide, high in turns):
            what = f"is larger than a page takes: {paper} holds up to {largest}; make it smaller or choose a larger paper"
            problems.append(Problem(f"{spec.game} {spec.name} {piece.name} = {width:g} x {height:g} mm", what))
    what = f"no page takes all its sorts: one needs the texts at head and foot, one at the sides; {paper} holds up to {largest}"
    return problems or [Problem(f"{spec.game} {spec.name}", what)]


def frame_of(spec: SheetSpec, strips: Strips, blocks: list[Block]) -> Frame:
    """The widest grid stands in the middle; one sort alone does so in height as well."""
    width = max(block.columns * (block.width_mm + spec.gap_mm) - spec.gap_mm for block in blocks)
    height = room_of(spec, strips, _air(blocks))[1]
    if len(blocks) == 1:
        height = blocks[0].rows * (blocks[0].height_mm + spec.gap_mm) - spec.gap_mm
    left, bottom = (spec.paper.width_mm - width) / 2, (spec.paper.height_mm - height) / 2
    return Frame(strips, left, left + width, bottom, bottom + height)
