"""Beds as 3MF: the same parts at the same places as in the STL beside it, read by three libraries, and spoiled."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from collections import Counter

import lib3mf
import numpy as np
import pytest
import trimesh

from tablewright.inspection.models.beds import count_beds
from tablewright.inspection.models.threemf import MODEL
from tests.support.small_beds import BASE, GOLD, SPEC, Artifact, files, made, spec_of, write_shapes
from tests.support.tools import tool


@pytest.fixture
def spec(tmp_path):
    write_shapes(tmp_path)
    found = spec_of(*SPEC)
    made(tmp_path, found)
    return found


def problems(tmp_path, spec):
    return [str(one) for one in count_beds(tmp_path, files(tmp_path), Artifact(spec)).problems]


def placed(file):
    """Name and corners of every build item, read with lib3mf."""
    model = lib3mf.get_wrapper().CreateModel()
    model.QueryReader("3mf").ReadFromFile(str(file))
    items, found = model.GetBuildItems(), []
    while items.MoveNext():
        item = items.GetCurrent()
        mesh = model.GetMeshObjectByID(item.GetObjectResource().GetResourceID())
        corners = np.array([list(one.Coordinates) for one in mesh.GetVertices()])
        fields = np.array([list(row) for row in item.GetObjectTransform().Fields])
        found.append((mesh.GetName(), corners @ fields[:3] + fields[3]))
    return found


def test_each_copy_is_an_object_with_its_name(tmp_path, spec):
    names = Counter(name for name, _ in placed(tmp_path / "game/beds/bed-01.gold.3mf"))
    assert names == Counter({"wedge": 4, "mirror": 3})
    assert [name for name, _ in placed(tmp_path / "game/beds/bed-02.base.3mf")] == ["block", "block"]
    found = count_beds(tmp_path, files(tmp_path), Artifact(spec))
    assert found.problems == []
    assert found.holds["game/beds/bed-01.gold.3mf"] == {"wedge": 4, "mirror": 3}
    # A piece in two files of one bed is one piece.
    assert found.found == Counter({"wedge": 4, "mirror": 3, "block": 2})


@pytest.mark.usefixtures("spec")
def test_objects_lie_where_they_lie_in_the_stl_and_inside_the_bed(tmp_path):
    bodies = [body.bounds for body in trimesh.load(tmp_path / "game/beds/bed-01.gold.stl").split()]
    objects = [
        np.array([corners.min(axis=0), corners.max(axis=0)]) for _, corners in placed(tmp_path / "game/beds/bed-01.gold.3mf")
    ]
    assert len(bodies) == len(objects) == 7
    for bounds in objects:
        assert min(abs(bounds - body).max() for body in bodies) < 0.01
        assert (bounds[0] > [5, 5, -1e-6]).all()
        assert (bounds[1] < [215, 215, 3 + 1e-6]).all()


@pytest.mark.usefixtures("spec")
def test_objects_have_the_filament_s_colour(tmp_path):
    for stem, filament in (("bed-01.gold", GOLD), ("bed-02.base", BASE)):
        with zipfile.ZipFile(tmp_path / f"game/beds/{stem}.3mf") as archive:
            text = archive.read(MODEL).decode()
        assert {one.lower()[:7] for one in re.findall(r'color="(#\w+)"', text)} == {filament.colour}
        assert all("pid=" in tag for tag in re.findall(r"<object [^>]*>", text))


def test_the_same_beds_have_the_same_bytes(tmp_path, spec):
    before = {path: (tmp_path / path).read_bytes() for path in files(tmp_path)}
    made(tmp_path, spec)
    assert {path: (tmp_path / path).read_bytes() for path in files(tmp_path)} == before


def rewrite(file, change):
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    text = parts[MODEL].decode()
    parts[MODEL] = change(text).encode()
    assert parts[MODEL].decode() != text
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


def nudged(text):
    """The first object moved by 0.05 mm in x."""
    found = re.search(r'transform="([^"]*)"', text)
    fields = found[1].split()
    fields[9] = f"{float(fields[9]) + 0.05:g}"
    return text[: found.start(1)] + " ".join(fields) + text[found.end(1) :]


SPOILERS = {
    "a part left out": (lambda text: re.sub(r"\s*<item [^>]*/>", "", text, count=1), "lacks 1"),
    "a part twice": (lambda text: re.sub(r"(<item [^>]*/>)", r"\1\1", text, count=1), "of the bed's STL file at that place"),
    "a part moved": (nudged, "of the bed's STL file at that place"),
    "another name": (lambda text: text.replace('name="wedge"', 'name="mirror"'), "is no mirror of the bed's STL file"),
    "another colour": (
        lambda text: re.sub(r'color="#\w+"', 'color="#123456"', text),
        "has the colour #123456, must be #d6a419",
    ),
    "a hole": (lambda text: re.sub(r"<triangle [^>]*/>", "", text, count=1), "is not closed"),
    "inches": (lambda text: text.replace('unit="millimeter"', 'unit="inch"'), "is in inch"),
    "a part that is not there": (lambda text: re.sub(r'<item objectid="\d+"', '<item objectid="99"', text), "is damaged"),
}


@pytest.mark.parametrize(("change", "message"), SPOILERS.values(), ids=SPOILERS)
def test_a_bed_s_model_made_wrong_is_told(tmp_path, spec, change, message):
    rewrite(tmp_path / "game/beds/bed-01.gold.3mf", change)
    assert any("bed-01.gold.3mf" in one and message in one for one in problems(tmp_path, spec)), problems(tmp_path, spec)


def test_a_missing_a_damaged_and_a_lone_model_are_told(tmp_path, spec):
    folder = tmp_path / "game/beds"
    shutil.copy(folder / "bed-02.base.3mf", folder / "bed-07.base.3mf")
    (folder / "bed-02.base.3mf").unlink()
    (folder / "bed-01.gold.3mf").write_bytes(b"no zip")
    told = problems(tmp_path, spec)
    assert any("bed-02.base.3mf: is missing" in one for one in told)
    assert any("bed-01.gold.3mf: is damaged" in one for one in told)
    assert any("bed-07.base.3mf: object 1 (block)" in one for one in told)


@pytest.mark.usefixtures("spec")
def test_a_slicer_reads_it_whole_and_needs_as_long_and_as_much_as_for_the_stl(tmp_path):
    slicer = tool("prusa-slicer")
    said = {}
    for ending in ("stl", "3mf"):
        file = tmp_path / f"game/beds/bed-01.gold.{ending}"
        info = subprocess.run([slicer, "--info", file], capture_output=True, encoding="utf-8", check=True).stdout
        assert set(re.findall(r"manifold = (\w+)", info)) == {"yes"}
        code = tmp_path / f"{ending}.gcode"
        command = [slicer, "--export-gcode", "--dont-arrange", "--bed-shape", "0x0,220x0,220x220,0x220"]
        subprocess.run([*command, "--filament-density", "1.24", "--output", code, file], capture_output=True, check=True)
        text = code.read_text(errors="replace")
        said[ending] = [float(re.search(rf"filament used \[{unit}\] = ([\d.]+)", text)[1]) for unit in ("mm", "g")]
    assert said["3mf"] == pytest.approx(said["stl"], rel=0.01)
