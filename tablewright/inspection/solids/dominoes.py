"""Whether a solid is a domino: its large faces cut as those of any flat piece, its edges each turned up and cut likewise."""

from __future__ import annotations

import math
from typing import Any

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.faces.filaments import seen
from design.parts.domino import DominoSpec
from tablewright.inspection.solids.extents import Size, size_faults, volume_faults
from tablewright.inspection.solids.judge import RELIEF, ColourLevel, Judge
from tablewright.inspection.solids.reliefs import relief_faults
from tablewright.inspection.solids.sections import agreement, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.stl import Solid

INSIDE_MM = 0.2
"""From where the edges are taken off to what is compared."""
Turn = tuple[tuple[float, float, float], ...]
EDGES: tuple[tuple[str, str, Turn], ...] = (
    ("right side", "side", ((0, 0, -1), (0, 1, 0), (1, 0, 0))),
    ("left side", "side", ((0, 0, 1), (0, 1, 0), (-1, 0, 0))),
    ("upper end", "end", ((0, 0, 1), (1, 0, 0), (0, 1, 0))),
    ("lower end", "end", ((0, 0, 1), (-1, 0, 0), (0, -1, 0))),
)
"""Each edge with its face, and the turn that brings it up: what becomes of x, y and z."""


def domino_size(spec: DominoSpec) -> Size:
    """Its front, and its thickness."""
    return (*spec.front.size_mm, spec.thickness_mm)


def domino_faults(solid: Solid, spec: DominoSpec) -> list[str]:
    """A domino: the back on the bed, the front up, numbers engraved in all faces."""
    large, small = (spec.front, spec.back), (spec.side, spec.side, spec.end, spec.end)
    # Around the back a triangle is taken off, around the front what a quarter circle leaves of a square.
    edges = spec.trim.length * spec.edge_mm * (spec.foot_mm / 2 + spec.edge_mm * (1 - math.pi / 4))
    volume = spec.trim.area * spec.thickness_mm - edges
    volume -= sum(
        face.relief().area * deep for faces, deep in ((large, spec.engrave_mm), (small, spec.side_mm)) for face in faces
    )
    found = size_faults(solid, domino_size(spec)) + volume_faults(solid, volume)
    if found:
        return found
    inner = spec.trim.buffer(-spec.edge_mm - INSIDE_MM)
    half = spec.engrave_mm / 2
    front, back = (
        inner.difference(moved_to_origin(section(solid.mesh, z), solid.flat_bounds)) for z in (spec.thickness_mm - half, half)
    )
    return relief_faults([(spec.front, front), (spec.back, seen_from_below(back))], inner) or _edge_faults(solid, spec)


def _edge_faults(solid: Solid, spec: DominoSpec) -> list[str]:
    found = []
    for name, kind, turn in EDGES:
        face: Face = getattr(spec, kind)
        flat = flat_part(spec, face)
        shown = flat.difference(edge_section([solid.mesh], turn, _just_below(spec)))
        result = agreement(shown, face.relief().intersection(flat))
        if not result.good:
            found.append(f"its {name} shows something else: {result}")
    return found


def _just_below(spec: DominoSpec) -> float:
    """Within the first step of what is engraved in an upright face: there it is as wide as its face shows."""
    return min(spec.side_mm, spec.layer_mm) / 4


def flat_part(spec: DominoSpec, face: Face) -> Polygon:
    """What of an edge is flat: between the taken-off edges and the rounded corners."""
    _, bottom, right, top = face.trim.bounds
    wide = right - max(spec.edge_mm, spec.foot_mm) - INSIDE_MM
    # The corners' radius is what the trim lacks of a rectangle's corners: its straight part ends there.
    corner = math.sqrt((spec.front.size_mm[0] * spec.front.size_mm[1] - spec.trim.area) / (4 - math.pi))
    return box(-wide, bottom + corner + INSIDE_MM, wide, top - corner - INSIDE_MM)


def edge_section(meshes: list[Any], turn: Turn, deep_mm: float) -> BaseGeometry:
    """Meshes that make one domino, cut so deep below an edge, as that edge is looked at; the middle is the origin."""
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


def edge_heights(spec: DominoSpec) -> set[tuple[float, float]]:
    """From where to where the numbers on the edges reach above the bed, mm."""
    middle = spec.thickness_mm / 2
    areas = [area for face in (spec.side, spec.end) for area in face.relief().geoms]
    spans = [(area.bounds[0], area.bounds[2]) for area in areas] + [(-area.bounds[2], -area.bounds[0]) for area in areas]
    return {(round(middle + low, 3), round(middle + high, 3)) for low, high in spans}


def edge_colour_faults(bodies: Any, spec: DominoSpec) -> list[str]:
    """The colours on the edges: each where its face shows it."""
    found = []
    everything = [body.solid.mesh for body in bodies]
    inlays = [body.solid.mesh for body in bodies if body.role == "inlay"]
    for name, kind, turn in EDGES:
        face: Face = getattr(spec, kind)
        flat = flat_part(spec, face)
        filled = edge_section(everything, turn, _just_below(spec))
        shown = edge_section(inlays, turn, _just_below(spec))
        result = agreement(shown.intersection(flat), face.relief().intersection(flat))
        if not result.good:
            found.append(f"its {name} is not coloured where it must be: {result}")
        elif flat.difference(filled).area > OPEN_MM2:
            found.append(f"its {name} has recesses that no colour fills")
    return found


OPEN_MM2 = 0.3
"""Facets of what fills a recess may leave this; a digit's stroke has more."""


def _levels(spec: DominoSpec) -> tuple[ColourLevel, ...]:
    top = spec.thickness_mm
    back = ColourLevel(spec.back, 0.0, spec.engrave_mm, True, seen(spec.back, RELIEF))
    return back, ColourLevel(spec.front, top - spec.engrave_mm, top, False, seen(spec.front, RELIEF))


DOMINO = Judge(
    domino_size,
    domino_faults,
    grounds=lambda spec: [spec.front.ground],
    levels=_levels,
    upright=edge_heights,
    in_colours=edge_colour_faults,
)
