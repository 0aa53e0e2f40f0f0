"""The fit coupon: as many openings as numbers, each as wide as its number says, no number blank (CASES 29)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
import trimesh
from click.testing import CliRunner
from shapely import affinity

from design.config.loading import load_config
from design.config.settings import Fits
from design.families.coupon import coupons
from design.graphics.polygons import as_multi
from fabrication.parts.coupon import coupon
from fabrication.writers.mesh import write_stl
from tablewright.cli import main
from tablewright.coupon import make_coupon
from tablewright.inspection.printing.slicer import Sliced, slice_part
from tablewright.inspection.solids.coupon import coupon_faults
from tablewright.ledger import enter
from tests.support.parts import made_by
from tests.support.tools import tool

CONFIG = load_config().config
SPECS = {spec.name: spec for spec in coupons(CONFIG)}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("coupon")
    make_coupon(CONFIG, output)
    return output


@pytest.fixture(scope="module")
def combs(tmp_path_factory):
    """Meshes of single combs, each made when it is asked for."""
    folder = tmp_path_factory.mktemp("combs")

    @cache
    def mesh(name):
        return trimesh.load(write_stl(made_by(coupon, SPECS[name]), folder / f"{name}.stl")[0])

    return mesh


def mesh_of(output, name):
    return trimesh.load(output / "coupon" / f"{name}.stl")


def row(mesh, z, y):
    """Lengths of the free runs along x through a mesh, from the left: where the line meets its triangles."""
    corners = mesh.triangles[(mesh.triangles[:, :, 2].min(axis=1) < z) & (mesh.triangles[:, :, 2].max(axis=1) > z)]
    found = set()
    for triangle in corners:
        # A line in x meets a triangle where the triangle's (y, z) holds the line's.
        (y1, z1), (y2, z2), (y3, z3) = triangle[:, 1:]
        area = (y2 - y1) * (z3 - z1) - (y3 - y1) * (z2 - z1)
        if abs(area) > 1e-9:
            one = ((y2 - y) * (z3 - z) - (y3 - y) * (z2 - z)) / area
            two = ((y3 - y) * (z1 - z) - (y1 - y) * (z3 - z)) / area
            if min(one, two, 1 - one - two) > 0:
                found.add(round(float(np.dot((one, two, 1 - one - two), triangle[:, 0])), 3))
    ends = sorted(found)
    return [right - left for left, right in zip(ends[1::2], ends[2::2], strict=False)]


def test_there_is_a_comb_for_each_fit_that_a_print_can_show():
    # The plate's end has play along the whole board and a card in its place is wider than a comb: no print of a fit.
    left_out = {"connector_end_clearance_mm", "card_place_clearance_mm"}
    # A token in its seat is a disc between walls, as a marker in its store is: the store's comb shows what both need.
    left_out.add("token_seat_clearance_mm")
    assert set(SPECS) == set(Fits.model_fields) - left_out


@pytest.mark.parametrize("name", SPECS)
def test_what_the_comb_says_may_be_written_into_the_configuration(name):
    for number in SPECS[name].numbers[1:]:
        loaded = load_config(None, [f"fits.{name}={number.text}"])
        assert f"{getattr(loaded.config.fits, name):.2f}" == number.text
    assert f"{getattr(CONFIG.fits, name):.2f}" in {number.text for number in SPECS[name].numbers}


@pytest.mark.parametrize(
    ("name", "mate_mm"),
    # A plate is 2 mm thick, a key 1.2 mm wide, a card 0.3 mm; the lid's test piece is 10 mm wide, the disc too.
    [
        ("connector_slot_clearance_mm", 2.0),
        ("connector_key_clearance_mm", 1.2),
        ("card_channel_clearance_mm", 0.3),
        ("lid_clearance_mm", 10.0),
        ("store_clearance_mm", 10.0),
    ],
)
def test_openings_are_wider_than_the_mate_by_twice_the_number_beside_them(combs, name, mate_mm):
    first, step = (0.3, 0.1) if name.startswith("store") else (0.1, 0.05)
    widths = row(combs(name), 3.0, 0.6)
    assert widths == pytest.approx([mate_mm + 2 * (first + number * step) for number in range(6)], abs=0.03)


@pytest.mark.parametrize(
    ("name", "mate_mm"), [("connector_slot_clearance_mm", (20, 15.5, 2.0)), ("lid_clearance_mm", (10, 14, 4.0))]
)
def test_the_test_piece_has_the_mate_s_size(combs, name, mate_mm):
    comb, trial = sorted(combs(name).split(), key=lambda body: -body.extents[0])
    assert trial.extents == pytest.approx(mate_mm, abs=1e-3)
    assert comb.bounds[0][2] == trial.bounds[0][2] == 0
    # Apart on the bed, so that they come off as two.
    assert comb.bounds[0][1] - trial.bounds[1][1] >= 3


def test_a_dovetail_goes_in_from_above_and_does_not_pull_out(combs):
    spec = SPECS["split_joint_clearance_mm"]
    comb, trial = sorted(combs(spec.name).split(), key=lambda body: -body.extents[0])
    outline = as_multi(spec.trial.outline)
    tail_y = outline.bounds[3]
    for value, opening in zip(spec.values, spec.openings, strict=True):
        x = (opening.bounds[0] + opening.bounds[2]) / 2 - (outline.bounds[0] + outline.bounds[2]) / 2
        # Its shoulder against the comb's front, then in by nothing more: the tip is the clearance from the bottom.
        placed = affinity.translate(outline, x, 1.75 - tail_y)
        assert placed.intersection(spec.bars.difference(opening)).area == pytest.approx(0, abs=1e-6)
        pulled = affinity.translate(placed, 0, -(2 * value / np.tan(np.radians(29)) + 0.3))
        assert pulled.intersection(spec.bars.difference(opening)).area > 0.1
    assert comb.is_watertight
    assert trial.is_watertight


def test_grooves_are_wider_than_a_sliding_lid_by_twice_their_number_at_every_height(combs):
    comb, strip = sorted(combs("sliding_lid_clearance_mm").split(), key=lambda body: -body.extents[0])
    # The lid is 2.4 mm thick and prints with its top down: 10 mm wide, and above 0.68 mm leaning in by 1 in 1.1 to its top.
    narrow = 10 - 2 * (2.4 - 0.68) / 1.1
    strips = strip.vertices[:, 0], strip.vertices[:, 2]
    widths = [np.ptp(strips[0][np.isclose(strips[1], z, atol=1e-3)]) for z in (0.0, 2.4)]
    assert widths == pytest.approx([narrow, 10.0], abs=0.01)
    low = comb.bounds[1][2] - 2.4
    # So high above the groove's floor, it is so much narrower on either side.
    for above, in_mm in ((0.34, 0.0), (1.78, 1.0), (2.33, 1.5)):
        free = row(comb, low + above, 0.6)
        assert free == pytest.approx([10 - 2 * in_mm + 2 * (0.1 + 0.05 * number) for number in range(6)], abs=0.03)


def test_coupon_files_are_found_right_and_weigh_little(made):
    assert [coupon_faults(made / "coupon" / f"{name}.stl", spec) for name, spec in SPECS.items()] == [[]] * len(SPECS)
    grams = sum(mesh_of(made, name).volume for name in SPECS) * 1.24 / 1000
    assert grams < 20


def blank(spec):
    return spec.__class__(**{**vars(spec), "numbers": spec.numbers[:-1]})


def wider(spec):
    first, *others = spec.openings
    return spec.__class__(**{**vars(spec), "openings": (affinity.scale(first, 1.02, 1), *others)})


def stepped(spec):
    return replace(spec, relief_mm=0.0)


def swapped(spec):
    title, one, other, *more = spec.numbers
    moved = (other.field.centroid.x - one.field.centroid.x, 0)
    there = one.__class__(one.text, as_multi(affinity.translate(one.area, *moved)), other.field)
    back = one.__class__(other.text, as_multi(affinity.translate(other.area, -moved[0], 0)), one.field)
    return spec.__class__(**{**vars(spec), "numbers": (title, there, back, *more)})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (blank, "0.35 is blank"),
        (wider, "its opening 0.10 is"),
        (stepped, "mm wide at z = 0."),
        (swapped, "number 0.10 is another"),
    ],
)
def test_a_comb_made_wrong_is_found(tmp_path, change, message):
    spec = SPECS["connector_slot_clearance_mm"]
    write_stl(coupon(change(spec)), tmp_path / "wrong.stl")
    assert any(message in fault for fault in coupon_faults(tmp_path / "wrong.stl", spec))


@pytest.mark.parametrize("nozzle", [0.25, 0.6, 0.8])
def test_numbers_can_be_drawn_by_other_nozzles(nozzle, tmp_path):
    config = load_config(None, [f"printer.nozzle_mm={nozzle}"]).config
    spec = next(one for one in coupons(config) if one.name == "lid_clearance_mm")
    for number in spec.numbers:
        drawn = number.area.buffer(-0.75 * nozzle).buffer(0.75 * nozzle)
        assert drawn.area > 0.9 * number.area.area
    write_stl(coupon(spec), tmp_path / "lid.stl")
    assert coupon_faults(tmp_path / "lid.stl", spec) == []


def test_the_command_makes_them_and_clean_takes_them_away(tmp_path, monkeypatch):
    monkeypatch.setattr("tablewright.coupon.coupons", lambda config: coupons(config)[:1])
    output = tmp_path / "output"
    stale, mine = output / "coupon" / "old_clearance_mm.stl", output / "coupon" / "my_clearance_mm.stl"
    stale.parent.mkdir(parents=True)
    stale.write_text("old")
    enter(output, [stale])
    mine.write_text("mine")
    result = CliRunner().invoke(main, ["coupon", "--output", str(output)])
    assert result.exit_code == 0, result.output
    assert sorted(one.name for one in stale.parent.iterdir()) == ["connector_slot_clearance_mm.stl", mine.name]
    CliRunner().invoke(main, ["clean", "--output", str(output)])
    assert [one for one in output.rglob("*") if one.is_file()] == [mine]


def test_a_comb_of_somebody_else_s_is_not_written_over(tmp_path, monkeypatch):
    monkeypatch.setattr("tablewright.coupon.coupons", lambda config: coupons(config)[:1])
    mine = tmp_path / "coupon" / "connector_slot_clearance_mm.stl"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    result = CliRunner().invoke(main, ["coupon", "--output", str(tmp_path)])
    assert result.exit_code == 1
    assert f"{mine}: is in the way and no build made it" in result.output
    assert mine.read_text() == "mine"


def steep(spec):
    return replace(spec, roof=replace(spec.roof, land_mm=0.3))


def test_a_groove_that_leans_from_another_height_is_found(tmp_path):
    spec = SPECS["sliding_lid_clearance_mm"]
    write_stl(coupon(steep(spec)), tmp_path / "wrong.stl")
    assert any("its opening 0.10 is" in fault for fault in coupon_faults(tmp_path / "wrong.stl", spec))


def test_grooves_and_strip_print_without_supports(made):
    program = tool("prusa-slicer")
    assert isinstance(slice_part(program, made / "coupon" / "sliding_lid_clearance_mm.stl", CONFIG.printer), Sliced)


@pytest.mark.parametrize("name", SPECS)
def test_a_comb_is_sliced_without_supports(made, name):
    tool("prusa-slicer")
    assert isinstance(slice_part("prusa-slicer", made / "coupon" / f"{name}.stl", CONFIG.printer), Sliced)
