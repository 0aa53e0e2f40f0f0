"""Depth of a sliding lid's grooves, and the thickness that lid and walls need for them, in whole lines and layers."""

from __future__ import annotations

import math
from dataclasses import dataclass

HOLD_MM = 0.9
"""Least overlap of the lid's edges under the grooves' roofs; about that of a dovetail."""
LAND_MM = 0.6
"""Least height of the upright part of the lid's edges, so that no edge is sharp."""
SLOPE = 1.1
"""Height per depth of slopes: 42 degrees from vertical, since slicers support slopes of 45."""
KEPT_MM = 0.08
"""Gap at the lid where two pads meet. A closed lid lifts by hardly more. Even with the layer by which papers may lie below
the walls' top, that is less than a card of 0.3 mm.
"""
PAD_SHARES = (0.08, 0.37, 0.71, 0.93)
"""Positions of the pads, as shares of the grooves' length; no two spacings are equal, so only one pad passes at a time."""
PAD_FLAT_MM, PAD_RAMP_MM = 6.0, 2.0
"""Length of a pad, and of the ramps at its ends."""
WALL_LINES = 2
"""Nozzle lines left of a wall behind its groove."""


@dataclass(frozen=True)
class RailSizes:
    """What follows from nozzle, layers and clearance: a groove's depth and upright part, and the lid's thickness."""

    deep_mm: float
    land_mm: float
    high_mm: float


def groove_mm(clearance_mm: float, nozzle_mm: float) -> float:
    """Depth of a groove: the lid's overlap plus its clearance, in whole lines, so that the wall behind it has whole lines."""
    return round(math.ceil(round((clearance_mm + HOLD_MM) / nozzle_mm, 6)) * nozzle_mm, 6)


def rail_wall_mm(clearance_mm: float, nozzle_mm: float) -> float:
    """The thinnest wall that a groove fits into."""
    return round(groove_mm(clearance_mm, nozzle_mm) + WALL_LINES * nozzle_mm, 6)


def play_up_mm(clearance_mm: float) -> float:
    """How far the lid can be lifted in its grooves where no pads meet."""
    return round(SLOPE * clearance_mm, 6)


def pad_mm(clearance_mm: float) -> float:
    """How far a pad protrudes; two of them leave `KEPT_MM` of the clearance."""
    return round(max(0.0, clearance_mm - KEPT_MM) / 2, 6)


def rail_sizes(clearance_mm: float, nozzle_mm: float, layer_mm: float, relief_mm: float, floor_mm: float) -> RailSizes:
    """The sizes of rails and lid.

    Args:
        clearance_mm: clearance at the lid's edges, per side.
        nozzle_mm: width of a line.
        layer_mm: height of a layer.
        relief_mm: chamfer of the foot; the roofs end this far below the top, since the lid's first layer may be wider.
        floor_mm: thickness of the box's floor, the least for the lid.
    """
    deep = groove_mm(clearance_mm, nozzle_mm)
    least = max(floor_mm, SLOPE * deep + relief_mm + LAND_MM)
    high = round(math.ceil(round(least / layer_mm, 6)) * layer_mm, 6)
    return RailSizes(deep, round(high - relief_mm - SLOPE * deep, 6), high)
