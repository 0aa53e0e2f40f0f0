"""Parts in colours: closed bodies that fill the part and never overlap, read again with other libraries, and spoiled."""

import re
import shutil
import subprocess
import zipfile
from dataclasses import replace
from pathlib import Path

import lib3mf
import numpy as np
import pytest
from shapely.geometry import MultiPolygon, box

from design.faces.face import Face, InkRole, Mark
from design.faces.filaments import filament, seen, with_filaments
from design.graphics.colour.palette import Palette
from design.parts.filament_changes import changes_of
from fabrication.parts.marker import marker
from fabrication.parts.plate import plate
from fabrication.writers.filament_changes import write_changes
from fabrication.writers.model import Model, placement
from fabrication.writers.threemf import write_3mf
from rules.errors import BuildError
from rules.game import Medium
from tablewright.inspection.models.coloured import count_coloured
from tablewright.inspection.models.threemf import MODEL, read_3mf
from tests.support.coloured_parts import CONFIG, PIECES, SETS, files_of, part_of, pieces_of, spec_of, write_all
from tests.support.plans import GAME
from tests.support.tools import tool

WANTED = SETS[Medium.COLOUR]
CHANGES = f"{GAME}/3mf/filament-changes.csv"
PALETTE = Palette()
INK, PAPER, GOLD, BLACK, BROWN = (PALETTE.hex(name) for name in ("ink", "paper", "gold", "black", "brown"))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("colours")
    write_all(Medium.COLOUR, write_3mf, output)
    write_changes(WANTED.artifacts[CHANGES].spec, output / CHANGES)
    return output


@pytest.fixture
def output(made, tmp_path):
    return shutil.copytree(made, tmp_path / "output")


def count(output):
    return count_coloured(output, files_of(output), WANTED, CONFIG.printer)


def complaints(output, *words):
    return [str(one) for one in count(output).problems if all(word in str(one) for word in words)]


def file_of(output, piece):
    return output / WANTED.artifact_of(piece).path


def rewritten(file: Path, *changes: tuple[str, str]) -> None:
    """Change the model's text in a 3MF, each time exactly where it first stands."""
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts[MODEL].decode()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, text.encode() if name == MODEL else data)


def test_pieces_in_colours_are_found_complete(made):
    findings = count(made)
    assert findings.problems == []
    assert dict(findings.found) == pieces_of(WANTED)


# The faces as the game has them: a ground on either side of a marker, what stands on it, and the set's colour in a badge.
BODIES = {
    "number-plate-owner.gold": {("ground.gold", GOLD), ("inlay.black", INK)},
    "connector.left": {("ground.base", PALETTE.hex("base"))},
    "penalty-marker.gold": {
        ("ground.black", BLACK),
        ("ground.gold", GOLD),
        ("inlay.gold", GOLD),
        ("inlay.black", INK),
        ("inlay.paper", PAPER),
    },
    "door-marker.3": {("ground.paper", PAPER), ("ground.brown", BROWN), ("inlay.black", INK), ("inlay.paper", PAPER)},
    "leader-token": {("ground.gold", GOLD), ("inlay.black", INK)},
}


def read_with_lib3mf(file):
    model = lib3mf.get_wrapper().CreateModel()
    model.QueryReader("3mf").ReadFromFile(str(file))
    items = model.GetBuildItems()
    assert items.Count() == 1
    assert items.MoveNext()
    whole = items.GetCurrent().GetObjectResource()
    for index in range(whole.GetComponentCount()):
        mesh = model.GetMeshObjectByID(whole.GetComponent(index).GetObjectResourceID())
        assert mesh.IsManifoldAndOriented()
        group, place, has = mesh.GetObjectLevelProperty()
        assert has
        colour = model.GetColorGroupByID(group).GetColor(place)
        yield mesh.GetName(), f"#{colour.Red:02x}{colour.Green:02x}{colour.Blue:02x}"


@pytest.mark.parametrize("piece", BODIES)
def test_the_library_reads_the_bodies_and_their_colours(made, piece):
    assert set(read_with_lib3mf(file_of(made, piece))) == BODIES[piece]


@pytest.mark.parametrize("piece", BODIES)
def test_bodies_are_closed_and_fill_the_part(made, piece):
    bodies = read_3mf(file_of(made, piece))
    assert all(body.solid.mesh.is_watertight for body in bodies)
    spec, plain = spec_of(piece), part_of(piece).volume_mm3
    # What one filament leaves open is filled: area times depth.
    sunk = spec.back.relief().area * getattr(spec, "engrave_mm", 0.0) if "marker" in piece or "token" in piece else 0.0
    if "plate" in piece:
        sunk = spec.front.relief().area * spec.front_depth_mm + spec.back.relief().area * spec.back_depth_mm
    together = sum(body.solid.volume_mm3 for body in bodies)
    # The connector is rounded, and its facets cut a little off.
    assert together == pytest.approx(plain + sunk, rel=1e-3 if piece == "connector.left" else 2e-4)


