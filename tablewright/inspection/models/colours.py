"""Whether coloured bodies are the part they must be: its ground, and every colour of its faces in the right place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.face import Face, InkRole
from design.faces.filaments import filament_of, seen
from design.graphics.polygons import turned
from design.parts.number_board import PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec, SquaresSpec
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid, SlidingLidSpec
from tablewright.inspection.models.threemf import ColouredBody
from tablewright.inspection.solids.dominoes import edge_colour_faults, edge_heights
from tablewright.inspection.solids.extents import SIZE_MM, size_faults, volume_faults
from tablewright.inspection.solids.reliefs import EDGE_MM
from tablewright.inspection.solids.sections import agreement, holes, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.stl import REST_MM, Solid

RELIEF = frozenset({InkRole.INK, InkRole.ACCENT})
ROUNDED_MM = 0.03
"""Tolerance at an edge, where a number's own outline gives its height and outlines are simplified by 0.02 mm."""
OVERLAP_MM2 = 0.5
"""Facets of touching outlines may overlap by this; half a millimetre of a 2 mm digit stroke is more."""


@dataclass(frozen=True)
class Level:
    """A face's colours in a part, between two heights; `below` if the face lies on the bed."""

    face: Face
    low_mm: float
    high_mm: float
    below: bool
    areas: tuple[tuple[str, MultiPolygon], ...]


def coloured_faults(bodies: Sequence[ColouredBody], spec: Any) -> list[str]:
    """Why bodies are not the coloured part of a specification; empty if they are."""
    split = isinstance(spec, SplitSpec)
    whole = spec.whole if isinstance(spec, SplitSpec) else spec
    levels = levels_of(whole)
    return _closed(bodies) or _named(bodies, whole, levels, split) or _placed(bodies, spec, levels)


def levels_of(spec: Any) -> tuple[Level, ...]:
    """The levels of a part that carry its faces' colours."""
    if isinstance(spec, PlateSpec):
        top = spec.thickness_mm
        front = Level(spec.front, 0.0, spec.front_depth_mm, True, seen(spec.front, RELIEF))
        return front, Level(spec.back, top - spec.back_depth_mm, top, False, seen(spec.back, RELIEF))
    if isinstance(spec, MarkerSpec):
        top = spec.thickness_mm
        back = Level(spec.back, 0.0, spec.engrave_mm, True, seen(spec.back))
        return back, Level(spec.front, top, top + spec.raise_mm, False, seen(spec.front, RELIEF))
    if isinstance(spec, DominoSpec):
        top = spec.thickness_mm
        back = Level(spec.back, 0.0, spec.engrave_mm, True, seen(spec.back, RELIEF))
        return back, Level(spec.front, top - spec.engrave_mm, top, False, seen(spec.front, RELIEF))
    if isinstance(spec, SquaresSpec):
        sunk, pairs = spec.line_depth_mm, ((spec.top, spec.thickness_mm), (spec.floors, spec.floor_mm))
        return tuple(Level(face, high - sunk, high, False, seen(face, RELIEF)) for face, high in pairs if face.marks)
    if isinstance(spec, AnyLid):
        return (Level(spec.face, 0.0, spec.engrave_mm, True, seen(spec.face, RELIEF)),)
    return ()


def _closed(bodies: Sequence[ColouredBody]) -> list[str]:
    found = []
    for body in bodies:
        mesh = body.solid.mesh
        if not mesh.is_watertight or not mesh.is_winding_consistent or body.solid.volume_mm3 <= 0:
            found.append(f"its body {body.name} is not closed, or is inside out")
        elif body.role == "ground" and int(mesh.body_count) != 1:
            found.append(f"its body {body.name} is in {int(mesh.body_count)} pieces, must be 1")
    return found


