"""Beds: everything of the bill once and with its spares, on few beds, apart from each other and from what is kept free."""

from __future__ import annotations

import csv
import shutil
import subprocess
from collections import Counter

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, box

from design.config.loading import load_config
from design.config.printer import printer_presets
from design.packing.bed_nesting import misplaced, nest
from design.packing.nesting_grid import Piece
from fabrication.writers.bed import write_beds
from rules.errors import BuildError, ConfigError, DesignError
from rules.game import Medium
from tablewright.building.build import build, plans_for
from tablewright.inspection.counts import table
from tablewright.inspection.models.beds import count_beds
from tablewright.inspection.report import inspect
from tablewright.manifest import read_manifest, write_manifest
from tests.support.made import filled
from tests.support.small_beds import GOLD, SPEC, Artifact, files, made, printer, spec_of, write_shapes

GAME = "geometric-chamber"


def squares(count, side=20):
    return [Piece(f"square-{number}", box(0, 0, side, side)) for number in range(count)]


def names(packed):
    return sorted(placed.name for bed in packed.beds for placed in bed)


def test_a_bed_takes_as_many_squares_as_go_beside_each_other():
    # 9 x 20 mm and 8 gaps of 3 mm are 204 of the 210 mm between the borders; a tenth would need 227.
    packed = nest(squares(82), printer(), 3.0)
    assert [len(bed) for bed in packed.beds] == [81, 1]


def test_parts_that_fill_the_bed_exactly_fit():
    # 9 x 20.5 and 8 gaps of 3 are 208.5; with gaps of 3.1875 exactly 210: nothing is lost to rounding.
    assert len(nest(squares(81, 20.5), printer(), 3.0).beds) == 1
    assert len(nest(squares(1, 210), printer(), 3.0).beds) == 1
    with pytest.raises(DesignError, match=r"square-0 = 210\.1 x 210\.1 mm: must fit the usable bed of 210 x 210 mm"):
        nest(squares(1, 210.1), printer(), 3.0)


@pytest.mark.parametrize("preset", printer_presets())
def test_every_part_lies_once_apart_and_inside_on_every_printer(preset):
    on = printer(f"printer.preset={preset}")
    pieces = [Piece(f"plate-{number}", box(0, 0, 150, 20)) for number in range(10)]
    pieces += [Piece(f"disc-{number}", Point(0, 0).buffer(10)) for number in range(25)]
    pieces += [Piece("box", box(0, 0, 170, 82))]
    packed = nest(pieces, on, on.part_gap_mm)
    assert names(packed) == sorted(piece.name for piece in pieces)
    assert [misplaced(bed, on, on.part_gap_mm) for bed in packed.beds] == [[]] * len(packed.beds)
    # No packing needs fewer beds than the parts' area with half a gap around each; ours takes one more at most.
    area = sum((150 + 3) * (20 + 3) for _ in range(10)) + 25 * np.pi * 11.5**2 + 173 * 85
    assert packed.least >= np.ceil(area / (on.bed_width_mm * on.bed_depth_mm))
    assert len(packed.beds) <= packed.least + 1


def test_what_is_longer_than_the_bed_lies_on_the_diagonal_two_beside_each_other():
    # 203 mm on a bed of 176 mm: at 45 degrees two of 20 mm and the gap need (203 + 43) / 1.41 = 174 mm.
    on = printer("printer.preset=bambu-a1-mini")
    packed = nest([Piece(f"plate-{number}", box(0, 0, 203, 20)) for number in range(4)], on, 3.0)
    assert [len(bed) for bed in packed.beds] == [2, 2]
    assert [misplaced(bed, on, 3.0) for bed in packed.beds] == [[], []]
    # On the slant parts lie on the diagonal: PrusaSlicer misses bridges at odd turns (over a groove of 2 mm, at 36 degrees).
    assert {one.turn_deg for bed in packed.beds for one in bed} <= {45, 135}


def test_the_kept_corner_stays_free():
    on = printer("printer.preset=bambu-x1-p1")
    packed = nest(squares(120), on, 3.0)
    corner = box(0, 0, 18, 28)
    for bed in packed.beds:
        assert all(one.outline.distance(corner) > -1 and one.outline.intersection(corner).area < 1e-9 for one in bed)
    # 252 x 252 mm hold 11 rows of 11; the corner costs places but no row.
    assert 110 <= len(packed.beds[0]) < 121
    with pytest.raises(DesignError):
        nest([Piece("whole", box(0, 0, 251, 251))], on, 3.0)


def test_a_part_that_only_one_corner_takes_goes_there():
    # 252 x 252 mm are free, less the corner of 16 x 26 mm inside the border: 236 mm are left beside it.
    on = printer("printer.preset=bambu-x1-p1")
    packed = nest([Piece("wide", box(0, 0, 235.7, 251.9))], on, 3.0)
    assert misplaced(packed.beds[0], on, 3.0) == []


