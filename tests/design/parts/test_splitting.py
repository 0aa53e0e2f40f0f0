"""Parts longer than the bed: the fewest pieces, joints that hold and leave their clearance, files that are recognised."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import cadquery as cq
import pytest
import trimesh
from shapely.affinity import scale
from shapely.geometry import LineString, box

from design.config.loading import Config, load_config
from design.config.printer import Printer, turn_to_fit
from design.context import Context
from design.families.registry import FAMILIES, form_of
from design.parts.boards.plate import PlateSpec
from design.parts.boxes.storage_box import TraySpec
from design.parts.splitting.borders import plate_cuts
from design.parts.splitting.dovetails import Joint, dovetails, free_runs, regions, seam
from design.parts.splitting.spec import SplitSpec
from design.parts.splitting.split import split
from design.storage.box import tray_spec
from design.storage.lid_face import lid_face
from design.storage.lids import any_lid_spec, lid_spec
from fabrication.part import Part
from fabrication.split import split_part
from fabrication.writers.mesh import stl_bytes, write_stl
from rules.errors import BuildError
from rules.game import load_game
from tablewright.inspection.expected import PieceSet, expected_of
from tablewright.inspection.printing.slicer import Sliced, slice_part
from tablewright.inspection.solids.measures.sections import section
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tablewright.inspection.solids.solids import count_solids
from tablewright.inspection.solids.split import split_faults
from tests.support.packing_checks import GAME, context
from tests.support.parts import made_by
from tests.support.solids import shared

CLEARANCE = 0.15
"""The default of `fits.split_joint_clearance_mm`."""
MINI = ("printer.preset=bambu-a1-mini",)
SMALL = ("printer.bed_width_mm=120", "printer.bed_depth_mm=120")
SLIDING = ("storage_box.lid=sliding",)
TINY = ("printer.bed_width_mm=70", "printer.bed_depth_mm=70")
SHAPES = ("circle", "triangle", "square", "pentagon", "hexagon")
POKER = ("card.width_mm=63", "card.height_mm=88", "number_board.plate_height_mm=30")
CASES = {
    "plate on 120 mm": ("plate", SMALL, 2),
    # A half of a plate lies on 120 mm; one place alone does on 60 mm of the diagonal, two are 75 mm and do not.
    "plate on 70 mm": ("plate", TINY, 5),
    # 338 mm long; 210 mm of bed take at most 210 sqrt 2 - 30 = 267 on the diagonal.
    "poker plate": ("plate", POKER, 2),
    "tray on an A1 mini": ("tray", MINI, 2),
    "tray on 120 mm": ("tray", SMALL, 2),
    "lid on an A1 mini": ("lid", MINI, 2),
    # Here no place for a seam leaves a title across the lid alone: shapes are on one part, the title on the other.
    "lid on 120 mm": ("lid", SMALL, 2),
    "tray with rails on an A1 mini": ("tray", (*MINI, *SLIDING), 2),
    "sliding lid on an A1 mini": ("lid", (*MINI, *SLIDING), 2),
}

JOINED = ("plate on 120 mm", "tray on an A1 mini", "lid on an A1 mini")
"""One of each kind, whose solids are put together."""


BUILT = cache(lambda spec: made_by(form_of(spec).builder, spec))
RAILED = ("tray with rails on an A1 mini", "sliding lid on an A1 mini")


@pytest.fixture(autouse=True, scope="module")
def built_once() -> Iterator[None]:
    """Whole parts are built once for all that is cut out of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fabrication.split.built", BUILT)
        yield


@cache
def specs(case: str) -> tuple[tuple[Any, ...], Printer]:
    kind, settings, _ = CASES[case]
    made = context(5, *settings)
    if kind == "plate":
        item = load_game(GAME).component("number-plate-owner")
        maker = FAMILIES["plate"].solid
        assert maker is not None
        spec = maker(made, item, made.bill.line(item.id).variants[0])
    else:
        spec = tray_spec(made, "storage-box") if kind == "tray" else any_lid_spec(made, "storage-lid")
    return split(spec, made.config.printer, made.config.fits.split_joint_clearance_mm), made.config.printer


@cache
def parts(case: str) -> tuple[Part, ...]:
    return tuple(made_by(split_part, spec) for spec in specs(case)[0])


