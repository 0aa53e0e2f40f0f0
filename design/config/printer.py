"""The 3D printer: its bed, nozzle and layers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from shapely import affinity
from shapely.geometry import box

from design.config.fields import choice, measure
from rules.document import StrictModel, read_document

FOOT_RELIEF_MM, COMPENSATED_RELIEF_MM = 0.4, 0.2
"""Largest chamfer of the foot: for a slicer that leaves the first layer as it is, and for one that narrows it."""


class Printer(StrictModel):
    """The printer that parts are made for; figures set here override the preset's."""

    preset: str = choice("ender-3", "a printer of design/config/presets/printers.yaml whose figures are taken")
    bed_width_mm: float = measure(220, 60, 1000, "bed, left to right")
    bed_depth_mm: float = measure(220, 60, 1000, "bed, front to back")
    bed_height_mm: float = measure(250, 40, 1000, "printing height above the bed")
    edge_mm: float = measure(5, 0, 30, "border of the bed kept free, each side")
    corner_width_mm: float = measure(0, 0, 100, "corner at the front left kept free (a purge or cutter area), left to right")
    corner_depth_mm: float = measure(0, 0, 100, "the same corner, front to back")
    nozzle_mm: float = measure(0.4, 0.2, 1.0, "nozzle")
    layer_mm: float = measure(0.2, 0.05, 0.6, "layer height")
    part_gap_mm: float = measure(3, 1, 20, "space between two parts on a bed")
    density_g_cm3: float = measure(1.24, 0.8, 3.0, "density of the filament (PLA 1.24)", "g/cm3")
    elephant_foot_compensated: bool = choice(False, "whether the slicer narrows the first layer (elephant foot): true or false")
    fit_correction_mm: float = measure(0, -0.2, 0.4, "what this printer adds to each clearance in fits, per side")

    @property
    def usable_width_mm(self) -> float:
        """Space between the reserved borders, left to right."""
        return self.bed_width_mm - 2 * self.edge_mm

    @property
    def usable_depth_mm(self) -> float:
        """Space between the reserved borders, front to back."""
        return self.bed_depth_mm - 2 * self.edge_mm

    @property
    def wall_mm(self) -> float:
        """The thinnest wall: two nozzle lines."""
        return 2 * self.nozzle_mm

    @property
    def stroke_mm(self) -> float:
        """The thinnest engraved or raised stroke: one and a half nozzle lines."""
        return 1.5 * self.nozzle_mm

    @property
    def foot_relief_mm(self) -> float:
        """Chamfer of 45 degrees at the bed, where a squashed first layer would stick out: whole layers, at least one.

        0.2 to 0.4 mm is modest; if the slicer compensates already, the lower end is enough.
        """
        most = COMPENSATED_RELIEF_MM if self.elephant_foot_compensated else FOOT_RELIEF_MM
        return min(FOOT_RELIEF_MM, max(self.layer_mm, self.whole_layers_below(most)))

    def whole_layers(self, height_mm: float) -> float:
        """The height rounded up to whole layers."""
        return round(math.ceil(round(height_mm / self.layer_mm, 6)) * self.layer_mm, 6)

    def whole_layers_below(self, height_mm: float) -> float:
        """The height rounded down to whole layers."""
        return round(math.floor(round(height_mm / self.layer_mm, 6)) * self.layer_mm, 6)


@cache
def printer_presets() -> dict[str, dict[str, float | bool]]:
    """The presets by name: the fields of `Printer` that each sets."""
    text = (files("design.config") / "presets" / "printers.yaml").read_text(encoding="utf-8")
    return read_document(text, "design/config/presets/printers.yaml").data


TURNS_DEG = tuple(range(0, 91))
"""Angles to try; beyond them, half turns and mirror images only repeat the same cases."""


def turn_to_fit(width_mm: float, depth_mm: float, printer: Printer) -> int | None:
    """The smallest turn in degrees at which a part of this extent fits the bed; None if there is none.

    The bed's reserved border stays free, and so does its reserved corner: the part must clear it in at least one of the
    four corners of the free area.
    """
    return next(_turns(width_mm, depth_mm, printer), None)


def turns_to_fit(width_mm: float, depth_mm: float, printer: Printer) -> tuple[int, ...]:
    """Every turn in whole degrees, 0 to 90, at which a part of this extent fits the bed."""
    return tuple(_turns(width_mm, depth_mm, printer))


def _turns(width_mm: float, depth_mm: float, printer: Printer) -> Iterator[int]:
    room_x, room_y = printer.usable_width_mm, printer.usable_depth_mm
    for turn in TURNS_DEG:
        angle = math.radians(turn)
        across = width_mm * math.cos(angle) + depth_mm * math.sin(angle)
        along = width_mm * math.sin(angle) + depth_mm * math.cos(angle)
        if across <= room_x + 1e-9 and along <= room_y + 1e-9 and _clear_of_corner(width_mm, depth_mm, turn, printer):
            yield turn


def _clear_of_corner(width_mm: float, depth_mm: float, turn: int, printer: Printer) -> bool:
    if printer.corner_width_mm <= 0 or printer.corner_depth_mm <= 0:
        return True
    kept = box(0, 0, printer.corner_width_mm, printer.corner_depth_mm)
    part = affinity.rotate(box(0, 0, width_mm, depth_mm), turn, origin=(0, 0))
    left, bottom, right, top = part.bounds
    edge = printer.edge_mm
    for x in (edge, printer.bed_width_mm - edge - (right - left)):
        for y in (edge, printer.bed_depth_mm - edge - (top - bottom)):
            if affinity.translate(part, x - left, y - bottom).intersection(kept).area < 1e-9:
                return True
    return False
