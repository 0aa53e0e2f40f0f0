"""The writer of STL refuses what would not print, and writes the same bytes each time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import replace

import cadquery as cq
import numpy as np
import pytest
import trimesh
from shapely.geometry import MultiPolygon, Point, box

from design.parts.marker import MarkerSpec
from fabrication.kernel.engraving import Recess, engraved, raised
from fabrication.kernel.prisms import chamfered_prism
from fabrication.part import Body, BodyRole, Part
from fabrication.parts.connector import connector
from fabrication.parts.marker import marker
from fabrication.parts.plate import plate
from fabrication.writers.mesh import judged, stl_bytes, triangles_bytes, write_stl
from rules.errors import BuildError
from tests.support.parts import DEFAULT, built, solids


def _part(*shapes: cq.Shape) -> Part:
    return Part("thing", tuple(Body(f"thing {i}", BodyRole.GROUND, shape) for i, shape in enumerate(shapes)))


CUBE = cq.Solid.makeBox(10, 10, 10)


def test_a_cube_is_written_and_read_back(tmp_path):
    (path,) = write_stl(_part(CUBE), tmp_path / "deep" / "cube.stl")
    read = trimesh.load(path)
    assert path.stat().st_size == 84 + 50 * 12
    assert read.volume == pytest.approx(1000)
    assert read.bounds.tolist() == [[0, 0, 0], [10, 10, 10]]
    assert not path.read_bytes().startswith(b"solid"), "a binary STL that begins so is taken for text"


BROKEN = {
    "empty": (cq.Compound.makeCompound([]), "empty"),
    "open": (cq.Shell.makeShell(CUBE.Faces()[:5]), "watertight"),
    "inside out": (cq.Solid(CUBE.wrapped.Reversed()), "wound wrongly"),
    "above the bed": (CUBE.moved(cq.Location((0, 0, 0.5))), "z = 0.500"),
    "below the bed": (CUBE.moved(cq.Location((0, 0, -0.5))), "z = -0.500"),
    "in two": (cq.Compound.makeCompound([CUBE, CUBE.moved(cq.Location((20, 0, 0)))]), "2 bodies instead of 1"),
    "touching along an edge": (cq.Compound.makeCompound([CUBE, CUBE.moved(cq.Location((10, 10, 0)))]), "watertight"),
}


@pytest.mark.parametrize(("shape", "says"), BROKEN.values(), ids=BROKEN)
def test_what_would_not_print_is_refused_by_name(shape, says, tmp_path):
    path = tmp_path / "thing.stl"
    path.write_bytes(b"what was there before")
    with pytest.raises(BuildError) as caught:
        write_stl(_part(shape), path)
    assert any(problem.where == "thing" and says in problem.what for problem in caught.value.problems)
    assert path.read_bytes() == b"what was there before"
    assert list(tmp_path.iterdir()) == [path], "nothing half-written is left"


def test_a_solid_turned_inside_out_is_not_taken_for_the_one_before():
    """CadQuery holds both for equal, and what a process keeps of the first must not be given for the second."""
    assert not judged(_part(CUBE), stl_bytes(_part(CUBE)))
    reversed_cube = _part(cq.Solid(CUBE.wrapped.Reversed()))
    assert any("wound wrongly" in problem.what for problem in judged(reversed_cube, stl_bytes(reversed_cube)))


def test_a_mesh_of_another_volume_is_refused():
    smaller = cq.Solid.makeBox(10, 10, 9.9)
    assert not judged(_part(CUBE), stl_bytes(_part(CUBE)))
    assert any("mm3" in problem.what for problem in judged(_part(CUBE), stl_bytes(_part(smaller))))


def test_one_turned_triangle_is_found():
    data = bytearray(stl_bytes(_part(CUBE)))
    first = 84 + 12
    data[first : first + 24] = data[first + 12 : first + 24] + data[first : first + 12]
    assert any("wound wrongly" in problem.what for problem in judged(_part(CUBE), bytes(data)))


def test_garbage_is_refused():
    assert judged(_part(CUBE), b"no STL at all")


def test_a_file_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BuildError) as caught:
        write_stl(_part(CUBE), tmp_path / "file" / "cube.stl")
    assert "cannot be written" in str(caught.value)


def test_normals_point_outward():
    data = stl_bytes(_part(CUBE))
    records = np.frombuffer(data[84:], dtype=np.dtype([("n", "<f4", 3), ("c", "<f4", (3, 3)), ("a", "<u2")]))
    outward = records["c"].mean(axis=1) - 5
    assert ((records["n"] * outward).sum(axis=1) > 0).all()


SCRIPT = """
import hashlib
from fabrication.writers.mesh import stl_bytes
from tests.support.parts import DEFAULT, fresh, solids
for piece in ("number-plate-owner.gold", "connector.right", "door-marker.3", "penalty-marker.gold"):
    print(piece, hashlib.sha256(stl_bytes(fresh(solids(DEFAULT)[piece]))).hexdigest())
