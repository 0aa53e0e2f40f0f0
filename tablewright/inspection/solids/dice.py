"""Whether a solid is the die it must be: each face in its place, and pips of opposite faces make seven."""

from __future__ import annotations

from design.graphics.polygons import as_multi
from design.parts.die import DieSpec
from tablewright.inspection.solids.blocks import EDGES, Sides, block_faults, block_judge, edge_section, flat_part, just_below
from tablewright.inspection.solids.measures.extents import size_faults
from tablewright.inspection.solids.measures.sections import moved_to_origin, section
from tablewright.inspection.solids.measures.stl import Solid

SPECK_MM2 = 0.2
"""What facets leave at the edge of a cut; a pip has more."""
OPPOSITE = 7
"""Pips of two opposite faces together."""


def die_sides(spec: DieSpec) -> Sides:
    """6 up and 1 on the bed, 5 at the right and 2 at the left, 3 at the upper end and 4 at the lower."""
    faces = dict(enumerate(spec.values, start=1))
    return faces[6], faces[1], faces[5], faces[2], faces[3], faces[4]


def die_faults(solid: Solid, spec: DieSpec) -> list[str]:
    """A die, lying on its 1."""
    edge = spec.thickness_mm
    found = size_faults(solid, (edge, edge, edge))
    if found:
        return found
    if [len(face.relief().geoms) for face in spec.values] == list(range(1, OPPOSITE)):
        found = _pip_faults(solid, spec)
    return found or block_faults(solid, spec, die_sides(spec))


def _pip_faults(solid: Solid, spec: DieSpec) -> list[str]:
    """Opposite faces that do not make seven, by the pips that are really there."""
    front, back, right, left, upper, lower = _pips(solid, spec)
    return [
        f"its {one} and {other} show {first} and {second} pips, must make {OPPOSITE}"
        for one, other, first, second in (
            ("front", "back", front, back),
            ("right side", "left side", right, left),
            ("upper end", "lower end", upper, lower),
        )
        if first + second != OPPOSITE
    ]


def _pips(solid: Solid, spec: DieSpec) -> list[int]:
    """How many recesses each side has, in the order of `die_sides`."""
    inner, half = spec.trim.buffer(-spec.foot_mm), spec.engrave_mm / 2
    shown = [
        inner.difference(moved_to_origin(section(solid.mesh, z), solid.flat_bounds)) for z in (spec.thickness_mm - half, half)
    ]
    shown += [
        flat_part(spec, face).difference(edge_section([solid.mesh], turn, just_below(spec)))
        for (_, turn), face in zip(EDGES, die_sides(spec)[2:], strict=True)
    ]
    return [sum(one.area > SPECK_MM2 for one in as_multi(area).geoms) for area in shown]


DIE = block_judge(die_sides, die_faults)