def placed(case: str) -> list[cq.Shape]:
    """The parts where they belong in the whole."""
    return [part.bodies[0].solid.moved(part.frames["whole"]) for part in parts(case)]


@cache
def whole(case: str) -> cq.Solid:
    spec = specs(case)[0][0].whole
    return BUILT(spec).bodies[0].solid


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("split")


def written(case: str, folder: Path) -> list[Path]:
    paths = [folder / f"{case} {part.name}.stl" for part in parts(case)]
    return [path if path.is_file() else write_stl(part, path)[0] for part, path in zip(parts(case), paths, strict=True)]


@pytest.mark.parametrize("case", CASES)
def test_the_fewest_parts_each_on_the_bed(case: str) -> None:
    found, printer = specs(case)
    assert len(found) == CASES[case][2]
    count = len(found)
    stem = found[0].whole.name
    assert [spec.name for spec in found] == [f"{stem}.{letter}-of-{count}" for letter in "abcde"[:count]]
    for spec in found:
        left, bottom, right, top = spec.region.bounds
        assert turn_to_fit(right - left, top - bottom, printer) is not None
    # One part fewer does not go: the longest of equal ones is too long, even without what its dovetails add.
    left, bottom, right, top = found[0].whole.outline.bounds
    whole_size = (right - left) / max(1, count - 1), top - bottom
    assert case == "plate on 70 mm" or turn_to_fit(*whole_size, printer) is None


def test_what_fits_stays_whole() -> None:
    made = context(5, *MINI)
    item = load_game(GAME).component("number-plate-owner")
    maker = FAMILIES["plate"].solid
    assert maker is not None
    plate = maker(made, item, made.bill.line(item.id).variants[0])
    # 203 x 20 mm lie on the diagonal of 176 mm.
    assert split(plate, made.config.printer, CLEARANCE) == (plate,)
    assert split(tray_spec(context(), "storage-box"), Printer(), CLEARANCE)[0].name == "storage-box"


def test_no_cut_makes_a_place_smaller_than_it_is() -> None:
    printer = Printer(bed_width_mm=60, bed_depth_mm=60, edge_mm=0)
    joint = Joint(CLEARANCE, 0.8)
    # A place of 80 mm goes on no bed of 60: 60 sqrt 2 is 85, less 20 of the height.
    assert plate_cuts(415, 20, (-120, -40, 40, 120), 1.4, printer, joint) is None
    cuts = plate_cuts(203, 20, (-56.4, -18.8, 18.8, 56.4), 1.4, printer, joint)
    assert cuts is not None
    assert len(cuts) == 4


@pytest.mark.parametrize("case", [case for case in CASES if "plate" in case])
def test_plates_are_cut_beside_spacers_and_through_no_number(case: str) -> None:
    spec = specs(case)[0][0]
    plate = spec.whole
    assert isinstance(plate, PlateSpec)
    front = scale(plate.front.relief(), 1, -1, origin=(0, 0))
    pitch = plate.spacers_x[1] - plate.spacers_x[0]
    for line in spec.seams:
        path = LineString(line).intersection(plate.outline)
        assert not path.intersects(front)
        spacers = [box(x - plate.spacer_width_mm / 2, -99, x + plate.spacer_width_mm / 2, 99) for x in plate.spacers_x]
        # A wall of 0.8 mm and half the joint's clearance is left.
        assert min(path.distance(one) for one in spacers) == pytest.approx(0.8 + CLEARANCE / 2, abs=1e-4)
    ends = [-plate.length_mm / 2, *(line[0][0] for line in spec.seams), plate.length_mm / 2]
    lengths = [right - left for left, right in pairwise(ends)]
    assert max(lengths) - min(lengths) < pitch


@pytest.mark.parametrize("case", JOINED)
def test_parts_meet_nowhere_and_stand_the_clearance_apart(case: str) -> None:
    for one, other in pairwise(placed(case)):
        assert shared(one, other) == pytest.approx(0, abs=1e-6)
        assert one.distance(other) == pytest.approx(CLEARANCE, abs=1e-4)


