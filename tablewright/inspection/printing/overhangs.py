"""What a part prints over air: islands that start in mid-air, overhangs and bridges.

A slicer's own supports do not show this: PrusaSlicer 2.5 supports no bridge, however long, and with supports off it
prints an overhang of 40 mm without a warning.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import shapely
from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from design.config.printer import Printer
from design.graphics.polygons import as_multi
from design.parts.bridges import BRIDGE_MM, bridge
from tablewright.inspection.printing.layers import Run
from tablewright.inspection.solids.measures.stl import Solid

STEEPEST_DEG = 45.0
"""A surface may lean out this far from vertical (FDM design rule: overhangs up to 45 degrees)."""
PLAY_DEG = 1.0
"""Extra lean allowed for triangles of a curved or chamfered surface."""
LEDGE_LINES = 1.25
"""A ledge narrower than this many nozzle lines holds on to the line next to it."""
RESTING_MM2 = 1e-3
"""An island that shares less area than this with the layer below rests on nothing."""


def overhang_faults(solid: Solid, runs: Sequence[Run], printer: Printer) -> list[str]:
    """Islands, overhangs and bridges that print badly, each with its place, size and limit."""
    found = _leaning(solid, printer)
    for below, above in pairwise(runs):
        found += _overhangs_between(below, above, printer)
    return found


def _overhangs_between(below: Run, above: Run, printer: Printer) -> list[str]:
    """The parts of a layer that are over air, given the layer below."""
    step = printer.layer_mm * math.tan(math.radians(STEEPEST_DEG + PLAY_DEG))
    found, resting = [], []
    for island in above.area.geoms:
        if island.intersection(below.area).area > RESTING_MM2:
            resting.append(island)
        else:
            found.append(f"begins in the air {_place(island, above.low_mm)}: an island with nothing below it")
    air = as_multi(MultiPolygon(resting).difference(below.area.buffer(step)))
    for roof in air.geoms:
        wide = roof.buffer(-LEDGE_LINES * printer.nozzle_mm / 2)
        if wide.is_empty:
            continue
        laid = bridge(roof, below.area, step, printer.nozzle_mm, wide)
        place = _place(roof, above.low_mm)
        if math.isinf(laid.span_mm):
            found.append(f"overhangs {laid.reach_mm:.1f} mm {place}: over air, and not held at both ends in any direction")
        elif not laid.holds:
            found.append(f"bridges {laid.span_mm:.1f} mm {place}, must be at most {BRIDGE_MM:g} mm")
    return found


def _leaning(solid: Solid, printer: Printer) -> list[str]:
    """Surfaces that lean out more than 45 degrees and are wider over air than a ledge; level roofs are judged above."""
    normals, corners = solid.mesh.face_normals, solid.mesh.triangles
    limit = -math.sin(math.radians(STEEPEST_DEG + PLAY_DEG))
    level = corners[:, :, 2].max(axis=1) - corners[:, :, 2].min(axis=1) < printer.layer_mm / 4
    steep = (normals[:, 2] < limit) & ~level
    if not steep.any():
        return []
    flat = shapely.make_valid(shapely.polygons(corners[steep][:, :, :2]))
    found = []
    for area in as_multi(shapely.union_all(flat)).geoms:
        if area.buffer(-LEDGE_LINES * printer.nozzle_mm / 2).is_empty:
            continue
        inside = shapely.intersects(area, flat)
        lean = math.degrees(math.asin(min(1.0, -float(normals[steep][inside][:, 2].min()))))
        low = float(corners[steep][inside][:, :, 2].min())
        found.append(f"leans out {lean:.0f} degrees {_place(area, low)}, must be at most {STEEPEST_DEG:g}")
    return found


def _place(area: BaseGeometry, z_mm: float) -> str:
    point = area.representative_point()
    return f"at x = {point.x:.1f}, y = {point.y:.1f}, z = {z_mm:.1f} mm"
