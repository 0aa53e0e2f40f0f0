"""Whether a solid is the connector it must be: its slots, and the keys in them, as cuts through it show."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.graphics.polygons import turned
from design.parts.boards.connector import ConnectorSpec
from design.parts.boards.number_board import Hand, Key
from tablewright.inspection.solids.judge import Judge
from tablewright.inspection.solids.measures.extents import Size, size_faults
from tablewright.inspection.solids.measures.sections import agreement, section
from tablewright.inspection.solids.measures.stl import Solid

WALL_MM = 0.6
"""So much of the walls around the slots is compared: less than the thinnest wall, 0.8 mm."""


def connector_size(spec: ConnectorSpec) -> Size:
    """What it stands on, and its height: the foot stands out as far beyond the end as it does to either side."""
    body = spec.tongue_mm + 2 * spec.slot_mm + 2 * spec.wall_mm
    foot = max(spec.foot_mm, body)
    return spec.slot_depth_mm + spec.wall_mm + (foot - body) / 2, foot, spec.height_mm


def connector_faults(solid: Solid, spec: ConnectorSpec) -> list[str]:
    """A connector, standing as it is used. Left and right differ by where the keys stand in their slots."""
    found = size_faults(solid, connector_size(spec))
    if found:
        return found
    top = max(spec.key_owner.height_mm, spec.key_table.height_mm)
    low = section(solid.mesh, min(spec.key_owner.height_mm, spec.key_table.height_mm) / 2)
    high = section(solid.mesh, (top + spec.height_mm) / 2)
    keys = unary_union([_key(spec, spec.key_owner, -1), _key(spec, spec.key_table, 1)])
    worst = 0.0
    for quarter in range(4):
        results = [
            agreement(_around_slots(spec, turned(cut, quarter), turned(low, quarter).bounds), _slots(spec, standing))
            for cut, standing in ((low, keys), (high, None))
        ]
        if all(result.good for result in results):
            return []
        worst = max(worst, min(result.overlap for result in results))
    return [f"its slots and keys are not those of the {spec.hand.value} end: at most {100 * worst:.1f} % agree"]


def _window(spec: ConnectorSpec) -> BaseGeometry:
    """The room of both slots with some of the walls around it, the slots' bottom at x = 0, their mouth at the right."""
    half = spec.tongue_mm / 2 + spec.slot_mm
    return box(-WALL_MM, -half - WALL_MM, spec.slot_depth_mm, half + WALL_MM)


def _slots(spec: ConnectorSpec, keys: BaseGeometry | None) -> BaseGeometry:
    """What a cut through the left connector's slots shows."""
    inner, outer = spec.tongue_mm / 2, spec.tongue_mm / 2 + spec.slot_mm
    hollow = unary_union([box(0, inner, spec.slot_depth_mm, outer), box(0, -outer, spec.slot_depth_mm, -inner)])
    walls = _window(spec).difference(hollow)
    return walls.union(keys) if keys is not None else walls


def _key(spec: ConnectorSpec, key: Key, side: int) -> BaseGeometry:
    """A key on the tongue; the plate's end stands clear of the slot's bottom."""
    face = spec.tongue_mm / 2
    middle = spec.end_clearance_mm + key.at_mm
    rib = box(middle - key.width_mm / 2, face, middle + key.width_mm / 2, face + key.depth_mm)
    return affinity.scale(rib, 1, side, origin=(0, 0))


def _around_slots(spec: ConnectorSpec, cut: BaseGeometry, bounds: tuple[float, float, float, float]) -> BaseGeometry:
    """The cut around the slots, brought to where the left connector's are; a right one is mirrored first.

    The slots open at the end of the connector that looks to the board's middle, and lie about its middle line.
    """
    left, bottom, right, top = bounds
    if spec.hand is Hand.RIGHT:
        cut, left, right = affinity.scale(cut, -1, 1, origin=(0, 0)), -right, -left
    placed = affinity.translate(cut, spec.slot_depth_mm - right, -(bottom + top) / 2)
    return placed.intersection(_window(spec))


CONNECTOR = Judge(connector_size, connector_faults)