@pytest.mark.parametrize("case", JOINED)
def test_parts_are_the_whole_less_the_gaps(case: str) -> None:
    solid = whole(case)
    for one in placed(case):
        assert shared(one, solid) == pytest.approx(one.Volume(), rel=1e-6)
    # At a height above the foot's relief the seam takes its length times its width, and no more.
    spec = specs(case)[0][0]
    z = 0.5 * (spec.whole.thickness_mm if isinstance(spec.whole, PlateSpec) else spec.whole.extent_mm[2])
    mesh = trimesh.load(
        trimesh.util.wrap_as_stream(stl_bytes(Part("whole", (replace(parts(case)[0].bodies[0], solid=solid),)))), "stl"
    )
    area = section(mesh, z)
    taken = area.area - sum(section(mesh_of(part), z).area for part in parts(case))
    length = sum(LineString(line).intersection(area).length for line in spec.seams)
    assert length > 2
    assert taken == pytest.approx(length * CLEARANCE, rel=0.05)


def mesh_of(part: Part) -> trimesh.Trimesh:
    return trimesh.load(trimesh.util.wrap_as_stream(stl_bytes(part)), "stl")


@pytest.mark.parametrize("case", JOINED)
def test_joints_hold_and_slide_together_from_above(case: str) -> None:
    for one, other in pairwise(placed(case)):
        for pull in (0.5, 1.0):
            assert shared(one, other.moved(cq.Location((pull, 0, 0)))) > 0.05 * pull
        # Against a plain butt joint pulling does nothing.
        assert shared(one, other.moved(cq.Location((0, 0.5, 0)))) > 0.01
        for lift in (1.0, 5.0):
            assert shared(one, other.moved(cq.Location((0, 0, lift)))) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("clearance", [0.05, 0.15, 0.4])
def test_an_undercut_of_a_millimetre_is_left_at_any_clearance(clearance: float) -> None:
    joint = Joint(clearance, 0.8)
    line = seam(0, 1, (-10, 10), dovetails([(-9, 9)], joint), joint)
    left, right = regions([line], box(-15, -10, 15, 10), clearance)
    tip = left.intersection(box(left.bounds[2] - 1e-3, -10, 15, 10)).bounds
    mouth = box(right.bounds[0], -10, right.bounds[0] + 1e-3, 10).difference(right).bounds
    assert ((tip[3] - tip[1]) - (mouth[3] - mouth[1])) / 2 == pytest.approx(1.0, abs=0.01)


def test_no_engraving_is_open_at_a_seam() -> None:
    # An open one hangs in the air; a wall of two lines stands between it and the seam, at the foot's relief too.
    made = context(5, *SMALL)
    spec = lid_spec(made, "storage-lid")
    across = lid_face("storage-lid.front", "Geometric Chamber", SHAPES, spec.face.trim, made.config.colours)
    first, _ = split(replace(spec, face=across), made.config.printer, CLEARANCE)
    title = scale(first.whole.face.relief(), 1, -1, origin=(0, 0))
    line = LineString(first.seams[0])
    assert line.intersects(scale(across.relief(), 1, -1, origin=(0, 0)))
    assert line.distance(title) >= CLEARANCE / 2 + first.whole.foot_relief_mm + 0.8 - 1e-6
    assert 0.9 * across.relief().area < title.area < across.relief().area


@pytest.mark.parametrize(
    ("game", "bed_mm", "settings", "counts"),
    [
        # So many signs on each part: five shapes on one, the letters on the next; on three parts all on the middle one.
        (GAME, 120, (), (5, 16)),
        (GAME, 120, SLIDING, (5, 16)),
        (GAME, 100, (), (0, 5 + 16, 0)),
        ("dokojong", 120, (), (0, 5, 8, 0)),
    ],
)
def test_a_lid_that_no_seam_can_pass_shows_each_sign_whole_on_one_part(
    game: str, bed_mm: int, settings: tuple[str, ...], counts: tuple[int, ...]
) -> None:
    bed = (f"printer.bed_width_mm={bed_mm}", f"printer.bed_depth_mm={bed_mm}")
    config = load_config(None, (*bed, *settings, f"games=[{game}]")).config
    made = any_lid_spec(Context.of_game(config.game(game), config), "storage-lid")
    found = split(made, config.printer, CLEARANCE)
    # Nothing of the title is given up for the walls along the seams.
    assert found[0].whole.face == made.face
    signs = scale(made.face.relief(), 1, -1, origin=(0, 0)).geoms
    inside = [sum(part.region.contains(sign) for sign in signs) for part in found]
    assert tuple(inside) == counts
    assert len(signs) == sum(counts)
    for line in found[0].seams:
        swept = LineString(line).buffer(CLEARANCE / 2 + made.foot_relief_mm + 0.8)
        assert not any(swept.intersects(sign) for sign in signs)
    # Capitals that can be read, in strokes that a nozzle of 0.4 mm draws (0.6 mm); shapes stand apart.
    letters, *shapes = made.face.marks
    assert min(one.bounds[3] - one.bounds[1] for one in letters.area.geoms) >= 6
    assert letters.area.buffer(-0.3).buffer(0.3).area > 0.9 * letters.area.area
    assert all(one.area.distance(other.area) > 1 for one, other in pairwise(shapes))


