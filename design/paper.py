"""Sheets of paper and how a home printer treats them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from design.faces.inking import InkUse
from design.fields import AsTuple, choice, measure
from rules.document import StrictModel


@dataclass(frozen=True)
class PaperSize:
    """A sheet, upright."""

    name: str
    title: str
    width_mm: float
    height_mm: float


PAPER_SIZES = {
    "a4": PaperSize("a4", "A4", 210.0, 297.0),  # ISO 216
    "letter": PaperSize("letter", "Letter", 215.9, 279.4),  # ANSI A: 8.5 x 11 in
}


class Duplex(StrEnum):
    """The edge of the sheet a two-sided printer turns it on."""

    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"


class PaperSettings(StrictModel):
    """Print-and-play sheets."""

    sizes: Annotated[tuple[Literal["a4", "letter"], ...], AsTuple] = Field(
        ("a4", "letter"), min_length=1, description="paper sizes to make sheets for: a4, letter"
    )
    duplex: Annotated[Duplex, Field(strict=False)] = choice(
        Duplex.LONG_EDGE, "edge that the printer turns the sheet on: long-edge or short-edge"
    )
    margin_mm: float = measure(6, 3, 25, "border that the printer cannot reach; nothing but bleed goes there")
    gap_mm: float = measure(2.6, 0, 20, "space between two pieces: at least both their bleeds")
    front_bleed_mm: float = measure(0.8, 0, 5, "colour beyond the trim on fronts")
    back_bleed_mm: float = measure(1.3, 0, 5, "colour beyond the trim on backs: more, since the second side drifts")
    backing_mm: float = measure(2, 0, 4, "chipboard that markers and tokens are glued on; 0 if they are plain card")

    stickers: bool = choice(True, "a sheet of stickers with what the solids show, for those who print them in one colour")

    ink: Annotated[InkUse, Field(strict=False)] = choice(
        InkUse.FULL, "how much of it: full, low (large areas hatched, a third of it), or outline (outlines alone)"
    )

    def papers(self) -> tuple[PaperSize, ...]:
        """The sizes as sheets, each once, in the order given."""
        return tuple(PAPER_SIZES[name] for name in dict.fromkeys(self.sizes))