def test_the_slicer_says_that_every_body_is_manifold(made):
    slicer = tool("prusa-slicer")
    text = subprocess.run(
        [slicer, "--info", str(file_of(made, "penalty-marker.gold"))], capture_output=True, encoding="utf-8", check=True
    ).stdout
    assert text.count("manifold = yes") == 5
    assert "manifold = no" not in text


def test_no_body_is_thinner_than_a_layer_and_they_share_an_origin(made):
    for piece in PIECES:
        bodies = read_3mf(file_of(made, piece))
        assert min(body.solid.size_mm[2] for body in bodies) >= CONFIG.printer.layer_mm
        assert min(body.solid.low[2] for body in bodies) == 0.0


@pytest.mark.parametrize("far_mm", [3.6, 60, 250])
def test_corners_are_written_on_their_grid(far_mm, tmp_path):
    """3.12 as a float lies just below it, and was written as 3.1199: layers of 0.12 mm lost a hair each."""
    draw = np.random.default_rng(1).uniform(-far_mm, far_mm, (200, 3))
    apexes = np.unique(np.round([*draw, *((at * 0.12, at * 0.04, at * 0.12) for at in range(1, 31))], 4), axis=0)
    away = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    sides = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
    triangles = np.concatenate([(apex + away)[sides] for apex in apexes])
    model = Model("corners")
    model.place(model.mesh("ground.base", triangles, "#dcd7cc"), placement())
    (tmp_path / "corners.3mf").write_bytes(model.data())
    with zipfile.ZipFile(tmp_path / "corners.3mf") as package:
        text = package.read(MODEL).decode()
    found = {tuple(map(float, one)) for one in re.findall(r'<vertex x="([^"]+)" y="([^"]+)" z="([^"]+)"', text)}
    wanted = {tuple(float(x) for x in corner) for corner in np.round(triangles.reshape(-1, 3), 4) + 0.0}
    assert found == wanted


def test_bodies_lie_beside_it_as_stl_where_there_are_several(made):
    beside = {path.name for path in (made / GAME / "3mf" / "penalty-marker.gold_x3").iterdir()}
    assert beside == {f"{name}.stl" for name, _ in BODIES["penalty-marker.gold"]}
    assert not (made / GAME / "3mf" / "connector.left_x5").exists()


def test_colours_may_meet_in_a_plate_s_face():
    """A badge in another colour that a digit covers in part: shared out, nothing twice, nothing lost."""
    spec = spec_of("number-plate-owner.gold")
    digits = [mark for mark in spec.front.marks if mark.role is InkRole.INK]
    left, bottom, right, top = digits[2].area.bounds
    patch = Mark(InkRole.ACCENT, "#2b4a9b", MultiPolygon([box(left - 1, bottom + 2, right + 1, top - 2)]))
    mixed = replace(spec, front=replace(spec.front, marks=(patch, *spec.front.marks)))
    part = plate(with_filaments(mixed, PALETTE))
    volumes = {body.name: body.volume_mm3 for body in part.in_colours()}
    seen_mm2 = patch.area.difference(digits[2].area).area
    assert volumes["inlay.blue"] == pytest.approx(seen_mm2 * spec.front_depth_mm, rel=5e-3)
    sunk = mixed.front.relief().area * spec.front_depth_mm + spec.back.relief().area * spec.back_depth_mm
    assert sum(volumes.values()) == pytest.approx(part.volume_mm3 + sunk, rel=1e-5)


def test_a_marker_of_coarse_layers_keeps_its_chamfer_in_its_upper_ground():
    # Layers of 0.4: 0.8 engraved of 1.6 leave a seam at 1.2, and 0.4 above it, which is all chamfer.
    spec = replace(spec_of("door-marker.3"), thickness_mm=1.6, engrave_mm=0.8, raise_mm=0.8, seam_mm=1.2)
    part = marker(spec)
    bodies = part.in_colours()
    assert [body.name for body in bodies][:2] == ["ground.paper", "ground.brown"]
    upper = bodies[1].solids[0].BoundingBox()
    assert (upper.zmin, upper.zmax) == pytest.approx((1.2, 1.6), abs=1e-6)
    sunk = spec.back.relief().area * 0.8
    assert sum(body.volume_mm3 for body in bodies) == pytest.approx(part.volume_mm3 + sunk, rel=2e-4)


