"""The specification of dominoes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from design.faces.face import Face
from design.faces.filaments import Filament
from design.parts.block import BlockSpec
from design.parts.sticker_cuts import CORNER_MM


@dataclass(frozen=True)
class DominoSpec(BlockSpec):
    """A domino that stands both ways.

    `front` and `back` are its large faces, `side` the two long edges, `end` the two short ones, each as it is looked at
    with the upper end up (a `side` and an `end` are narrow, `thickness_mm` wide).
    """

    front: Face
    back: Face
    side: Face
    end: Face
    filaments: tuple[Filament, ...] = ()

    smaller: ClassVar[str] = "make domino.width_mm smaller"
    larger: ClassVar[str] = "make the domino larger or thicker"

    @property
    def sides(self) -> tuple[Face, Face, Face, Face, Face, Face]:
        """Front, back, right, left, upper and lower end; both edges of a kind are alike, whichever end is up."""
        return self.front, self.back, self.side, self.side, self.end, self.end

    @property
    def edge_end_mm(self) -> float:
        """As much as a sticker is rounded by."""
        return CORNER_MM
