"""The specification of beds, as their writer sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from design.config.printer import Printer
from design.faces.filaments import Filament
from design.faces.specification import Specification
from design.names import stl_path
from design.parts.part_spec import PartSpec


@dataclass(frozen=True)
class BedPart:
    """A part to lay on beds `copies` times: the path of its STL below the output folder, and what that is made from."""

    path: str
    piece: str
    copies: int
    filament: Filament
    spec: PartSpec


@dataclass(frozen=True)
class BedsSpec(Specification):
    """All solid parts of a game on a printer's beds, `gap_mm` apart, each bed in one filament."""

    game: str
    printer: Printer
    gap_mm: float
    parts: tuple[BedPart, ...]

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self:
        """Only some parts, in these numbers."""
        kept = (part for part in self.parts if part.piece in counts)
        parts = (replace(one, path=stl_path(game, one.piece, counts[one.piece]), copies=counts[one.piece]) for one in kept)
        return replace(self, parts=tuple(parts))
