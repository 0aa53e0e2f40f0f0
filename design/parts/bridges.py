"""Bridges: roofs that a printer draws over air. What is engraved in the side that lies on the bed is one.

A slicer lays the lines of a roof in one direction. It holds where each line has something under both ends
and is short; over a narrow channel any line holds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

BRIDGE_MM = 10.0
"""Longest bridge: lines over air, held at both ends."""
CHANNEL_MM = BRIDGE_MM / 2
"""Over a channel no wider than this a line also holds that runs along it, as in the stroke of a large digit: none of it is
farther than a quarter of a bridge from what holds its neighbours. Our choice; slicers know no such rule."""
REACH_MM = 0.1
"""How far beyond its end a line over air may find support."""
ANGLES_DEG = tuple(float(angle) for angle in np.arange(0.0, 180.0, 7.5))
"""Directions in which a bridge may be laid."""
MOST_POINTS = 200
"""About how many points of a grid a roof is judged at; the grid is no denser than a nozzle line."""

Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Bridge:
    """A roof's best bridge: its longest line in mm, infinite where no direction holds all, and its reach from what holds it."""

    span_mm: float
    reach_mm: float

    @property
    def holds(self) -> bool:
        """Whether it prints without supports."""
        return self.span_mm <= BRIDGE_MM + REACH_MM


def bridge(roof: Polygon, held: BaseGeometry, step_mm: float, line_mm: float, wide: BaseGeometry | None = None) -> Bridge:
    """How a roof over air can be laid.

    Args:
        roof: the area over air.
        held: what lies below the layer; no nearer to the roof than `step_mm`.
        step_mm: how far a line may end from `held` and still rest on it.
        line_mm: width of a line, for the grid of points.
        wide: the part of the roof that is judged; all of it if None.
    """
    if roof.boundary.difference(held.buffer(step_mm + REACH_MM)).is_empty and (across := _across(roof)) <= BRIDGE_MM:
        return Bridge(across, across / 2)
    points = _points(roof if wide is None else wide, line_mm)
    spans = np.array([_spans(roof, points, angle, held, step_mm) for angle in ANGLES_DEG])
    loose = ~(spans <= CHANNEL_MM).any(axis=0)
    if not loose.any():
        return Bridge(CHANNEL_MM, CHANNEL_MM / 2)
    best = float(spans[:, loose].max(axis=1).min())
    return Bridge(best, float(shapely.distance(shapely.points(points[loose]), held).max()))


@lru_cache(maxsize=1024)
def bridge_over_recess(recess: Polygon, line_mm: float) -> Bridge:
    """The bridge over an engraving in the side on the bed."""
    around = shapely.oriented_envelope(recess).buffer(4 * REACH_MM)
    return bridge(recess, around.difference(recess), 0.01, line_mm)


def _across(roof: Polygon) -> float:
    """Width of a roof held all around: that of the channel, or of its bounding rectangle."""
    corners = np.asarray(shapely.oriented_envelope(roof).exterior.coords)
    across = min(math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2]))
    return min(across, CHANNEL_MM) if roof.buffer(-CHANNEL_MM / 2).is_empty else across


def _points(roof: BaseGeometry, least_mm: float) -> Points:
    """Points of a grid inside a roof, one at least."""
    left, bottom, right, top = roof.bounds
    step = max(least_mm, math.sqrt((right - left) * (top - bottom) / MOST_POINTS))
    xs = np.arange(left + step / 2, max(right, left + step), step)
    ys = np.arange(bottom + step / 2, max(top, bottom + step), step)
    grid = np.array(np.meshgrid(xs, ys)).reshape(2, -1).T
    shapely.prepare(roof)
    inside = grid[shapely.contains_xy(roof, grid[:, 0], grid[:, 1])]
    middle = np.asarray(roof.representative_point().coords)[:, :2]
    return np.concatenate([inside, middle])


def _spans(roof: Polygon, points: Points, angle_deg: float, held: BaseGeometry, step_mm: float) -> Points:
    """How far a line through each point runs over air; infinite if one of its ends is not supported."""
    way = np.array([math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))])
    far = math.dist(roof.bounds[:2], roof.bounds[2:]) + 1.0
    spans = np.full(len(points), 2 * step_mm)
    for reach in (way, -way):
        lines = shapely.linestrings(np.stack([points, points + far * reach], axis=1))
        # A line ends where it first leaves the roof: at the nearest crossing with its edge.
        lengths = shapely.distance(shapely.points(points), shapely.intersection(lines, roof.boundary))
        ends = points + (lengths + REACH_MM)[:, None] * reach
        rests = shapely.distance(shapely.points(ends), held) <= step_mm
        spans += np.where(rests, lengths, math.inf)
    return spans
