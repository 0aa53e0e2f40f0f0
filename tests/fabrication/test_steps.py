"""Steps in the faces of a solid: faces are exchanged, and what comes out is what a boolean would leave."""

from __future__ import annotations

import math

import cadquery as cq
import pytest
from shapely.geometry import Point, box

from design.graphics.polygons import as_multi, centred
from design.graphics.type.outlines import text_outline
from fabrication.kernel.booleans import cut
from fabrication.kernel.engraving import ExactRecess, Recess, engraved, raised
from fabrication.kernel.prisms import chamfered_prism
from fabrication.kernel.steps import Step, stepped
from rules.errors import BuildError
from tests.support.solids import meshed, one_body

PLATE = chamfered_prism(box(-20, -10, 20, 10), 4, 0.4, 0.4, "plate")
"""40 x 20 x 4 mm, rims of 0.4 mm above and below."""
RING = Point(0, 0).buffer(6).difference(Point(0, 0).buffer(4))
"""An area with an island."""
DOT = Point(0, 0).buffer(2)
"""An area within that island."""


def test_rings_and_dots_are_sunk_into_both_sides_and_raised():
    moved = [box(-18, -6, -10, 6), RING, DOT]
    back, front = sum(one.area for one in moved), 8 * 12
    steps = [Step(one, 0.0, 0.6) for one in moved] + [Step(box(-18, -6, -10, 6), 4.0, 3.0), Step(box(10, -6, 18, 6), 4.0, 5.0)]
    solid = stepped(PLATE, steps)
    assert solid is not None
    assert solid.isValid()
    # 0.6 mm deep on the bed's side, a millimetre down here and up there.
    assert solid.Volume() == pytest.approx(PLATE.Volume() - 0.6 * back - front + front, rel=1e-9)
    assert solid.BoundingBox().zmax == pytest.approx(5)
    # The island stands: the mesh has material between ring and dot, and none in either.
    mesh = meshed(one_body("plate", solid))
    assert mesh.is_watertight
    assert mesh.body_count == 1
    inside = {(3, 0, 0.3): True, (5, 0, 0.3): False, (0, 0, 0.3): False, (-14, 0, 3.5): False, (14, 0, 4.5): True}
    assert list(mesh.contains(list(inside))) == list(inside.values())


def test_it_is_what_a_boolean_leaves():
    recess = ExactRecess(centred(text_outline("8%", 8)), 0.8)
    by_faces, by_boolean = stepped(PLATE, recess.steps()), cut(PLATE, recess.tools())
    assert by_faces is not None
    assert by_faces.Volume() == pytest.approx(by_boolean.Volume(), rel=1e-9)
    assert by_faces.Area() == pytest.approx(by_boolean.Area(), rel=1e-9)
    assert cut(by_boolean, [by_faces]).Volume() == pytest.approx(0, abs=1e-6)


TOUCHING = {
    "over the edge": [Step(box(15, -5, 25, 5), 4.0, 3.0)],
    "at the rim": [Step(box(15, -5, 19.6, 5), 4.0, 3.0)],
    "one at the other": [Step(box(-5, -5, 0, 5), 4.0, 3.0), Step(box(0, -5, 5, 5), 4.0, 3.0)],
    "one over the other": [Step(box(-5, -5, 1, 5), 4.0, 3.0), Step(box(0, -5, 5, 5), 4.0, 3.0)],
    "both sides meet": [Step(box(-5, -5, 5, 5), 0.0, 2.0), Step(box(-5, -5, 5, 5), 4.0, 2.0)],
    "through all of it": [Step(box(-5, -5, 5, 5), 0.0, 4.0)],
    "in no face": [Step(box(-5, -5, 5, 5), 2.0, 1.0)],
    "a hole at its own edge": [Step(box(-5, -5, 5, 5).difference(box(-5, -1, 0, 1).buffer(-1e-5)), 4.0, 3.0)],
}


@pytest.mark.parametrize("what", TOUCHING)
def test_what_touches_something_is_left_to_the_kernel(what):
    assert stepped(PLATE, TOUCHING[what]) is None


def test_what_lies_below_a_hollow_is_left_to_the_kernel():
    # A channel through the plate's middle: what is sunk would open into it.
    hollow = cut(PLATE, [cq.Solid.makeBox(60, 4, 1, cq.Vector(-30, -2, 1.5))]).Solids()[0]
    assert stepped(hollow, [Step(box(-5, -5, 5, 5), 4.0, 2.0)]) is None
    assert stepped(hollow, [Step(box(-5, -5, 5, 5), 4.0, 3.0)]) is not None


def test_errors_are_those_of_before():
    over = as_multi(box(15, -5, 25, 5))
    with pytest.raises(BuildError, match=r"plate.*engraving left .* instead of"):
        engraved(PLATE, [Recess(over, 1.0, 4.0)], "plate")
    with pytest.raises(BuildError, match=r"plate.*relief left .* instead of"):
        raised(PLATE, over, 4.0, 1.0, "plate")
    coin = Point(0, 0).buffer(9)
    assert engraved(PLATE, [Recess(as_multi(coin), 1.0, 4.0)], "plate").Volume() == pytest.approx(
        PLATE.Volume() - math.pi * 81, rel=1e-3
    )
