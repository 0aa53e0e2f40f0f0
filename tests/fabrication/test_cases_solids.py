"""What goes wrong for people who print games, kind by kind: each has its number, and a test that it does not happen here.

Judged on solids and files, by geometry and by other programs; each check is shown to find the thing made wrong.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations

import cadquery as cq
import numpy as np
import pytest
import trimesh
from PIL import Image, ImageDraw, ImageFont
from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import unary_union

from design.config.printer import Printer, turn_to_fit
from design.faces.trims import marker_trim
from design.families.coupon import CouponSpec, coupons
from design.graphics.polygons import rectangle
from design.graphics.type.fonts import typeface_of
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight, part_font
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.storage_box import TraySpec
from design.parts.splitting.split import split
from design.storage.box import filled_tray
from design.storage.lids import lid_spec
from fabrication.kernel.booleans import common
from fabrication.kernel.engraving import Recess, engraved
from fabrication.kernel.prisms import chamfered_prism
from fabrication.part import Part
from fabrication.parts.connector import connector
from fabrication.parts.coupon import coupon
from fabrication.parts.storage_box import closed, lid, tray
from fabrication.writers.mesh import stl_bytes
from rules.errors import BuildError
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tablewright.inspection.solids.solids import count_solids
from tests.support.packing_checks import context
from tests.support.parts import DEFAULT, Settings, built, configured, made_by, solids
from tests.support.places import ROOT
from tests.support.plans import expected
from tests.support.solids import frustum, meshed, one_body, section

SMALL_BED: Settings = ("printer.bed_width_mm=120", "printer.bed_depth_mm=120")


def runs(area: Polygon | MultiPolygon, x: float) -> list[float]:
    """Lengths of the solid runs along y at a place."""
    _, low, _, high = area.bounds
    found = LineString([(x, low - 1), (x, high + 1)]).intersection(area)
    return [part.length for part in getattr(found, "geoms", [found]) if part.length > 0.05]


def gaps(area: Polygon | MultiPolygon, x: float) -> list[float]:
    """Lengths of what lies free between two solid runs along y."""
    _, low, _, high = area.bounds
    line = LineString([(x, low - 1), (x, high + 1)])
    free = [part for part in getattr(line.difference(area), "geoms", []) if part.bounds[1] > low and part.bounds[3] < high]
    return [part.length for part in free if part.length > 0.05]


@cache
def solid_set() -> PieceSet:
    return expected().sets[0]


# Counts of files


def printed(names: list[str]) -> int:
    """How many pieces a folder of STL files makes, by the numbers in their names."""
    return sum(int(re.search(r"_x(\d+)\.stl$", name)[1]) for name in names)


def test_case_4_copies_are_made_as_often_as_asked(stl, tmp_path):
    """Case 4: a piece that is wanted three times is made once. Each player has three penalty markers of one colour."""
    name = solids(DEFAULT)["penalty-marker.crimson"].path.rpartition("/")[2]
    assert name == "penalty-marker.crimson_x3.stl"
    data = stl(DEFAULT, "penalty-marker.crimson").read_bytes()
    for copies in (3, 1):
        path = tmp_path / f"penalty-marker.crimson_x{copies}.stl"
        path.write_bytes(data)
        findings = count_solids(tmp_path, [path.name], solid_set(), configured(DEFAULT).printer)
        assert findings.found["penalty-marker.crimson"] == copies
    assert solid_set().counts["penalty-marker.crimson"] == 3


def test_case_6_the_files_hold_as_many_pieces_as_the_list_says():
    """Case 6: the list of parts and the files differ.

    For five: 10 plates, 10 connectors, 5 doors, 15 penalty and 10 score markers, a leader, a box and its lid.
    """
    names = [artifact.path for artifact in solids(DEFAULT).values()]
    assert printed(names) == sum(solid_set().counts.values()) == 10 + 10 + 5 + 15 + 10 + 1 + 1 + 1
    assert printed(names[1:]) != sum(solid_set().counts.values())


@pytest.mark.parametrize("name", ["penalty-marker.teal_x3.stl", "old-plate_x5.stl", "score-marker.stl"])
def test_case_7_a_file_of_an_earlier_run_is_told(name, stl, tmp_path):
    """Case 7: what is no longer asked for ships with the set."""
    (tmp_path / name).write_bytes(stl(DEFAULT, "score-marker").read_bytes())
    findings = count_solids(tmp_path, [name], solid_set(), configured(DEFAULT).printer)
    assert [problem.where for problem in findings.problems] == [name]
    assert "the rules ask for no" in findings.problems[0].what
    assert not findings.found


# Case 24


@pytest.mark.parametrize("chamfer", [0.2, 0.4, 1.0])
@pytest.mark.parametrize("corner", [0.0, 0.2, 0.4, 0.999, 1.0, 4.9, 5.0, 10.0])
def test_case_24_corners_and_chamfers_of_any_size_end_in_a_part_or_a_name(corner, chamfer):
    """Case 24: a box of 10 with corners and a chamfer of the same radius ends in the kernel's own error."""
    outline = rectangle(10, 10, corner)
    if 0 < corner <= chamfer:
        # The chamfer would eat the corner: part, value and remedy.
        with pytest.raises(BuildError, match=f"^coin: a chamfer of {chamfer:g} mm is wider than a corner's radius; make it"):
            chamfered_prism(outline, 8, chamfer, chamfer, "coin")
        return
    solid = chamfered_prism(outline, 8, chamfer, chamfer, "coin")
    mesh = meshed(one_body("coin", solid))
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(outline.area * (8 - 2 * chamfer) + 2 * frustum(outline, chamfer), rel=2e-3)


