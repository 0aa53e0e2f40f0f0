"""Outlines as lines and true arcs: a cutting machine gets a round corner as one arc, not as a row of chords.

Faces are polygons whose curves were flattened finely. This turns rows of corners on one circle back into an arc.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from shapely.geometry import LinearRing

ROUND_MM = 0.0005
"""Corners lie on their circle to this."""
FLAT_MM = 0.02
"""Chords of a flattened curve are within this distance of it; the sides of a square or a pentagon are not."""
LEAST = 3
"""Fewest chords that make an arc."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Circle:
    """A full circle."""

    x_mm: float
    y_mm: float
    radius_mm: float


Bent = tuple[float, float, float]
"""A corner and the bulge of the segment after it: the tangent of a quarter of the arc's angle, 0 for a line."""


def bends(ring: LinearRing) -> Circle | tuple[Bent, ...]:
    """A closed ring as a circle, or as its corners joined by lines and arcs, in the ring's own direction."""
    points = [(float(x), float(y)) for x, y, *_ in ring.coords[:-1]]
    whole = _circle(points[0], points[len(points) // 3], points[2 * len(points) // 3])
    if whole and len(points) > 2 * LEAST and all(_is_on(point, whole) for point in points) and _all_flat(points, whole):
        return whole
    # Start after the longest side, which belongs to no arc.
    count = len(points)
    start = 1 + max(range(count), key=lambda at: math.dist(points[at], points[(at + 1) % count]))
    points = points[start % count :] + points[: start % count]
    closed = [*points, points[0]]
    made: list[Bent] = []
    at = 0
    while at < count:
        last, circle = _run(closed, at)
        arc = _arc(closed[at : last + 1], circle) if circle and last - at >= LEAST else None
        if arc is None:
            made.append((*points[at], 0.0))
            at += 1
            continue
        made += arc
        at = last
    return tuple(made)


def _run(points: Sequence[Point], at: int) -> tuple[int, Circle | None]:
    """The last corner of the longest row from `at` on that lies on one circle and turns one way, and that circle."""
    if at + LEAST >= len(points):
        return at, None
    # If chords are short, the first corners alone would give an inaccurate centre.
    circle = _circle(points[at], points[at + 1], points[at + LEAST - 1])
    if circle is None:
        return at, None
    turn, last = _turn(*points[at : at + 3]), at
    for index in range(at + 1, len(points)):
        flat = _all_flat(points[index - 1 : index + 1], circle, closed=False)
        bent = index < at + 2 or _turn(*points[index - 2 : index + 1]) * turn > 0
        if not (flat and bent and _is_on(points[index], circle)):
            break
        last = index
    if last - at >= LEAST:
        better = _circle(points[at], points[(at + last) // 2], points[last])
        circle = better or circle
    return last, circle


def _arc(points: Sequence[Point], circle: Circle) -> list[Bent] | None:
    """An arc through its corners, in two parts if over a half circle; None if the drawn arc would deviate from them."""
    if len(points) < 3:
        return None
    angles = [math.atan2(y - circle.y_mm, x - circle.x_mm) for x, y in points]
    way = 1 if _turn(*points[:3]) > 0 else -1
    whole = sum((way * (after - before)) % math.tau for before, after in pairwise(angles))
    if whole > math.pi + 1e-9:
        middle = len(points) // 2
        first, second = _arc(points[: middle + 1], circle), _arc(points[middle:], circle)
        return [*first, *second] if first and second else None
    drawn = _drawn(points[0], points[-1], way * whole)
    if drawn is None or not all(_is_on(point, drawn) for point in points) or not _all_flat(points, drawn, closed=False):
        return None
    return [(*points[0], way * math.tan(whole / 4))]


def _drawn(start: Point, end: Point, angle: float) -> Circle | None:
    """The circle of the arc between two points that turns by an angle, as a machine draws it; None for no arc."""
    chord, half = math.dist(start, end), angle / 2
    if chord < 1e-9 or abs(math.sin(half)) < 1e-9:
        return None
    # From the middle of the chord to the circle's centre: to the left if the path turns left.
    beside = chord / 2 / math.tan(half)
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    across, along = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    return Circle(x - along * beside, y + across * beside, abs(chord / 2 / math.sin(half)))


def _circle(a: Point, b: Point, c: Point) -> Circle | None:
    """The circle through three points; None if they are collinear."""
    (ax, ay), bx, by, cx, cy = a, b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    twice = 2 * (bx * cy - by * cx)
    if abs(twice) < 1e-9:
        return None
    x = (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / twice
    y = (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / twice
    return Circle(ax + x, ay + y, math.hypot(x, y))


def _is_on(point: Point, circle: Circle) -> bool:
    return abs(math.dist(point, (circle.x_mm, circle.y_mm)) - circle.radius_mm) <= ROUND_MM


def _all_flat(points: Sequence[Point], circle: Circle, closed: bool = True) -> bool:
    ends = [*points[1:], points[0]] if closed else points[1:]
    for one, other in zip(points, ends, strict=False):
        half = math.dist(one, other) / 2
        if half >= circle.radius_mm or circle.radius_mm - math.sqrt(circle.radius_mm**2 - half**2) > FLAT_MM:
            return False
    return True


def _turn(a: Point, b: Point, c: Point) -> float:
    """Positive if the path from a over b to c turns left."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
