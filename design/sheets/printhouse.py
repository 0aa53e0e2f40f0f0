"""Cards for a print house: one page per card with bleed and a safe zone, in CMYK, separate from home sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Self

from shapely.geometry import box

from design.faces.face import Face
from design.faces.specification import Specification
from design.sheets.specs import SheetPiece, some_of
from rules.document import read_document
from rules.errors import Problem
from rules.words import ENGLISH

SIZE_MM = 0.01
"""Tolerance within which a card has a preset's size."""
DECKS = {"cards": "card", "overviews": "overview"}
"""Sheets whose pieces a print house makes, with the configuration section for their size."""


@dataclass(frozen=True)
class PrintHouseSpec(Specification):
    """A deck for a print house."""

    name: str
    game: str
    title: str
    size: str
    pieces: tuple[SheetPiece, ...]
    bleed_mm: float
    safe_mm: float
    order: str
    copies: str
    ink_limit: float
    credits: str
    version: str = ""
    language: str = ENGLISH

    @property
    def files(self) -> dict[str, tuple[tuple[str, Face], ...]]:
        """Each PDF's name with its pages in order: the piece and face of each."""
        rows = [piece for piece in self.pieces for _ in range(piece.copies if self.copies == "pages" else 1)]
        sides = {side: [(piece.name, face) for piece in rows if (face := getattr(piece, side))] for side in ("front", "back")}
        if self.order == "separate":
            return {f"{side}s.pdf": tuple(pages) for side, pages in sides.items() if pages}
        first, second = ("front", "back") if self.order == "fronts-first" else ("back", "front")
        both = [(piece.name, face) for piece in rows for side in (first, second) if (face := getattr(piece, side))]
        return {f"{self.name}.pdf": tuple(both)}

    def held(self, name: str) -> tuple[tuple[str, int], ...]:
        """What a file holds; the first PDF counts for the deck."""
        first = name == next(iter(self.files))
        return tuple((piece.name, piece.copies) for piece in self.pieces) if first else ()

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self:
        """Only these pieces, in these numbers."""
        del game
        return replace(self, pieces=some_of(self.pieces, counts))


@cache
def card_presets() -> dict[str, tuple[float, float]]:
    """Width and height of cards by the print houses' names for them."""
    text = (files("design.config") / "presets" / "cards.yaml").read_text(encoding="utf-8")
    found = read_document(text, "design/config/presets/cards.yaml").data
    return {name: (float(one["width_mm"]), float(one["height_mm"])) for name, one in found.items()}


def safe_problems(spec: PrintHouseSpec) -> Iterator[Problem]:
    """Faces that draw in the border where a cut may fall, except for a plain ground and content that bleeds."""
    for face in (face for piece in spec.pieces for face in piece.faces):
        safe = face.trim.buffer(-spec.safe_mm)
        left, bottom, right, top = face.trim.bounds
        page = box(left, bottom, right, top).buffer(spec.bleed_mm, join_style="mitre")
        kept = [mark for mark in face.marks if mark.beyond is None and not mark.area.covers(page)]
        outside = [mark for mark in kept if not safe.covers(mark.area)]
        if outside:
            reach = max(_reach(mark.area.bounds, face.trim.bounds) for mark in outside)
            what = (
                f"draws {reach:.2f} mm from the trim or in a corner of it, in a safe zone of {spec.safe_mm:g} mm: make the "
                "piece larger, or lessen printhouse.safe_mm if your print house allows it"
            )
            yield Problem(f"{spec.game} {spec.name} {face.name}", what)


def _reach(inner: tuple[float, float, float, float], outer: tuple[float, float, float, float]) -> float:
    """How close a box comes to the box around it."""
    return min(inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3])


def page_mm(face: Face, bleed_mm: float) -> tuple[float, float]:
    """Width and height of a face's page: its trim plus the bleed around it."""
    width, height = face.size_mm
    return width + 2 * bleed_mm, height + 2 * bleed_mm
