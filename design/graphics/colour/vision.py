"""How different two colours are for normal vision, three kinds of colour blindness, and in grey print.

Distances are CIEDE2000 (CIE 142-2001) in CIELAB under D65; colour blindness follows Machado, Oliveira and Fernandes
2009 at full severity. coloraide computes both. 1 is just visible side by side; 100 is black and white.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coloraide import Color

LAB, DISTANCE = "lab-d65", "2000"
"""CIELAB and CIEDE2000, by coloraide's names."""
LIGHT = "srgb-linear"
"""The colour space in which filters are applied: linear light."""


class Sight(StrEnum):
    """Who is looking, or how it is printed."""

    USUAL = "usual sight"
    DEUTERANOPIA = "deuteranopia"
    PROTANOPIA = "protanopia"
    TRITANOPIA = "tritanopia"
    GREY = "print in grey"


FILTERS = {Sight.DEUTERANOPIA: "deutan", Sight.PROTANOPIA: "protan", Sight.TRITANOPIA: "tritan"}
"""coloraide's names."""


@lru_cache(maxsize=4096)
def apart(one: str, other: str, sight: Sight = Sight.USUAL) -> float:
    """The distance between two colours for a kind of vision."""
    return float(seen(one, sight).delta_e(seen(other, sight), method=DISTANCE, space=LAB))


def nearest(one: str, other: str) -> tuple[float, Sight]:
    """The least distance between two colours for any kind of vision, and which kind it is."""
    return min((apart(one, other, sight), sight) for sight in Sight)


@lru_cache(maxsize=1024)
def seen(colour: str, sight: Sight = Sight.USUAL) -> Color:
    """#rrggbb as it is seen, clipped to what a screen shows."""
    from coloraide import Color

    found = Color(colour)
    if sight is Sight.GREY:
        return found.filter("grayscale", space=LIGHT)
    if sight in FILTERS:
        return found.filter(FILTERS[sight], method="machado", space=LIGHT).clip(LIGHT)
    return found