def test_too_near_and_over_the_border_are_told():
    on = printer()
    (bed,) = nest(squares(2), on, 3.0).beds
    assert misplaced(bed, on, 3.0) == []
    assert any("mm from" in problem.what for problem in misplaced(bed, on, 30.0))
    assert any(
        "border" in problem.what for problem in misplaced(bed, printer("printer.edge_mm=30", "printer.bed_width_mm=60"), 3.0)
    )


@pytest.fixture
def shapes(tmp_path):
    write_shapes(tmp_path)


@pytest.mark.usefixtures("shapes")
def test_a_bed_a_filament_and_every_body_is_found_again(tmp_path):
    spec = spec_of(*SPEC)
    found = count_beds(tmp_path, made(tmp_path, spec), Artifact(spec))
    beds = ["bed-01.gold.3mf", "bed-01.gold.stl", "bed-02.base.3mf", "bed-02.base.stl"]
    assert [path.rpartition("/")[2] for path in files(tmp_path)] == [*beds, "filament.csv"]
    assert found.problems == []
    assert found.found == Counter({"wedge": 4, "mirror": 3, "block": 2})
    lines = list(csv.DictReader((tmp_path / "game/beds/filament.csv").read_text().splitlines()))
    # 500 mm2 x 3 mm x 7 wedges at 1.24 g/cm3 are 13.0 g, two blocks of 600 mm2 4.5 g.
    assert [(line["filament"], line["parts"], line["grams"]) for line in lines] == [("gold", "7", "13.0"), ("base", "2", "4.5")]
    assert lines[0]["pieces"] == "3 mirror + 4 wedge"


@pytest.mark.usefixtures("shapes")
def test_turned_by_any_angle_a_body_is_itself_and_never_its_mirror_image(tmp_path):
    spec = spec_of(("wedge", 1, GOLD), ("mirror", 1, GOLD))
    made(tmp_path, spec)
    file = tmp_path / "game/beds/bed-01.gold.stl"
    mesh = trimesh.load(file)
    mesh.apply_transform(trimesh.transformations.rotation_matrix(np.radians(33), (0, 0, 1), (110, 110, 0)))
    mesh.export(file)
    assert count_beds(tmp_path, files(tmp_path), Artifact(spec)).found == Counter({"wedge": 1, "mirror": 1})


def spoiled(tmp_path, change):
    spec = spec_of(*SPEC)
    made(tmp_path, spec)
    file = tmp_path / "game/beds/bed-01.gold.stl"
    bodies = trimesh.load(file).split()
    trimesh.util.concatenate(change(list(bodies))).export(file)
    return count_beds(tmp_path, files(tmp_path), Artifact(spec))


def moved(body, *by):
    body = body.copy()
    body.apply_translation(by)
    return body


def scaled(body, by):
    body = body.copy()
    body.apply_translation(-body.bounds.mean(axis=0) * [1, 1, 0])
    body.apply_scale(by)
    body.apply_translation((110, 30, 0))
    return body


SPOILERS = {
    "one too few": (lambda bodies: bodies[1:], "6 parts"),
    "one too many": (lambda bodies: [*bodies, moved(bodies[0], 0, -70, 0)], "8 parts"),
    "another size": (lambda bodies: [*bodies[1:], scaled(bodies[0], 1.01)], "none of the game's parts"),
    "too near": (lambda bodies: [*bodies[1:], moved(bodies[0], 0, 2, 0)], "must be"),
    "off the bed": (lambda bodies: [*bodies[1:], moved(bodies[0], 0, 150, 0)], "border"),
    "in the air": (lambda bodies: [*bodies[1:], moved(bodies[0], 0, -70, 1)], "lies at z = 1.000 mm"),
}


@pytest.mark.parametrize(("change", "message"), SPOILERS.values(), ids=SPOILERS)
@pytest.mark.usefixtures("shapes")
def test_a_bed_made_wrong_is_told(tmp_path, change, message):
    found = spoiled(tmp_path, change)
    assert any(message in problem.what for problem in found.problems), found.problems


@pytest.mark.usefixtures("shapes")
def test_another_filament_a_stray_file_and_a_false_list_are_told(tmp_path):
    spec = spec_of(*SPEC)
    made(tmp_path, spec)
    folder = tmp_path / "game/beds"
    (folder / "bed-02.base.stl").rename(folder / "bed-02.gold.stl")
    shutil.copy(folder / "bed-01.gold.stl", folder / "all.stl")
    text = (folder / "filament.csv").read_text()
    (folder / "filament.csv").write_text(text.replace("13.0", "12.0"))
    what = [str(problem) for problem in count_beds(tmp_path, files(tmp_path), Artifact(spec)).problems]
    assert any("bed-02.gold.stl: block is printed in base, not in gold" in one for one in what)
    assert any("all.stl: is no bed of this game" in one for one in what)
    assert any("bed-01: must be gold, 7 parts, 13.0 g" in one for one in what)


