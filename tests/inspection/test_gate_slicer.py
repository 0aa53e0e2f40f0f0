"""The slicer gate: what would get supports or cannot be sliced is found; hours and grams are written, and only once."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path

import pytest
import trimesh
from shapely.geometry import box

from design.config.printer import Printer, turn_to_fit, turns_to_fit
from tablewright import slicing
from tablewright.building.stale import clean
from tablewright.inspection.printing.slicer import (
    Sliced,
    find_slicer,
    seconds_of,
    settings_for,
    slice_bed,
    slice_part,
    turns_for,
)
from tablewright.slicing import read_slicing, slice_gate
from tests.support.hand_solids import stack
from tests.support.inspection_fixtures import GAME, Bench, make, small_config
from tests.support.inspection_fixtures import artifacts as artifacts_of

PRINTER = Printer()
MINI = Printer(bed_width_mm=180, bed_depth_mm=180, bed_height_mm=180, edge_mm=2)
SLICER = find_slicer()
needs_slicer = pytest.mark.needs("prusa-slicer")


def plate(width, depth, height):
    return stack([(box(0, 0, width, depth), 0, height)])


def put(output, name, mesh):
    file = output / GAME / "stl" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(mesh.export(file_type="stl"))
    return file


@needs_slicer
def test_a_plate_is_sliced_with_its_weight(tmp_path):
    result = slice_part(SLICER, put(tmp_path, "plate_x1.stl", plate(40, 30, 1)), PRINTER)
    assert isinstance(result, Sliced)
    assert result.turn_deg == 0
    # 1.2 cm3 of 1.24 g/cm3, all of it solid in five layers; the skirt around it is 0.1 to 0.2 g.
    assert 1.488 < result.grams < 1.8
    assert 2 < result.minutes < 30


def floating():
    block = trimesh.creation.box((5, 5, 5))
    block.apply_translation((0, 0, 15))
    foot = trimesh.creation.box((10, 10, 5))
    foot.apply_translation((0, 0, 2.5))
    return trimesh.util.concatenate([foot, block])


WRONG = {
    "a free overhang of 40 mm": (stack([(box(0, 0, 10, 10), 0, 8), (box(0, 0, 50, 10), 8, 10)]), "supports it in"),
    "a floating block": (floating(), "Empty layer"),
    "a film": (plate(20, 20, 0.05), "ended with code 1 and says: No layers were detected"),
    "what is larger than the bed": (plate(300, 20, 2), "300.0 x 20.0 x 2.0 mm, the printer's free bed 210 x 210"),
    "what is higher than the printer": (plate(10, 10, 251), "free bed 210 x 210 x 250 mm"),
}


@needs_slicer
@pytest.mark.parametrize("name", WRONG)
def test_a_part_made_wrong_is_found(name, tmp_path):
    mesh, words = WRONG[name]
    result = slice_part(SLICER, put(tmp_path, "part_x1.stl", mesh), PRINTER)
    assert isinstance(result, list)
    assert any(words in fault for fault in result), result


@needs_slicer
def test_a_plate_that_fits_only_turned_is_sliced_turned(tmp_path):
    result = slice_part(SLICER, put(tmp_path, "plate_x1.stl", plate(203, 20, 0.6)), MINI)
    assert isinstance(result, Sliced)
    assert result.turn_deg == 45


def test_turns_lie_on_the_bed_and_the_straight_ones_come_first():
    # A square of 100 x 100 lies any way on 210 x 210; 203 x 20 mm on 176 x 176 only aslant.
    assert turns_for(100, 100, PRINTER)[:3] == [0, 90, 45]
    fitting = turns_to_fit(203, 20, MINI)
    assert fitting[0] == turn_to_fit(203, 20, MINI) > 0
    turns = turns_for(203, 20, MINI)
    assert turns[0] == 45
    assert len(turns) == len(set(turns)) <= 6
    assert set(turns) <= set(fitting)
    assert turns_for(300, 300, PRINTER) == []


CORNER = Printer(bed_width_mm=120, bed_depth_mm=120, edge_mm=2, corner_width_mm=18, corner_depth_mm=28)


@needs_slicer
def test_a_bed_is_sliced_as_it_lies_around_its_kept_corner(tmp_path):
    # Parts along three edges: from end to end of the free bed, where no single part of that size would lie.
    laid = stack([(box(2, 30, 22, 118).union(box(22, 98, 118, 118)), 0, 1)])
    laid = trimesh.util.concatenate([laid, stack([(box(98, 2, 118, 90), 0, 1)])])
    file = put(tmp_path, "part_x1.stl", laid)
    assert slice_part(SLICER, file, CORNER) == ["is 116.0 x 116.0 x 1.0 mm, the printer's free bed 116 x 116 x 250 mm"]
    assert isinstance(result := slice_bed(SLICER, file, CORNER), Sliced)
    assert result.turn_deg == 0
    small = CORNER.model_copy(update={"bed_width_mm": 119.9})
    assert slice_bed(SLICER, file, small) == ["is 116.0 x 116.0 x 1.0 mm, the printer's free bed 115.9 x 116 x 250 mm"]


def test_settings_are_the_profile_s():
    settings = settings_for(Printer(bed_width_mm=250, bed_depth_mm=210, nozzle_mm=0.6, layer_mm=0.3, density_g_cm3=1.27))
    given = dict(pairwise(settings))
    assert given["--bed-shape"] == "0x0,250x0,250x210,0x210"
    assert (given["--nozzle-diameter"], given["--layer-height"], given["--first-layer-height"]) == ("0.6", "0.3", "0.3")
    assert (given["--filament-density"], given["--support-material-threshold"]) == ("1.27", "45")


@pytest.mark.parametrize(("text", "seconds"), [("41s", 41), ("1h 5m 56s", 3956), ("1d 2h 0m 3s", 93603)])
def test_durations_are_read(text, seconds):
    assert seconds_of(text) == seconds


def gate(output, printer=PRINTER, games=(GAME,)):
    return slice_gate(output, games, printer, 2, lambda *_: None)


def refuse(*_):
    raise AssertionError("was sliced again")


@needs_slicer
def test_the_sums_are_over_all_copies_and_nothing_is_sliced_twice(tmp_path, monkeypatch):
    put(tmp_path, "door-marker.1_x1.stl", plate(12, 12, 1))
    put(tmp_path, "door-marker.2_x3.stl", plate(20, 12, 1))
    verdict = gate(tmp_path)
    assert verdict.problems == []
    said = json.loads((tmp_path / "slicing.json").read_text())["games"][GAME]
    one, two = said["parts"]
    assert (one["copies"], two["copies"]) == (1, 3)
    assert said["grams"] == pytest.approx(one["grams"] + 3 * two["grams"], abs=0.01)
    assert said["hours"] == pytest.approx((one["minutes"] + 3 * two["minutes"]) / 60, abs=0.01)
    row = next(line for line in verdict.lines if line.startswith("door-marker"))
    assert row.split()[1:] == ["4", f"{said['hours']:.1f}", f"{said['grams']:.0f}"]
    assert "2 of 2 files print without supports" in verdict.lines[-1]
    before = (tmp_path / "slicing.json").read_bytes()
    monkeypatch.setattr(slicing, "slice_part", refuse)
    again = gate(tmp_path)
    assert "0 sliced now" in again.lines[-1]
    assert again.lines[:-1] == verdict.lines[:-1]
    assert (tmp_path / "slicing.json").read_bytes() == before


def faked(monkeypatch, folder):
    """A slicer that weighs each part by the size of its file, and a list of what it was given."""
    given = []
    program = folder / "bin" / "prusa-slicer"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho PrusaSlicer-9.9.9 for tests\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")

    def part(found, file, printer):
        assert (Path(found), printer.preset) == (program, "ender-3")
        given.append(file.name)
        return Sliced(0, 6.0, file.stat().st_size / 1000) if "bad" not in file.name else ["the slicer says: no"]

    monkeypatch.setattr(slicing, "slice_part", part)
    monkeypatch.setattr(slicing, "slice_bed", part)
    return given


def test_beds_are_sliced_as_beds_and_parts_as_parts(tmp_path, monkeypatch):
    parts = faked(monkeypatch, tmp_path)
    beds = []
    monkeypatch.setattr(slicing, "slice_bed", lambda _, file, __: beds.append(file.name) or Sliced(0, 6.0, 1.0))
    output = tmp_path / "output"
    bed = put(output, "a_x1.stl", plate(10, 10, 1)).parents[1] / "beds" / "bed-01.base.stl"
    bed.parent.mkdir()
    bed.write_bytes(plate(30, 30, 1).export(file_type="stl"))
    assert gate(output).problems == []
    assert (parts, beds) == (["a_x1.stl"], ["bed-01.base.stl"])


def test_only_what_changed_is_sliced_again(tmp_path, monkeypatch):
    given = faked(monkeypatch, tmp_path)
    output = tmp_path / "output"
    put(output, "a_x1.stl", plate(10, 10, 1))
    put(output, "b_x1.stl", plate(10, 10, 2))
    put(output, "bad_x1.stl", plate(10, 10, 3))
    assert [problem.where for problem in gate(output).problems] == [f"{GAME}/stl/bad_x1.stl"]
    assert sorted(given) == ["a_x1.stl", "b_x1.stl", "bad_x1.stl"]
    given.clear()
    put(output, "b_x1.stl", plate(10, 11, 2))
    # What failed is tried again: nothing wrong is remembered as right.
    assert len(gate(output).problems) == 1
    assert sorted(given) == ["b_x1.stl", "bad_x1.stl"]
    given.clear()
    gate(output, Printer(layer_mm=0.1))
    assert len(given) == 3
    given.clear()
    (output / "slicing.json").write_text("{")
    gate(output, Printer(layer_mm=0.1))
    assert len(given) == 3
    (output / GAME / "stl" / "a_x1.stl").unlink()
    gate(output, Printer(layer_mm=0.1))
    assert [one.piece for one in read_slicing(output).games[GAME].parts] == ["b"]


def test_what_was_sliced_in_another_folder_is_taken_over(tmp_path, monkeypatch):
    given = faked(monkeypatch, tmp_path)
    first, second = tmp_path / "first", tmp_path / "second"
    for output in (first, second):
        put(output, "a_x1.stl", plate(10, 10, 1))
        put(output, "b_x1.stl", plate(10, 10, 2 if output == first else 3))
    gate(first)
    given.clear()
    assert slice_gate(second, [GAME], PRINTER, 1, lambda *_: None, [first]).problems == []
    assert given == ["b_x1.stl"]
    grams = [(second / GAME / "stl" / f"{name}_x1.stl").stat().st_size / 1000 for name in "ab"]
    assert [one.grams for one in read_slicing(second).games[GAME].parts] == grams


def test_beds_are_sliced_and_counted_once(tmp_path, monkeypatch):
    given = faked(monkeypatch, tmp_path)
    output = tmp_path / "output"
    put(output, "a_x4.stl", plate(10, 10, 1))
    bed = output / GAME / "beds" / "bed-01.gold.stl"
    bed.parent.mkdir()
    bed.write_bytes(plate(50, 10, 1).export(file_type="stl"))
    verdict = gate(output)
    assert sorted(given) == ["a_x4.stl", "bed-01.gold.stl"]
    prints = read_slicing(output).games[GAME]
    assert (prints.hours, [one.copies for one in prints.beds]) == (0.4, [1])
    assert any(line.startswith("beds/bed-01.gold ") for line in verdict.lines)


@pytest.mark.parametrize(("ci", "lines", "problems"), [("", 1, 0), ("true", 0, 1)])
def test_without_a_slicer_the_gate_reads_not_done(tmp_path, monkeypatch, ci, lines, problems):
    put(tmp_path, "a_x1.stl", plate(10, 10, 1))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    verdict = gate(tmp_path)
    assert (len(verdict.lines), len(verdict.problems)) == (lines, problems)
    said = [*verdict.lines, *map(str, verdict.problems)]
    assert said[0].startswith("slicing: not done (prusa-slicer is not installed)")
    assert not (tmp_path / "slicing.json").exists()


def test_what_a_slicer_said_is_no_stale_file_and_clean_removes_it(tmp_path, monkeypatch):
    faked(monkeypatch, tmp_path)
    config, source = small_config(), tmp_path / "made"
    make(next(one for path, one in artifacts_of(config).items() if "leader" in path), source)
    bench = Bench(source, tmp_path, config, ["stl"])
    before = bench.inspect().problems
    gate(bench.output)
    assert bench.inspect(relist=False).problems == before
    assert clean(bench.output) == 3
    assert list(bench.output.iterdir()) == []