def _grounds(spec: Any) -> list[str]:
    """The ground colours, from the bed up."""
    if isinstance(spec, MarkerSpec):
        return list(dict.fromkeys([spec.back.ground, spec.front.ground]))
    if isinstance(spec, PlateSpec | DominoSpec):
        return [spec.front.ground]
    if isinstance(spec, SquaresSpec):
        return [spec.top.ground]
    return [spec.face.ground] if isinstance(spec, AnyLid) else [filament_of(spec, None).colour]


def _named(bodies: Sequence[ColouredBody], spec: Any, levels: Sequence[Level], split: bool) -> list[str]:
    """Check for one body per ground and per colour on it, correctly named and coloured; a split piece's part may lack inks."""
    wanted = {("ground", colour) for colour in _grounds(spec)}
    wanted |= {("inlay", colour) for level in levels for colour, _ in level.areas}
    names = {(role, colour): f"{role}.{filament_of(spec, colour).name}" for role, colour in wanted}
    there = [(body.role, body.colour) for body in bodies]
    found = [
        f"has no body {names[one]} in {one[1]}"
        for one in sorted(wanted)
        if one not in there and not (split and one[0] == "inlay")
    ]
    for body in bodies:
        key = body.role, body.colour
        if names.get(key) != body.name or there.count(key) > 1:
            found.append(f"has a body {body.name or 'without a name'} in {body.colour or 'no colour'} that is not asked for")
    return found


def _placed(bodies: Sequence[ColouredBody], spec: Any, levels: Sequence[Level]) -> list[str]:
    """Check that every body spans the right heights and is in its place."""
    inlays = [body for body in bodies if body.role == "inlay"]
    grounds = [body for body in bodies if body.role == "ground"]
    on_edges = edge_heights(spec) if isinstance(spec, DominoSpec) else set()
    found = []
    for body in inlays:
        allowed = {(round(one.low_mm, 3), round(one.high_mm, 3)) for one in levels if body.colour in dict(one.areas)}
        found += [
            f"its body {body.name} has a piece from z = {low:.2f} to {high:.2f} mm, where no colour belongs"
            for low, high in sorted(set(_heights(body.solid.mesh)))
            if not _is_among((low, high), allowed, REST_MM) and not _is_among((low, high), on_edges, ROUNDED_MM)
        ]
    if found:
        return found
    if isinstance(spec, MarkerSpec):
        found = _marker(grounds, bodies, spec)
    else:
        from tablewright.inspection.solids.solids import solid_faults

        found = solid_faults(grounds[0].solid, spec)
    if isinstance(spec, DominoSpec):
        found += edge_colour_faults(bodies, spec)
    return found or _levels(bodies, spec, levels)


def _is_among(found: tuple[float, float], wanted: Iterable[tuple[float, float]], play_mm: float) -> bool:
    """Whether a piece spans the same heights as one of those wanted."""
    return any(abs(found[0] - low) <= play_mm and abs(found[1] - high) <= play_mm for low, high in wanted)


def _marker(grounds: Sequence[ColouredBody], bodies: Sequence[ColouredBody], spec: MarkerSpec) -> list[str]:
    """Check the extents and volume of the whole, and the heights of each ground."""
    front = spec.front.relief().area
    top = spec.thickness_mm + (spec.raise_mm if front > 0 else 0.0)
    together = together_of(bodies)
    found = size_faults(together, (*spec.front.size_mm, top))
    found += volume_faults(together, spec.trim.area * spec.thickness_mm + front * spec.raise_mm)
    seams = [0.0, spec.thickness_mm] if len(grounds) == 1 else [0.0, spec.seam_mm, spec.thickness_mm]
    order = {colour: index for index, colour in enumerate(_grounds(spec))}
    for ground in grounds:
        low, high = seams[order[ground.colour]], seams[order[ground.colour] + 1]
        if abs(ground.solid.low[2] - low) > SIZE_MM or abs(ground.solid.high[2] - high) > SIZE_MM:
            reach = f"{ground.solid.low[2]:.2f} to {ground.solid.high[2]:.2f}"
            found.append(f"its body {ground.name} reaches from z = {reach} mm, must be {low:g} to {high:g}")
    return found