def test_a_part_whose_file_is_damaged_stops_the_beds_by_name(tmp_path):
    (tmp_path / "wedge.stl").write_bytes(b"solid nothing")
    with pytest.raises(BuildError, match=r"wedge\.stl: is no binary STL"):
        write_beds(spec_of(("wedge", 1, GOLD)), tmp_path / "game" / "beds", lambda path: tmp_path / path)


TWO = [f"games=[{GAME}]", f"games.{GAME}.players=2", "paper.sizes=[a4]", "spares.score-marker=1", "spares.x-card=2"]


@pytest.fixture(scope="module")
def loaded():
    return load_config(None, TWO)


@pytest.fixture(scope="module")
def output(loaded, tmp_path_factory):
    def write(folder):
        build(loaded, folder, [GAME], [Medium.BEDS], 2, lambda *_: None)

    return filled(tmp_path_factory.mktemp("beds"), "output", f"beds {TWO}", write)


def test_the_beds_of_a_game_hold_the_bill_and_its_spares(output, loaded):
    report = inspect(output, loaded.config)
    assert report.problems == ()
    found = {row.component: dict(row.found) for row in report.rows if row.found}
    # Two players: 2 plates of each sort, 4 connectors, 4 score markers and a spare, 6 penalty markers, 5 doors.
    expected = {"number-plate-owner": 2, "number-plate-table": 2, "connector": 4, "score-marker": 5, "penalty-marker": 6}
    expected |= {"door-marker": 5, "leader-token": 1, "storage-box": 1, "storage-lid": 1}
    assert found == {name: {"stl": count, "beds": count} for name, count in expected.items()}
    assert "score-marker 4 + 1 spare 5 5 complete" in " ".join(table(report).split())
    assert (output / GAME / "stl" / "score-marker_x5.stl").is_file()


def test_there_is_one_bed_for_each_of_five_colours(output):
    # Gold and forest sets, black score markers, brown doors, and the neutral box with the connectors.
    stems = sorted(path.name.split(".")[1] for path in (output / GAME / "beds").glob("*.stl"))
    assert stems == sorted(["gold", "forest", "black", "brown", "base"])


def test_a_second_build_keeps_the_beds_and_one_that_it_no_longer_makes_goes(output, loaded):
    manifest = read_manifest(output)
    strays = [f"{GAME}/beds/bed-99.gold.{ending}" for ending in ("3mf", "stl")]
    for stray in strays:
        made = next(
            one for one in manifest.games[GAME].files if f"{GAME}/beds/bed-01." in one.path and one.path[-3:] == stray[-3:]
        )
        shutil.copy(output / made.path, output / stray)
        manifest.games[GAME].files.append(made.model_copy(update={"path": stray, "key": ""}))
    write_manifest(output, manifest)
    outcome = build(loaded, output, [GAME], [Medium.BEDS], 2, lambda *_: None)
    assert outcome.made == 0
    assert outcome.removed == tuple(strays)


@pytest.mark.needs("prusa-slicer")
def test_a_bed_is_sliced_on_the_printer_s_bed(output, tmp_path):
    bed = next((output / GAME / "beds").glob("*.black.stl"))
    info = subprocess.run(["prusa-slicer", "--info", str(bed)], capture_output=True, encoding="utf-8", check=True).stdout
    assert "manifold = yes" in info
    assert "number_of_parts =  5" in info
    command = ["prusa-slicer", "--export-gcode", "--dont-arrange", "--bed-shape", "0x0,220x0,220x220,0x220", "--layer-height"]
    command += ["0.2", "--nozzle-diameter", "0.4", "--output", str(tmp_path / "bed.gcode"), str(bed)]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "bed.gcode").stat().st_size > 10_000


def test_spares_are_in_every_medium(loaded):
    (plan,) = plans_for(loaded, [GAME])
    held = Counter()
    for artifact in plan.artifacts:
        for one in artifact.holds:
            held[artifact.medium, one.piece] += one.copies
    # Four score markers of two players and one spare; four X cards a set and two.
    assert {held[medium, "score-marker"] for medium in (Medium.SOLID, Medium.BEDS, Medium.PAPER, Medium.CUT)} == {5}
    assert held[Medium.PAPER, "x-card.gold"] == held[Medium.CUT, "x-card.forest"] == 6


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        (
            "spares.score-markers=1",
            r"spares\.score-markers: there are no spares of it; there are number-plate-owner, .*score-marker",
        ),
        ("spares.rule-sheet=1", r"spares\.rule-sheet: there are no spares"),
        ("spares.score-marker=-1", r"spares\.score-marker = -1: "),
        ("spares.score-marker=1.5", r"spares\.score-marker = 1\.5: "),
        ("spares=3", r"spares = 3: "),
    ],
)
def test_wrong_spares_are_named(setting, message):
    with pytest.raises(ConfigError, match=message):
        load_config(None, [setting])
