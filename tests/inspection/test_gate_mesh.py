"""The mesh gate: what does not print as it lies is found, on parts made wrong on purpose, and what just does is not."""

from __future__ import annotations

import math

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, box
from shapely.ops import unary_union

from design.checks.bed_side import bed_side_problems
from design.config.loading import load_config
from design.config.printer import Printer
from design.parts.bridges import bridge_over_recess
from tablewright.inspection.printing.admesh import admesh_faults, admesh_gate
from tablewright.inspection.printing.gate import file_faults, mesh_gate
from tablewright.inspection.printing.layers import layer_runs
from tablewright.inspection.printing.printable import printing_faults
from tablewright.inspection.solids.measures.stl import read_stl
from tests.support.hand_solids import stack
from tests.support.inspection_fixtures import GAME, artifacts, make, small_config
from tests.support.plans import planned as planned_once

PRINTER = Printer()
"""A nozzle of 0.4 mm and layers of 0.2 mm."""
needs_admesh = pytest.mark.needs("admesh")


def cuboid(width, depth, height, at=(0, 0, 0)):
    mesh = trimesh.creation.box((width, depth, height))
    mesh.apply_translation((at[0], at[1], at[2] + height / 2))
    return mesh


def table(span):
    """Two feet that stand so far apart, and a plate across them."""
    feet = unary_union([box(0, 0, 3, 10), box(3 + span, 0, 6 + span, 10)])
    return stack([(feet, 0, 10), (box(0, 0, 6 + span, 10), 10, 12)])


def gallows(reach):
    """A post and a plate on it that reaches so far to one side."""
    return stack([(box(0, 0, 10, 10), 0, 18), (box(0, 0, 10 + reach, 10), 18, 20)])


def leaning(degrees):
    """A wall 10 mm high that leans out so far from the upright at one side."""
    out = 10 * math.tan(math.radians(degrees))
    profile = [(0, 0), (20, 0), (20 + out, 10), (0, 10)]
    return trimesh.convex.convex_hull(np.array([(x, y, z) for x, z in profile for y in (0, 10)]))


def walled(thickness, height):
    """A block with a wall of this thickness and height on it, 20 mm long."""
    return stack([(box(0, 0, 30, 20), 0, 2), (box(5, 10, 25, 10 + thickness), 2, 2 + height)])


def engraved(shape):
    """A plate with a recess of 0.6 mm in the side that lies on the bed."""
    return stack([(box(-30, -30, 30, 30).difference(shape), 0, 0.6), (box(-30, -30, 30, 30), 0.6, 3)])


def hanging():
    """A frame with a pin that hangs from its top, free at its lower end."""
    post, roof = box(0, 0, 4, 4), box(0, 0, 9, 4)
    return stack([(post, 0, 5), (unary_union([post, box(7, 0, 9, 4)]), 5, 8), (roof, 8, 10)])