def test_case_24_cards_of_20_mm_take_corners_of_10():
    """Case 24: the corner is half of the side, and the outline is still one whole."""
    outline = rectangle(20, 30, 10)
    assert outline.is_valid
    assert outline.bounds == pytest.approx((-10, -15, 10, 15))
    # Two half discs of nearly 10 mm and what lies between them.
    assert outline.area == pytest.approx(600 - (4 - np.pi) * 9.8**2, rel=1e-3)


@pytest.mark.parametrize(("wall", "foot"), [(0.8, 0.0), (0.8, 60.0), (5.0, 0.0), (5.0, 60.0)])
def test_case_24_connectors_round_their_corners_at_both_ends_of_the_range(wall, foot):
    """Case 24: walls at either end of their range, with no foot and with the deepest."""
    spec = replace(solids(DEFAULT)["connector.left"].spec, wall_mm=wall, foot_mm=foot)
    mesh = meshed(connector(spec))
    body = spec.tongue_mm + 2 * spec.slot_mm + 2 * wall
    assert mesh.is_watertight
    assert mesh.extents[1] == pytest.approx(max(foot, body), abs=0.01)


# Case 25


def test_case_25_walls_thicker_than_the_room_are_refused_by_name():
    """Case 25: a wall thicker than its compartment fills the cup, since the room inside has a negative size."""
    made = context()
    spec = lid_spec(made, "storage-lid")
    with pytest.raises(BuildError, match=r"storage-lid lip_wall_mm = 60: its walls leave .* make walls thinner"):
        lid(replace(spec, lip_wall_mm=60))
    box_spec = filled_tray(made).tray
    first, *others = box_spec.wells
    with pytest.raises(BuildError, match=f"store {first.label}: its walls leave -3"):
        tray(replace(box_spec, wells=(replace(first, width_mm=-3.0), *others)))


@cache
def storage(*settings: str) -> tuple[TraySpec, LidSpec, Part, Part]:
    made = context(5, *settings)
    box_spec, cover = filled_tray(made).tray, lid_spec(made, "storage-lid")
    return box_spec, cover, made_by(tray, box_spec), made_by(lid, cover)


def test_case_25_with_the_thickest_walls_every_store_is_hollow():
    """Case 25: the thickest walls that may be set; each store keeps its room, and the box grows."""
    spec, _, made, _ = storage("storage_box.wall_mm=5", "storage_box.divider_mm=4", *WIDE_BED)
    area = section(meshed(made), spec.floor_mm + spec.inner_height_mm / 4)
    assert isinstance(area, Polygon)
    rooms = [Polygon(ring) for ring in area.interiors]
    assert len(rooms) == len(spec.wells)
    # The markers of 20 mm lie with 0.6 mm around them: no room is narrower than the thickest of them.
    thinnest = min(min(room.bounds[2] - room.bounds[0], room.bounds[3] - room.bounds[1]) for room in rooms)
    assert thinnest > 3.4 + 2 * 0.6 - 1e-3


