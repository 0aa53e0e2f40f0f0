"""What the walls between the stores leave free at the rim: recesses for the papers, and a ring for the lid's lip."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.graphics.polygons import as_multi, rectangle
from design.parts.boxes.rails import box_outline
from design.parts.boxes.storage_box import Recess, TraySpec, Well

HAIR_MM = 0.01
STUB_MM2 = 15.0
"""Least area of a bit of wall that stands alone above its neighbours; a smaller one would break off."""


def plan(recess: Recess) -> Polygon:
    """The area of a recess's papers, with their clearance."""
    x, y = recess.x_mm, recess.y_mm
    return box(x, y, x + recess.width_mm, y + recess.depth_mm)


def store_plan(well: Well, corner_mm: float) -> Polygon:
    """A store's area, its corners rounded."""
    room = rectangle(well.width_mm, well.depth_mm, corner_mm)
    return affinity.translate(room, well.x_mm + well.width_mm / 2, well.y_mm + well.depth_mm / 2)


def lip_ring(spec: TraySpec) -> Polygon:
    """The ring along the outer walls that the lid's lip goes into."""
    inside = rectangle(spec.inner_width_mm, spec.inner_depth_mm, spec.corner_mm)
    middle = rectangle(spec.inner_width_mm - 2 * spec.lip_ring_mm, spec.inner_depth_mm - 2 * spec.lip_ring_mm, 0.0)
    ring: Polygon = inside.difference(middle)
    return ring


def widened(spec: TraySpec, wall_mm: float) -> tuple[Recess, ...]:
    """The recesses, plus bits of wall beside them that are too thin to print or too small to last.

    Where one recess is deeper than its neighbour, a wall below the shallower one can be too thin already: each level is
    looked at, from the deepest up.
    """
    inside = rectangle(spec.inner_width_mm, spec.inner_depth_mm, spec.corner_mm)
    stores = unary_union([store_plan(well, spec.corner_mm) for well in spec.wells])
    # Without a lip's ring the walls between stores end in the outer walls, which hold their ends.
    dividers = (box_outline(spec) if spec.rails else inside).difference(stores)
    recesses = spec.recesses
    for level in sorted({one.deep_mm for one in recesses}, reverse=True):
        open_here = [one for one in recesses if one.deep_mm >= level]
        lowered = [part for one in open_here for part in (plan(one), *one.slivers.geoms)]
        ring = [lip_ring(spec)] if spec.lip_room_mm >= level else []
        walls = dividers.difference(unary_union([*ring, *lowered]))
        weak = _weak(walls, wall_mm)
        recesses = tuple(_with(one, weak, walls, inside) if one.deep_mm == level else one for one in recesses)
    return recesses


def _weak(walls: BaseGeometry, wall_mm: float) -> list[Polygon]:
    """Bits of wall that are too thin, and bits that would stand alone."""
    half = wall_mm / 2 - HAIR_MM
    whole = walls.buffer(-half, join_style="mitre").buffer(half + HAIR_MM, join_style="mitre")
    thin = [one for one in as_multi(walls.difference(whole)).geoms if one.area > HAIR_MM]
    return thin + [one for one in as_multi(walls.intersection(whole)).geoms if one.area < STUB_MM2]


def _with(recess: Recess, weak: Sequence[Polygon], walls: BaseGeometry, inside: Polygon) -> Recess:
    """A recess with the weak bits of wall that touch it."""
    near = [one for one in weak if one.distance(plan(recess)) < HAIR_MM]
    if not near:
        return replace(recess, slivers=MultiPolygon())
    # A hair more joins what only touches.
    more = unary_union([one.buffer(HAIR_MM, join_style="mitre") for one in near])
    # Specks are left where a store's round corner begins beside what was taken: they would stand there alone.
    specks = [one for one in as_multi(walls.difference(more)).geoms if one.area < STUB_MM2 and one.distance(more) < HAIR_MM]
    more = unary_union([more, *(one.buffer(HAIR_MM, join_style="mitre") for one in specks)])
    return replace(recess, slivers=as_multi(more.intersection(inside)))


def free_at(spec: TraySpec, below_rim_mm: float) -> MultiPolygon:
    """The free area inside the box at this depth below the rim, above the stores' floors."""
    free: Sequence[Polygon] = [store_plan(well, spec.corner_mm) for well in spec.wells]
    lowered = [part for one in spec.recesses if below_rim_mm < one.deep_mm for part in (plan(one), *one.slivers.geoms)]
    ring = [lip_ring(spec)] if below_rim_mm < spec.lip_room_mm else []
    return as_multi(unary_union([*free, *lowered, *ring]))