@pytest.mark.parametrize(
    ("game", "settings", "signs"),
    [
        # GEOMETRIC CHAMBER has sixteen letters, DOKOJONG eight; each stands below five shapes.
        (GAME, MINI, 16 + 5),
        (GAME, (*MINI, *SLIDING), 16 + 5),
        ("dokojong", MINI, 8 + 5),
    ],
)
def test_a_seam_of_the_lid_goes_between_the_letters_of_its_title(game: str, settings: tuple[str, ...], signs: int) -> None:
    config = load_config(None, (*settings, f"games=[{game}]")).config
    made = any_lid_spec(Context.of_game(config.game(game), config), "storage-lid")
    first, second = split(made, config.printer, CLEARANCE)
    title = scale(first.whole.face.relief(), 1, -1, origin=(0, 0))
    assert len(title.geoms) == signs
    # What is swept by the dovetails when the parts are put together, with a wall of two lines and the foot's relief.
    for line in first.seams:
        swept = LineString(line).buffer(CLEARANCE / 2 + made.foot_relief_mm + 0.8)
        assert title.intersection(swept).area == 0
        assert made.face.relief().intersection(scale(swept, 1, -1, origin=(0, 0))).area == 0
    # Each letter and each shape lies whole in one of the two parts, and no letter is smaller than one can read.
    inside = [sum(part.region.contains(sign) for part in (first, second)) for sign in title.geoms]
    assert inside == [1] * signs
    letters, *shapes = made.face.marks
    high = letters.area.bounds[3] - letters.area.bounds[1]
    assert high >= 6
    # The title stays flush with the row of shapes, left and right.
    row = shapes[0].area.bounds[0], shapes[-1].area.bounds[2]
    assert (letters.area.bounds[0], letters.area.bounds[2]) == pytest.approx(row, abs=0.01)


def test_a_lid_in_one_part_has_its_title_as_usual() -> None:
    made = context()
    spec = lid_spec(made, "storage-lid")
    assert spec.face == lid_face("storage-lid.front", "Geometric Chamber", SHAPES, spec.face.trim, made.config.colours)


@pytest.mark.parametrize("case", ["plate on 120 mm", "lid on an A1 mini", "sliding lid on an A1 mini"])
def test_parts_in_colours_fill_their_engravings(case: str) -> None:
    for spec, part in zip(specs(case)[0], parts(case), strict=True):
        region, one = spec.region, spec.whole
        if isinstance(one, PlateSpec):
            sunk = scale(one.front.relief(), 1, -1, origin=(0, 0)).intersection(region).area * one.front_depth_mm
            sunk += scale(one.back.relief(), -1, -1, origin=(0, 0)).intersection(region).area * one.back_depth_mm
        else:
            sunk = scale(one.face.relief(), 1, -1, origin=(0, 0)).intersection(region).area * one.engrave_mm
        coloured = part.in_colours()
        assert len(coloured) > 1
        filled = sum(body.volume_mm3 for body in coloured)
        assert sunk > 10
        assert filled - part.volume_mm3 == pytest.approx(sunk, rel=0.01)


def test_dovetails_keep_to_free_runs() -> None:
    runs = free_runs(box(-5, -2, 5, 2), (0, 4), (-20, 20), 1.0)
    assert runs == [(-19, -3), (3, 19)]
    joint = Joint(CLEARANCE, 0.8)
    assert [middle for middle, _ in dovetails(runs, joint)] == [-11, 11]
    # A neck of two lines and the undercuts need 1.6 + 2 x (1 + 0.15 (1 / cos 30 + tan 30)) = 4.12 mm.
    assert dovetails([(0, 4.1)], joint) == []
    assert dovetails([(0, 4.15)], joint)


