"""The page of parts: each with its picture, its size as re-read, and what a slicer said."""

from __future__ import annotations

import json

import pytest
from shapely.geometry import box

from design.config.loading import load_config
from design.config.printer import Printer
from rules.errors import BuildError
from tablewright.manifest import digest
from tablewright.parts_page import parts_page
from tests.support.hand_solids import stack
from tests.support.inspection_fixtures import GAME

CONFIG = load_config().config


@pytest.fixture
def output(tmp_path):
    """Two door markers, 1 and 3 copies: (10 + 3 x 14) / 4 = 13 minutes and (2 + 3 x 4) / 4 = 3.5 g each."""
    parts = []
    for number, copies, minutes, grams, size in ((1, 1, 10.0, 2.0, (24, 32, 3)), (2, 3, 14.0, 4.0, (20, 33, 3))):
        path = f"{GAME}/stl/door-marker.{number}_x{copies}.stl"
        file = tmp_path / "output" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(stack([(box(0, 0, *size[:2]), 0, size[2])]).export(file_type="stl"))
        entry = {"file": path, "sha256": digest(file), "copies": copies, "turn_deg": 0, "minutes": minutes, "grams": grams}
        parts.append(entry)
    game = {"parts": parts, "beds": [], "hours": 52 / 60, "grams": 14.0}
    printer = Printer(nozzle_mm=0.6).model_dump()
    said = {"slicer": "PrusaSlicer-9.9", "settings": [], "printer": printer, "games": {GAME: game}}
    (tmp_path / "output" / "slicing.json").write_text(json.dumps(said))
    return tmp_path / "output"


def rows(page):
    lines = page.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]


def test_a_part_has_its_size_time_and_grams(output, tmp_path):
    page = parts_page(CONFIG, output, tmp_path / "docs" / "pictures")
    assert page == tmp_path / "docs" / "parts.md"
    _, door, total = rows(page)
    assert door == ["door-marker", "", "4", "24.0 x 33.0 x 3.0", "13 min", "3.5"]
    assert total == ["all, each by itself", "", "4", "", "52 min", "14"]
    text = page.read_text(encoding="utf-8")
    assert "PrusaSlicer-9.9" in text
    assert "nozzle of 0.6 mm" in text


def test_a_picture_is_shown_where_there_is_one(output, tmp_path):
    picture = tmp_path / "docs" / "pictures" / GAME / "door-marker.png"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"")
    page = parts_page(CONFIG, output, tmp_path / "docs" / "pictures")
    assert rows(page)[1][1] == f"![door-marker](pictures/{GAME}/door-marker.png)"


def test_nothing_is_written_before_anything_was_sliced(tmp_path):
    assert parts_page(CONFIG, tmp_path, tmp_path / "docs" / "pictures") is None
    assert not (tmp_path / "docs").exists()


def test_figures_of_an_earlier_part_are_refused(output, tmp_path):
    file = next(output.rglob("door-marker.2*.stl"))
    file.write_bytes(stack([(box(0, 0, 5, 5), 0, 3)]).export(file_type="stl"))
    with pytest.raises(BuildError, match=r"door-marker.2_x3.stl: is not as slicing.json says; slice the parts again"):
        parts_page(CONFIG, output, tmp_path / "docs" / "pictures")
