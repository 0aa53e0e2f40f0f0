"""Inspection of solids: a right output passes, and every way to spoil an STL is found and named."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from shapely import affinity
from shapely.geometry import MultiPolygon

from tablewright.inspection.solids.connectors import connector_faults
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tablewright.inspection.solids.plates import plate_faults
from tests.support.hand_solids import LAYERS, plate_layers, stack
from tests.support.inspection_fixtures import GAME, Bench, artifacts, complaints, small_config, write_by_hand

CONFIG = small_config()
MEDIA = ["stl"]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return write_by_hand(CONFIG, tmp_path_factory.mktemp("solids"), lambda one: one.medium.value == "stl")


@pytest.fixture
def bench(made, tmp_path):
    return Bench(made, tmp_path, CONFIG, MEDIA)


def rows(report):
    return {row.component: row for row in report.rows}


def test_a_right_output_is_complete_in_solids(bench):
    report = bench.inspect(whole=True)
    assert report.problems == ()
    # Two players: 2 plates of each sort, 4 connectors, 4 score and 6 penalty markers, 5 doors, 1 leader.
    expected = {
        "number-plate-owner": 2,
        "number-plate-table": 2,
        "connector": 4,
        "score-marker": 4,
        "penalty-marker": 6,
        "door-marker": 5,
        "leader-token": 1,
        "storage-box": 1,
        "storage-lid": 1,
    }
    found = {name: dict(row.found) for name, row in rows(report).items() if row.found}
    assert found == {name: {"stl": count} for name, count in expected.items()}


def test_cards_not_made_yet_are_noted_and_keep_the_report_from_complete(bench):
    report = bench.inspect()
    assert not report.complete
    paper = {"shape-card", "x-card", "action-overview", "rule-sheet", "stickers", "tuck-box"}
    assert {note.where for note in report.notes} == paper
    # 34 parts for two players, 14n + 6; 10 of them are cards.
    assert report.parts(GAME) == (24, 34)


def test_a_missing_file_is_named(bench):
    bench.file("door-marker.3_x1.stl").unlink()
    assert complaints(bench.inspect(), "door-marker.3_x1.stl", "expected 1, found 0")


def test_a_file_missing_since_the_build_is_named_by_the_manifest(bench):
    bench.inspect()
    bench.file("door-marker.3_x1.stl").unlink()
    assert complaints(bench.inspect(relist=False), "door-marker.3_x1.stl", "is missing")


def test_a_second_copy_under_another_name_is_named(bench):
    file = bench.file("door-marker.3_x1.stl")
    shutil.copy(file, file.with_name("door-marker.3_x2.stl"))
    report = bench.inspect()
    assert complaints(report, "door-marker.3_x2.stl", "not in manifest.json")
    assert complaints(report, "door-marker.3_x2.stl", "expected 1, found 3")


def test_a_copy_under_a_name_that_no_rule_asks_for_is_named(bench):
    file = bench.file("door-marker.3_x1.stl")
    shutil.copy(file, file.with_name("door-marker.6_x1.stl"))
    shutil.copy(file, file.with_name("spare.stl"))
    report = bench.inspect()
    assert complaints(report, "door-marker.6_x1.stl", "no door-marker.6")
    assert complaints(report, "spare.stl", "no such file")


def test_other_copies_in_the_name_are_counted(bench):
    file = bench.file("penalty-marker.gold_x3.stl")
    file.rename(file.with_name("penalty-marker.gold_x2.stl"))
    report = bench.inspect()
    assert complaints(report, "penalty-marker.gold_x2.stl", "expected 3, found 2")
    assert rows(report)["penalty-marker"].found == {"stl": 5}


PAIRS = [
    ("door-marker.2_x1.stl", "door-marker.5_x1.stl"),
    ("penalty-marker.gold_x3.stl", "penalty-marker.forest_x3.stl"),
    ("number-plate-owner.gold_x1.stl", "number-plate-owner.forest_x1.stl"),
    ("number-plate-owner.gold_x1.stl", "number-plate-table.gold_x1.stl"),
    ("connector.left_x2.stl", "connector.right_x2.stl"),
    ("storage-box_x1.stl", "storage-lid_x1.stl"),
    ("leader-token_x1.stl", "score-marker_x4.stl"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_swapped_files_are_both_named(bench, one, other):
    first, second = bench.file(one), bench.file(other)
    contents = first.read_bytes(), second.read_bytes()
    first.write_bytes(contents[1])
    second.write_bytes(contents[0])
    report = bench.inspect()
    name = {path: path.rpartition("_x")[0] for path in (one, other)}
    assert complaints(report, one, f"this is a {name[other]}")
    assert complaints(report, other, f"this is a {name[one]}")


def spoil(bench, name, change):
    file = bench.file(name)
    mesh = read_stl(file).mesh
    file.write_bytes(change(mesh).export(file_type="stl"))
    return bench.inspect()


@pytest.mark.parametrize("name", ["door-marker.1_x1.stl", "connector.left_x2.stl", "number-plate-owner.gold_x1.stl"])
def test_a_scale_of_one_per_cent_is_found(bench, name):
    report = spoil(bench, name, lambda mesh: mesh.apply_scale(1.01))
    assert complaints(report, name, "must be")
    assert complaints(report, name, "found 0")


def test_a_mirrored_plate_is_found(bench):
    def mirror(mesh):
        mesh.vertices[:, 0] *= -1
        mesh.invert()
        return mesh

    report = spoil(bench, "number-plate-owner.gold_x1.stl", mirror)
    assert complaints(report, "number-plate-owner.gold_x1.stl", "shows something else")


def test_a_surface_inside_out_is_found(bench):
    def invert(mesh):
        mesh.invert()
        return mesh

    assert complaints(spoil(bench, "leader-token_x1.stl", invert), "leader-token_x1.stl", "inside out")


def test_some_triangles_wound_wrongly_are_found(bench):
    def flip(mesh):
        mesh.faces[:5] = mesh.faces[:5, ::-1]
        return mesh

    assert complaints(spoil(bench, "leader-token_x1.stl", flip), "leader-token_x1.stl", "wound wrongly")


def test_a_hole_in_the_surface_is_found(bench):
    def open_up(mesh):
        return trimesh.Trimesh(mesh.vertices, mesh.faces[3:], process=False)

    assert complaints(spoil(bench, "leader-token_x1.stl", open_up), "leader-token_x1.stl", "not watertight")


def test_a_hollow_solid_is_found(bench):
    def hollow(mesh):
        inside = trimesh.creation.box((4, 4, 1))
        inside.apply_translation((0, 0, 2))
        inside.invert()
        return trimesh.util.concatenate([mesh, inside])

    assert complaints(spoil(bench, "leader-token_x1.stl", hollow), "leader-token_x1.stl", "2 bodies")


def test_a_part_above_the_bed_is_found(bench):
    report = spoil(bench, "leader-token_x1.stl", lambda mesh: mesh.apply_translation((0, 0, 0.5)))
    assert complaints(report, "leader-token_x1.stl", "z = 0.500")


def test_a_part_of_another_thickness_is_found(bench):
    report = spoil(bench, "score-marker_x4.stl", lambda mesh: mesh.apply_scale((1, 1, 1.1)))
    assert complaints(report, "score-marker_x4.stl", "must be")


def test_a_truncated_file_is_found(bench):
    file = bench.file("score-marker_x4.stl")
    file.write_bytes(file.read_bytes()[:-20])
    report = bench.inspect()
    assert complaints(report, "score-marker_x4.stl", "damaged")
    assert complaints(report, "score-marker_x4.stl", "expected 4, found 0")


def test_an_empty_file_and_nonsense_are_found(bench):
    bench.file("score-marker_x4.stl").write_bytes(b"")
    data = bytearray(bench.file("leader-token_x1.stl").read_bytes())
    data[96:100] = np.float32("nan").tobytes()
    bench.file("leader-token_x1.stl").write_bytes(bytes(data))
    report = bench.inspect()
    assert complaints(report, "score-marker_x4.stl", "no binary STL")
    assert complaints(report, "leader-token_x1.stl", "no numbers")


def test_a_part_larger_than_the_bed_is_found(bench):
    solid = read_stl(bench.file("number-plate-owner.gold_x1.stl"))
    # 203 mm do not lie on 150 x 150 mm less its borders, not even aslant; 210 x 210 mm take them.
    small = CONFIG.printer.model_copy(update={"bed_width_mm": 150.0, "bed_depth_mm": 150.0})
    assert faults(solid, CONFIG.printer) == []
    assert any("bed" in fault for fault in faults(solid, small))
    low = CONFIG.printer.model_copy(update={"bed_height_mm": 2.0})
    assert any("bed" in fault for fault in faults(solid, low))


def plate_specs():
    return [one.spec for path, one in artifacts(CONFIG).items() if "/number-plate-owner" in path]


def read(layers, folder: Path):
    file = folder / "part.stl"
    file.write_bytes(stack(layers).export(file_type="stl"))
    return read_stl(file)


def test_a_plate_turned_by_half_on_the_bed_is_the_same_plate(tmp_path):
    spec = plate_specs()[0]
    solid = read(plate_layers(spec), tmp_path)
    solid.mesh.apply_transform(trimesh.transformations.rotation_matrix(np.pi, (0, 0, 1)))
    assert plate_faults(solid, spec) == []


def test_a_plate_with_its_grooves_in_the_other_place_is_found(tmp_path):
    spec = plate_specs()[0]
    moved = replace(spec, key=replace(spec.key, at_mm=spec.key.at_mm + 2))
    found = plate_faults(read(plate_layers(moved), tmp_path), spec)
    assert len(found) == 1
    assert "grooves" in found[0]


def test_a_plate_with_its_grooves_in_the_front_is_found(tmp_path):
    """Where they were once: the keys are on the tongue, and a roof over a groove is a bridge."""
    spec = plate_specs()[0]
    (front, bottom, under), (whole, _, core), (grooved, _, over), (back, _, top), ribs = plate_layers(spec)
    grooves = whole.difference(grooved)
    layers = [
        (front.difference(grooves), bottom, under),
        (grooved, under, spec.key.depth_mm),
        (whole, spec.key.depth_mm, over),
        (back.union(grooves), over, top),
        ribs,
    ]
    assert core == spec.thickness_mm - spec.key.depth_mm
    found = plate_faults(read(layers, tmp_path), spec)
    assert len(found) == 1
    assert "front shows something else" in found[0]


def test_a_plate_without_grooves_or_with_shallow_ones_is_found(tmp_path):
    spec = plate_specs()[0]
    (*below, (whole, low, floor), (grooved, _, over), (back, _, top), ribs) = plate_layers(spec)
    filled = [*below, (whole, low, over), (back.union(whole.difference(grooved)), over, top), ribs]
    found = plate_faults(read(filled, tmp_path), spec)
    assert found == ["has key grooves at x = none mm, 0.10 mm below its back, must be -99.17 and 99.17"]
    half = (floor + over) / 2
    shallow = [*below, (whole, low, half), (grooved, half, over), (back, over, top), ribs]
    found = plate_faults(read(shallow, tmp_path), spec)
    assert found == ["has key grooves at x = none mm, 0.90 mm below its back, must be -99.17 and 99.17"]


def test_a_plate_with_two_digits_exchanged_is_found(tmp_path):
    spec = plate_specs()[0]
    digits = sorted((mark for mark in spec.front.marks if mark.role == "ink"), key=lambda mark: mark.area.centroid.x)
    others = [mark for mark in spec.front.marks if mark.role != "ink"]
    pitch = digits[1].area.centroid.x - digits[0].area.centroid.x
    swapped = [
        replace(digits[0], area=affinity.translate(digits[0].area, pitch)),
        replace(digits[1], area=affinity.translate(digits[1].area, -pitch)),
        *digits[2:],
    ]
    wrong = replace(spec, front=replace(spec.front, marks=(*swapped, *others)))
    found = plate_faults(read(plate_layers(wrong), tmp_path), spec)
    assert found
    assert "front shows something else" in found[0]


def test_a_connector_without_keys_is_no_connector(tmp_path):
    spec = next(one.spec for path, one in artifacts(CONFIG).items() if "/connector.left" in path)
    (low, *_), (middle, *_), (high, bottom, top) = LAYERS[type(spec)](spec)
    assert connector_faults(read([(low, 0, 3), (middle, 3, bottom), (high, bottom, top)], tmp_path), spec) == []
    assert connector_faults(read([(low, 0, 3), (high, 3, bottom), (high, bottom, top)], tmp_path), spec)


def test_a_connector_with_its_keys_on_the_outer_walls_is_found(tmp_path):
    spec = next(one.spec for path, one in artifacts(CONFIG).items() if "/connector.left" in path)
    (low, *_), (middle, *_), (high, bottom, top) = LAYERS[type(spec)](spec)
    layers = []
    for area, start, end in ((low, 0, 3), (middle, 3, bottom)):
        keys = middle.difference(high)
        # Each key across its slot: as far from the slot's middle line, on the other side of it.
        moved = [
            affinity.translate(key, 0, np.sign(key.centroid.y) * (spec.slot_mm - spec.key_owner.depth_mm)) for key in keys.geoms
        ]
        layers.append((area.difference(keys).union(MultiPolygon(moved)), start, end))
    assert connector_faults(read([*layers, (high, bottom, top)], tmp_path), spec)
