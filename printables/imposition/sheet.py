"""Imposition: which piece lies where on which side of which sheet. The only module that knows how to line up backs.

Page coordinates are in mm, the origin at the lower left corner, x to the right and y up, as you look at each page. Pieces
of one outline form a block, a grid with as many columns as fit on the paper; blocks flow down the page from one left edge.
A place follows from its number in the block alone, so a half-full sheet has the same grid as a full one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

import shapely
from shapely import affinity
from shapely.geometry import LineString, Polygon

from design.config.paper import Duplex, PaperSize
from design.faces.face import Face
from design.graphics.affine import STILL, Matrix
from design.sheets.specs import SheetSpec
from printables.imposition.flow import Spot, flow
from printables.imposition.formats import Layout, best
from printables.imposition.grid import EPSILON, groups_of
from printables.imposition.pages import Frame, bleed_mm
from rules.errors import DesignError, Problem


class Side(StrEnum):
    """The two sides of a sheet; a page to fold has both."""

    FRONT = "front"
    BACK = "back"
    BOTH = "both"


@dataclass(frozen=True)
class Place:
    """A face on a page: its origin at (x, y), turned anticlockwise by `angle_deg`, with its bleed.

    `side` is the side of the piece shown. `block` counts the outlines on the sheet; `straight` means that the trim is
    a rectangle, possibly with rounded corners, that can be cut with a ruler and a knife.
    """

    face: Face
    side: Side
    x_mm: float
    y_mm: float
    angle_deg: int
    bleed_mm: float
    block: int
    straight: bool

    def on_page(self, shape: shapely.Geometry) -> shapely.Geometry:
        """A shape of the face in its place on the page."""
        turned = affinity.rotate(shape, self.angle_deg, origin=(0, 0)) if self.angle_deg else shape
        return affinity.translate(turned, self.x_mm, self.y_mm)

    @property
    def trim(self) -> Polygon:
        """The outline to cut, on the page."""
        return self.on_page(self.face.trim)

    @property
    def folds(self) -> tuple[LineString, ...]:
        """The lines to score within the piece, on the page."""
        return tuple(self.on_page(LineString(ends)) for ends in self.face.folds)

    @property
    def slits(self) -> tuple[LineString, ...]:
        """The lines to cut within the piece, on the page."""
        return tuple(self.on_page(LineString(ends)) for ends in self.face.slits)

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the trim on the page."""
        bounds: tuple[float, float, float, float] = self.trim.bounds
        return bounds


@dataclass(frozen=True)
class SheetPage:
    """One side of one sheet, or both on a page to fold. `number` of `pages` counts the pages of a file, `sheet` the sheets.

    `matrix` is the page's final transformation, which lines up backs on a printer that needs it; places do not include it.
    """

    number: int
    pages: int
    sheet: int
    side: Side
    frame: Frame
    places: tuple[Place, ...]
    matrix: Matrix = STILL

    @property
    def paper(self) -> PaperSize:
        """The page in its orientation."""
        return self.frame.format.paper

    def on_side(self, side: str) -> tuple[Place, ...]:
        """The places that show this side of their pieces."""
        return tuple(place for place in self.places if place.side.value == side)

    @property
    def counted(self) -> tuple[Place, ...]:
        """The places that each stand for a piece: on a folded page, only the fronts."""
        return tuple(place for place in self.places if self.side is not Side.BOTH or place.side is Side.FRONT)


_KEPT = 64
"""Number of specifications whose pages are cached, for media that share a specification and for later requests."""
_imposed: dict[int, tuple[SheetSpec, tuple[SheetPage, ...]]] = {}
"""By identity, since the hash of a specification reads every outline in it."""


def impose(spec: SheetSpec) -> tuple[SheetPage, ...]:
    """The pages of a specification, laid out only once; raises the same errors as `laid_out`."""
    kept, pages = _imposed.get(id(spec), (None, ()))
    if kept is not spec:
        pages = laid_out(spec)
        if len(_imposed) >= _KEPT:
            _imposed.pop(next(iter(_imposed)))
        _imposed[id(spec)] = spec, pages
    return pages