# Case 26


@pytest.mark.parametrize(
    ("size", "turn"),
    [
        # An A1's bed is 256 mm, 2 mm of it kept free on each side.
        ((252.0, 252.0), 0),
        ((252.1, 252.1), None),
        ((257.8, 257.8), None),
    ],
)
def test_case_26_the_border_counts_to_a_tenth(size, turn):
    """Case 26: a part as large as the bed was let through because the border was forgotten."""
    assert turn_to_fit(*size, configured(("printer.preset=bambu-a1",)).printer) == turn


def test_case_26_what_fits_only_turned_is_turned():
    """Case 26: 205 x 245 mm on a bed of 250 x 210 mm less 2 mm all round."""
    printer = configured(("printer.preset=prusa-mk4",)).printer
    assert turn_to_fit(205, 245, printer) == 90
    assert turn_to_fit(245, 205, printer) == 0
    assert turn_to_fit(207, 245, printer) is None
    # Longer than either side, it lies on the diagonal: 40 x 270 on 246 x 206.
    assert turn_to_fit(270, 20, printer) not in (None, 0, 90)


@pytest.mark.parametrize(("bed", "parts"), [(220, 1), (120, 2), (70, 5)])
def test_case_26_no_more_pieces_than_needed(bed, parts):
    """Case 26: six pieces where four suffice.

    A plate of 203 x 20 mm lies on the diagonal of 120 mm in two parts; on 70 mm less 10, where two places (75 mm) are too
    long, in five.
    """
    printer = Printer(bed_width_mm=bed, bed_depth_mm=bed)
    assert len(split(solids(DEFAULT)["number-plate-owner.gold"].spec, printer, 0.15)) == parts


# Case 27


def test_case_27_no_fit_is_zero_and_a_lid_goes_on_with_its_gap():
    """Case 27: a lid without clearance. Cut through box and lid where the lip stands in the box: 0.2 mm a side."""
    _, cover, body, top = storage()
    opening = section(meshed(body), body.frames["rim"].toTuple()[0][2] - cover.lip_height_mm / 5)
    # Near the lip's root: its ridges are farther out, and lie in grooves of the wall.
    lip = section(meshed(top), cover.top_mm + cover.lip_height_mm / 5)
    left, low, right, high = lip.bounds
    # Beside the half-moons in the front and the back wall, and half way up the sides.
    (deep,), (wide,) = gaps(opening, right - 20), gaps(affinity.rotate(opening, 90, origin=(0, 0)), 0)
    assert deep - (high - low) == pytest.approx(2 * 0.2, abs=0.02)
    assert wide - (right - left) == pytest.approx(2 * 0.2, abs=0.02)


def test_case_27_the_title_does_not_meet_what_the_lid_goes_into():
    """Case 27: a label that collides with the lid. The closed box shares nothing, and a raised title would."""
    _, cover, body, top = storage()
    where = closed(body, top)
    assert common(top.bodies[0].solid.moved(where), body.bodies[0].solid).Volume() == pytest.approx(0, abs=1e-6)
    # The title is in the face that looks away from the box, and sunk.
    mesh = meshed(top)
    assert section(mesh, cover.engrave_mm / 2).area < section(mesh, cover.engrave_mm + 0.2).area - 50
    assert mesh.extents[2] == pytest.approx(cover.top_mm + cover.lip_height_mm, abs=1e-3)


@pytest.mark.parametrize(("key", "moved"), [("connector_slot_clearance_mm", "across"), ("connector_end_clearance_mm", "along")])
def test_case_27_each_direction_has_its_own_play(key, moved, mesh):
    """Case 27: one figure for the play in two directions. A slot wider by 0.2 mm is no deeper, and the other way round."""
    before, after = DEFAULT, (f"fits.{key}={getattr(configured(DEFAULT).fits, key) + 0.1}",)

    def slot(settings: Settings) -> dict[str, float]:
        spec = solids(settings)["connector.left"].spec
        area = section(mesh(settings, "connector.left"), 0.9 * spec.height_mm)
        across = gaps(area, spec.slot_depth_mm - 0.5)
        assert len(across) == 2
        # From the slot's bottom, x = 0, to where the plate's end stands.
        assert runs(area, -0.05)[0] > runs(area, 0.05)[0]
        return {
            "across": across[0],
            "along": -built(settings, "connector.left").frames["assembly"].toTuple()[0][0]
            - solids(settings)["number-plate-owner.gold"].spec.length_mm / 2,
        }

    one, other = slot(before), slot(after)
    grown = {way: round(other[way] - one[way], 3) for way in one}
    assert grown == {"across": 0.2 if moved == "across" else 0.0, "along": 0.1 if moved == "along" else 0.0}


