"""Five animals for tokens: heavy silhouettes of circles, ellipses and blunt polygons with a cut-out eye, told apart by outline.

Each is wider than high, which leaves space for numbers above and below it on a round token, and looks to the left. They
are drawn in a field 100 wide, y up, with no stroke below 7: at 12 mm that is 0.84 mm, two lines of a 0.4 mm nozzle.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.graphics.polygons import as_multi, centred

QUADRANT = 16
"""Segments of a quarter circle."""
CORNER = 2.6
"""Radius of outer corners in the field of 100."""
NOTCH = 1.8
"""Radius of inner corners, large enough that a nozzle does not fill a notch."""
WIDTH = 100.0


def _disc(x: float, y: float, across: float, high: float | None = None, turn: float = 0.0) -> BaseGeometry:
    """A circle or an ellipse by its centre and diameters."""
    one = affinity.scale(Point(0, 0).buffer(0.5, quad_segs=QUADRANT), across, high or across, origin=(0, 0))
    return affinity.translate(affinity.rotate(one, turn, origin=(0, 0)), x, y)


def _limb(width: float, *points: tuple[float, float]) -> BaseGeometry:
    """A line of this width with round ends and joints."""
    return LineString(points).buffer(width / 2, quad_segs=QUADRANT)


def _shape(*corners: tuple[float, float]) -> BaseGeometry:
    return Polygon(corners)


def _animal(body: Sequence[BaseGeometry], holes: Sequence[BaseGeometry]) -> MultiPolygon:
    """The parts of a body as one shape with soft corners, and eyes and gaps cut out."""
    whole = unary_union(body)
    soft = whole.buffer(-CORNER).buffer(CORNER + NOTCH, quad_segs=QUADRANT).buffer(-NOTCH, quad_segs=QUADRANT)
    return as_multi(soft.difference(unary_union(holes)))


def frog() -> MultiPolygon:
    """A sitting frog: high round eyes, a wide mouth, thighs to both sides."""
    body = [
        _disc(50, 36, 74, 50),
        _disc(30, 58, 25),
        _disc(70, 58, 25),
        _disc(18, 20, 32, 26, 20),
        _disc(82, 20, 32, 26, -20),
        _limb(11, (5, 6), (29, 6)),
        _limb(11, (71, 6), (95, 6)),
        _limb(13, (41, 18), (41, 7)),
        _limb(13, (59, 18), (59, 7)),
    ]
    mouth = LineString([(28 + x * 4.4, 37 - 9 * (1 - ((x - 5) / 5) ** 2)) for x in range(11)]).buffer(3.6, quad_segs=QUADRANT)
    return _animal(body, [_disc(30, 59, 10), _disc(70, 59, 10), mouth])


def fish() -> MultiPolygon:
    """A fish: a round body, a forked tail, fins above and below."""
    body = [
        _disc(39, 32, 78, 48),
        _shape((62, 32), (100, 60), (92, 32), (100, 4)),
        _shape((26, 50), (44, 66), (62, 60), (62, 44)),
        _shape((40, 14), (48, 0), (60, 2), (58, 20)),
    ]
    gill = LineString([(36 + 6 * (1 - (y / 12) ** 2), 32 + y) for y in range(-12, 13, 3)]).buffer(3.6, quad_segs=QUADRANT)
    return _animal(body, [_disc(20, 38, 10), gill])


def cat() -> MultiPolygon:
    """A walking cat: two pointed ears, a tail held high in a hook."""
    body = [
        _disc(24, 45, 36, 31),
        _shape((8, 48), (9, 71), (24, 58)),
        _shape((24, 58), (39, 71), (40, 48)),
        _disc(54, 30, 60, 28),
        _limb(11, (33, 24), (31, 6)),
        _limb(11, (42, 22), (46, 6)),
        _limb(11, (70, 22), (67, 6)),
        _limb(11, (78, 26), (82, 6)),
        _limb(9.5, (78, 34), (90, 44), (93, 56), (88, 66), (80, 66)),
    ]
    return _animal(body, [_disc(16.5, 46, 8.5), _disc(31.5, 46, 8.5)])


def crow() -> MultiPolygon:
    """A standing crow: a heavy beak, a long straight tail, two thin legs."""
    body = [
        _disc(28, 51, 31, 29),
        _shape((-2, 44), (18, 61), (22, 38)),
        _disc(47, 36, 56, 34, -24),
        _shape((40, 52), (66, 40), (100, 14), (93, 6), (50, 20)),
        _limb(8, (40, 24), (40, 4), (31, 4)),
        _limb(8, (62, 20), (62, 4), (55, 4)),
    ]
    return _animal(body, [_disc(25, 54, 9)])


def hippo() -> MultiPolygon:
    """A hippopotamus: a barrel on four short posts, a muzzle as large as its head, small ears."""
    body = [
        _disc(63, 37, 72, 44),
        _disc(15, 28, 33, 31),
        _disc(29, 43, 33, 32),
        _disc(26, 60, 11),
        _disc(39, 59, 11),
        _limb(15, (42, 22), (42, 7.5)),
        _limb(15, (55, 22), (55, 7.5)),
        _limb(15, (77, 22), (77, 7.5)),
        _limb(15, (89, 26), (89, 7.5)),
        _limb(7.5, (95, 42), (102, 32)),
    ]
    return _animal(body, [_disc(27, 49, 8.5), _disc(9.5, 33, 7.5)])


def _field(drawing: Callable[[], MultiPolygon]) -> Callable[[float], MultiPolygon]:
    """An icon: the drawing as wide as the field, centred."""

    def sized(size_mm: float) -> MultiPolygon:
        shape = drawing()
        left, _, right, _ = shape.bounds
        scale = size_mm / (right - left)
        return centred(affinity.scale(shape, scale, scale, origin=(0, 0)))

    return sized


ANIMALS: dict[str, Callable[[float], MultiPolygon]] = {
    "frog": _field(frog),
    "fish": _field(fish),
    "cat": _field(cat),
    "crow": _field(crow),
    "hippo": _field(hippo),
}
"""Icons by name, as wide as their field."""
