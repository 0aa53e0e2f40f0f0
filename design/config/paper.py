"""Sheets of paper and how a home printer treats them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from design.config.fields import choice, measure
from design.graphics.affine import STILL, Matrix
from rules.document import AsTuple, StrictModel


class InkUse(StrEnum):
    """How much ink the sheets use."""

    FULL = "full"
    LOW = "low"
    OUTLINE = "outline"


@dataclass(frozen=True)
class PaperSize:
    """A sheet, upright unless turned."""

    name: str
    title: str
    width_mm: float
    height_mm: float

    @property
    def landscape(self) -> bool:
        """Whether its long edges are at top and bottom."""
        return self.width_mm > self.height_mm

    @property
    def turned(self) -> PaperSize:
        """The same sheet on its other edge."""
        return PaperSize(self.name, self.title, self.height_mm, self.width_mm)


PAPER_SIZES = {
    "a4": PaperSize("a4", "A4", 210.0, 297.0),  # ISO 216
    "a3": PaperSize("a3", "A3", 297.0, 420.0),
    "letter": PaperSize("letter", "Letter", 215.9, 279.4),  # ANSI A: 8.5 x 11 in
    "legal": PaperSize("legal", "Legal", 215.9, 355.6),  # 8.5 x 14 in
    "tabloid": PaperSize("tabloid", "Tabloid", 279.4, 431.8),  # ANSI B: 11 x 17 in
}
OWN = "own"
"""The name of a custom size."""


class Duplex(StrEnum):
    """How the two sides of a piece come together."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"
    SEPARATE = "separate"
    GUTTER_FOLD = "gutter-fold"
    ONE_SIDED = "one-sided"

    @property
    def printed_twice(self) -> bool:
        """Whether a sheet goes through the printer twice, so that the second side lands slightly off the first."""
        return self in (Duplex.LONG_EDGE, Duplex.SHORT_EDGE, Duplex.SEPARATE)


class Orientation(StrEnum):
    """A sheet's orientation."""

    BEST = "best"
    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"


class VersionOn(StrEnum):
    """Where each piece carries the game's version, in small print."""

    NONE = "none"
    EDGE = "edge"
    BACK = "back"


class PaperSettings(StrictModel):
    """Print-and-play sheets."""

    sizes: Annotated[tuple[Literal["a4", "a3", "letter", "legal", "tabloid", "own"], ...], AsTuple] = Field(
        ("a4", "letter"), min_length=1, description="paper sizes to make sheets for: a4, a3, letter, legal, tabloid, own"
    )
    own_width_mm: float = measure(200, 76, 1200, "width of a size of your own (own among the sizes)")
    own_height_mm: float = measure(280, 76, 1200, "its height")
    orientation: Annotated[Orientation, Field(strict=False)] = choice(
        Orientation.BEST, "how sheets of pieces lie: portrait, landscape, or best, whichever takes most pieces"
    )
    duplex: Annotated[Duplex, Field(strict=False)] = choice(
        Duplex.LONG_EDGE,
        "how backs get behind fronts: the printer flips the sheet on its long-edge or short-edge, or you feed it again "
        "(separate: two files), fold it (gutter-fold), or glue two sheets together (one-sided)",
    )
    margin_mm: float = measure(6, 3, 25, "border that the printer cannot reach; nothing but bleed goes there")
    gap_mm: float = measure(2.6, 0, 20, "space between two pieces: at least both their bleeds")
    front_bleed_mm: float = measure(0.8, 0, 5, "colour beyond the trim on fronts")
    back_bleed_mm: float = measure(1.3, 0, 5, "colour beyond the trim on backs: more, since the second side drifts")
    back_offset_x_mm: float = measure(0, -10, 10, "moves backs to the right, as you read them (make calibration)")
    back_offset_y_mm: float = measure(0, -10, 10, "moves backs up, as you read them")
    back_rotation_deg: float = measure(0, -3, 3, "turns pages of backs anticlockwise, as you read them", "degrees")
    back_scale: float = measure(1, 0.97, 1.03, "enlarges pages of backs", "")
    version_on: Annotated[VersionOn, Field(strict=False)] = choice(
        VersionOn.NONE, "where each piece carries the game's version in small print: none, edge (of its front) or back"
    )
    backing_mm: float = measure(2, 0, 4, "chipboard that markers and tokens are glued on; 0 if they are plain card")

    stickers: bool = choice(True, "a sheet of stickers with the faces of the solids, for those who print them in one colour")

    ink: Annotated[InkUse, Field(strict=False)] = choice(
        InkUse.FULL, "how much ink: full, low (large areas hatched: a third of the ink), or outline (outlines only)"
    )

    def papers(self) -> tuple[PaperSize, ...]:
        """The sizes as sheets, without repeats, upright, in the order given."""
        own = PaperSize(OWN, f"{self.own_width_mm:g} x {self.own_height_mm:g} mm", self.own_width_mm, self.own_height_mm)
        sizes = {**PAPER_SIZES, OWN: own.turned if own.landscape else own}
        return tuple(sizes[name] for name in dict.fromkeys(self.sizes))

    @property
    def backs(self) -> BackProfile:
        """The correction for pages of backs if the sheet goes through the printer twice."""
        if not self.duplex.printed_twice:
            return STAYS
        return BackProfile(self.back_offset_x_mm, self.back_offset_y_mm, self.back_rotation_deg, self.back_scale)


@dataclass(frozen=True)
class BackProfile:
    """The correction for a page of backs: scale, rotate anticlockwise about its centre, then move."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    rotation_deg: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, offset: complex, turned: complex) -> BackProfile:
        """The correction that multiplies points with `turned`, then moves them by `offset`, as complex numbers."""
        return cls(offset.real, offset.imag, math.degrees(math.atan2(turned.imag, turned.real)), abs(turned))

    @property
    def still(self) -> bool:
        """Whether backs are printed as they are."""
        return self == STAYS

    def matrix(self, width_mm: float, height_mm: float, upside_down: bool = False) -> Matrix:
        """The correction as a matrix for a page of this size; `upside_down` if the file has its backs upside down."""
        if self.still:
            return STILL
        angle = math.radians(self.rotation_deg)
        a, b = self.scale * math.cos(angle), self.scale * math.sin(angle)
        x, y = (-self.x_mm, -self.y_mm) if upside_down else (self.x_mm, self.y_mm)
        middle_x, middle_y = width_mm / 2, height_mm / 2
        return a, b, -b, a, middle_x + x - a * middle_x + b * middle_y, middle_y + y - b * middle_x - a * middle_y

    def reach_mm(self, width_mm: float, height_mm: float) -> float:
        """The furthest that any point on a page of this size moves, sideways or vertically."""
        a, b, c, d, e, f = self.matrix(width_mm, height_mm)
        corners = [(x, y) for x in (0, width_mm) for y in (0, height_mm)]
        return max(max(abs(a * x + c * y + e - x), abs(b * x + d * y + f - y)) for x, y in corners)

    def after(self, read: BackProfile) -> BackProfile:
        """The corrected profile, if backs printed with this one are still off by what `read` would correct."""
        angle = math.radians(read.rotation_deg)
        a, b = read.scale * math.cos(angle), read.scale * math.sin(angle)
        return BackProfile(
            x_mm=a * self.x_mm - b * self.y_mm + read.x_mm,
            y_mm=b * self.x_mm + a * self.y_mm + read.y_mm,
            rotation_deg=self.rotation_deg + read.rotation_deg,
            scale=self.scale * read.scale,
        )


STAYS = BackProfile()
"""Backs are printed as they are."""
