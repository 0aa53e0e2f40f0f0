"""Dice of a game of one's own: each face in its place, in plastic and on the net, told apart, complete in every medium."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest
from click.testing import CliRunner
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.config.loading import Loaded, load_config
from design.faces.face import Face
from design.families.dice.face import PIPS
from design.families.dice.pieces import ENDS_DEG
from design.families.prism_net import prism_net
from design.parts.die import DieSpec
from design.plan.planning import Plan
from fabrication.parts.die import die
from fabrication.writers.mesh import write_stl
from fabrication.writers.threemf import write_3mf
from rules.errors import DesignError
from rules.game import Medium
from tablewright.building.build import plans_for
from tablewright.cli import main
from tablewright.inspection.models.colours import coloured_faults
from tablewright.inspection.models.threemf import read_3mf
from tablewright.inspection.printing.printable import printing_faults
from tablewright.inspection.printing.slicer import Sliced, settings_for, slice_turned
from tablewright.inspection.solids.dice import die_faults
from tablewright.inspection.solids.measures.stl import faults, read_stl

GAME = """id: thrown
title: Thrown
source: home
players: {min: 2, max: 2}
axes:
  weather: {values: {sun: circle, rain: triangle, snow: square, wind: pentagon, fog: hexagon, storm: star}}
  number: {values: [10, 20, 30, 40, 50, 60]}
  few: {values: [1, 2, 3]}
components:
  - {id: die, family: die, copies: 2, SPEC, faces: {front: {FRONT}}, rule: {at: all, why: thrown together}}
"""
BOXED = """  - {id: card, family: card, vary: [few], spec: $card, faces: {front: {text: few}}, rule: {at: all, why: a deck}}
  - {id: storage-box, family: tray, role: storage, rule: {at: all, why: holds all}}
  - {id: storage-lid, family: lid, role: storage, rule: {at: all, why: closes it}}