@pytest.mark.parametrize("case", [*JOINED, *RAILED, "lid on 120 mm", "poker plate", "plate on 70 mm"])
def test_files_are_sound_and_recognised(case: str, folder: Path) -> None:
    found, printer = specs(case)
    paths = written(case, folder)
    for number, (spec, path) in enumerate(zip(found, paths, strict=True)):
        solid = read_stl(path)
        assert not isinstance(solid, str)
        assert faults(solid, printer) == []
        assert split_faults(solid, spec) == []
        # No part is taken for another.
        assert all(split_faults(solid, other) for other in found if other.number != number)


@pytest.mark.parametrize("case", JOINED)
def test_a_part_that_lost_something_is_found(case: str, folder: Path) -> None:
    spec: SplitSpec = specs(case)[0][-1]
    if isinstance(spec.whole, PlateSpec):
        # The last number, a sign of the back, the spacers.
        front, back = spec.whole.front, spec.whole.back
        spoilt = [
            replace(spec.whole, front=replace(front, marks=(*front.marks[:4], *front.marks[5:]))),
            replace(spec.whole, back=replace(back, marks=back.marks[4:])),
            replace(spec.whole, spacers_x=spec.whole.spacers_x[:-1]),
        ]
        assert len(front.marks) > 5
    elif isinstance(spec.whole, TraySpec):
        well = max(spec.whole.wells, key=lambda one: one.x_mm)
        rest = tuple(one for one in spec.whole.wells if one is not well)
        spoilt = [
            replace(spec.whole, wells=(*rest, replace(well, width_mm=well.width_mm - 1))),
            replace(spec.whole, wells=(*rest, replace(well, windows=()))),
        ]
    else:
        marks = spec.whole.face.marks
        spoilt = [replace(spec.whole, face=replace(spec.whole.face, marks=marks[:-1]))]
    for number, one in enumerate(spoilt):
        path = write_stl(split_part(replace(spec, whole=one)), folder / f"spoilt {case} {number}.stl")[0]
        solid = read_stl(path)
        assert not isinstance(solid, str)
        assert split_faults(solid, spec), number


def test_a_split_lid_slides_through_a_split_box() -> None:
    """Joined parts in their grooves: nothing meets, closed or on the way; a joint that stands 0.5 mm out does."""
    boxes, lids = (placed(case) for case in RAILED)
    rim, under = (BUILT(one).frames["rim"] for one in (specs(case)[0][0].whole for case in RAILED))
    where = rim * under.inverse
    for moved in (0.0, 60.0, 130.0):
        there = [one.moved(cq.Location((moved, 0, 0)) * where) for one in lids]
        assert sum(shared(one, other) for one in there for other in boxes) == pytest.approx(0, abs=1e-6), moved
    out = lids[1].moved(cq.Location((60, 0.5, 0)) * where)
    assert sum(shared(out, other) for other in boxes) > 1


def test_a_joint_of_another_clearance_is_found(folder: Path) -> None:
    spec = specs("tray on an A1 mini")[0][0]
    path = write_stl(split_part(replace(spec, clearance_mm=0.6)), folder / "loose.stl")[0]
    solid = read_stl(path)
    assert not isinstance(solid, str)
    assert split_faults(solid, spec)


def test_a_seam_through_an_opening_that_frees_a_piece_is_refused() -> None:
    spec = specs("lid on an A1 mini")[0][0]
    # Two seams that cross cut the lid in four.
    crossing = tuple(((x, -60.0), (-x, 60.0)) for x in (-20.0, 20.0))
    with pytest.raises(BuildError, match="solids instead of 3"):
        split_part(replace(spec, seams=crossing))


@pytest.fixture(scope="module")
def solids() -> tuple[PieceSet, Config]:
    config = context(2, *MINI).config.model_copy(update={"games": context(2).config.games})
    return expected_of(load_game(GAME), config).sets[0], config


