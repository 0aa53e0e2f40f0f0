"""Whether a solid is a block: its large faces cut as those of any flat piece, its upright ones each turned up and cut likewise.

What is to be seen where is said by the judges of dominoes and of dice: `sides` are front, back, right, left, upper and lower
end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.faces.filaments import seen
from design.parts.block import BlockSpec
from tablewright.inspection.solids.judge import RELIEF, ColourLevel, Judge
from tablewright.inspection.solids.measures.extents import Size, size_faults, volume_faults
from tablewright.inspection.solids.measures.reliefs import relief_faults
from tablewright.inspection.solids.measures.sections import agreement, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.measures.stl import Solid

INSIDE_MM = 0.2
"""From where the edges are taken off to what is compared."""
Turn = tuple[tuple[float, float, float], ...]
EDGES: tuple[tuple[str, Turn], ...] = (
    ("right side", ((0, 0, -1), (0, 1, 0), (1, 0, 0))),
    ("left side", ((0, 0, 1), (0, 1, 0), (-1, 0, 0))),
    ("upper end", ((0, 0, 1), (1, 0, 0), (0, 1, 0))),
    ("lower end", ((0, 0, 1), (-1, 0, 0), (0, -1, 0))),
)
"""Each upright face, and the turn that brings it up: what becomes of x, y and z."""
Sides = tuple[Face, Face, Face, Face, Face, Face]


def block_size(spec: BlockSpec) -> Size:
    """Its trim, and its thickness."""
    left, bottom, right, top = spec.trim.bounds
    return right - left, top - bottom, spec.thickness_mm


def block_faults(solid: Solid, spec: BlockSpec, sides: Sides) -> list[str]:
    """A block: the back on the bed, the front up, marks engraved in all faces."""
    front_face, back_face, *upright = sides
    # Around the back a triangle is taken off, around the front what a quarter circle leaves of a square.
    edges = spec.trim.length * spec.edge_mm * (spec.foot_mm / 2 + spec.edge_mm * (1 - math.pi / 4))
    volume = spec.trim.area * spec.thickness_mm - edges
    volume -= sum(face.relief().area * spec.engrave_mm for face in (front_face, back_face))
    volume -= sum(face.relief().area * spec.side_mm for face in upright)
    found = size_faults(solid, block_size(spec)) + volume_faults(solid, volume)
    if found:
        return found
    inner = spec.trim.buffer(-spec.edge_mm - INSIDE_MM)
    half = spec.engrave_mm / 2
    front, back = (
        inner.difference(moved_to_origin(section(solid.mesh, z), solid.flat_bounds)) for z in (spec.thickness_mm - half, half)
    )
    return relief_faults([(front_face, front), (back_face, seen_from_below(back))], inner) or _edge_faults(solid, spec, upright)


def _edge_faults(solid: Solid, spec: BlockSpec, upright: Sequence[Face]) -> list[str]:
    found = []
    for (name, turn), face in zip(EDGES, upright, strict=True):
        flat = flat_part(spec, face)
        shown = flat.difference(edge_section([solid.mesh], turn, just_below(spec)))
        result = agreement(shown, face.relief().intersection(flat))
        if not result.good:
            found.append(f"its {name} shows something else: {result}")
    return found


def just_below(spec: BlockSpec) -> float:
    """Within the first step of what is engraved in an upright face: there it is as wide as its face shows."""
    return min(spec.side_mm, spec.layer_mm) / 4


def flat_part(spec: BlockSpec, face: Face) -> Polygon:
    """What of an edge is flat: between the taken-off edges and the rounded corners."""
    _, bottom, right, top = face.trim.bounds
    wide = right - max(spec.edge_mm, spec.foot_mm) - INSIDE_MM
    # The corners' radius is what the trim lacks of a rectangle's corners: its straight part ends there.
    width, height, _ = block_size(spec)
    corner = math.sqrt((width * height - spec.trim.area) / (4 - math.pi))
    return box(-wide, bottom + corner + INSIDE_MM, wide, top - corner - INSIDE_MM)


def edge_section(meshes: list[Any], turn: Turn, deep_mm: float) -> BaseGeometry:
    """Meshes that make one block, cut so deep below an edge, as that edge is looked at; the middle is the origin."""
    import numpy as np

    matrix = np.eye(4)
    matrix[:3, :3] = turn
    turned = [mesh.copy().apply_transform(matrix) for mesh in meshes]
    low = np.min([mesh.bounds[0] for mesh in turned], axis=0)
    high = np.max([mesh.bounds[1] for mesh in turned], axis=0)
    bounds = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    cut: BaseGeometry = MultiPolygon()
    for mesh in turned:
        cut = cut.union(section(mesh, float(high[2]) - deep_mm))
    return moved_to_origin(cut, bounds)


def edge_heights(spec: BlockSpec, sides: Sides) -> set[tuple[float, float]]:
    """From where to where the marks on the upright faces reach above the bed, mm."""
    middle = spec.thickness_mm / 2
    spans = []
    for number, face in enumerate(sides[2:]):
        for area in face.relief().geoms:
            low, high = area.bounds[0], area.bounds[2]
            # The front is at the left of the right side, and at the right of the others.
            spans.append((-high, -low) if number == 0 else (low, high))
    return {(round(middle + low, 3), round(middle + high, 3)) for low, high in spans}


def edge_colour_faults(bodies: Sequence[Any], spec: BlockSpec, sides: Sides) -> list[str]:
    """The colours on the upright faces: each where its face shows it."""
    found = []
    everything = [body.solid.mesh for body in bodies]
    inlays = [body.solid.mesh for body in bodies if body.role == "inlay"]
    for (name, turn), face in zip(EDGES, sides[2:], strict=True):
        flat = flat_part(spec, face)
        filled = edge_section(everything, turn, just_below(spec))
        shown = edge_section(inlays, turn, just_below(spec))
        result = agreement(shown.intersection(flat), face.relief().intersection(flat))
        if not result.good:
            found.append(f"its {name} is not coloured where it must be: {result}")
        elif flat.difference(filled).area > OPEN_MM2:
            found.append(f"its {name} has recesses that no colour fills")
    return found


OPEN_MM2 = 0.3
"""Facets of what fills a recess may leave this; a digit's stroke has more."""


def block_levels(spec: BlockSpec, sides: Sides) -> tuple[ColourLevel, ...]:
    """The colours of front and back."""
    front, back, *_ = sides
    top = spec.thickness_mm
    below = ColourLevel(back, 0.0, spec.engrave_mm, True, seen(back, RELIEF))
    return below, ColourLevel(front, top - spec.engrave_mm, top, False, seen(front, RELIEF))


def block_judge(sides: Callable[[Any], Sides], faults: Callable[[Solid, Any], list[str]]) -> Judge:
    """The judge of a kind of block: what it shows where, and what is wrong with a solid of it."""
    return Judge(
        block_size,
        faults,
        grounds=lambda spec: [sides(spec)[0].ground],
        levels=lambda spec: block_levels(spec, sides(spec)),
        upright=lambda spec: edge_heights(spec, sides(spec)),
        in_colours=lambda bodies, spec: edge_colour_faults(bodies, spec, sides(spec)),
    )
