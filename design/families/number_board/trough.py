"""The number board of card: a strip whose two sides are folded up into tents, with a channel for cards between them.

The strip's middle is the base. From each of its long edges, the feet, a panel with numbers leans inward, up to a ridge.
From there a wall goes straight down to the base, and a flap runs along it back to the foot, where its tabs go out through
slits. So each side is a triangle, which holds its shape. The channel between the walls is narrower than the tabs are
deep, so no flap slips out while the board stands. Nothing is glued, so the board can be unfolded and stored flat.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from design.families.number_board.geometry import PLACES, Standing

END_MM = 4.0
"""Card beyond the outer places."""
DEPTH_OF_PANEL, DEPTH_OF_CARD = 0.5, 0.2
"""Least depth of a tent, as shares of the board's and a card's height, so that no board tips below 21 degrees."""
TAB_MM, TAB_SHARE = 14.0, 0.45
"""Width of a tab, and its greatest share of a place's width."""
TAB_OUT_MM = 3.5
"""How much the depth of a tab exceeds the channel's width."""
TAB_PLACES = (0, 2, 4)
"""The places that have a tab on both sides."""
LONG_MM = 150.0
"""A board that is longer than this when folded across once is folded twice, so that it goes into the tuck box."""
SLIT_MORE_MM = 0.5
"""How much longer than its tab a slit is at each end."""
FLAP_SHY_MM = 0.3
"""How far a flap ends before the foot, and before the board's ends."""


@dataclass(frozen=True)
class Trough:
    """A board's cross-section with its card lying flat, from the middle of the base outward, and its plan; all in mm.

    foot: from the middle to where a panel begins; then the lengths of panel, wall, flap and tab. card: its card's thickness.
    """

    length: float
    pitch: float
    height: float
    channel: float
    card: float
    foot: float
    panel: float
    wall: float
    flap: float
    tab: float

    @property
    def places_x(self) -> tuple[float, ...]:
        """The middles of the places; the board's middle is 0."""
        return tuple(round((place - (PLACES - 1) / 2) * self.pitch, 6) for place in range(PLACES))

    @property
    def tab_width(self) -> float:
        """Width of a tab."""
        return min(TAB_MM, TAB_SHARE * self.pitch)

    @property
    def ridge(self) -> float:
        """Distance from the middle of the base to a ridge when the strip lies flat."""
        return round(self.foot + self.panel, 6)

    @property
    def hem(self) -> float:
        """The same distance to where a wall ends and its flap begins."""
        return round(self.ridge + self.wall, 6)

    @property
    def edge(self) -> float:
        """The same distance to the end of a flap."""
        return round(self.hem + self.flap, 6)

    @property
    def folded_before(self) -> tuple[int, ...]:
        """The places before which the board is folded across for storage: one near its middle, or two if it is long."""
        return (2,) if self.length / 2 + self.pitch / 2 <= LONG_MM else (1, 3)

    @property
    def across(self) -> tuple[float, ...]:
        """Positions of these folds, from the board's middle."""
        return tuple(self.border(place) for place in self.folded_before)

    def border(self, place: int) -> float:
        """Where a place begins."""
        return round((place - PLACES / 2) * self.pitch, 6)

    @property
    def stored(self) -> tuple[float, float, int]:
        """Length, width and layers of a stored board: ridges folded flat, then folded across.

        Panels and base lie side by side, with a wall and its flap on them where both flaps' tabs lie on each other.
        """
        ends = (-self.length / 2, *self.across, self.length / 2)
        long = max(after - before for before, after in pairwise(ends))
        return round(long, 6), round(2 * self.ridge, 6), 3 * (len(ends) - 1)


def trough(stands: Standing, pitch_mm: float, height_mm: float, clearance_mm: float, card_mm: float) -> Trough:
    """The board for what stands in it.

    Args:
        stands: cards or tiles as inserted.
        pitch_mm: distance from place to place.
        height_mm: height of the ridges above the table.
        clearance_mm: gap at each face of a card.
        card_mm: thickness of the card from which the board is folded.
    """
    channel = stands.thick_mm + 2 * clearance_mm
    depth = max(DEPTH_OF_PANEL * height_mm, DEPTH_OF_CARD * stands.height_mm)
    # Lengths are measured in the middle of the card: a wall's middle is half its thickness beside the channel.
    foot = depth + (channel + card_mm) / 2
    return Trough(
        length=round(PLACES * pitch_mm + 2 * END_MM, 6),
        pitch=pitch_mm,
        height=height_mm,
        channel=round(channel, 6),
        card=card_mm,
        foot=round(foot, 6),
        panel=round(math.hypot(depth, height_mm), 6),
        # The wall stands on its flap, which lies on the base.
        wall=round(height_mm - card_mm, 6),
        flap=round(depth - FLAP_SHY_MM, 6),
        tab=round(channel + TAB_OUT_MM, 6),
    )