def test_parts_count_as_parts_of_one_component(solids: tuple[PieceSet, Config], tmp_path: Path) -> None:
    needed, config = solids
    assert needed.count_of("storage-box") == 1
    assert needed.parts == {name: (f"{name}.a-of-2", f"{name}.b-of-2") for name in ("storage-box", "storage-lid")}
    paths = []
    for artifact in needed.artifacts.values():
        if isinstance(artifact.spec, SplitSpec) and artifact.spec.whole.name == "storage-box":
            (tmp_path / artifact.path).parent.mkdir(parents=True, exist_ok=True)
            write_stl(split_part(artifact.spec), tmp_path / artifact.path)
            paths.append(artifact.path)
    assert [Path(path).name for path in paths] == ["storage-box.a-of-2_x1.stl", "storage-box.b-of-2_x1.stl"]
    both = count_solids(tmp_path, paths, needed, config.printer)
    assert both.problems == []
    assert needed.whole_pieces("storage-box", both.found) == 1
    # One part alone is no box, and two of it are not two halves.
    one = count_solids(tmp_path, paths[:1], needed, config.printer)
    assert needed.whole_pieces("storage-box", one.found) == 0
    (tmp_path / paths[0]).rename(tmp_path / paths[0].replace("_x1", "_x2"))
    twice = count_solids(tmp_path, [paths[0].replace("_x1", "_x2")], needed, config.printer)
    assert twice.found["storage-box.a-of-2"] == 2
    assert needed.whole_pieces("storage-box", twice.found) == 0
    # A part under the other's name is named for what it is.
    shutil.copy(tmp_path / paths[1], tmp_path / paths[0])
    swapped = count_solids(tmp_path, paths, needed, config.printer)
    assert any("this is a storage-box.b-of-2" in str(problem) for problem in swapped.problems)


def test_the_same_bytes_each_time() -> None:
    spec = specs("plate on 120 mm")[0][0]
    assert stl_bytes(split_part(spec)) == stl_bytes(parts("plate on 120 mm")[0])


@pytest.mark.needs("prusa-slicer")
@pytest.mark.parametrize("case", [*JOINED, "lid on 120 mm"])
def test_parts_print_without_supports(case: str, folder: Path, tmp_path: Path) -> None:
    _, printer = specs(case)
    for path in written(case, folder):
        width, depth = trimesh.load(path).extents[:2]
        turn = turn_to_fit(width, depth, printer)
        bed = f"0x0,{printer.bed_width_mm:g}x0,{printer.bed_width_mm:g}x{printer.bed_depth_mm:g},0x{printer.bed_depth_mm:g}"
        code = tmp_path / "out.gcode"
        command = ["prusa-slicer", "--export-gcode", "--bed-shape", bed, "--rotate", str(turn), "--nozzle-diameter", "0.4"]
        command += [
            "--layer-height",
            "0.2",
            "--support-material",
            "--support-material-auto",
            "--support-material-threshold",
            "45",
        ]
        done = subprocess.run(
            [*command, "--loglevel", "3", "-o", str(code), str(path)], capture_output=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stderr
        assert "Empty layer" not in done.stdout + done.stderr
        text = code.read_text(encoding="utf-8", errors="replace")
        assert ";TYPE:External perimeter" in text
        assert ";TYPE:Support" not in text


@pytest.mark.needs("prusa-slicer")
def test_a_seam_needs_no_support_where_the_foot_is_relieved_most(folder: Path) -> None:
    found, printer = specs("poker plate")
    assert found[-1].whole.foot_relief_mm == 0.4
    assert isinstance(slice_part("prusa-slicer", written("poker plate", folder)[-1], printer), Sliced)


def test_flanks_are_what_their_angle_says() -> None:
    # 30 degrees to the pull: play along it is twice the gap between the faces.
    joint = Joint(CLEARANCE, 0.8)
    assert math.degrees(math.atan2(joint.undercut_mm, joint.reach_mm)) == pytest.approx(30, abs=1e-3)
    one, other = placed("plate on 120 mm")
    assert shared(one, other.moved(cq.Location((0.98 * CLEARANCE / math.sin(math.radians(30)), 0, 0)))) == pytest.approx(
        0, abs=1e-6
    )
    assert shared(one, other.moved(cq.Location((1.1 * CLEARANCE / math.sin(math.radians(30)), 0, 0)))) > 0