RING = Point(0, 0).buffer(14).difference(Point(0, 0).buffer(11.2))
WRONG = {
    "a free overhang of 40 mm": (gallows(40), "overhangs"),
    "a free overhang of 2 mm": (gallows(2), "overhangs"),
    "a bridge of 12 mm": (table(12), "bridges 12.0 mm"),
    "a frame of 8 mm around 20 x 20 on the bed": (engraved(box(-18, -18, 18, 18) - box(-10, -10, 10, 10)), "bridges"),
    "a recess of 12 x 12 mm on the bed": (engraved(box(-6, -6, 6, 6)), "bridges 12"),
    "a needle": (cuboid(1, 1, 60), "column of 1.00 mm"),
    "a pin that begins in the air": (hanging(), "begins in the air"),
    "a floating block": (trimesh.util.concatenate([cuboid(10, 10, 5), cuboid(5, 5, 5, (0, 0, 12))]), "begins in the air"),
    "a wall of 0.3 mm": (cuboid(20, 0.3, 10), "wall of 0.3"),
    "a wall of 0.7 mm that is no relief": (walled(0.7, 4), "wall of 0.7"),
    "a stroke of 0.5 mm": (walled(0.5, 0.6), "wall of 0.5"),
    "a wall that leans 55 degrees": (leaning(55), "leans out 55 degrees"),
    "a wall that leans 75 degrees": (leaning(75), "leans out 75 degrees"),
    "a film": (cuboid(20, 20, 0.05), "no layer"),
}
RIGHT = {
    "a bridge of 10 mm": table(10),
    "a ledge of one line": gallows(0.4),
    "a recess of 9 x 40 mm on the bed": engraved(box(-4.5, -20, 4.5, 20)),
    "a ring of 28 mm and a stroke of 2.8 mm on the bed": engraved(RING),
    "a pin of 2 mm, 10 mm high": cuboid(2, 2, 10),
    "a wall of two lines": walled(0.8, 4),
    "a relief of a line and a half": walled(0.6, 0.6),
    "a wall that leans 45 degrees": leaning(45),
    "a pyramid": trimesh.creation.cone(10, 12),
}


def solid(mesh, folder):
    file = folder / "part.stl"
    file.write_bytes(mesh.export(file_type="stl"))
    return read_stl(file)


@pytest.mark.parametrize("name", WRONG)
def test_a_part_made_wrong_is_found(name, tmp_path):
    mesh, words = WRONG[name]
    assert mesh.is_watertight
    found = printing_faults(solid(mesh, tmp_path), PRINTER)
    assert any(words in fault for fault in found), found


@pytest.mark.parametrize("name", RIGHT)
def test_a_part_that_just_prints_is_let_through(name, tmp_path):
    assert RIGHT[name].is_watertight
    assert printing_faults(solid(RIGHT[name], tmp_path), PRINTER) == []


def test_walls_follow_the_nozzle(tmp_path):
    part = solid(walled(0.9, 4), tmp_path)
    assert printing_faults(part, PRINTER) == []
    coarse = Printer(nozzle_mm=0.6, layer_mm=0.3)
    assert any("must be at least 1.2 mm" in fault for fault in printing_faults(part, coarse))


def test_layers_are_cut_once_where_nothing_changes(tmp_path):
    part = solid(table(8), tmp_path)
    runs = layer_runs(part, 0.2)
    # Feet of 2 x 30 mm2 for 10 mm, then the plate of 14 x 10 mm2 for 2.
    assert [(round(run.low_mm, 6), round(run.high_mm, 6)) for run in runs] == [(0, 10), (10, 12)]
    assert [run.area.area for run in runs] == pytest.approx([60, 140], rel=1e-6)


def test_layers_of_a_sloped_part_hold_its_volume(tmp_path):
    part = solid(trimesh.creation.cone(10, 12), tmp_path)
    volume = sum(run.area.area * (run.high_mm - run.low_mm) for run in layer_runs(part, 0.1))
    assert volume == pytest.approx(part.volume_mm3, rel=2e-3)


def test_every_part_of_the_game_prints(tmp_path):
    files = []
    for path, artifact in artifacts(small_config()).items():
        if "/stl/" in path:
            make(artifact, tmp_path)
            files.append(tmp_path / path)
    assert len(files) > 12
    assert {file.name: file_faults(file, PRINTER) for file in files} == {file.name: [] for file in files}


def test_what_is_no_closed_solid_is_left_to_the_count_of_parts(tmp_path):
    file = tmp_path / "part.stl"
    mesh = cuboid(10, 10, 10)
    file.write_bytes(trimesh.Trimesh(mesh.vertices, mesh.faces[1:], process=False).export(file_type="stl"))
    assert file_faults(file, PRINTER) is None


def planned(*settings):
    config = load_config(None, settings).config
    return [planned_once(settings)], config.printer


