"""What number boards have in common: the keys that pair plates and connectors, and the sides of a board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

BACK_RIM_MM = 0.4
"""Chamfer around a plate's back: it leads the plate into its slot and clears the foot of the connector's tongue."""


@dataclass(frozen=True)
class Key:
    """A key of a connector: a rib on the tongue in one of the slots; only the right plate has a groove for it.

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