def test_case_27_a_dovetail_holds_by_a_millimetre():
    """Case 27: an undercut of 0.3 mm pulls out.

    Cut through both halves of a split plate: the tail's tip is wider than the mouth of the other by about 1 mm each side.
    """
    names = [piece for piece in solids(SMALL_BED) if piece.startswith("number-plate-owner.gold")]
    left, right = (section(meshed(built(SMALL_BED, name)), 1.1) for name in names)
    ends = {"left": (left, left.bounds[2] - 0.02), "right": (right, right.bounds[0] + 0.02)}
    tail = min(ends, key=lambda name: sum(runs(*ends[name])))
    tips = runs(*ends[tail])
    mouths = gaps(*ends["left" if tail == "right" else "right"])
    assert len(tips) == len(mouths) > 0
    for tip, mouth in zip(sorted(tips), sorted(mouths), strict=True):
        assert (tip - mouth) / 2 == pytest.approx(1.0, abs=0.06)


def mates(cover: trimesh.Trimesh, cover_spec: LidSpec, floor: Polygon | MultiPolygon) -> bool:
    """Whether a lid's lip goes around or into the underside of a box with this floor."""
    lip = section(cover, cover_spec.top_mm + cover_spec.lip_height_mm / 2)
    inside = unary_union([Polygon(ring) for part in getattr(lip, "geoms", [lip]) for ring in part.interiors])
    return bool(inside.contains(floor) or lip.intersection(floor).area < 0.01 * lip.area)


def test_case_27_a_lid_does_not_stick_under_the_box():
    """Case 27: stacked under its box a lid jams for good. The lip stands on the flat floor all round."""
    spec, cover, body, top = storage()
    floor = section(meshed(body), 0.02)
    assert not mates(meshed(top), cover, floor)
    # A box with a stepped bottom, or with a groove for the lip, would be told.
    wide, deep = spec.inner_width_mm / 2 - 4, spec.inner_depth_mm / 2 - 4
    assert mates(meshed(top), cover, box(-wide, -deep, wide, deep))
    lip = section(meshed(top), cover.top_mm + cover.lip_height_mm / 2)
    assert mates(meshed(top), cover, floor.difference(lip.buffer(0.3)))


# Case 28

WIDE_BED = ("printer.bed_width_mm=300", "printer.bed_depth_mm=300")


def room_for(settings: Settings, size: tuple[float, float, float]) -> bool:
    """Whether a block goes into the cards' store of the box with its lid on, some way round."""
    spec, _, body, top = storage(*settings)
    well = next(one for one in spec.wells if one.label == "cards")
    middle = well.x_mm + well.width_mm / 2, well.y_mm + well.depth_mm / 2
    cover = top.bodies[0].solid.moved(closed(body, top))
    for sides in permutations(size):
        corner = cq.Vector(middle[0] - sides[0] / 2, middle[1] - sides[1] / 2, spec.floor_mm + 1e-3)
        block = cq.Solid.makeBox(*sides, corner)
        if all(common(block, other).Volume() < 1e-6 for other in (body.bodies[0].solid, cover)):
            return True
    return False


def test_case_28_sleeves_make_the_store_as_large_as_the_stack():
    """Case 28: a tray that forgets sleeves. 25 cards of 0.3 mm with two films of 0.09 are 12 mm, and 3 mm larger each way."""
    sleeved = (39.0, 53.0, 25 * (0.3 + 2 * 0.09))
    assert room_for(WIDE_BED, (36.0, 50.0, 25 * 0.3))
    assert room_for(("card.sleeve=premium", *WIDE_BED), sleeved)
    assert not room_for(WIDE_BED, sleeved)


# Case 29

