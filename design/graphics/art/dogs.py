"""Five dogs, each a head seen from the front and recognisable without colour, and what dogs leave around: paw prints, bones.

Drawn from discs, ellipses and polygons in a field of 1, centred on the origin, as one heavy silhouette with holes for
eyes and muzzle. Strokes, holes and gaps are at least `FINEST` of the field, so that a nozzle can draw them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapely import affinity
from shapely.geometry import MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.graphics.polygons import as_multi

FINEST = 0.05
"""The thinnest stroke and the narrowest gap, as a share of the field: 0.8 mm in a field of 16 mm."""
SOFT = 0.022
"""Radius of corners, inner and outer alike."""
SEGMENTS = 24
FINE = 0.0004
"""Tolerance for simplifying the curves of dogs: 0.008 mm in a field of 20."""
FLAT = 0.004
"""The same for small signs, which appear by the dozen and whose every edge costs time."""

Points = Sequence[tuple[float, float]]


def _oval(x: float, y: float, wide: float, high: float, turn: float = 0.0) -> Polygon:
    """An ellipse around a point, turned anticlockwise by `turn` degrees."""
    shape = affinity.scale(Point(0, 0).buffer(0.5, quad_segs=SEGMENTS), wide, high, origin=(0, 0))
    return affinity.translate(affinity.rotate(shape, turn, origin=(0, 0)), x, y)


def _both(*shapes: BaseGeometry) -> BaseGeometry:
    """Shapes of the right half, mirrored on the left."""
    return unary_union([*shapes, *(affinity.scale(one, -1, 1, origin=(0, 0)) for one in shapes)])


def _soft(points: Points, radius: float) -> BaseGeometry:
    """A polygon with round corners."""
    return Polygon(points).buffer(-radius, join_style="mitre").buffer(radius, quad_segs=SEGMENTS)


def _nose(y: float, wide: float) -> BaseGeometry:
    """A nose with the line below it that divides the lips."""
    tip = _soft([(-wide / 2, y + 0.3 * wide), (wide / 2, y + 0.3 * wide), (0, y - 0.55 * wide)], 0.16 * wide)
    line = Polygon([(-0.027, y), (0.027, y), (0.027, y - 0.8 * wide), (-0.027, y - 0.8 * wide)])
    return tip.union(line)


def _pointed() -> BaseGeometry:
    """Ears like two roofs, a face that narrows to the chin."""
    ear = _soft([(0.06, 0.2), (0.37, 0.56), (0.46, -0.02)], 0.03)
    inner = _soft([(0.2, 0.24), (0.34, 0.42), (0.38, 0.16)], 0.02)
    cheeks = [
        (-0.47, 0.08),
        (-0.2, 0.27),
        (0.2, 0.27),
        (0.47, 0.08),
        (0.4, -0.18),
        (0.12, -0.46),
        (-0.12, -0.46),
        (-0.4, -0.18),
    ]
    muzzle = [(0, 0.1), (0.1, -0.1), (0.28, -0.17), (0.11, -0.38), (-0.11, -0.38), (-0.28, -0.17), (-0.1, -0.1)]
    eyes = _both(_oval(0.2, 0.03, 0.12, 0.12))
    face = _soft(cheeks, 0.12).union(_both(ear)) - _both(inner) - _soft(muzzle, 0.03) - eyes
    # The line continues to the chin, so there is no loose island.
    return face.union(_nose(-0.17, 0.17)).union(box(-0.027, -0.42, 0.027, -0.2))


def _floppy() -> BaseGeometry:
    """Long ears hanging down beside a mild, tall face."""
    head = _oval(0, 0.1, 0.68, 0.66).union(_oval(0, -0.2, 0.52, 0.5))
    ear = _oval(0.4, -0.03, 0.23, 0.76, 8).union(_soft([(0.05, 0.4), (0.33, 0.37), (0.45, 0.1), (0.33, 0.05)], 0.05))
    gap = _oval(0.4, -0.07, 0.23, 0.76, 8).buffer(0.06, quad_segs=SEGMENTS) - box(-1, 0.02, 1, 1)
    eyes = _both(_oval(0.13, 0.14, 0.115, 0.13))
    muzzle = _oval(0, -0.22, 0.32, 0.34)
    return ((head - _both(gap)).union(_both(ear)) - eyes - muzzle).union(_nose(-0.15, 0.19))


def _curly() -> BaseGeometry:
    """A crown of curls and two balls of curls for ears, low beside a narrow snout."""
    crown = _curls(
        ((0, 0.36, 0.3), (0.17, 0.31, 0.26), (-0.17, 0.31, 0.26), (0.24, 0.17, 0.2), (-0.24, 0.17, 0.2), (0, 0.2, 0.44))
    )
    ear = _curls(((0.38, 0.02, 0.2), (0.44, -0.11, 0.19), (0.43, -0.26, 0.19), (0.33, -0.28, 0.17), (0.32, -0.13, 0.19)))
    face = _oval(0, 0.06, 0.5, 0.44).union(_oval(0, -0.25, 0.36, 0.5))
    gap = ear.buffer(0.055, quad_segs=SEGMENTS)
    eyes = _both(_oval(0.1, 0.07, 0.1, 0.115))
    snout = _oval(0, -0.29, 0.21, 0.28)
    return ((face - _both(gap)).union(crown).union(_both(ear)) - eyes - snout).union(_nose(-0.2, 0.17))


def _curls(balls: Sequence[tuple[float, float, float]]) -> BaseGeometry:
    """Discs, each by its centre and diameter."""
    return unary_union([_oval(x, y, wide, wide) for x, y, wide in balls])


def _bearded() -> BaseGeometry:
    """A square head with folded ears, bushy brows over the eyes, and a beard cut in points."""
    head = _soft([(-0.35, 0.34), (0.35, 0.34), (0.35, -0.1), (-0.35, -0.1)], 0.06)
    ear = _soft([(0.16, 0.45), (0.5, 0.38), (0.43, 0.1), (0.3, 0.3)], 0.035)
    tips = [(0.46, -0.24), (0.36, -0.47), (0.18, -0.41), (0, -0.49)]
    beard = _soft([(-0.33, 0), (0.33, 0), *tips, *((-x, y) for x, y in reversed(tips[:3]))], 0.03)
    brow = _oval(0.165, 0.17, 0.27, 0.15, -16)
    eyes = _both(_oval(0.15, 0.15, 0.1, 0.1))
    moustache = _both(_oval(0.14, -0.19, 0.36, 0.17, -32)).union(_oval(0, -0.1, 0.22, 0.16))
    return (head.union(beard).union(_both(ear)) - _both(brow) - moustache).union(eyes).union(_nose(-0.1, 0.19))


def _bat() -> BaseGeometry:
    """Upright ears as broad as spoons, far apart, on a wide face with hanging lips."""
    ear = _soft([(0.1, 0.2), (0.24, 0.48), (0.4, 0.53), (0.48, 0.4), (0.44, 0.02)], 0.1)
    inner = _soft([(0.25, 0.24), (0.31, 0.4), (0.39, 0.41), (0.39, 0.17)], 0.035)
    face = _oval(0, -0.05, 0.92, 0.62).union(_both(_oval(0.2, -0.24, 0.46, 0.44)))
    lips = _both(_oval(0.165, -0.23, 0.27, 0.3, 12))
    eyes = _both(_oval(0.27, 0.03, 0.14, 0.14))
    nose = _soft([(-0.14, -0.02), (0.14, -0.02), (0.07, -0.17), (-0.07, -0.17)], 0.05)
    return face.union(_both(ear)) - _both(inner) - lips - eyes | nose


def _paw() -> BaseGeometry:
    """A pad and four toes: what a dog leaves behind."""
    pad = _soft([(-0.3, -0.3), (-0.14, 0.02), (0.14, 0.02), (0.3, -0.3), (0.14, -0.42), (0, -0.36), (-0.14, -0.42)], 0.09)
    toes = _both(_oval(0.13, 0.3, 0.2, 0.28, -6), _oval(0.4, 0.06, 0.19, 0.26, -28))
    return pad.union(toes).simplify(FLAT)


def _bone() -> BaseGeometry:
    """A slanting bone."""
    ends = unary_union([_oval(x, y, 0.3, 0.3) for x in (-0.36, 0.36) for y in (-0.12, 0.12)])
    bone = ends.union(_soft([(-0.4, -0.1), (0.4, -0.1), (0.4, 0.1), (-0.4, 0.1)], 0.02))
    return affinity.rotate(bone.simplify(FLAT), 35, origin=(0, 0))


DOGS: dict[str, Callable[[], BaseGeometry]] = {
    "dog-pointed": _pointed,
    "dog-floppy": _floppy,
    "dog-curly": _curly,
    "dog-bearded": _bearded,
    "dog-bat": _bat,
}
TRACES: dict[str, Callable[[], BaseGeometry]] = {"paw": _paw, "bone": _bone}
"""What dogs leave around: small signs for a pattern."""


def dog(name: str, size_mm: float) -> MultiPolygon:
    """A dog by name, the longer side of its box `size_mm`, centred on the origin."""
    shape = DOGS[name]()
    for step in (-SOFT, 2 * SOFT, -SOFT):
        shape = shape.buffer(step, quad_segs=SEGMENTS)
    return _sized(shape.simplify(FINE), size_mm)


def trace(name: str, size_mm: float) -> MultiPolygon:
    """A paw print or a bone by name, likewise."""
    return _sized(TRACES[name](), size_mm)


def _sized(shape: BaseGeometry, size_mm: float) -> MultiPolygon:
    left, bottom, right, top = shape.bounds
    factor = size_mm / max(right - left, top - bottom)
    moved = affinity.translate(shape, -(left + right) / 2, -(bottom + top) / 2)
    return as_multi(affinity.scale(moved, factor, factor, origin=(0, 0)))
