"""What the builders of number boards see: plates, connectors, and the keys that pair them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from design.faces.face import Face
from design.faces.filaments import Filament


@dataclass(frozen=True)
class Key:
    """A key of a connector: a rib on the tongue, in one of the slots, that only the right plate has a groove for.

    The groove is in the plate's back, which is up in print: a channel without a roof, so nothing has to be bridged.
    `at_mm` is the distance of its middle from the plate's end, `height_mm` how far it reaches up from the
    table: it ends below the top, so that a plate upside down sits on it.
    """

    at_mm: float
    width_mm: float
    depth_mm: float
    height_mm: float


class Hand(StrEnum):
    """The end of the board a connector stands at, from the owner's seat."""

    LEFT = "left"
    RIGHT = "right"


class BoardSide(StrEnum):
    """The side of the board that a plate stands at: its front faces that way."""

    OWNER = "owner"
    TABLE = "table"


@dataclass(frozen=True)
class PlateSpec:
    """A plate of the number board. `front` and `back` have their own origins in the plate's middle.

    Spacers stand at `spacers_x` on the back, from the middle, seen from the front; `key` is the groove
    in the back at both ends, `groove_mm` its clearance a side. Backs stand `channel_mm` apart.
    """

    name: str
    side: BoardSide
    length_mm: float
    height_mm: float
    thickness_mm: float
    front: Face
    back: Face
    front_depth_mm: float
    back_depth_mm: float
    spacers_x: tuple[float, ...]
    spacer_width_mm: float
    spacer_height_mm: float
    key: Key
    groove_mm: float
    channel_mm: float
    foot_relief_mm: float
    filaments: tuple[Filament, ...] = ()


@dataclass(frozen=True)
class ConnectorSpec:
    """A connector: two slots, `tongue_mm` apart, each with the key of its plate on the tongue.

    The plates' ends stand `plate_end_x_mm` from the board's middle, `end_clearance_mm` before the slot's bottom.
    """

    name: str
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

    @property
    def plan_mm(self) -> tuple[float, float]:
        """Length and depth of what it stands on: the foot reaches as far beyond the end wall as it does to either side."""
        body = 2 * (self.slot_mm + self.wall_mm) + self.tongue_mm
        out = max(0.0, (self.foot_mm - body) / 2)
        return round(self.slot_depth_mm + self.wall_mm + out, 6), round(body + 2 * out, 6)
