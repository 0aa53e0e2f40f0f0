"""What the parts of a storage box have in common: seams go where they meet the fewest walls, openings and letters."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from shapely.geometry.base import BaseGeometry

from design.config.printer import Printer
from design.parts.part_spec import PartSpec
from design.parts.splitting.box_dovetails import split_box
from design.parts.splitting.dovetails import Joint, Line


@dataclass(frozen=True)
class BoxPartSpec(PartSpec):
    """The box, or its lid."""

    @abstractmethod
    def obstacles(self) -> tuple[BaseGeometry, BaseGeometry]:
        """What dovetails keep clear of, and what seams avoid if they can."""

    @abstractmethod
    def ready(self, lines: Sequence[Line], joint: Joint) -> Self:
        """The part before it is cut along these seams."""

    def pad_mm(self, joint: Joint) -> float:
        """How far its walls are thickened outside at a seam."""
        del joint
        return 0.0

    def cut(self, printer: Printer, joint: Joint) -> tuple[PartSpec, tuple[Line, ...]] | None:
        """Cut into the fewest parts that fit the bed."""
        lines = None if self.lies_on(printer) else split_box(self, printer, joint)
        return None if lines is None else (self.ready(lines, joint), lines)
