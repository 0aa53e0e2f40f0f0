"""What a sheet of pieces holds: its pieces, with their faces, and how to print it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Self

from design.config.cutting import Registration
from design.config.paper import STAYS, BackProfile, Duplex, Orientation, PaperSize
from design.faces.face import Face
from design.faces.specification import Specification
from rules.words import ENGLISH


@dataclass(frozen=True)
class SheetPiece:
    """A piece on a sheet: printed `copies` times, with its back behind its front; a sticker has no back.

    `whole` names the larger piece to which it belongs, if any. Pieces with the same `cell` share a grid although their
    outlines differ; without a cell, pieces with the same outline do. `look` is a hash of what its sides show, ignoring any
    version stamp.
    """

    name: str
    copies: int
    front: Face
    back: Face | None
    cell: str = ""
    look: str = ""
    whole: str = ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """The printed sides, the front first."""
        return (self.front,) if self.back is None else (self.front, self.back)


def some_of(pieces: Iterable[SheetPiece], counts: Mapping[str, int]) -> tuple[SheetPiece, ...]:
    """The pieces named in `counts`, in these numbers."""
    return tuple(replace(piece, copies=counts[piece.name]) for piece in pieces if piece.name in counts)


@dataclass(frozen=True)
class SheetSpec(Specification):
    """Print-and-play sheets of one kind of piece on one paper, as PDF or as SVG.

    `paper` is upright, whatever the sheets' orientation. `backs` is the correction for pages of backs. `stock` says what to
    print on and what to glue with. `called` gives the components' names in the list of pieces. If there is a board of
    `backing_mm`, both sides are glued to it, and no sheet goes through the printer twice.
    """

    name: str
    game: str
    title: str
    paper: PaperSize
    duplex: Duplex
    margin_mm: float
    gap_mm: float
    front_bleed_mm: float
    back_bleed_mm: float
    pieces: tuple[SheetPiece, ...]
    credits: str
    orientation: Orientation = Orientation.BEST
    backs: BackProfile = STAYS
    version: str = ""
    registration: Registration | None = None
    stock: str = ""
    language: str = ENGLISH
    called: tuple[tuple[str, str], ...] = ()
    backing_mm: float = 0.0

    @property
    def cut_side(self) -> str:
        """The side that a machine cuts from: the front, unless its registration marks are on the back."""
        return self.registration.side if self.registration else "front"

    @property
    def cut_faces(self) -> frozenset[str]:
        """The names of the faces on that side."""
        backs = self.cut_side == "back"
        return frozenset(piece.back.name if backs and piece.back else piece.front.name for piece in self.pieces)

    @property
    def two_sided(self) -> bool:
        """Whether its sheets have backs."""
        return any(piece.back is not None for piece in self.pieces)

    @property
    def folded(self) -> bool:
        """Whether fronts and backs are on one page, which is folded."""
        return self.duplex is Duplex.GUTTER_FOLD and self.two_sided

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self:
        """Only these pieces, in these numbers."""
        del game
        return replace(self, pieces=some_of(self.pieces, counts))

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """The faces of all pieces."""
        return tuple(face for piece in self.pieces for face in piece.faces)
