"""Whether coloured bodies are the part they must be: its ground, and every colour of its faces in the right place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.filaments import filament_of
from design.graphics.polygons import turned
from design.names import side_of
from tablewright.inspection.models.threemf import ColouredBody
from tablewright.inspection.solids.judge import ColourLevel, judged
from tablewright.inspection.solids.measures.reliefs import EDGE_MM
from tablewright.inspection.solids.measures.sections import agreement, holes, moved_to_origin, section, seen_from_below
from tablewright.inspection.solids.measures.stl import REST_MM, together

ROUNDED_MM = 0.03
"""Tolerance at an edge, where a number's own outline gives its height and outlines are simplified by 0.02 mm."""
OVERLAP_MM2 = 0.5
"""Facets of touching outlines may overlap by this; half a millimetre of a 2 mm digit stroke is more."""


def coloured_faults(bodies: Sequence[ColouredBody], spec: Any) -> list[str]:
    """Why bodies are not the part of a specification in colours; an empty list if they are."""
    whole = spec.whole_part
    levels = judged(whole).levels(whole)
    return _closed(bodies) or _named(bodies, whole, levels, spec is not whole) or _placed(bodies, spec, levels)


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
    """Colours of the grounds from the bed up."""
    return judged(spec).grounds(spec) or [filament_of(spec, None).colour]


def _named(bodies: Sequence[ColouredBody], spec: Any, levels: Sequence[ColourLevel], split: bool) -> list[str]:
    """One body for each ground and for each colour on it, named and coloured so; a part of a split piece may lack inks."""
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


def _placed(bodies: Sequence[ColouredBody], spec: Any, levels: Sequence[ColourLevel]) -> list[str]:
    """Every body from the height to the height that it must, and in its place there."""
    inlays = [body for body in bodies if body.role == "inlay"]
    grounds = [body for body in bodies if body.role == "ground"]
    judge = judged(spec)
    on_edges = judge.upright(spec)
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
    found = judge.whole_in_colours(bodies, spec) if judge.whole_in_colours else judge.faults(grounds[0].solid, spec)
    return found + judge.in_colours(bodies, spec) or _levels(bodies, spec, levels)


def _is_among(found: tuple[float, float], wanted: Iterable[tuple[float, float]], play_mm: float) -> bool:
    """Whether a piece spans the same heights as one of those wanted."""
    return any(abs(found[0] - low) <= play_mm and abs(found[1] - high) <= play_mm for low, high in wanted)


def _levels(bodies: Sequence[ColouredBody], spec: Any, levels: Sequence[ColourLevel]) -> list[str]:
    """Cuts through every face: each colour where the face shows it, nothing twice, nothing left open."""
    whole = spec.whole_part
    judge, bounds = judged(whole), together([body.solid for body in bodies]).flat_bounds
    cuts = []
    for level in levels:
        z = (level.low_mm + level.high_mm) / 2
        shown = [(body, moved_to_origin(section(body.solid.mesh, z), bounds)) for body in bodies]
        side = side_of(level.face.name)
        union = unary_union([area for _, area in shown])
        if sum(area.area for _, area in shown) - union.area > OVERLAP_MM2:
            return [f"bodies overlap in its {side}"]
        unfilled = sum(one.area for one in holes(as_areas(union)) if not judge.stays_open(one, whole))
        if level.high_mm <= _top(whole) and unfilled > OVERLAP_MM2:
            return [f"its {side} has recesses that no colour fills"]
        cuts.append((level, side, shown))
    if spec is not whole:
        return []  # its share of the colours is what fills its recesses, which were recognised
    first: list[str] = []
    for half_turn in (0, 2):
        found = [fault for level, side, shown in cuts for fault in _colours(level, side, shown, half_turn)]
        if not found:
            return []
        first = first or found
    return first


def _colours(level: ColourLevel, side: str, shown: Sequence[tuple[ColouredBody, BaseGeometry]], half_turn: int) -> list[str]:
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
    """Up to here colours are flush, above they stand on the part."""
    return float(getattr(spec, "thickness_mm", float("inf")))


def as_areas(shape: BaseGeometry) -> MultiPolygon:
    """A union as polygons."""
    from design.graphics.polygons import as_multi

    return as_multi(shape)


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
