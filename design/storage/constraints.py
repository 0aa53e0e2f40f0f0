"""What the layout of the storage box depends on: its goods, the printer, the gaps, and the space that the lid takes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from design.config.printer import Printer
from design.config.rail_sizes import RailSizes, play_up_mm, rail_sizes
from design.config.settings import StorageBox
from design.packing.goods import Goods, Store

LIP_GAP_MM = 0.4
"""Gap between the lid's lip and the walls between the stores, below it and next to it."""
RIDGE_LINES = 1.5
"""Width of the top of a sliding lid's ridge, in nozzle lines."""
RIDGE_PLAY_MM = 0.1
"""Gap between a sliding lid's ridge and the wall it clicks behind, and below it."""


@dataclass(frozen=True)
class Constraints:
    """What the layout depends on; also the cache key of the search, which runs once for tray and lid."""

    stores: tuple[Store, ...]
    papers: tuple[tuple[Goods, ...], ...]
    box: StorageBox
    printer: Printer
    clearance_mm: float
    lid_clearance_mm: float
    slide_clearance_mm: float
    split_clearance_mm: float

    @property
    def rails(self) -> RailSizes | None:
        """Sizes of a sliding lid and its rails; None for a lift-off lid."""
        printer, box = self.printer, self.box
        if box.lid != "sliding":
            return None
        return rail_sizes(self.slide_clearance_mm, printer.nozzle_mm, printer.layer_mm, printer.foot_relief_mm, box.floor_mm)

    @property
    def ridge_mm(self) -> tuple[float, float]:
        """Height and top width of a sliding lid's ridge.

        It is `lid_grip_mm` higher than the lid can be lifted, rounded to the nearest layer above that.
        """
        grip, layer, play = self.box.lid_grip_mm, self.printer.layer_mm, play_up_mm(self.slide_clearance_mm)
        layers = max(round((play + grip) / layer), math.floor(play / layer + 1e-6) + 1)
        high = round(layers * layer, 6) if grip else 0.0
        return high, round(RIDGE_LINES * self.printer.nozzle_mm, 6)

    @property
    def joined_wall_mm(self) -> float:
        """Wall thickness available over the whole height for the joints of a split box: without the groove."""
        return round(self.box.wall_mm - (self.rails.deep_mm if self.rails else 0.0), 6)

    @property
    def ring_mm(self) -> float:
        """From the tray's inner wall to the inside of the lid's lip, or of a sliding lid's ridge."""
        if self.rails:
            high, top = self.ridge_mm
            return round(RIDGE_PLAY_MM + 2 * high + top, 6)
        return round(self.lid_clearance_mm + lip_wall_mm(self.printer), 6)

    @property
    def goods(self) -> tuple[Goods, ...]:
        """Everything in the stores."""
        return tuple(kind for store in self.stores for kind in store.goods)

    @property
    def lip_room_mm(self) -> float:
        """How far the walls between the stores end below the rim to clear the lid's lip, in whole layers."""
        return 0.0 if self.rails else self.printer.whole_layers(self.box.lid_lip_mm + LIP_GAP_MM)

    def inner_mm(self, stack_mm: float, papers_mm: float) -> float:
        """Height inside the box below the rim: the stores, and above them the papers next to or below the lip."""
        layer = self.printer.whole_layers
        air = max(self.box.headroom_mm, self.ridge_mm[0] + RIDGE_PLAY_MM) if self.rails else self.box.headroom_mm
        return round(layer(stack_mm + air) + max(layer(papers_mm), self.lip_room_mm), 6)


def lip_wall_mm(printer: Printer) -> float:
    """Thickness of the lid's lip: three lines of the nozzle."""
    return round(3 * printer.nozzle_mm, 6)
