"""Cutting machines: the registration marks by which a machine finds a printed sheet, and the sizes of common hole punches.

Silhouette machines look for three black marks in the corners of a page: a filled square of 5 mm at the upper left, and
an angle of two lines at the upper right and at the lower left. Their places and sizes are settings in Silhouette
Studio's page panel, which must match those here. The figures come from the public documentation of tools that make such
sheets: the square, arms of 5 to 20 mm and thin lines (the Inkscape extension inkscape-silhouette), and an inset of at
least 10 mm (silhouette-card-maker).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from shapely import affinity
from shapely.geometry import LineString, Polygon, box

from design.config.fields import choice, measure
from rules.document import StrictModel

SQUARE_MM = 5.0
"""The mark at the upper left; its size cannot be set."""
KEEP_MM = 2.0
"""White space around a mark, so that the machine takes nothing else for one."""
PUNCHES_MM = {"25mm": 25.0, "1in": 25.4, "3/4in": 19.05}
"""Diameters of hole punches by trade name."""
Punch = Literal["none", "25mm", "1in", "3/4in"]


Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top in mm."""


@dataclass(frozen=True)
class Registration:
    """Marks on the side that the machine sees and cuts from; `inset_mm` is from the paper's edge to a mark's outside.

    For an angle the inset goes to the centre lines of its arms, for the square to its outer edges.
    """

    side: Literal["front", "back"]
    inset_mm: float
    length_mm: float
    line_mm: float

    def marks(self, width_mm: float, height_mm: float) -> tuple[Polygon, Polygon, Polygon]:
        """The square and the two angles on a page of this size, as the machine sees it; y points up."""
        near, right, top = self.inset_mm, width_mm - self.inset_mm, height_mm - self.inset_mm
        upper = LineString([(right - self.length_mm, top), (right, top), (right, top - self.length_mm)])
        lower = LineString([(near, near + self.length_mm), (near, near), (near + self.length_mm, near)])
        angles = [line.buffer(self.line_mm / 2, cap_style="flat", join_style="mitre") for line in (upper, lower)]
        return box(near, top - SQUARE_MM, near + SQUARE_MM, top), angles[0], angles[1]

    def marks_in(self, left: float, bottom: float, right: float, top: float) -> tuple[Polygon, Polygon, Polygon]:
        """The marks in part of a page: the half that faces up when the page is folded."""
        square, upper, lower = (affinity.translate(one, left, bottom) for one in self.marks(right - left, top - bottom))
        return square, upper, lower

    def bars_in(self, left: float, bottom: float, right: float, top: float) -> list[Bounds]:
        """The boxes that make up the marks in part of a page: the square, and both arms of each angle."""
        square, upper, lower = (one.bounds for one in self.marks_in(left, bottom, right, top))
        line = self.line_mm
        return [
            square,
            (upper[0], upper[3] - line, upper[2], upper[3]),
            (upper[2] - line, upper[1], upper[2], upper[3]),
            (lower[0], lower[1], lower[2], lower[1] + line),
            (lower[0], lower[1], lower[0] + line, lower[3]),
        ]


class Cutting(StrictModel):
    """Registration marks for a cutting machine that scans (Silhouette); set its program to the same figures."""

    registration: Literal["none", "front", "back"] = choice(
        "none", "the side that is scanned and cut, which carries the marks: none, front or back"
    )
    mark_inset_mm: float = measure(10, 10, 30, "from the paper's edges to the marks")
    mark_length_mm: float = measure(20, 5, 20, "arms of the two angles; the square is 5 mm")
    mark_line_mm: float = measure(0.5, 0.3, 1, "thickness of the arms")

    def marks_for(self, two_sided: bool) -> Registration | None:
        """The marks of a sheet; a one-sided sheet has them on its printed side."""
        if self.registration == "none":
            return None
        side = self.registration if two_sided else "front"
        return Registration(side, self.mark_inset_mm, self.mark_length_mm, self.mark_line_mm)

    def margin_mm(self, margin_mm: float, bleed_mm: float) -> float:
        """The border that pieces and text respect: the printer's or the one the marks need, whichever is wider."""
        if self.registration == "none":
            return margin_mm
        return max(margin_mm, self.mark_inset_mm + SQUARE_MM + KEEP_MM + bleed_mm)