"""


def test_the_same_bytes_in_every_process():
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT], env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE, encoding="utf-8"
        )
        for seed in ("1", "2")
    ]
    one, other = (run.communicate()[0] for run in runs)
    assert one == other
    assert len(one.splitlines()) == 4
    assert hashlib.sha256(stl_bytes(built(DEFAULT, "door-marker.3"))).hexdigest() in one


def test_an_engraving_over_the_edge_is_refused():
    with pytest.raises(BuildError, match="coin"):
        engraved(CUBE, [Recess(MultiPolygon([box(8, 2, 12, 4)]), 1.0)], "coin")
    with pytest.raises(BuildError, match="coin"):
        raised(CUBE, MultiPolygon([box(8, 2, 12, 4)]), 10, 1, "coin")


def test_an_engraving_that_cuts_through_is_refused():
    with pytest.raises(BuildError, match="2 separate solids"):
        engraved(CUBE, [Recess(MultiPolygon([box(4, -1, 6, 11)]), 10.0)], "coin")


def test_engraving_takes_area_times_depth():
    ring = Point(5, 5).buffer(3) - Point(5, 5).buffer(2)
    result = engraved(CUBE, [Recess(MultiPolygon([ring]), 0.6), Recess(MultiPolygon([box(1, 1, 3, 3)]), 0.4, 10.0)], "coin")
    assert result.Volume() == pytest.approx(1000 - 0.6 * ring.area - 0.4 * 4, abs=0.02)


def test_chamfers_wider_than_a_corner_are_refused():
    sharp = Point(0, 0).buffer(1, quad_segs=8)
    with pytest.raises(BuildError, match="chamfer"):
        chamfered_prism(sharp, 4, 1.2, 0, "coin")
    with pytest.raises(BuildError, match="thicker"):
        chamfered_prism(box(0, 0, 10, 10), 0.6, 0.3, 0.3, "coin")


def test_parts_too_thin_are_refused_by_name():
    coin: MarkerSpec = solids(DEFAULT)["score-marker"].spec
    with pytest.raises(BuildError, match=r"score-marker: 1\.2 mm .* thicker"):
        marker(replace(coin, thickness_mm=1.2))
    flat = solids(DEFAULT)["number-plate-owner.gold"].spec
    with pytest.raises(BuildError, match=r"number-plate-owner\.gold: .*groove") as caught:
        plate(replace(flat, thickness_mm=1.2))
    assert len(caught.value.problems) == 2, "all that is wrong at once"
    with pytest.raises(BuildError, match=r"tongue_mm = 0\.5"):
        connector(replace(solids(DEFAULT)["connector.left"].spec, tongue_mm=0.5))


def test_a_sliver_has_the_normal_of_its_corners_in_the_file():
    """Single precision moves a corner at 100 mm by some 4e-6 mm, which turns a sliver of 1e-4 mm."""
    sliver = np.array([[[103.1234, 41.0001, 0.8], [103.1235, 41.0001, 26.4], [103.1234, 41.0003, 13.0]]])
    numbers = np.frombuffer(triangles_bytes("sliver", sliver)[84 : 84 + 48], dtype="<f4").astype(np.float64)
    one, two, three = numbers[3:].reshape(3, 3)
    normal = np.cross(two - one, three - one)
    assert numbers[:3] == pytest.approx(normal / np.linalg.norm(normal), abs=1e-6)
