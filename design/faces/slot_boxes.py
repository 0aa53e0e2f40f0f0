"""Where a slot lies on its face, and how far it extends past the trim if it reaches the edge."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shapely.geometry import Polygon

from rules.slots import Slot

EDGE_MM = 0.01
"""A slot this close to the edge reaches it."""


@dataclass(frozen=True)
class SlotBox:
    """A slot on the face: its corners in the face's own coordinates, and the sides where it extends into the bleed."""

    left: float
    bottom: float
    right: float
    top: float
    bleeds: frozenset[str] = frozenset()

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From the bottom up."""
        return self.top - self.bottom

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    def gaps(self, trim: Polygon) -> dict[str, float]:
        """How far each side lies inside the trim's box; negative if outside."""
        left, bottom, right, top = trim.bounds
        return {
            "left": self.left - left,
            "bottom": self.bottom - bottom,
            "right": right - self.right,
            "top": top - self.top,
        }

    def drawn_on(self, trim: Polygon, bleed_mm: float) -> SlotBox:
        """The box with each side that reaches the trim's box extended to the end of the bleed, if it is not there already."""
        reached = {side: gap for side, gap in self.gaps(trim).items() if gap <= EDGE_MM}
        more = {side: max(0.0, bleed_mm + gap) for side, gap in reached.items()}
        return replace(
            self,
            left=self.left - more.get("left", 0.0),
            bottom=self.bottom - more.get("bottom", 0.0),
            right=self.right + more.get("right", 0.0),
            top=self.top + more.get("top", 0.0),
            bleeds=frozenset(reached),
        )


def slot_box_of(slot: Slot, trim: Polygon) -> SlotBox:
    """The box of a slot, whose coordinates start at the trim's upper left corner."""
    left, _, _, top = trim.bounds
    (x, y), (width, height) = slot.at, slot.size
    return SlotBox(left + x, top - y - height, left + x + width, top - y)
