"""For a printer with one nozzle: the heights at which to change the filament, so that a part shows more than one colour.

An engraving shows what is printed at its bottom, a relief what is printed on top: with a change at those heights
both stand out. Of several colours on one side the one with the largest area is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from design.config.printer import Printer
from design.faces.specification import Specification
from design.names import stem_of, stl_path
from design.parts.filament_steps import Change
from design.parts.part_spec import PartSpec


@dataclass(frozen=True)
class PieceChanges:
    """A piece's STL file, how often it is printed, and its changes, the filament to begin with first (from 0 mm)."""

    file: str
    copies: int
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class ChangesSpec(Specification):
    """The list of a game's filament changes."""

    name: str
    pieces: tuple[PieceChanges, ...]

    def of_pieces(self, game: str, counts: Mapping[str, int]) -> Self | None:
        """The changes of some pieces alone."""
        named = [(stem_of(piece.file), piece) for piece in self.pieces]
        kept = tuple(
            replace(piece, file=stl_path(game, name, counts[name]).rpartition("/")[2], copies=counts[name])
            for name, piece in named
            if name in counts
        )
        return replace(self, pieces=kept) if kept else None


def changes_of(spec: PartSpec, printer: Printer) -> tuple[Change, ...]:
    """A part's changes from the bed up; none for a part that shows nothing."""
    steps = spec.whole_part.filament_steps(printer)
    # Where one colour follows on itself nothing is changed.
    kept = [*steps[:1], *(step for before, step in pairwise(steps) if step.filament != before.filament)]
    return tuple(kept) if len(kept) > 1 else ()