HOLES = {"0": 1, "1": 0, "2": 0, "3": 0, "4": 1, "5": 0, "6": 1, "7": 0, "8": 2, "9": 1, ".": 0}
"""Counters of each digit in any sans."""


def sunk(mesh: trimesh.Trimesh, spec: CouponSpec, field: Polygon) -> list[Polygon]:
    """What is engraved in a field of the shelf."""
    cut = section(mesh, spec.shelf_mm - spec.engrave_mm / 2)
    found = field.buffer(-0.05).difference(cut)
    return [part for part in getattr(found, "geoms", [found]) if part.area > 0.05]


@pytest.mark.parametrize("key", ["lid_clearance_mm", "connector_key_clearance_mm"])
def test_case_29_labels_are_on_the_coupon(key):
    """Case 29: coupons that come out blank.

    Beside each opening lie as many figures as its number has, with their counters, and the solid lacks what they take.
    """
    spec = next(one for one in coupons(configured(DEFAULT)) if one.name == key)
    comb = max(meshed(coupon(spec)).split(), key=lambda body: body.extents[0])
    blank = max(meshed(coupon(replace(spec, numbers=()))).split(), key=lambda body: body.extents[0])
    taken = 0.0
    for number in spec.numbers[1:]:
        figures = sunk(comb, spec, number.field)
        assert len(figures) == len(number.text)
        assert sum(len(one.interiors) for one in figures) == sum(HOLES[one] for one in number.text)
        assert sunk(blank, spec, number.field) == []
        taken += sum(one.area for one in figures) * spec.engrave_mm
    title = sum(one.area for one in sunk(comb, spec, spec.numbers[0].field)) * spec.engrave_mm
    assert title > 1
    assert blank.volume - comb.volume == pytest.approx(taken + title, rel=0.01)


# Case 30

LYING = ("number-plate-owner.gold", "penalty-marker.gold", "door-marker.1", "storage-lid")


@pytest.mark.parametrize("piece", [*LYING, "connector.left", "leader-token"])
def test_case_30_parts_lie_as_they_print_on_the_bed(piece, mesh, tmp_path, stl):
    """Case 30: parts on edge, or off the bed. Each lies on its broad side, its lowest face at z = 0; raised it is told."""
    read = mesh(DEFAULT, piece)
    assert read.bounds[0][2] == pytest.approx(0, abs=1e-6)
    if piece in LYING:
        assert min(read.extents) == read.extents[2]
    # It stands on a face, not on an edge: most of its outline is on the bed.
    outline = read.extents[0] * read.extents[1]
    assert section(read, 0.01).area > 0.25 * outline
    assert faults(read_stl(stl(DEFAULT, piece)), configured(DEFAULT).printer) == []
    raised = read.copy()
    raised.apply_translation((0, 0, 0.1))
    raised.export(tmp_path / "raised.stl")
    assert any("lowest point is at z = 0.1" in one for one in faults(read_stl(tmp_path / "raised.stl"), Printer()))


# Case 31