def laid_out(spec: SheetSpec) -> tuple[SheetPage, ...]:
    """The pages of a specification: fronts and backs alternating, fronts alone, or both on one page; none without pieces.

    Raises:
        DesignError: a piece is too large for the page, bleeds would overlap, a back's outline differs from its front's,
            or only some pieces have backs.
    """
    layout = layout_of(spec)
    if layout is None:
        return ()
    sides = [
        (sheet, side, _places(spec, layout, spots, side))
        for sheet, spots in enumerate(flow(spec, layout.frame, layout.blocks), start=1)
        for side in _sides(spec)
    ]
    apart = spec.duplex is Duplex.SEPARATE
    files = Counter(side for _, side, _ in sides) if apart else Counter({side: len(sides) for side in Side})
    paper, upside_down = layout.frame.format.paper, not layout.frame.format.sideways(spec.duplex)
    moved = spec.backs.matrix(paper.width_mm, paper.height_mm, upside_down)
    return tuple(
        SheetPage(
            sheet if apart else number,
            files[side],
            sheet,
            side,
            layout.frame,
            places,
            moved if side is Side.BACK else STILL,
        )
        for number, (sheet, side, places) in enumerate(sides, start=1)
    )


def layout_of(spec: SheetSpec) -> Layout | None:
    """How the pieces of a specification lie on its pages; None if there are no pieces. Raises the same errors as `impose`."""
    _check(spec)
    groups = groups_of(spec.pieces)
    return best(spec, groups) if groups else None


def _sides(spec: SheetSpec) -> tuple[Side, ...]:
    if not spec.two_sided:
        return (Side.FRONT,)
    return (Side.BOTH,) if spec.duplex is Duplex.GUTTER_FOLD else (Side.FRONT, Side.BACK)


def _check(spec: SheetSpec) -> None:
    where = f"{spec.game} {spec.name}"
    problems = []
    if spec.gap_mm < 2 * bleed_mm(spec) - EPSILON:
        what = f"must be at least {2 * bleed_mm(spec):g} mm, twice the bleed; widen paper.gap_mm or lessen paper's bleeds"
        problems.append(Problem(f"{where} gap_mm = {spec.gap_mm:g}", what))
    # Cards all have one outline, and comparing two takes longer than everything else.
    known: set[tuple[bytes, bytes]] = set()
    for piece in spec.pieces:
        if piece.back is None:
            if spec.two_sided:
                problems.append(Problem(f"{where} {piece.name}", "has no back, others have; give it sheets of its own"))
            continue
        outlines = piece.front.trim.wkb, piece.back.trim.wkb
        if outlines in known:
            continue
        mirrored = affinity.scale(piece.front.trim, -1, 1, origin=(0, 0))
        if mirrored.symmetric_difference(piece.back.trim).area <= 0.01 * mirrored.area:
            known.add(outlines)
        else:
            what = "the back's outline must be the front's, mirrored, so that both sides can be cut at once"
            problems.append(Problem(f"{where} {piece.name}", what))
    if problems:
        raise DesignError(problems)


def _places(spec: SheetSpec, layout: Layout, spots: list[Spot], side: Side) -> tuple[Place, ...]:
    fronts = [_front(spec, spot) for spot in spots] if side is not Side.BACK else []
    backs = [_back(spec, layout.frame, spot) for spot in spots] if side is not Side.FRONT else []
    return (*fronts, *backs)


def _front(spec: SheetSpec, spot: Spot) -> Place:
    block = spot.block
    return Place(
        spot.piece.front,
        Side.FRONT,
        spot.x_mm,
        spot.y_mm,
        block.angle_deg,
        spec.front_bleed_mm,
        block.number,
        block.straight,
    )


def _back(spec: SheetSpec, frame: Frame, spot: Spot) -> Place:
    """The back behind its front, upright when the piece is turned about its own vertical axis.

    Flipping or folding a sheet about a vertical line mirrors x and leaves up as it was. About a horizontal line it mirrors y
    and swaps up and down, so the back is turned by 180 degrees.
    """
    assert spot.piece.back is not None
    block, paper = spot.block, frame.format.paper
    if frame.format.sideways(spec.duplex):
        x, y, angle = paper.width_mm - spot.x_mm, spot.y_mm, -block.angle_deg
    else:
        x, y, angle = spot.x_mm, paper.height_mm - spot.y_mm, 180 - block.angle_deg
    return Place(spot.piece.back, Side.BACK, x, y, angle % 360, spec.back_bleed_mm, block.number, block.straight)