def test_a_mark_covers_those_before_it():
    under = Mark(InkRole.INK, "#111111", MultiPolygon([box(0, 0, 4, 4)]))
    over = Mark(InkRole.INK, "#222222", MultiPolygon([box(2, 0, 6, 4)]))
    areas = dict(seen(Face("x.front", box(-9, -9, 9, 9), "#ffffff", (under, over))))
    assert {colour: area.area for colour, area in areas.items()} == {"#111111": 8.0, "#222222": 16.0}


def test_filaments_are_called_what_the_palette_calls_them():
    assert filament("#1d1c24", PALETTE).name == "black"
    assert filament("#FFFFFF", PALETTE).name == "paper"
    assert filament("#123456", PALETTE).name == "123456"


# Relief 0.6 and thickness 2.8 of a marker, digits 0.6 and signs 0.4 deep in a plate of 2.0, a title 0.4 deep in the lid.
HEIGHTS = {
    "number-plate-owner.gold": [(0.0, "gold"), (0.6, "black"), (1.6, "gold")],
    "door-marker.3": [(0.0, "paper"), (0.6, "black"), (1.8, "brown"), (2.8, "paper")],
    "score-marker": [(0.0, "paper"), (0.6, "black"), (2.8, "paper")],
    "storage-lid": [(0.0, "base"), (0.4, "black"), (1.0, "base")],
    "connector.left": [],
}


@pytest.mark.parametrize("piece", HEIGHTS)
def test_filament_changes_bring_out_what_faces_show(piece):
    found = changes_of(spec_of(piece), CONFIG.printer)
    assert [(one.from_mm, one.filament.name) for one in found] == HEIGHTS[piece]
    layers = [one.from_mm / CONFIG.printer.layer_mm for one in found]
    assert layers == pytest.approx([round(one) for one in layers])


def test_a_part_without_coloured_bodies_is_refused(tmp_path):
    with pytest.raises(BuildError, match=r"connector\.left: has no bodies in colours"):
        write_3mf(replace(part_of("connector.left"), in_colours=tuple), tmp_path / "part.3mf")
    assert not list(tmp_path.iterdir())


def test_swapped_files_are_both_named(output):
    one, other = file_of(output, "door-marker.3"), file_of(output, "door-marker.4")
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])
    assert complaints(output, "door-marker.3_x1.3mf", "this is a door-marker.4")
    assert complaints(output, "door-marker.4_x1.3mf", "this is a door-marker.3")


SPOILED = {
    "a body removed": ('<component objectid="5"', '<gone objectid="5"', "has no body"),
    "a colour changed": ('color="#D6A419FF"', 'color="#1F4C0BFF"', "has no body ground.gold"),
    "a body's name changed": ('name="inlay.gold"', 'name="inlay.silver"', "inlay.silver"),
    "another unit": ('unit="millimeter"', 'unit="inch"', "is in inch"),
    "a triangle lost": ("<triangle ", "<gone ", "not closed"),
    "a colour lost": ('pindex="0"', 'pindex="7"', "damaged"),
}


@pytest.mark.parametrize("what", SPOILED)
def test_a_spoiled_3mf_is_named(output, what):
    old, new, words = SPOILED[what]
    rewritten(file_of(output, "penalty-marker.gold"), (old, new))
    assert complaints(output, "penalty-marker.gold_x3.3mf", words)
    assert count(output).found["penalty-marker.gold"] == 0


def test_a_body_that_is_moved_is_named(output):
    moved = '<component objectid="5" transform="1 0 0 0 1 0 0 0 1 0 0 2"'
    rewritten(file_of(output, "penalty-marker.gold"), ('<component objectid="5"', moved))
    assert complaints(output, "penalty-marker.gold_x3.3mf", "moves a body")


def test_a_truncated_3mf_is_named(output):
    file = file_of(output, "leader-token")
    file.write_bytes(file.read_bytes()[:-100])
    assert complaints(output, "leader-token_x1.3mf", "damaged")


def test_bodies_beside_it_are_compared(output):
    folder = output / GAME / "3mf" / "door-marker.3_x1"
    (folder / "inlay.black.stl").unlink()
    shutil.copy(folder / "ground.paper.stl", folder / "ground.brown.stl")
    shutil.copy(folder / "ground.paper.stl", folder / "spare.stl")
    assert complaints(output, "door-marker.3_x1/inlay.black.stl", "is missing")
    assert complaints(output, "door-marker.3_x1/ground.brown.stl", "does not lie where")
    assert complaints(output, "door-marker.3_x1/spare.stl", "no such file")
    assert count(output).found["door-marker.3"] == 0


def test_a_height_changed_in_the_list_is_named(output):
    file = output / CHANGES
    text = file.read_text()
    assert "0.60,black" in text
    file.write_text(text.replace("0.60,black", "0.80,black", 1))
    assert complaints(output, "filament-changes.csv", "line 3", "0.80, black")
    file.unlink()
    assert complaints(output, "filament-changes.csv", "is missing")