def _levels(bodies: Sequence[ColouredBody], spec: Any, levels: Sequence[Level]) -> list[str]:
    """Check sections through every face: each colour where the face shows it, with no overlaps and no gaps."""
    bounds = together_of(bodies).flat_bounds
    cuts = []
    for level in levels:
        z = (level.low_mm + level.high_mm) / 2
        shown = [(body, moved_to_origin(section(body.solid.mesh, z), bounds)) for body in bodies]
        side = level.face.name.rpartition(".")[2]
        union = unary_union([area for _, area in shown])
        if sum(area.area for _, area in shown) - union.area > OVERLAP_MM2:
            return [f"bodies overlap in its {side}"]
        unfilled = sum(one.area for one in holes(as_areas(union)) if not _hollow(one, spec))
        # A board's seats are open at this height; what fills its lines is compared below.
        seats = isinstance(getattr(spec, "whole", spec), SquaresSpec)
        if level.high_mm <= _top(spec) and not seats and unfilled > OVERLAP_MM2:
            return [f"its {side} has recesses that no colour fills"]
        cuts.append((level, side, shown))
    if isinstance(spec, SplitSpec):
        return []  # its share of the colours fills its recesses, which were recognised
    first: list[str] = []
    for half_turn in (0, 2):
        found = [fault for level, side, shown in cuts for fault in _colours(level, side, shown, half_turn)]
        if not found:
            return []
        first = first or found
    return first


def _hollow(hole: Polygon, spec: Any) -> bool:
    """Whether a hole is the thumb hole of a sliding lid, which no colour fills."""
    whole = getattr(spec, "whole", spec)
    return isinstance(whole, SlidingLidSpec) and math.isclose(hole.area, whole.thumb.area, rel_tol=0.01)


def _colours(level: Level, side: str, shown: Sequence[tuple[ColouredBody, BaseGeometry]], half_turn: int) -> list[str]:
    inner = level.face.trim.buffer(-EDGE_MM)
    expected = dict(level.areas)
    found = []
    for body, area in shown:
        if body.role != "inlay":
            continue
        view = turned(seen_from_below(area) if level.below else area, half_turn)
        result = agreement(view.intersection(inner), expected.get(body.colour, MultiPolygon()).intersection(inner))
        if not result.good:
            found.append(f"its {side} is not {body.name.partition('.')[2]} where it must be: {result}")
    return found


def _top(spec: Any) -> float:
    """The height up to which colours are flush; above it they stand on the part."""
    return float(getattr(getattr(spec, "whole", spec), "thickness_mm", float("inf")))


def as_areas(shape: BaseGeometry) -> MultiPolygon:
    """A union as polygons."""
    from design.graphics.polygons import as_multi

    return as_multi(shape)


def together_of(bodies: Sequence[ColouredBody]) -> Solid:
    """All bodies as one solid."""
    import trimesh

    mesh = trimesh.util.concatenate([body.solid.mesh for body in bodies])
    low, high = (tuple(float(value) for value in row) for row in mesh.bounds)
    return Solid(mesh, low, high)  # type: ignore[arg-type]


def _heights(mesh: Any) -> list[tuple[float, float]]:
    """The height range of each separate piece of a body, in mm."""
    import numpy as np
    import trimesh

    component_labels: Any = trimesh.graph.connected_component_labels
    labels = component_labels(mesh.face_adjacency, node_count=len(mesh.faces))
    heights = mesh.vertices[:, 2][mesh.faces]
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.diff(labels[order], prepend=-1))
    lows = np.minimum.reduceat(heights.min(axis=1)[order], starts)
    highs = np.maximum.reduceat(heights.max(axis=1)[order], starts)
    return [(round(float(low), 3), round(float(high), 3)) for low, high in zip(lows, highs, strict=True)]
