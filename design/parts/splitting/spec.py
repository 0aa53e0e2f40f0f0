"""What the builder of a split part sees."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import MultiPolygon

from design.config.printer import Printer
from design.faces.face import Face
from design.parts.part_spec import BedSide, FreeWall, PartSpec, ReliefLayer, Size
from design.parts.splitting.dovetails import regions


@dataclass(frozen=True)
class SplitSpec(PartSpec):
    """One part of a piece that is longer than the bed: `number` from the lowest x, 0 for the first.

    `seams` lie in the plan of the whole as it is printed, from the lowest x, each the corners of its line;
    faces stand `clearance_mm` apart. What it shows, and what keeps it from being printed well, is the whole's.
    """

    whole: PartSpec
    number: int
    seams: tuple[tuple[tuple[float, float], ...], ...]
    clearance_mm: float

    @property
    def region(self) -> MultiPolygon:
        """What it takes of the whole's outline, in the plan of the whole."""
        return regions(self.seams, self.whole.outline, self.clearance_mm)[self.number]

    @property
    def extent_mm(self) -> Size:
        """Its region's, as high as the whole is there."""
        region = self.region
        left, bottom, right, top = region.bounds
        return right - left, top - bottom, self.whole.height_over(region)

    @property
    def whole_part(self) -> PartSpec:
        """The whole that it is a part of."""
        return self.whole

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """The whole's."""
        return self.whole.shown_faces

    @property
    def ground(self) -> str:
        """The whole's."""
        return self.whole.ground

    @property
    def bed_side(self) -> BedSide | None:
        """The whole's."""
        return self.whole.bed_side

    @property
    def free_walls(self) -> tuple[FreeWall, ...]:
        """The whole's."""
        return self.whole.free_walls

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """The whole's."""
        return self.whole.reliefs(printer)
