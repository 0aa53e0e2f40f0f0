"""How a page is used: its orientation, its fold, where ruler and text go, and the space left for pieces."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from design.config.paper import Duplex, Orientation, PaperSize
from design.sheets.specs import SheetSpec

MARK_ROOM_MM = 2.0
"""Space that crop marks need beyond the bleed."""
STRIP_ACROSS_MM = 4.6
"""Depth of the strips at head and foot that hold ruler and text: two lines of text."""
STRIP_ALONG_MM = 3.3
"""Depth of strips at the sides instead: one line, for sheets that are full to the top (25 cards on Letter)."""


class Strips(StrEnum):
    """Where ruler and text go: at head and foot, or on the left and right."""

    ACROSS = "across"
    ALONG = "along"


class Fold(StrEnum):
    """The centre line that a page is folded on: its fronts lie to the left of it, or above it."""

    NONE = "none"
    UPRIGHT = "upright"
    LYING = "lying"


@dataclass(frozen=True)
class Format:
    """A way to use a page; `paper` is the page in its orientation."""

    paper: PaperSize
    fold: Fold
    strips: Strips

    def sideways(self, duplex: Duplex) -> bool:
        """Whether flipping or folding mirrors backs left to right rather than top to bottom."""
        if self.fold is not Fold.NONE:
            return self.fold is Fold.UPRIGHT
        return (duplex is not Duplex.SHORT_EDGE) != self.paper.landscape


@dataclass(frozen=True)
class Frame:
    """What all sheets of a specification share: the fronts' outer edges, the page's format, and its margin.

    `margin_mm` is the printer's margin plus however far backs are moved.
    """

    format: Format
    left_mm: float
    right_mm: float
    bottom_mm: float
    top_mm: float
    margin_mm: float

    @property
    def hull(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of everything on the page, including backs next to their fronts."""
        paper, right, bottom = self.format.paper, self.right_mm, self.bottom_mm
        if self.format.fold is Fold.UPRIGHT:
            right = paper.width_mm - self.left_mm
        if self.format.fold is Fold.LYING:
            bottom = paper.height_mm - self.top_mm
        return self.left_mm, bottom, right, self.top_mm


def formats(spec: SheetSpec) -> list[Format]:
    """Every way to use a page, the plainest first."""
    papers = {
        # Figures for backs only hold for sheets in the orientation that was measured.
        Orientation.BEST: (spec.paper, spec.paper.turned) if spec.backs.still else (spec.paper,),
        Orientation.PORTRAIT: (spec.paper,),
        Orientation.LANDSCAPE: (spec.paper.turned,),
    }[spec.orientation]
    folds = (Fold.UPRIGHT, Fold.LYING) if spec.folded else (Fold.NONE,)
    made = [Format(paper, fold, strips) for paper in papers for fold in folds for strips in Strips]
    if spec.registration is None:
        return made
    # A strip along the middle of the fold would run through the marks there.
    clash = {(Fold.UPRIGHT, Strips.ACROSS), (Fold.LYING, Strips.ALONG)}
    return [how for how in made if (how.fold, how.strips) not in clash]


def bleed_mm(spec: SheetSpec) -> float:
    """The larger of both bleeds."""
    return max(spec.front_bleed_mm, spec.back_bleed_mm)


def margin_mm(spec: SheetSpec) -> float:
    """The border that holds nothing but bleed: what the printer cannot reach, allowing for any shift of backs."""
    return spec.margin_mm + spec.backs.reach_mm(spec.paper.width_mm, spec.paper.height_mm)


def region(spec: SheetSpec, how: Format, air_mm: float = 0.0) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of the area for fronts: bleed may run into the margin, marks and text may not."""
    beside, margin = air_mm + bleed_mm(spec) + MARK_ROOM_MM, margin_mm(spec)
    across = how.strips is Strips.ACROSS
    x = margin if across else margin + STRIP_ALONG_MM + beside
    y = margin + STRIP_ACROSS_MM + beside if across else margin
    left, bottom, right, top = x, y, how.paper.width_mm - x, how.paper.height_mm - y
    # A folded sheet shows a machine one half of the page, with marks in its corners at the fold as well.
    gutter = margin if spec.registration else bleed_mm(spec) + MARK_ROOM_MM
    if how.fold is Fold.UPRIGHT:
        right = how.paper.width_mm / 2 - gutter
    if how.fold is Fold.LYING:
        bottom = how.paper.height_mm / 2 + gutter
    return left, bottom, right, top


def machine_area(spec: SheetSpec, how: Format) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of what a cutting machine sees: the page, or the half that faces up once folded."""
    backs, (width, height) = spec.cut_side == "back", (how.paper.width_mm, how.paper.height_mm)
    if how.fold is Fold.UPRIGHT:
        return (width / 2, 0.0, width, height) if backs else (0.0, 0.0, width / 2, height)
    if how.fold is Fold.LYING:
        return (0.0, 0.0, width, height / 2) if backs else (0.0, height / 2, width, height)
    return 0.0, 0.0, width, height


def room_of(spec: SheetSpec, how: Format, air_mm: float = 0.0) -> tuple[float, float]:
    """Width and height of the area for fronts."""
    left, bottom, right, top = region(spec, how, air_mm)
    return right - left, top - bottom
