"""Solids made by hand: stacks of flat layers, triangulated by shapely, that know nothing of CadQuery."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import shapely
import trimesh
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.graphics.polygons import as_multi, rectangle
from design.parts.boards.connector import ConnectorSpec
from design.parts.boards.number_board import Hand
from design.parts.boards.plate import PlateSpec
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.storage_box import SnapFit, TraySpec
from design.parts.marker import MarkerSpec

GRID_MM = 1e-3
Layer = tuple[Any, float, float]
"""An area and the heights it reaches from and to."""


def stack(layers: Sequence[Layer]) -> trimesh.Trimesh:
    """A closed body of layers that lie one on the other, each between two heights; outlines may not cross."""
    areas = [_on_grid(area.simplify(0.002)) for area, _, _ in layers]
    floors: list[tuple[MultiPolygon, float, bool]] = []
    for index in range(len(layers) + 1):
        below = areas[index - 1] if index > 0 else MultiPolygon()
        above = areas[index] if index < len(areas) else MultiPolygon()
        z = layers[index][1] if index < len(layers) else layers[-1][2]
        floors += [(_on_grid(below.difference(above)), z, True), (_on_grid(above.difference(below)), z, False)]
    # Walls and floors meet corner to corner: each edge takes up every corner of any layer that lies on it.
    corners = np.unique(shapely.get_coordinates([*areas, *(area for area, _, _ in floors)]), axis=0)
    triangles: list[np.ndarray] = []
    for area, (_, low, high) in zip(areas, layers, strict=True):
        for ring in _rings(_noded(area, corners)):
            (x, y), (u, v) = ring[:-1].T, ring[1:].T
            bottom, top = np.full_like(x, low), np.full_like(x, high)
            wall = [np.stack(one, axis=1) for one in ((x, y, bottom), (u, v, bottom), (u, v, top), (x, y, top))]
            triangles += [np.stack([wall[a], wall[b], wall[c]], axis=1) for a, b, c in ((0, 1, 2), (0, 2, 3))]
    for area, z, up in floors:
        triangles += _flat(_noded(area, corners), z, up)
    return trimesh.Trimesh(*_indexed(np.concatenate(triangles)), process=True)


def _on_grid(area: Any) -> MultiPolygon:
    return as_multi(shapely.set_precision(area, GRID_MM))


def _indexed(corners: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    points = np.round(corners.reshape(-1, 3), 5)
    return points, np.arange(len(points)).reshape(-1, 3)


def _rings(area: MultiPolygon) -> Iterator[np.ndarray]:
    """Outer rings anticlockwise, holes clockwise: the material at the left."""
    for polygon in area.geoms:
        for ring in (shapely.geometry.polygon.orient(polygon).exterior, *shapely.geometry.polygon.orient(polygon).interiors):
            yield np.asarray(ring.coords)


def _noded(area: MultiPolygon, points: np.ndarray) -> MultiPolygon:
    """The area with each of the points that lies on its edge as a corner of its own."""
    tree = shapely.STRtree(shapely.points(points))

    def ring(line: Any) -> list[tuple[float, float]]:
        found = []
        corners = np.asarray(line.coords)
        edges = shapely.linestrings(np.stack([corners[:-1], corners[1:]], axis=1))
        edge, near = tree.query(edges, predicate="dwithin", distance=GRID_MM)
        for index, (start, end) in enumerate(pairwise(corners)):
            along = [(float(np.linalg.norm(points[one] - start)), tuple(points[one])) for one in near[edge == index]]
            length = float(np.linalg.norm(end - start))
            found += [tuple(start), *(point for at, point in sorted(along) if GRID_MM < at < length - GRID_MM)]
        return found

    return MultiPolygon([Polygon(ring(one.exterior), [ring(hole) for hole in one.interiors]) for one in area.geoms])


def _flat(area: MultiPolygon, z: float, up: bool) -> list[np.ndarray]:
    found = []
    for triangle in shapely.constrained_delaunay_triangles(area).geoms:
        corners = np.asarray(shapely.geometry.polygon.orient(triangle, 1.0 if up else -1.0).exterior.coords)[:3]
        found.append(np.column_stack([corners, np.full(3, z)])[None])
    return found


def mirrored(shape: Any) -> Any:
    return affinity.scale(shape, -1, 1, origin=(0, 0))


def marker_layers(spec: MarkerSpec) -> list[Layer]:
    top = spec.thickness_mm
    return [
        (spec.trim.difference(mirrored(spec.back.relief())), 0, spec.engrave_mm),
        (spec.trim, spec.engrave_mm, top),
        (spec.front.relief(), top, top + spec.raise_mm),
    ]


def plate_layers(spec: PlateSpec) -> list[Layer]:
    half_length, half_height, top = spec.length_mm / 2, spec.height_mm / 2, spec.thickness_mm
    trim = box(-half_length, -half_height, half_length, half_height)
    half = spec.key.width_mm / 2 + spec.groove_mm
    places = [-half_length + spec.key.at_mm, half_length - spec.key.at_mm]
    grooves = unary_union([box(x - half, -half_height, x + half, spec.key.height_mm - half_height) for x in places])
    ribs = [
        box(x - spec.spacer_width_mm / 2, 0.4 - half_height, x + spec.spacer_width_mm / 2, half_height - 0.4)
        for x in spec.spacers_x
    ]
    return [
        (trim.difference(mirrored(spec.front.relief())), 0, spec.front_depth_mm),
        (trim, spec.front_depth_mm, top - spec.key.depth_mm),
        (trim.difference(grooves), top - spec.key.depth_mm, top - spec.back_depth_mm),
        (trim.difference(grooves).difference(spec.back.relief()), top - spec.back_depth_mm, top),
        (MultiPolygon(ribs), top, top + spec.spacer_height_mm),
    ]


def connector_layers(spec: ConnectorSpec) -> list[Layer]:
    inner, outer = spec.tongue_mm / 2, spec.tongue_mm / 2 + spec.slot_mm
    slots = box(0, inner, spec.slot_depth_mm, outer).union(box(0, -outer, spec.slot_depth_mm, -inner))
    body = box(-spec.wall_mm, -outer - spec.wall_mm, spec.slot_depth_mm, outer + spec.wall_mm)
    out = spec.foot_mm / 2 - outer - spec.wall_mm
    foot = box(-spec.wall_mm - out, -spec.foot_mm / 2, spec.slot_depth_mm, spec.foot_mm / 2)
    keys = []
    for key, side in ((spec.key_owner, -1), (spec.key_table, 1)):
        left = spec.end_clearance_mm + key.at_mm - key.width_mm / 2
        keys.append(affinity.scale(box(left, inner, left + key.width_mm, inner + key.depth_mm), 1, side, origin=(0, 0)))
    full = unary_union(keys)
    layers = [
        (foot.difference(slots).union(full), 0, 3),
        (body.difference(slots).union(full), 3, spec.key_owner.height_mm),
        (body.difference(slots), spec.key_owner.height_mm, spec.height_mm),
    ]
    return [(area if spec.hand is Hand.LEFT else mirrored(area), low, high) for area, low, high in layers]


def tray_layers(spec: TraySpec) -> list[Layer]:
    width, depth = spec.inner_width_mm + 2 * spec.wall_mm, spec.inner_depth_mm + 2 * spec.wall_mm
    outline = rectangle(width, depth, spec.corner_mm + spec.wall_mm)
    stores = [
        affinity.translate(
            rectangle(well.width_mm, well.depth_mm, spec.corner_mm),
            well.x_mm + well.width_mm / 2,
            well.y_mm + well.depth_mm / 2,
        )
        for well in spec.wells
    ]
    windows = unary_union([window for well in spec.wells for window in well.windows])
    rim, half = spec.floor_mm + spec.inner_height_mm, (spec.inner_width_mm / 2, spec.inner_depth_mm / 2)
    inside = rectangle(spec.inner_width_mm, spec.inner_depth_mm, spec.corner_mm)
    ring = inside.difference(box(*(spec.lip_ring_mm - side for side in half), *(side - spec.lip_ring_mm for side in half)))

    def free(below: float) -> BaseGeometry:
        """What is open so far below the rim; the half-moons in steps of a quarter of a millimetre."""
        lowered = [
            unary_union([box(one.x_mm, one.y_mm, one.x_mm + one.width_mm, one.y_mm + one.depth_mm), one.slivers])
            for one in spec.recesses
            if below < one.deep_mm
        ]
        wide = math.sqrt(max(0.0, spec.thumb_mm**2 - below**2))
        left, right = spec.thumb_x_mm - wide, spec.thumb_x_mm + wide
        moons = [box(left, y, right, y + spec.wall_mm) for y in (half[1], -half[1] - spec.wall_mm)]
        grooves = wedges(spec.snap_fits, half[1], below)
        return unary_union(
            [*stores, *lowered, *([ring] if below < spec.lip_room_mm else []), *(moons if wide else []), *grooves]
        )

    steps = {0.25 * step for step in range(int(4 * spec.thumb_mm) + 1)}
    steps |= {round(one.below_rim_mm + offset, 6) for one in spec.snap_fits for offset in (-0.05, 0.05)}
    ends = sorted({*steps, spec.lip_room_mm, *(one.deep_mm for one in spec.recesses), spec.inner_height_mm}, reverse=True)
    layers = [(outline.difference(free((low + high) / 2)), rim - low, rim - high) for low, high in pairwise(ends)]
    return [(outline.difference(windows), 0, spec.floor_mm), *layers]


def lid_layers(spec: LidSpec) -> list[Layer]:
    outline = rectangle(spec.outer_width_mm, spec.outer_depth_mm, spec.corner_mm)
    outer = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
    hollow = rectangle(
        spec.lip_outer_width_mm - 2 * spec.lip_wall_mm,
        spec.lip_outer_depth_mm - 2 * spec.lip_wall_mm,
        max(0.0, spec.lip_corner_mm - spec.lip_wall_mm),
    )
    # So few corners that `stack` keeps them all, with ridges or without.
    lip, half = outer.difference(hollow).simplify(0.01), spec.lip_outer_depth_mm / 2
    ends = {
        0.0,
        spec.lip_height_mm,
        *(round(one.below_rim_mm + step, 6) for one in spec.snap_fits for step in (-0.3, -0.05, 0.05, 0.3)),
    }
    return [
        (outline.difference(mirrored(spec.face.relief())), 0, spec.engrave_mm),
        (outline, spec.engrave_mm, spec.top_mm),
        *(
            (unary_union([lip, *wedges(spec.snap_fits, half, (low + high) / 2)]), spec.top_mm + low, spec.top_mm + high)
            for low, high in pairwise(sorted(ends))
        ),
    ]


def wedges(snap_fits: Sequence[SnapFit], face_mm: float, below_mm: float) -> list[Polygon]:
    """Catches cut so far below the rim: 40 degrees from upright, so 1.2 mm of height for each mm of depth."""
    found = []
    for one in snap_fits:
        out = one.out_mm - abs(below_mm - one.below_rim_mm) / 1.2
        if out > 0:
            ends = one.x_mm - one.length_mm / 2, one.x_mm + one.length_mm / 2
            found += [box(ends[0], low, ends[1], low + out) for low in (face_mm, -face_mm - out)]
    return found


LAYERS: dict[type, Callable[[Any], list[Layer]]] = {
    MarkerSpec: marker_layers,
    PlateSpec: plate_layers,
    ConnectorSpec: connector_layers,
    TraySpec: tray_layers,
    LidSpec: lid_layers,
}
