"""What inspection measures with: pictures of faces, path data, cuts through meshes, compared shapes."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh
from shapely import affinity
from shapely.geometry import MultiPolygon, Point, box

from design.faces.face import Face, InkRole, Mark
from tablewright.inspection.readers.path_data import PathError, subpaths
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.pictures import FINE, PIXELS_PER_MM, lines, picture
from tablewright.inspection.solids.measures.sections import agreement, section

WHITE, BLACK = "#ffffff", "#000000"


def darkness_mm2(drawn):
    return float(((255 - drawn[:, :, 0]) / 255).sum()) / PIXELS_PER_MM**2


@pytest.mark.parametrize("shift", [0.0, 0.03, 0.11, 0.2])
@pytest.mark.parametrize("width", [0.4, 1.0, 7.3])
def test_a_picture_holds_as_much_ink_as_the_shape(width, shift):
    shape = MultiPolygon([box(shift, shift, shift + width, shift + 8)])
    drawn = picture([(BLACK, lines(shape))], (20, 20))
    # A side may lie anywhere between two fine pixels' middles.
    assert darkness_mm2(drawn) == pytest.approx(width * 8, abs=(width + 8) / (PIXELS_PER_MM * FINE) + 0.01)


def test_a_circle_with_a_hole_and_an_island_is_filled_by_turns():
    area = MultiPolygon([Point(0, 0).buffer(8) - Point(0, 0).buffer(5), Point(0, 0).buffer(2)])
    drawn = picture([(BLACK, lines(area))], (20, 20))
    assert darkness_mm2(drawn) == pytest.approx(math.pi * (64 - 25 + 4), rel=0.01)
    middle, between, ring = drawn[20, 20, 0], drawn[20, 27, 0], drawn[20, 33, 0]
    assert (middle, between, ring) == (0, 255, 0)


def test_up_is_up_and_right_is_right():
    drawn = picture([("#ff0000", lines(MultiPolygon([box(5, 5, 10, 10)])))], (20, 20))
    assert drawn[2, 37].tolist() == [255, 0, 0]
    assert drawn[37, 2].tolist() == [255, 255, 255]


def test_a_shape_beyond_the_picture_is_cut_off():
    drawn = picture([(BLACK, lines(MultiPolygon([box(-50, -50, 50, 0)])))], (20, 20))
    assert darkness_mm2(drawn) == pytest.approx(200)
    assert darkness_mm2(picture([(BLACK, lines(MultiPolygon([box(30, 30, 40, 40)])))], (20, 20))) == 0


def face(name, area):
    return Face(name, box(-15, -15, 15, 15), WHITE, (Mark(InkRole.INK, BLACK, MultiPolygon([area])),))


@pytest.mark.parametrize(("side", "found"), [(0.3, False), (0.8, True)])
def test_a_spot_of_eight_tenths_shows_and_one_of_three_does_not(side, found):
    bare = Face("bare", box(-15, -15, 15, 15), WHITE, ())
    gallery = Gallery()
    spot = picture([(BLACK, lines(MultiPolygon([box(0, 0, side, side)])))], (30, 30))
    # Black on white, as the mean of 1.5 x 1.5 mm: 255 x side^2 / 2.25.
    assert (gallery.worst(spot, bare) > 40) is found


def test_faces_that_look_much_alike_are_rivals():
    disc = Point(0, 0).buffer(8)
    plain, nearly, other = face("plain", disc), face("nearly", disc.buffer(0.2)), face("other", box(-8, -8, 8, 8))
    same = face("same", disc)
    assert [one.name for one in Gallery().rivals(plain, [plain, nearly, other, same])] == ["nearly"]


def test_path_data_absolute_and_relative():
    square = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)]
    for data in ("M1,1L3,1L3,3L1,3Z", "M 1 1 3 1 3 3 1 3 z", "m1 1h2v2h-2z", "M1 1H3V3H1Z", "M1-0e0m0 1 2 0 0 2-2 0z"):
        assert list(subpaths(data))[-1] == square, data
    assert list(subpaths("M1,1L3,1L3,3L1,3ZM5,5L6,5L6,6Z"))[1] == [(5.0, 5.0), (6.0, 5.0), (6.0, 6.0)]


def test_curves_of_paths_pass_through_their_middles():
    (cubic,) = subpaths("M0 0C0 4 4 4 4 0")
    # At the middle of a cubic: (P0 + 3 P1 + 3 P2 + P3) / 8.
    assert cubic[8] == pytest.approx((2, 3))
    (quadratic,) = subpaths("M0 0q2 4 4 0")
    assert quadratic[8] == pytest.approx((2, 2))
    assert quadratic[-1] == (4, 0)


@pytest.mark.parametrize("data", ["M0 0A1 1 0 0 0 2 2", "M0", "1 2", "M0 0L1,x", "M0 0Z 3 4", "M1,1L2Z"])
def test_path_data_that_is_not_read_is_said(data):
    with pytest.raises(PathError):
        list(subpaths(data))


def test_a_cut_through_a_tube_is_a_ring():
    tube = trimesh.creation.annulus(3, 5, 4, sections=128)
    cut = section(tube, 0.7)
    assert len(cut.geoms) == 1
    assert len(cut.geoms[0].interiors) == 1
    # A regular polygon of 128 corners: n/2 r^2 sin(2 pi / n).
    assert cut.area == pytest.approx(64 * (25 - 9) * math.sin(2 * math.pi / 128), rel=1e-4)
    assert section(tube, 5).is_empty


def test_agreement_sees_what_a_nozzle_can_print_and_not_facets():
    disc = Point(0, 0).buffer(10, quad_segs=64)
    assert agreement(Point(0, 0).buffer(10, quad_segs=16), disc).good
    assert not agreement(disc.union(box(9.9, -0.2, 10.4, 0.2)), disc).good
    shifted = agreement(affinity.translate(disc, 0.5), disc)
    assert not shifted.good
    # Two circles of radius r a distance d apart overlap by 2 r^2 acos(d/2r) - d/2 sqrt(4 r^2 - d^2).
    both = 200 * math.acos(0.025) - 0.25 * math.sqrt(400 - 0.25)
    assert shifted.overlap == pytest.approx(both / (200 * math.pi - both), abs=1e-3)


def test_pictures_are_the_same_each_time():
    area = MultiPolygon([Point(1, 2).buffer(5)])
    assert np.array_equal(picture([(BLACK, lines(area))], (20, 20)), picture([(BLACK, lines(area))], (20, 20)))
