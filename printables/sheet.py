"""Imposition: which piece lies where on which side of which sheet. The only module that knows paper and duplex.

Page coordinates are in mm, the origin at the lower left corner, x to the right and y up, each page as it
is looked at. Pieces of one outline make a block, a grid of as many columns as the paper takes; blocks flow
down the page from one left edge. A place follows from its number in the block alone, so a sheet that is
half full is no other sheet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import shapely
from shapely import affinity
from shapely.geometry import Polygon

from design.faces.face import Face
from design.paper import Duplex, PaperSize
from design.specs import SheetPiece, SheetSpec
from printables.grid import EPSILON, MARK_ROOM_MM, Block, Frame, best, fits, frame_of, groups_of
from rules.errors import DesignError, Problem


class Side(StrEnum):
    """The two sides of a sheet."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True)
class Place:
    """A face on a page: its origin at (x, y), turned counter-clockwise by `angle_deg`, with its bleed.

    `block` counts the outlines on the sheet; `straight` says that its trim is a rectangle, maybe with
    rounded corners, that a ruler and a knife can cut.
    """

    face: Face
    x_mm: float
    y_mm: float
    angle_deg: int
    bleed_mm: float
    block: int
    straight: bool

    def on_page(self, shape: shapely.Geometry) -> shapely.Geometry:
        """A shape of the face as it lies on the page."""
        turned = affinity.rotate(shape, self.angle_deg, origin=(0, 0)) if self.angle_deg else shape
        return affinity.translate(turned, self.x_mm, self.y_mm)

    @property
    def trim(self) -> Polygon:
        """The outline to cut, on the page."""
        return self.on_page(self.face.trim)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the trim on the page."""
        bounds: tuple[float, float, float, float] = self.trim.bounds
        return bounds


@dataclass(frozen=True)
class SheetPage:
    """One side of one sheet. `number` of `pages` counts sides, `sheet` counts sheets, both from 1."""

    number: int
    pages: int
    sheet: int
    side: Side
    paper: PaperSize
    frame: Frame
    places: tuple[Place, ...]


def impose(spec: SheetSpec) -> tuple[SheetPage, ...]:
    """The pages of a specification, fronts and backs in turn, or fronts alone; none if there is no piece.

    Raises:
        DesignError: a piece is larger than the page takes, bleeds would overlap, a back has another outline than
            its front, or only some pieces have backs.
    """
    _check(spec)
    groups = groups_of(spec.pieces)
    if not groups:
        return ()
    strips, blocks = best(spec, groups)
    frame = frame_of(spec, strips, blocks)
    sheets = _flow(spec, blocks, frame)
    place = {Side.FRONT: _front, Side.BACK: _back} if spec.two_sided else {Side.FRONT: _front}
    sides = [(number, fronts, side) for number, fronts in enumerate(sheets, start=1) for side in place]
    return tuple(
        SheetPage(
            number, len(sides), sheet, side, spec.paper, frame, tuple(place[side](spec, piece, spot) for piece, spot in fronts)
        )
        for number, (sheet, fronts, side) in enumerate(sides, start=1)
    )


def _check(spec: SheetSpec) -> None:
    where = f"{spec.game} {spec.name}"
    problems = []
    bleed = max(spec.front_bleed_mm, spec.back_bleed_mm)
    if spec.gap_mm < 2 * bleed - EPSILON:
        what = f"must be at least {2 * bleed:g} mm, twice the bleed; widen paper.gap_mm or lessen paper's bleeds"
        problems.append(Problem(f"{where} gap_mm = {spec.gap_mm:g}", what))
    for piece in spec.pieces:
        if piece.back is None:
            if spec.two_sided:
                problems.append(Problem(f"{where} {piece.name}", "has no back, others have; give it sheets of its own"))
            continue
        mirrored = affinity.scale(piece.front.trim, -1, 1, origin=(0, 0))
        if mirrored.symmetric_difference(piece.back.trim).area > 0.01 * mirrored.area:
            what = "the back's outline must be the front's, mirrored, so that both sides can be cut at once"
            problems.append(Problem(f"{where} {piece.name}", what))
    if problems:
        raise DesignError(problems)


@dataclass(frozen=True)
class _Spot:
    x_mm: float
    y_mm: float
    block: Block


def _flow(spec: SheetSpec, blocks: list[Block], frame: Frame) -> list[list[tuple[SheetPiece, _Spot]]]:
    """Blocks down the sheets; one that does not fit below the others begins the next sheet."""
    between = 2 * (max(spec.front_bleed_mm, spec.back_bleed_mm) + MARK_ROOM_MM)
    sheets: list[list[tuple[SheetPiece, _Spot]]] = [[]]
    top = frame.top_mm
    for block in blocks:
        across, down = block.width_mm + spec.gap_mm, block.height_mm + spec.gap_mm
        needed = math.ceil(len(block.pieces) / block.columns)
        if sheets[-1] and needed > fits(top - frame.bottom_mm, block.height_mm, spec.gap_mm):
            sheets.append([])
            top = frame.top_mm
        for index, piece in enumerate(block.pieces):
            row, column = divmod(index, block.columns)
            row %= block.rows
            if index and row == column == 0:
                sheets.append([])
                top = frame.top_mm
            x = frame.left_mm + column * across + block.width_mm / 2
            sheets[-1].append((piece, _Spot(x, top - row * down - block.height_mm / 2, block)))
        top -= ((needed - 1) % block.rows + 1) * down - spec.gap_mm + between
    return sheets


def _front(spec: SheetSpec, piece: SheetPiece, spot: _Spot) -> Place:
    block = spot.block
    return Place(piece.front, spot.x_mm, spot.y_mm, block.angle_deg, spec.front_bleed_mm, block.number, block.straight)


def _back(spec: SheetSpec, piece: SheetPiece, spot: _Spot) -> Place:
    """The back behind its front, so that a piece turned about its own vertical axis shows it upright.

    Turned on the long edge a sheet mirrors x, and what pointed up still does. Turned on the short edge it
    mirrors y, and what pointed up points down: the back is turned by 180 degrees.
    """
    assert piece.back is not None
    block = spot.block
    if spec.duplex is Duplex.LONG_EDGE:
        x, y, angle = spec.paper.width_mm - spot.x_mm, spot.y_mm, -block.angle_deg
    else:
        x, y, angle = spot.x_mm, spec.paper.height_mm - spot.y_mm, 180 - block.angle_deg
    return Place(piece.back, x, y, angle % 360, spec.back_bleed_mm, block.number, block.straight)
