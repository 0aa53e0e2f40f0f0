"""Settings for outputs other than home sheets: print house, screen images, and the folded booklet."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from design.config.fields import choice, measure
from rules.document import StrictModel

OWN = "own"


class PrintHouse(StrictModel):
    """Files for a print house (make printhouse): a page a card with bleed, in CMYK; PDF/X is not claimed."""

    card: str = choice(
        OWN,
        "the print house's name for the size that card has (design/config/presets/cards.yaml lists the names), or own",
    )
    overview: str = choice(OWN, "the same for the overviews of actions")
    bleed_mm: float = measure(3, 1.5, 6, "colour beyond the trim; 3.175 is an eighth of an inch")
    safe_mm: float = measure(3, 0, 10, "border inside the trim that nothing but a plain ground reaches into")
    order: Literal["separate", "fronts-first", "backs-first"] = choice(
        "separate", "fronts and backs as separate files, or in one: each front before its back, or each back before its front"
    )
    copies: Literal["pages", "list"] = choice("pages", "a page for every copy, or one for each design and a list of quantities")
    ink_limit_percent: float = measure(280, 200, 400, "ink at one spot at most, all four inks added", "%")


class Images(StrictModel):
    """Images of every face, decks for Tabletop Simulator and a contact sheet; made on request (make images)."""

    dpi: float = measure(300, 72, 1200, "dots per inch of the images of single faces", "dpi")
    tabletop_px: int = Field(
        4096, ge=4096, le=10000, description="largest width and height of a deck's sheet for Tabletop Simulator, pixels"
    )


class Booklet(StrictModel):
    """The rule sheet as a folded booklet: pages of half the paper's size, in the order that folding wants."""

    duplex: Literal["long-edge", "short-edge"] = choice(
        "long-edge", "edge that the printer flips the landscape sheet on; for long-edge, backs are printed upside down"
    )
