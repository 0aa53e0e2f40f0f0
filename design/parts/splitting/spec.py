"""What the builder of a split part sees."""

from __future__ import annotations

from dataclasses import dataclass

from design.parts.number_board import PlateSpec
from design.parts.pieces import SquaresSpec
from design.parts.storage_box import AnyLid, TraySpec


@dataclass(frozen=True)
class SplitSpec:
    """One part of a piece that is longer than the bed: `number` from the lowest x, 0 for the first.

    `seams` lie in the plan of the whole as it is printed, from the lowest x, each the corners of its line;
    faces stand `clearance_mm` apart.
    """

    name: str
    whole: PlateSpec | TraySpec | AnyLid | SquaresSpec
    number: int
    seams: tuple[tuple[tuple[float, float], ...], ...]
    clearance_mm: float
