"""How deep the grooves of a sliding lid are, and how thick that makes lid and walls: whole lines, whole layers."""

from __future__ import annotations

import math
from dataclasses import dataclass

HOLD_MM = 0.9
"""How far the lid's edges reach under the grooves' roofs at least: about what a dovetail holds by."""
LAND_MM = 0.6
"""Height of the upright part of the lid's edges at least: no edge is sharp."""
SLOPE = 1.1
"""Height to depth of what leans: 42 degrees from upright, since slicers support what leans by 45."""
KEPT_MM = 0.08
"""Air beside the lid where two pads meet. Closed, it can be lifted by hardly more: with the layer that papers may lie
below the walls that is less than a card of 0.3 mm."""
PAD_SHARES = (0.08, 0.37, 0.71, 0.93)
"""Where pads are, as shares of the grooves' length: no two pairs are equally far apart, so one pad passes at a time."""
PAD_FLAT_MM, PAD_RAMP_MM = 6.0, 2.0
"""Length of a pad, and of the ramps at its ends."""
WALL_LINES = 2
"""Lines of the nozzle that are left of a wall behind its groove."""


@dataclass(frozen=True)
class RailSizes:
    """What follows from nozzle, layers and clearance: a groove's depth and upright part, and the lid's thickness."""

    deep_mm: float
    land_mm: float
    high_mm: float


def groove_mm(clearance_mm: float, nozzle_mm: float) -> float:
    """Depth of a groove: what the lid holds by and its air, in whole lines, so that the wall behind it is too."""
    return round(math.ceil(round((clearance_mm + HOLD_MM) / nozzle_mm, 6)) * nozzle_mm, 6)


def rail_wall_mm(clearance_mm: float, nozzle_mm: float) -> float:
    """The thinnest wall that a groove goes into."""
    return round(groove_mm(clearance_mm, nozzle_mm) + WALL_LINES * nozzle_mm, 6)


def play_up_mm(clearance_mm: float) -> float:
    """How far the lid can be lifted in its grooves where no pads meet."""
    return round(SLOPE * clearance_mm, 6)


def pad_mm(clearance_mm: float) -> float:
    """How far a pad stands out, of two that leave `KEPT_MM` of the clearance between them."""
    return round(max(0.0, clearance_mm - KEPT_MM) / 2, 6)


def rail_sizes(clearance_mm: float, nozzle_mm: float, layer_mm: float, relief_mm: float, floor_mm: float) -> RailSizes:
    """The sizes of rails and lid.

    Args:
        clearance_mm: air beside the lid, each side.
        nozzle_mm: width of a line.
        layer_mm: height of a layer.
        relief_mm: the foot's: as far below the top the roofs end, since the lid's first layer may be wider.
        floor_mm: the lid is no thinner than the box's floor.
    """
    deep = groove_mm(clearance_mm, nozzle_mm)
    least = max(floor_mm, SLOPE * deep + relief_mm + LAND_MM)
    high = round(math.ceil(round(least / layer_mm, 6)) * layer_mm, 6)
    return RailSizes(deep, round(high - relief_mm - SLOPE * deep, 6), high)