"""
PLAIN = ("spec: $die", "fill: crimson")
SHOWN = {
    "pips": PLAIN,
    "small": ("spec: {edge_mm: 12, rounding_mm: 0.6, corner_mm: 1, relief_mm: 0.4}", "fill: gold"),
    "large": ("spec: {edge_mm: 40, rounding_mm: 3, corner_mm: 5, relief_mm: 1}", "fill: forest, row: weather, icon: weather"),
    "numbers": ("spec: {edge_mm: 18}", "fill: paper, row: number"),
}


@cache
def loaded(spec: str, front: str, more: str = "") -> Loaded:
    folder = Path(mkdtemp()) / "thrown"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("SPEC", spec).replace("FRONT", front) + more, encoding="utf-8")
    return load_config(None, [f"games=[{folder}]", "paper.sizes=[a4]"])


@cache
def planned(spec: str, front: str) -> Plan:
    (plan,) = plans_for(loaded(spec, front), ["thrown"])
    return plan


def die_of(kind: str) -> DieSpec:
    return next(one.spec for one in planned(*SHOWN[kind]).artifacts if one.medium is Medium.SOLID)


@pytest.fixture(scope="module")
def solid(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dice")

    @cache
    def read(kind):
        return read_stl(write_stl(die(die_of(kind)), folder / f"{kind}.stl")[0])

    return read


def middle_of(face: Face) -> tuple[float, float]:
    left, bottom, right, top = face.relief().bounds
    return round((left + right) / 2, 6), round((bottom + top) / 2, 6)


def test_each_face_has_its_pips_in_the_middle():
    faces = die_of("pips").values
    assert [len(face.relief().geoms) for face in faces] == [1, 2, 3, 4, 5, 6]
    assert [len(places) for places in PIPS.values()] == [1, 2, 3, 4, 5, 6]
    assert {middle_of(face) for face in faces} == {(0, 0)}


def test_opposite_faces_make_seven_and_1_2_3_run_counter_clockwise():
    spec = die_of("pips")
    value = {face.name: number for number, face in enumerate(spec.values, start=1)}
    front, back, right, left, upper, lower = (value[face.name] for face in spec.sides)
    assert (front + back, right + left, upper + lower) == (7, 7, 7)
    out = {front: (0, 0, 1), back: (0, 0, -1), right: (1, 0, 0), left: (-1, 0, 0), upper: (0, 1, 0), lower: (0, -1, 0)}
    # Three directions in a row turn to the left around what they point to when their determinant is positive.
    assert np.linalg.det([out[1], out[2], out[3]]) == pytest.approx(1)


@pytest.mark.parametrize("kind", SHOWN)
def test_the_file_is_one_sound_die(kind, solid):
    spec, read = die_of(kind), solid(kind)
    printer = loaded(*SHOWN[kind]).config.printer
    edge = {"pips": 16, "small": 12, "large": 40, "numbers": 18}[kind]
    assert read.mesh.extents == pytest.approx((edge, edge, edge), abs=0.02)
    assert read.mesh.body_count == 1
    assert 0.9 * edge**3 < read.mesh.volume < edge**3
    assert faults(read, printer) == []
    assert die_faults(read, spec) == []
    # What hangs over, stands alone or is thin, layer by layer; the foot leans out by less than 45 degrees.
    assert printing_faults(read, printer) == []


def without(face: Face, number: int) -> Face:
    """A face without one of its pips."""
    (mark,) = face.marks
    left = [one for place, one in enumerate(mark.area.geoms) if place != number]
    return replace(face, marks=(replace(mark, area=MultiPolygon(left)),))


def judged(made: DieSpec, wanted: DieSpec, folder: Path) -> list[str]:
    return die_faults(read_stl(write_stl(die(made), folder / "made.stl")[0]), wanted)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_pip_that_is_missing_is_found(value, tmp_path):
    right = die_of("pips")
    values = tuple(without(face, 0) if number == value else face for number, face in enumerate(right.values, start=1))
    assert " must make 7" in " ".join(judged(replace(right, values=values), right, tmp_path))


@pytest.mark.parametrize(("one", "other"), [(2, 5), (3, 4), (2, 3), (4, 5)])
def test_two_faces_that_changed_places_are_found(one, other, tmp_path):
    """Those of a pair make seven still, and are no die of this hand."""
    right = die_of("pips")
    faces = dict(enumerate(right.values, start=1))
    faces[one], faces[other] = faces[other], faces[one]
    found = judged(replace(right, values=tuple(faces.values())), right, tmp_path)
    assert found
    assert all("shows something else" in fault or "must make 7" in fault for fault in found)


def test_a_die_upside_down_or_mirrored_is_found(solid, tmp_path):
    for number, turn in enumerate((np.diag([1, -1, -1, 1]), np.diag([-1, 1, 1, 1]))):
        mesh = solid("pips").mesh.copy()
        mesh.apply_transform(turn)
        mesh.apply_translation([0, 0, -mesh.bounds[0][2]])
        mesh.export(tmp_path / f"{number}.stl")
        assert die_faults(read_stl(tmp_path / f"{number}.stl"), die_of("pips")) != []


def test_a_wrong_size_and_another_die_are_found(solid, tmp_path):
    mesh = solid("pips").mesh.copy()
    mesh.apply_scale(1.01)
    mesh.export(tmp_path / "larger.stl")
    found = die_faults(read_stl(tmp_path / "larger.stl"), die_of("pips"))
    assert found == ["is 16.16 x 16.16 x 16.16 mm, must be 16.00 x 16.00 x 16.00"]
    assert "16.00 x 16.00" in die_faults(solid("pips"), die_of("numbers"))[0]


def test_in_colours_all_six_faces_are_filled(tmp_path):
    spec = die_of("pips")
    (path, *_) = write_3mf(die(spec), tmp_path / "die.3mf")
    bodies = read_3mf(path)
    assert {(body.role, body.colour) for body in bodies} == {("ground", "#d01b70"), ("inlay", "#ffffff")}
    assert coloured_faults(bodies, spec) == []
    one, two, three, four, five, six = spec.values
    swapped = replace(spec, values=(one, five, three, four, two, six))
    assert any("right side" in fault or "left side" in fault for fault in coloured_faults(bodies, swapped))


def test_the_net_folds_up_to_the_solid():
    """Faces of the net by hand: 6, 5, 1, 2 from the left, 3 above 6 and 4 below, each turned as the solid has it."""
    (sheet,) = (one.spec for one in planned(*PLAIN).artifacts if one.medium is Medium.PAPER and one.spec.name == "dice")
    (piece,) = sheet.pieces
    assert (piece.copies, piece.back) == (2, None)
    net = prism_net(16, 16, 16, "glue")
    left, bottom, right, top = net.cut.bounds
    # Four folds across, and four around each lid: two of a glue flap, one of the lid and its far flap.
    assert len(piece.front.folds) == 4 + 2 * 4
    counts = {}
    for panel, (x, y) in net.middles.items():
        room = Polygon([(x - 8, y - 8), (x + 8, y - 8), (x + 8, y + 8), (x - 8, y + 8)])
        room = affinity.translate(room, -(left + right) / 2, -(bottom + top) / 2)
        counts[panel] = sum(len(mark.area.geoms) for mark in piece.front.marks if room.contains(mark.area))
    assert counts == {"front": 6, "right": 5, "back": 1, "left": 2, "head": 3, "foot": 4}
    # A point of an end's face lies, on the solid, at (y, x) and (-y, x) in plan and height; of the lids that hang on the
    # front's upper and lower edge it lies at (u, -v) and (u, v).
    for turn, plan in zip(ENDS_DEG, ((5.0, -2.0), (-5.0, 2.0)), strict=True):
        (spot,) = affinity.rotate(MultiPolygon([Polygon([(2, 5), (2.1, 5), (2, 5.1)])]), turn, origin=(0, 0)).geoms
        assert spot.exterior.coords[0] == pytest.approx(plan)


def test_one_colour_dice_have_a_sticker_for_each_face():
    (sheet,) = (one.spec for one in planned(*PLAIN).artifacts if one.medium is Medium.PAPER and one.spec.name == "stickers")
    assert {piece.name: piece.copies for piece in sheet.pieces} == {f"sticker.die.face-{value}": 2 for value in range(1, 7)}


@pytest.mark.parametrize(
    ("spec", "front", "says"),
    [
        ("spec: $die", "row: few", "die faces.front.row = few: has 3 values, and a die shows 6"),
        ("spec: $die", "text: six", "die faces.front.text: a die shows pips, or the six values of an axis"),
        ("spec: $die", "row: weather, icon: star", "die faces.front.icon = star: must be the axis that row names"),
        ("spec: $die", "pattern: squares-4x4", "die faces.front.pattern = squares-4x4: must be pips"),
        ("spec: {edge_mm: 60}", "fill: gold", "die spec.edge_mm = 60"),
        ("spec: {rounding_mm: 3}", "fill: gold", "die rounding_mm = 3: must be at most 1.90 mm"),
        ("spec: {corner_mm: 6, rounding_mm: 4}", "fill: gold", "what it shows reaches into the round edges"),
    ],
)
def test_what_is_no_die_is_refused_by_name(spec, front, says):
    with pytest.raises(DesignError) as caught:
        plans_for(loaded(spec, front), ["thrown"])
    assert says in str(caught.value)


def test_it_slices_without_supports(slicer, tmp_path):
    path = write_stl(die(die_of("pips")), tmp_path / "die.stl")[0]
    sliced = slice_turned(slicer, path, settings_for(loaded(*PLAIN).config.printer), 0)
    assert isinstance(sliced, Sliced), sliced
    # 4 cm3 hold 5 g of PLA if they are full.
    assert 1 < sliced.grams < 5.1


def test_a_game_with_a_die_is_complete_in_all_media(tmp_path):
    folder = loaded(*PLAIN, BOXED).config.games["thrown"].folder
    where = ["--set", f"games=[{folder}]", "--set", "paper.sizes=[a4]", "--output", str(tmp_path / "out")]
    result = CliRunner().invoke(main, ["build", "--jobs", "2", *where])
    assert result.exit_code == 0, result.output
    (line,) = (one.split() for one in result.output.splitlines() if one.startswith("die "))
    # STL, 3MF, STEP, beds, PDF, SVG and DXF.
    assert line == ["die", *["2"] * 8, "complete"]
    assert "thrown: 5 of 5 parts covered" in result.output
