"""The specification of dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from design.faces.face import Face
from design.faces.filaments import Filament
from design.parts.block import BlockSpec


@dataclass(frozen=True)
class DieSpec(BlockSpec):
    """A die with six faces, `values` those of 1 to 6: 1 lies on the bed, and opposite faces make 7.

    Its edges are taken off as a block's are, the upright ones by a radius of `corner_mm`. With 1 down and 3 toward +Y,
    2 is at the left: 1, 2, 3 run counter-clockwise around their corner, as on most dice of the West.
    """

    values: tuple[Face, Face, Face, Face, Face, Face]
    corner_mm: float
    filaments: tuple[Filament, ...] = ()

    smaller: ClassVar[str] = "make edge_mm of its spec smaller, or the die's first face"
    larger: ClassVar[str] = "make edge_mm of its spec larger, or relief_mm or rounding_mm smaller"

    @property
    def sides(self) -> tuple[Face, Face, Face, Face, Face, Face]:
        """6 in front, up in print, and 1 on the bed; 5 and 2 at the sides, 3 and 4 at the ends."""
        one, two, three, four, five, six = self.values
        return six, one, five, two, three, four

    @property
    def edge_end_mm(self) -> float:
        """The upright edges' radius."""
        return self.corner_mm
