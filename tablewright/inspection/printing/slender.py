"""What is too thin to print: lines and walls thinner than the nozzle can draw, and columns that sway."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from design.config.printer import Printer
from design.parts.thinness import PLAY_MM, RELIEF_MM, longer_side, thinner, width_of
from tablewright.inspection.printing.layers import Run

FREE_LINES = 2.5
"""A free-standing wall or pin is this many nozzle lines thick (1.0 mm with 0.4)."""
FREE_HEIGHT = 5.0
"""Anything thinner that stands free may be this many times as high as thick."""
COLUMN_LINES, COLUMN_SIDES, COLUMN_HEIGHT = 4.0, 5.0, 10.0
"""A column is thinner than this many lines and at most this many thicknesses long; it may be this many thicknesses high."""


@dataclass(frozen=True)
class _Standing:
    """An island of a layer and the slender ones below it, from `foot_mm` up, `thick_mm` thick on average."""

    area: Polygon
    foot_mm: float
    thick_mm: float


def wall_faults(runs: Sequence[Run], printer: Printer) -> list[str]:
    """Strokes thinner than a line and a half anywhere, and walls thinner than two lines that rise above a relief."""
    found = []
    standing: list[tuple[Polygon, float]] = []
    for run in runs:
        walls = []
        thin_here = thinner(run.area, printer.wall_mm, printer.wall_mm)
        for thin in thin_here:
            below = [foot for area, foot in standing if area.intersects(thin)]
            foot = min([run.low_mm, *below])
            if run.high_mm - foot > RELIEF_MM + PLAY_MM:
                found.append((thin, foot, width_of(thin), printer.wall_mm))
            walls.append((thin, foot))
        if thin_here:
            strokes = thinner(run.area, printer.stroke_mm, printer.wall_mm)
            found += [(thin, run.low_mm, width_of(thin), printer.stroke_mm) for thin in strokes]
        standing = walls
    said: list[str] = []
    seen: list[BaseGeometry] = []
    for thin, z, width, least in found:
        if any(thin.intersects(other) for other in seen):
            continue
        seen.append(thin)
        said.append(f"has a wall of {width:.2f} mm {_place(thin, z)}, must be at least {least:g} mm")
    return said


def column_faults(runs: Sequence[Run], printer: Printer) -> list[str]:
    """Free-standing walls, pins and columns that are too thin for their height."""
    found = []
    before: list[_Standing] = []
    for run in runs:
        now = []
        for island in run.area.geoms:
            if not island.buffer(-COLUMN_LINES * printer.nozzle_mm / 2, quad_segs=4).is_empty:
                continue
            thick = 2 * shapely.maximum_inscribed_circle(island, tolerance=PLAY_MM / 2).length
            foot, own = run.low_mm, run.high_mm - run.low_mm
            below = min((one for one in before if one.area.intersects(island)), key=lambda one: one.foot_mm, default=None)
            if below is not None:
                thick = (thick * own + below.thick_mm * (run.low_mm - below.foot_mm)) / (run.high_mm - below.foot_mm)
                foot = below.foot_mm
            most = _most_height(island, thick, printer)
            if most is None:
                continue
            if run.high_mm - foot > most + PLAY_MM:
                what = f"has a column of {thick:.2f} mm, {run.high_mm - foot:.1f} mm high or higher,"
                found.append(f"{what} {_place(island, foot)}, may be {most:.1f} mm high")
                continue
            now.append(_Standing(island, foot, thick))
        before = now
    return found


def _most_height(island: Polygon, thick_mm: float, printer: Printer) -> float | None:
    """How high something with this section may stand alone; None if it is stout."""
    if thick_mm < FREE_LINES * printer.nozzle_mm - PLAY_MM:
        return FREE_HEIGHT * thick_mm
    longest = longer_side(island)
    if thick_mm < COLUMN_LINES * printer.nozzle_mm and longest <= COLUMN_SIDES * thick_mm:
        return COLUMN_HEIGHT * thick_mm
    return None


def _place(area: BaseGeometry, z_mm: float) -> str:
    point = area.representative_point()
    return f"at x = {point.x:.1f}, y = {point.y:.1f}, z = {z_mm:.1f} mm"
