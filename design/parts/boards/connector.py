"""The specification of a number board's connectors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from design.faces.filaments import Filament
from design.packing.goods import Stacking
from design.parts.boards.number_board import Hand, Key
from design.parts.part_spec import PartSpec, Size


@dataclass(frozen=True)
class ConnectorSpec(PartSpec):
    """A connector: two slots, `tongue_mm` apart, each with the key of its plate on the tongue.

    The plates' ends stand `plate_end_x_mm` from the board's middle, `end_clearance_mm` short of the slot's bottom.
    """

    hand: Hand
    height_mm: float
    slot_mm: float
    slot_depth_mm: float
    plate_end_x_mm: float
    end_clearance_mm: float
    tongue_mm: float
    wall_mm: float
    foot_mm: float
    key_owner: Key
    key_table: Key
    foot_relief_mm: float
    filaments: tuple[Filament, ...] = ()

    stacking: ClassVar[Stacking] = Stacking.STANDING
    plain_back: ClassVar[bool] = True

    @property
    def extent_mm(self) -> Size:
        """Its base and height; the foot reaches as far beyond the end wall as to either side."""
        body = 2 * (self.slot_mm + self.wall_mm) + self.tongue_mm
        out = max(0.0, (self.foot_mm - body) / 2)
        return round(self.slot_depth_mm + self.wall_mm + out, 6), round(body + 2 * out, 6), self.height_mm