@pytest.mark.parametrize("text", ["8", "4", "A", "R", "ø", "%", "성", "鬱", "⑩"])
def test_case_31_glyphs_that_cross_themselves_leave_a_whole_solid(text):
    """Case 31: overlapping strokes break the solid. What an engraving takes is what FreeType fills, times its depth."""
    pixels = 800
    typeface = typeface_of(text[0], Weight.BOLD)
    face = ImageFont.truetype(io.BytesIO(part_font(typeface, Weight.BOLD, frozenset(map(ord, text)))), pixels)
    image = Image.new("L", (2 * pixels, 2 * pixels))
    ImageDraw.Draw(image).text((pixels // 2, pixels // 2), text, font=face, fill=255)
    filled = np.asarray(image).sum() / 255 / pixels**2 * 20**2
    outline = text_outline(text, 20.0)
    left, bottom, right, top = outline.bounds
    block = chamfered_prism(box(left - 2, bottom - 2, right + 2, top + 2), 3, 0.0, 0.0, "block")
    mesh = meshed(one_body("block", engraved(block, [Recess(outline, 0.6, 3.0)], "block")))
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert block.Volume() - mesh.volume == pytest.approx(0.6 * filled, rel=0.01)


# Case 32


def directed_edges(mesh: trimesh.Trimesh) -> Iterator[tuple[int, int]]:
    for a, b, c in mesh.faces:
        yield from ((int(a), int(b)), (int(b), int(c)), (int(c), int(a)))


def wound_outward(mesh: trimesh.Trimesh) -> bool:
    """Every edge once in each direction, and what lies on the bed looks down."""
    edges = list(directed_edges(mesh))
    once = set(edges)
    on_bed = mesh.triangles[:, :, 2].max(axis=1) < 1e-6
    return (
        len(once) == len(edges) and all((b, a) in once for a, b in once) and bool((mesh.face_normals[on_bed][:, 2] < 0).all())
    )


@pytest.mark.parametrize("piece", ["penalty-marker.gold", "connector.right", "number-plate-table.gold"])
def test_case_32_bottoms_look_down_and_neighbours_agree(piece, mesh, tmp_path):
    """Case 32: each edge is shared twice, and yet the bottom is inside out."""
    read = mesh(DEFAULT, piece)
    assert wound_outward(read)
    wrong = read.copy()
    on_bed = wrong.triangles[:, :, 2].max(axis=1) < 1e-6
    assert on_bed.any()
    wrong.faces[on_bed] = wrong.faces[on_bed][:, ::-1]
    wrong = trimesh.Trimesh(wrong.vertices, wrong.faces, process=False)
    assert wrong.is_watertight, "shared twice all the same"
    assert not wound_outward(wrong)
    wrong.export(tmp_path / "wrong.stl")
    assert any("wound wrongly" in one for one in faults(read_stl(tmp_path / "wrong.stl"), Printer()))


def test_case_32_a_trim_of_any_outline_is_wound_outward():
    """Case 32: outlines that run clockwise would turn a marker inside out."""
    for outline in ("circle", "square", "door", "star"):
        trim = marker_trim(outline, 24, 24)
        for one in (trim, Polygon(list(trim.exterior.coords)[::-1])):
            assert wound_outward(meshed(one_body("coin", chamfered_prism(one, 3, 0.4, 0.4, "coin")))), outline


# Case 33

SCRIPT = """
import hashlib, sys
from pathlib import Path
from fabrication.writers.mesh import write_stl
from fabrication.writers.step import write_step
from fabrication.writers.threemf import write_3mf
from tests.support.parts import DEFAULT, fresh, solids
output = Path(sys.argv[1])
for piece in sorted(sys.argv[3:], reverse=sys.argv[2] == "backward"):
    part = fresh(solids(DEFAULT)[piece])
    write_stl(part, output / f"{piece}.stl")
    write_3mf(part, output / f"{piece}.3mf")
    write_step(part, output / f"{piece}.step")
"""


ONE_OF_EACH = (
    "connector.left",
    "door-marker.1",
    "leader-token",
    "number-plate-table.gold",
    "penalty-marker.gold",
    "score-marker",
    "storage-box",
    "storage-lid",
)


def test_case_33_every_sort_of_part_has_the_same_bytes_in_two_processes(tmp_path):
    """Case 33: files that differ from run to run hide what changed.

    A part of each sort, in STL, 3MF with its bodies and STEP, by two processes: other hash seed, time zone and order.
    (`tests/whole/wheel.sh` compares the STL and the sheets of a whole build of all games in the same way.)
    """
    running = []
    for order, seed, zone in (("forward", "1", "Pacific/Auckland"), ("backward", "4242", "America/Halifax")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone}
        command = [sys.executable, "-c", SCRIPT, str(tmp_path / order), order, *ONE_OF_EACH]
        running.append(subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, encoding="utf-8"))
    for one in running:
        assert one.communicate()[1] == ""
        assert one.returncode == 0
    one, other = (
        {
            path.relative_to(tmp_path / order).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in (tmp_path / order).rglob("*")
            if path.is_file()
        }
        for order in ("forward", "backward")
    )
    for ending in ("stl", "3mf", "step"):
        assert len([name for name in one if "/" not in name and name.endswith(ending)]) == len(ONE_OF_EACH)
    assert one == other
    changed = Point(0, 0).buffer(5, quad_segs=8)
    assert stl_bytes(one_body("a", chamfered_prism(changed, 3, 0, 0, "a"))) != stl_bytes(
        one_body("a", chamfered_prism(changed, 3.001, 0, 0, "a"))
    )
