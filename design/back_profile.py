"""How a printer's second side is set right: pages of backs are moved, turned and scaled before they are printed.

Figures hold for the sheet as its backs are read, turned over like the page of a book: x to the right, y up, from the
sheet's middle. A sheet that is turned on the edge across has its backs upside down in the file; the figures stay.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

Matrix = tuple[float, float, float, float, float, float]
"""x' = a x + c y + e, y' = b x + d y + f, as PDF writes it: (a, b, c, d, e, f)."""
STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class BackProfile:
    """What is done to a page of backs: scaled, turned anticlockwise about its middle, then moved."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    rotation_deg: float = 0.0
    scale: float = 1.0

    @classmethod
    def of(cls, offset: complex, turned: complex) -> BackProfile:
        """What moves points by `offset` after they were multiplied with `turned`, as complex numbers."""
        return cls(offset.real, offset.imag, math.degrees(math.atan2(turned.imag, turned.real)), abs(turned))

    @property
    def still(self) -> bool:
        """Whether backs are printed as they are."""
        return self == STAYS

    def matrix(self, width_mm: float, height_mm: float, upside_down: bool = False) -> Matrix:
        """The same for a page of this size; `upside_down` if backs stand on their heads in the file."""
        if self.still:
            return STILL
        angle = math.radians(self.rotation_deg)
        a, b = self.scale * math.cos(angle), self.scale * math.sin(angle)
        x, y = (-self.x_mm, -self.y_mm) if upside_down else (self.x_mm, self.y_mm)
        middle_x, middle_y = width_mm / 2, height_mm / 2
        return a, b, -b, a, middle_x + x - a * middle_x + b * middle_y, middle_y + y - b * middle_x - a * middle_y

    def reach_mm(self, width_mm: float, height_mm: float) -> float:
        """How far a point of a page of this size is moved at most, to the side or up."""
        a, b, c, d, e, f = self.matrix(width_mm, height_mm)
        corners = [(x, y) for x in (0, width_mm) for y in (0, height_mm)]
        return max(max(abs(a * x + c * y + e - x), abs(b * x + d * y + f - y)) for x, y in corners)

    def after(self, read: BackProfile) -> BackProfile:
        """What to do when backs that were printed so are still off, and moving them as `read` says would set them right."""
        angle = math.radians(read.rotation_deg)
        a, b = read.scale * math.cos(angle), read.scale * math.sin(angle)
        return BackProfile(
            x_mm=a * self.x_mm - b * self.y_mm + read.x_mm,
            y_mm=b * self.x_mm + a * self.y_mm + read.y_mm,
            rotation_deg=self.rotation_deg + read.rotation_deg,
            scale=self.scale * read.scale,
        )


STAYS = BackProfile()
"""Backs are printed as they are."""


def moved(matrix: Matrix, x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a transformation brings a point."""
    a, b, c, d, e, f = matrix
    return a * x_mm + c * y_mm + e, b * x_mm + d * y_mm + f


def inverse(matrix: Matrix) -> Matrix:
    """The transformation back."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    return d / whole, -b / whole, -c / whole, a / whole, (c * f - d * e) / whole, (b * e - a * f) / whole
