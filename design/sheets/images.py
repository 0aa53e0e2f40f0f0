"""Images of faces: one per file, decks for Tabletop Simulator, and a contact sheet of all faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from design.config.paper import PaperSize
from design.faces.face import Face, InkRole, text_mark
from design.faces.face import TextRun as Run
from design.faces.specification import Specification
from design.graphics.colour.palette import INK, WHITE
from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.typefaces import Weight
from design.names import side_of
from design.sheets.specs import SheetPiece, some_of
from rules.words import ENGLISH

COLUMNS, ROWS = 10, 7
"""The largest grid that Tabletop Simulator cuts a deck's sheet into (its public guide on custom decks)."""
CARDS = COLUMNS * ROWS - 1
"""Most cards on a sheet; the last cell is what others see of a card in someone's hand."""
MM_PER_INCH = 25.4
SIGN_SHARE = 0.4
"""Height of the sign on the hidden card, as a share of the card's width."""

Held = tuple[tuple[str, int], ...]


def pixels(face: Face, dpi: float) -> tuple[int, int]:
    """Width and height of a face's image."""
    width, height = face.size_mm
    return round(width / MM_PER_INCH * dpi), round(height / MM_PER_INCH * dpi)


@dataclass(frozen=True)
class FacesSpec(Specification):
    """An image for each face of a deck, transparent outside of its trim."""

    name: str
    pieces: tuple[SheetPiece, ...]
    dpi: float

    @property
    def files(self) -> dict[str, tuple[SheetPiece, Face]]:
        """Each image's name with its piece and face: `x-card.gold_x4.front.png` shows a piece of which there are four."""
        return {
            f"{piece.name}_x{piece.copies}.{side_of(face.name)}.png": (piece, face)
            for piece in self.pieces
            for face in piece.faces
        }

    def held(self, name: str) -> Held:
        """What an image holds: a front counts for its piece."""
        piece, face = self.files[name]
        return ((piece.name, piece.copies),) if face is piece.front else ()

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self:
        """Only these pieces, in these numbers."""
        del game
        return replace(self, pieces=some_of(self.pieces, counts))


@dataclass(frozen=True)
class TabletopSpec(Specification):
    """A deck as sheets for Tabletop Simulator: fronts in a grid, backs in the same places of another sheet."""

    name: str
    pieces: tuple[SheetPiece, ...]
    most_px: int

    @property
    def cell_px(self) -> tuple[int, int]:
        """Size of a card in pixels: as large as the sheet's longer side allows, in the card's proportions."""
        width, height = self.pieces[0].front.size_mm
        scale = min(self.most_px / (COLUMNS * width), self.most_px / (ROWS * height))
        return int(scale * width + 1e-6), int(scale * height + 1e-6)

    @property
    def files(self) -> dict[str, tuple[tuple[SheetPiece, Face], ...]]:
        """Each sheet's name with the contents of its cells, in rows from the upper left, except for the last cell."""
        cards = [piece for piece in self.pieces for _ in range(piece.copies)]
        made: dict[str, tuple[tuple[SheetPiece, Face], ...]] = {}
        for number, start in enumerate(range(0, len(cards), CARDS), start=1):
            sheet = cards[start : start + CARDS]
            made[f"{number}.faces.png"] = tuple((piece, piece.front) for piece in sheet)
            made[f"{number}.backs.png"] = tuple((piece, piece.back or piece.front) for piece in sheet)
        return made

    def held(self, name: str) -> Held:
        """What a sheet of fronts holds."""
        counts = Counter(piece.name for piece, _ in self.files[name])
        return tuple(sorted(counts.items())) if name.endswith(".faces.png") else ()

    @property
    def hidden(self) -> Face:
        """What others see of a card in someone's hand."""
        trim = self.pieces[0].front.trim
        width = self.pieces[0].front.size_mm[0]
        size = SIGN_SHARE * width / cap_height_mm(1.0)
        start = -advance_mm("?", size, Weight.BOLD) / 2
        sign = text_mark(Run("?", start, -SIGN_SHARE * width / 2, size, Weight.BOLD), WHITE, InkRole.INK)
        return Face(f"{self.name}.hidden", trim, INK, (sign,))

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self:
        """Only these pieces, in these numbers."""
        del game
        return replace(self, pieces=some_of(self.pieces, counts))


@dataclass(frozen=True)
class ContactSpec(Specification):
    """All faces of a game at small size, each piece with its name and its number."""

    name: str
    game: str
    title: str
    paper: PaperSize
    margin_mm: float
    pieces: tuple[SheetPiece, ...]
    credits: str
    language: str = ENGLISH
    version: str = ""

    def held(self, _: str) -> Held:
        """Nothing on it counts as a piece, since it is only for viewing."""
        return ()

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> None:
        """None: a selection of pieces is seen at a glance without one."""
        del game, counts
