"""Whether a solid is the board of squares that it must be: its outline, its lines, its seats and what is sunk into them."""

from __future__ import annotations

from shapely.geometry.base import BaseGeometry

from design.faces.filaments import seen
from design.graphics.polygons import rectangle
from design.parts.boards.squares import SquaresSpec
from tablewright.inspection.solids.judge import RELIEF, ColourLevel, Judge, Level
from tablewright.inspection.solids.measures.compared import compared
from tablewright.inspection.solids.measures.extents import Size, size_faults, volume_faults
from tablewright.inspection.solids.measures.reliefs import EDGE_MM, RIM_MM
from tablewright.inspection.solids.measures.stl import Solid


def squares_size(spec: SquaresSpec) -> Size:
    """Length, depth and thickness."""
    return spec.length_mm, spec.depth_mm, spec.thickness_mm


def squares_faults(solid: Solid, spec: SquaresSpec) -> list[str]:
    """A board of squares as it lies on the table."""
    trim = rectangle(spec.length_mm, spec.depth_mm, spec.corner_mm)
    sunk = spec.line_depth_mm * (spec.top.relief().area + spec.floors.relief().area)
    # Around a seat's edge the chamfer takes a triangle away.
    seat = spec.seat.area * spec.seat_depth_mm + spec.seat.length * spec.lead_mm**2 / 2
    rims = trim.length * (spec.foot_relief_mm**2 + RIM_MM**2) / 2
    volume = trim.area * spec.thickness_mm - rims - len(spec.middles) * seat - sunk
    found = size_faults(solid, squares_size(spec)) + volume_faults(solid, volume)
    if found:
        return found
    inner = trim.buffer(-EDGE_MM, join_style="mitre")
    cuts = [(what, z, wanted, trim) for what, z, wanted in squares_outline(spec)]
    cuts += [(what, z, wanted, inner) for what, z, wanted in squares_reveals(spec)]
    return compared(solid, cuts, trim.bounds)


def squares_outline(spec: SquaresSpec) -> list[Level]:
    """A cut below all that is sunk into it."""
    low = spec.floor_mm - (spec.line_depth_mm if not spec.floors.relief().is_empty else 0.0)
    return [("its outline", (spec.foot_relief_mm + low) / 2, rectangle(spec.length_mm, spec.depth_mm, spec.corner_mm))]


def squares_reveals(spec: SquaresSpec) -> list[Level]:
    """Lines, seats, and what the seats' floors show."""
    trim = rectangle(spec.length_mm, spec.depth_mm, spec.corner_mm)
    half = spec.line_depth_mm / 2
    # So high up a seat is wider by what is left of its chamfer.
    wider = spec.seats.buffer(max(0.0, spec.lead_mm - half))
    levels = [
        ("its lines", spec.thickness_mm - half, trim.difference(spec.top.relief()).difference(wider)),
        ("its seats", (spec.floor_mm + spec.thickness_mm - spec.lead_mm) / 2, _with_lines(spec).difference(spec.seats)),
    ]
    marks = spec.floors.relief()
    return levels if marks.is_empty else [*levels, ("its numbers", spec.floor_mm - half, trim.difference(marks))]


def _with_lines(spec: SquaresSpec) -> BaseGeometry:
    """The board half way down its seats: with its lines where these are as deep."""
    trim = rectangle(spec.length_mm, spec.depth_mm, spec.corner_mm)
    z = (spec.floor_mm + spec.thickness_mm - spec.lead_mm) / 2
    return trim.difference(spec.top.relief()) if z > spec.thickness_mm - spec.line_depth_mm else trim


def _levels(spec: SquaresSpec) -> tuple[ColourLevel, ...]:
    sunk, pairs = spec.line_depth_mm, ((spec.top, spec.thickness_mm), (spec.floors, spec.floor_mm))
    return tuple(ColourLevel(face, high - sunk, high, False, seen(face, RELIEF)) for face, high in pairs if face.marks)


SQUARES = Judge(
    squares_size,
    squares_faults,
    grounds=lambda spec: [spec.top.ground],
    levels=_levels,
    # Its seats stay open; what fills its lines is compared.
    stays_open=lambda _hole, _: True,
    outline=squares_outline,
    reveals=squares_reveals,
)
