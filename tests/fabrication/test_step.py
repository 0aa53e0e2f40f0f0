"""STEP files: the exact solid under its name, the same bytes in every process, and spoiled ones named."""

import hashlib
import os
import shutil
import subprocess
import sys

import cadquery as cq
import pytest

from fabrication.writers.step import write_step
from rules.game import Medium
from tablewright.inspection.models.step import count_steps
from tests.support.coloured_parts import PIECES, SETS, files_of, part_of, pieces_of, write_all
from tests.support.places import ROOT
from tests.support.plans import GAME

WANTED = SETS[Medium.CAD]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    output = tmp_path_factory.mktemp("steps")
    write_all(Medium.CAD, write_step, output)
    return output


@pytest.fixture
def output(made, tmp_path):
    return shutil.copytree(made, tmp_path / "output")


def count(output):
    return count_steps(output, files_of(output), WANTED)


def complaints(output, *words):
    return [str(one) for one in count(output).problems if all(word in str(one) for word in words)]


def file_of(output, piece):
    return output / WANTED.artifact_of(piece).path


def test_pieces_for_cad_are_found_complete(made):
    findings = count(made)
    assert findings.problems == []
    assert dict(findings.found) == pieces_of(WANTED)


@pytest.mark.parametrize("piece", PIECES)
def test_cad_reads_one_solid_of_the_same_volume(made, piece):
    shapes = cq.importers.importStep(str(file_of(made, piece))).vals()
    assert [shape.ShapeType() for shape in shapes] == ["Solid"]
    assert shapes[0].isValid()
    assert shapes[0].Volume() == pytest.approx(part_of(piece).volume_mm3, rel=1e-6)


def test_the_header_is_plain(made):
    text = file_of(made, "door-marker.3").read_text()
    assert "FILE_NAME('door-marker.3.step','1970-01-01T00:00:00'" in text
    assert "AUTOMOTIVE_DESIGN" in text  # AP214
    assert "Unknown" not in text[:600]


SCRIPT = """
import sys
from pathlib import Path
from fabrication.writers.step import write_step
from fabrication.writers.threemf import write_3mf
from rules.game import Medium
from tests.support.coloured_parts import SETS
from tests.support.parts import fresh
for piece in sys.argv[2:]:
    part = fresh(SETS[Medium.SOLID].artifact_of(piece))
    write_step(part, Path(sys.argv[1]) / f"{piece}.step")
    write_3mf(part, Path(sys.argv[1]) / f"{piece}.3mf")
"""


def test_two_processes_write_the_same_bytes(tmp_path):
    """In another order, time zone and hash seed."""
    pieces = ["connector.left", "door-marker.3"]
    hashes = []
    for name, order, zone, seed in (("a", pieces, "UTC", "1"), ("b", pieces[::-1], "Asia/Tokyo", "77")):
        environment = {**os.environ, "TZ": zone, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SCRIPT, str(tmp_path / name), *order]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
        files = files_of(tmp_path / name)
        hashes.append({one: hashlib.sha256((tmp_path / name / one).read_bytes()).hexdigest() for one in files})
    assert len(hashes[0]) == 2 + 2 + 4  # two of each, and the four bodies of the door beside its 3MF
    assert hashes[0] == hashes[1]


def test_swapped_files_are_both_named(output):
    one, other = file_of(output, "door-marker.3"), file_of(output, "connector.left")
    data = one.read_bytes(), other.read_bytes()
    one.write_bytes(data[1])
    other.write_bytes(data[0])
    assert complaints(output, "door-marker.3_x1.step", "this is connector.left")
    assert complaints(output, "connector.left_x5.step", "this is door-marker.3")


def test_a_truncated_file_is_named(output):
    file = file_of(output, "leader-token")
    file.write_bytes(file.read_bytes()[:-2000])
    assert complaints(output, "leader-token_x1.step", "damaged")
    assert count(output).found["leader-token"] == 0


def test_another_part_under_the_right_name_is_named(output):
    text = file_of(output, "penalty-marker.gold").read_text().replace("penalty-marker.gold", "leader-token")
    file_of(output, "leader-token").write_text(text)
    assert complaints(output, "leader-token_x1.step", "must be 36.00")


def test_a_second_solid_and_another_unit_are_named(output):
    file = file_of(output, "leader-token")
    text = file.read_text()
    file.write_text(text.replace("ENDSEC;\nEND", "#9999999 = MANIFOLD_SOLID_BREP('',#16);\nENDSEC;\nEND"))
    assert complaints(output, "leader-token_x1.step", "2 solids")
    file.write_text(text.replace(".MILLI.", "$"))
    assert complaints(output, "leader-token_x1.step", "not in mm")


def test_a_file_that_no_rule_asks_for_is_named(output):
    shutil.copy(file_of(output, "leader-token"), output / GAME / "step" / "leader-token.2_x1.step")
    assert complaints(output, "leader-token.2_x1.step", "ask for no")