def test_the_design_rule_finds_long_bridges_before_anything_is_made():
    assert list(bed_side_problems(*planned())) == []
    found = list(bed_side_problems(*planned("markers.door.width_mm=70", "markers.door.height_mm=80")))
    assert any(problem.where == "door-marker.2.back" and "bridge of" in problem.what for problem in found)


@pytest.mark.parametrize(("shape", "span"), [(box(-6, -6, 6, 6), 12), (box(0, 0, 9, 40), 9), (box(0, 0, 30, 2), 2), (RING, 5)])
def test_a_recess_is_bridged_the_short_way(shape, span):
    # A ring of 2.8 mm is a channel: as good as a bridge of 5 mm, whichever way its lines run.
    assert bridge_over_recess(shape, 0.4).span_mm == pytest.approx(span, abs=0.1)


def put(output, name, mesh):
    file = output / GAME / "stl" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(mesh.export(file_type="stl"))
    return f"{GAME}/stl/{name}"


@needs_admesh
@pytest.mark.parametrize("jobs", [1, 2])
def test_the_gate_names_the_file_and_the_fault(tmp_path, jobs):
    bad = put(tmp_path, "bridge_x2.stl", table(20))
    for index in range(5):
        put(tmp_path, f"good.{index}_x1.stl", table(5 + index))
    verdict = mesh_gate(tmp_path, [GAME], PRINTER, jobs)
    assert [problem.where for problem in verdict.problems] == [bad]
    assert "bridges 20.0 mm" in verdict.problems[0].what
    assert verdict.lines[0] == "admesh: 6 of 6 files clean"
    assert verdict.lines[1].startswith("layers: 5 of 6 parts print")


def test_nothing_is_said_where_no_part_was_made(tmp_path):
    verdict = mesh_gate(tmp_path, [GAME], PRINTER, 1)
    assert (verdict.lines, verdict.problems) == ([], [])


def reversed_facets(mesh):
    mesh.faces[:3] = mesh.faces[:3, ::-1]
    return mesh


SPOILT = {
    "facets turned over": (reversed_facets(table(5)), "facets reversed"),
    "a hole": (trimesh.Trimesh(table(5).vertices, table(5).faces[2:], process=False), "facets added"),
    "two bodies": (trimesh.util.concatenate([cuboid(5, 5, 5), cuboid(5, 5, 5, (9, 0, 0))]), "number of parts = 2"),
}


@needs_admesh
@pytest.mark.parametrize("name", SPOILT)
def test_admesh_finds_a_spoilt_mesh(name, tmp_path):
    mesh, words = SPOILT[name]
    path = put(tmp_path, "part_x1.stl", mesh)
    verdict = admesh_gate(tmp_path, [path])
    assert any(words in problem.what for problem in verdict.problems), verdict.problems
    assert verdict.lines == ["admesh: 0 of 1 files clean"]


@needs_admesh
def test_admesh_finds_a_degenerate_facet(tmp_path):
    mesh = table(5)
    corners = mesh.triangles.reshape(-1, 3)
    corners = np.concatenate([corners, corners[[0, 1, 1]]])
    path = put(tmp_path, "part_x1.stl", trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False))
    assert admesh_faults("admesh", tmp_path / path)


@needs_admesh
def test_what_is_no_stl_is_said_by_admesh_without_a_traceback(tmp_path):
    file = tmp_path / "part.stl"
    file.write_bytes(b"")
    assert "ended with code" in admesh_faults("admesh", file)[0]


@pytest.mark.parametrize(("ci", "lines", "problems"), [("", 1, 0), ("true", 0, 1)])
def test_without_admesh_the_check_reads_not_done(tmp_path, monkeypatch, ci, lines, problems):
    path = put(tmp_path, "part_x1.stl", table(5))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CI", ci)
    verdict = admesh_gate(tmp_path, [path])
    assert (len(verdict.lines), len(verdict.problems)) == (lines, problems)
    said = [*verdict.lines, *map(str, verdict.problems)]
    assert said[0].startswith("admesh: not done (admesh is not installed)")
