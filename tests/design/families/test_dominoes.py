"""Dominoes: their numbers read both ways, they stand both ways, and the solid that was written is what was meant."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
import trimesh
from shapely import affinity

from design.checks.dominoes import tip_angles_deg
from design.families.dominoes.face import reads_otherwise
from design.graphics.colour.palette import contrast
from design.graphics.type.outlines import figure_outline
from design.parts.filament_changes import changes_of
from fabrication.parts.domino import domino
from fabrication.writers.mesh import write_stl
from fabrication.writers.threemf import write_3mf
from rules.errors import BuildError
from tablewright.inspection.models.colours import coloured_faults
from tablewright.inspection.models.threemf import read_3mf
from tablewright.inspection.printing.printable import printing_faults
from tablewright.inspection.printing.slicer import Sliced, settings_for, slice_turned
from tablewright.inspection.solids.dominoes import domino_faults
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tests.support.dominoes import SIZES, config, faces, part, spec

NUMBERS = [str(number) for number in range(1, 12)]
PAIRS = [("6", "default"), ("10", "smallest"), ("6", "largest"), ("1", "gently rounded")]
CASES = [pytest.param(number, SIZES[size], id=f"{size}-{number}") for number, size in PAIRS]


@pytest.fixture(scope="module")
def stl(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dominoes")

    def path(number, settings):
        target = folder / f"{number}-{len(''.join(settings))}.stl"
        return target if target.exists() else write_stl(part(number, *settings), target)[0]

    return path


def test_six_and_nine_are_underlined_and_no_other_of_the_eleven():
    assert [number for number in NUMBERS if reads_otherwise(number)] == ["6", "9"]


def test_numbers_of_a_game_of_ones_own_that_read_otherwise():
    assert [one for one in ("16", "66", "68", "69", "88", "90", "96", "99", "") if reads_otherwise(one)] == ["66", "68", "99"]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_number_is_upright_whichever_way_the_domino_stands(number):
    front = faces(number)[0]
    digit = figure_outline(number, 10.56)  # 0.44 of 24 mm
    upright = affinity.translate(digit, 0, 12)
    assert front.relief().buffer(1e-6).covers(upright)
    # Tipped over to its right, what was the lower half is at the left: there the number is upright.
    tipped = affinity.rotate(front.relief(), -90, origin=(0, 0))
    assert tipped.buffer(1e-6).covers(affinity.translate(digit, -12, 0))


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("face", [2, 3], ids=["long edge", "short edge"])
def test_an_edge_has_the_number_upright_at_either_end(number, face):
    shown = faces(number)[face]
    assert shown.size_mm == pytest.approx((8, 48 if face == 2 else 24))
    head = [one for one in shown.relief().geoms if one.centroid.y > 0]
    left, bottom, right, top = (round(value, 6) for value in affinity.translate(shown.relief(), 0, 0).bounds)
    assert (left, bottom) == pytest.approx((-right, -top))
    turned = affinity.rotate(shown.relief(), 180, origin=(0, 0))
    assert turned.symmetric_difference(shown.relief()).area < 1e-6
    # Upright and nothing else: the same digits as in the font, but for the underline.
    high = max(one.bounds[3] for one in head) - min(one.bounds[1] for one in head)
    assert high >= 3.6  # 10 points: read at arm's length
    digits = figure_outline(number, 1.0)
    width, height = (digits.bounds[2] - digits.bounds[0], digits.bounds[3] - digits.bounds[1])
    if number not in ("6", "9"):
        assert (right - left) / high == pytest.approx(width / height, rel=0.06)  # two digits stand a little apart


def test_numbers_stay_on_the_flat_of_their_edges():
    for number in NUMBERS:
        for face, long in zip(faces(number)[2:], (48, 24), strict=True):
            left, bottom, right, top = face.relief().bounds
            # 0.8 mm of foot and 0.5 mm of air at either side; corners of 2 mm at either end.
            assert max(-left, right) <= 4 - 1.3 + 1e-6
            assert max(-bottom, top) <= long / 2 - 2.5


@pytest.mark.parametrize("face", [0, 2, 3], ids=["front", "long edge", "short edge"])
def test_no_two_dominoes_look_alike_turned_or_not(face):
    """By shape alone: in grey, and turned about; an underline keeps 6 and 9 apart."""
    for one, other in combinations(NUMBERS, 2):
        for turn in (0, 180):
            shown = affinity.rotate(faces(one)[face].relief(), turn, origin=(0, 0))
            against = faces(other)[face].relief()
            assert shown.intersection(against).area / shown.union(against).area < 0.8, (one, other, turn)


def test_ink_and_ground_differ_in_grey():
    assert all(contrast(mark.colour, face.ground) > 7 for face in faces("6") for mark in face.marks)


@pytest.mark.parametrize(("number", "settings"), CASES)
def test_the_file_is_one_sound_domino(number, settings, stl):
    size = config(*settings).domino
    solid = read_stl(stl(number, settings))
    mesh = solid.mesh
    assert faults(solid, config(*settings).printer) == []
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.body_count == 1
    # In whole layers of 0.2 mm.
    deep = math.ceil(round(size.thickness_mm / 0.2, 6)) * 0.2
    assert mesh.extents == pytest.approx((size.width_mm, size.height_mm, deep), abs=0.02)
    slab = (size.width_mm * size.height_mm - (4 - math.pi) * size.corner_mm**2) * deep
    assert 0.85 * slab < mesh.volume < slab
    assert mesh.volume == pytest.approx(part(number, *settings).volume_mm3, rel=0.002)
    assert part(number, *settings).bodies[0].solid.isValid()
    assert domino_faults(solid, spec(number, *settings)) == []
    assert printing_faults(solid, config(*settings).printer) == []


def _leans(mesh: trimesh.Trimesh, axis: int, sign: int) -> float:
    """How far a solid leans about its foot on one of its ends before its centre of mass is over the edge, in degrees."""
    end = mesh.bounds[1 if sign > 0 else 0][axis]
    foot = mesh.vertices[np.abs(mesh.vertices[:, axis] - end) < 1e-4][:, 2]
    centre = mesh.center_mass
    return math.degrees(math.atan2(min(foot.max() - centre[2], centre[2] - foot.min()), abs(centre[axis] - end)))


@pytest.mark.parametrize(("number", "settings"), CASES)
def test_it_stands_both_ways_as_the_mesh_says(number, settings, stl):
    """Measured on the file: centre of mass over the foot that the edges leave."""
    mesh = read_stl(stl(number, settings)).mesh
    upright, lying = tip_angles_deg(config(*settings).domino, config(*settings).printer)
    for axis, angle in ((1, upright), (0, lying)):
        for sign in (-1, 1):
            assert _leans(mesh, axis, sign) == pytest.approx(angle, abs=0.5)


def test_tip_angles_by_hand():
    # 8 mm less twice 0.8 mm, the height of the edge at its back in layers, on 48 and on 24 mm of height.
    assert tip_angles_deg(config().domino, config().printer) == pytest.approx((7.595, 14.931), abs=1e-3)


def test_another_number_is_recognised_as_another(stl):
    solid = read_stl(stl("6", ()))
    assert "shows something else" in " ".join(domino_faults(solid, spec("9")))
    assert domino_faults(solid, spec("10")) != []


def test_an_edge_without_its_number_shows(tmp_path):
    whole = spec("6")
    blank = replace(whole, end=replace(whole.end, marks=()))
    solid = read_stl(write_stl(domino(blank), tmp_path / "blank.stl")[0])
    found = domino_faults(solid, whole)
    assert [one.partition(" shows")[0] for one in found] == ["its upper end", "its lower end"]
    assert domino_faults(solid, blank) == []


def test_a_mirrored_domino_is_none(stl, tmp_path):
    mesh = read_stl(stl("6", ())).mesh.copy()
    mesh.apply_transform(np.diag([-1, 1, 1, 1]))
    mesh.export(tmp_path / "mirrored.stl")
    assert domino_faults(read_stl(tmp_path / "mirrored.stl"), spec("6")) != []


def test_a_number_over_the_edge_is_refused():
    whole = spec("6")
    over = replace(whole, side=replace(whole.side.moved(3, 0), trim=whole.side.trim))
    with pytest.raises(BuildError, match=r"domino\.6\.side: what it shows reaches over its edge"):
        domino(over)


def test_in_colours_all_six_faces_are_filled(tmp_path):
    (path, *_) = write_3mf(part("6"), tmp_path / "six.3mf")
    bodies = read_3mf(path)
    assert {(body.role, body.colour) for body in bodies} == {("ground", "#ffffff"), ("inlay", "#1d1c24")}
    assert coloured_faults(bodies, spec("6")) == []
    # Six faces in ink, 0.4 mm deep, less what the roofs of the recesses in the edges take.
    ink = next(body for body in bodies if body.role == "inlay").solid.mesh
    relief = 0.4 * sum(face.relief().area * times for face, times in zip(faces("6"), (1, 1, 2, 2), strict=True))
    assert 0.95 * relief < ink.volume < relief
    # A digit less on an edge: the half of the ink that lies at the right side is taken away.
    left = [one for one in ink.split() if one.bounds[1][0] < 11.9]
    lacking = [
        replace(body, solid=replace(body.solid, mesh=trimesh.util.concatenate(left))) if body.role == "inlay" else body
        for body in bodies
    ]
    assert any("right side" in one for one in coloured_faults(lacking, spec("6")))


@pytest.mark.parametrize("number", ["5", "10"])
def test_in_colours_with_a_coarse_nozzle_too(number, tmp_path):
    """A figure on an edge is simplified by up to 0.02 mm: its uppermost point may lie that much lower."""
    coarse = ("printer.nozzle_mm=0.6", "printer.layer_mm=0.3")
    (path, *_) = write_3mf(part(number, *coarse), tmp_path / "one.3mf")
    assert coloured_faults(read_3mf(path), spec(number, *coarse)) == []


def test_filament_changes_leave_the_edges_in_the_ground_s_colour():
    heights = [(change.from_mm, change.filament.colour) for change in changes_of(spec("6"), config().printer)]
    # 8 mm: numbers 0.4 mm deep, and 0.6 mm of ink behind each.
    expected = [(0.0, "#ffffff"), (0.4, "#1d1c24"), (1.0, "#ffffff"), (7.0, "#1d1c24"), (7.6, "#ffffff")]
    assert heights == [(pytest.approx(height), colour) for height, colour in expected]


def test_it_slices_without_supports(stl, slicer):
    sliced = slice_turned(slicer, stl("6", ()), settings_for(config().printer), 0)
    assert isinstance(sliced, Sliced), sliced
    # 9 cm3 hold 11 g of PLA if they are full.
    assert 2 < sliced.grams < 11.2
