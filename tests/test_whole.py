"""The whole way by the command line: built from nothing, counted, opened by other programs, and spoilt."""

import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from tablewright.cli import main

GAME = "geometric-chamber"
pytestmark = pytest.mark.xdist_group("whole")


def tool(name: str) -> str:
    """A program's path; a machine without it skips, CI fails."""
    found = shutil.which(name)
    if found is None and os.environ.get("CI") != "true":
        pytest.skip(f"{name} is not installed")
    assert found is not None, f"CI needs {name}"
    return found


def check(output: Path) -> Result:
    return CliRunner().invoke(main, ["check", "--output", str(output)])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    output = tmp_path_factory.mktemp("whole") / "output"
    result = CliRunner().invoke(main, ["build", "--output", str(output)])
    assert result.exit_code == 0, result.output
    assert "geometric-chamber: 76 of 76 parts covered" in result.output
    return output


def test_the_table_has_the_hand_typed_counts(whole):
    rows = {line.split()[0]: line.split()[1:] for line in check(whole).output.splitlines() if line.endswith("complete")}
    in_plastic, on_paper, in_both = ["5", "-", "-", "-", "-"], ["-", "5", "5", "5", "5"], ["15", "15", "15", "15", "15"]
    assert rows["number-plate-owner"] == ["5", *in_plastic, "complete"]
    assert rows["shape-card"] == ["5", *on_paper, "complete"]
    assert rows["penalty-marker"] == ["15", *in_both, "complete"]
    assert len(rows) == 13


def test_a_slicer_reads_each_part_as_one_manifold_body(whole):
    slicer = tool("prusa-slicer")
    parts = sorted((whole / GAME / "stl").glob("*.stl"))
    # Ten plates, two connectors, five penalty markers, five doors, score marker, leader token, box and lid.
    assert len(parts) == 10 + 2 + 5 + 5 + 1 + 1 + 2
    for part in parts:
        told = subprocess.run([slicer, "--info", part], capture_output=True, text=True, check=True).stdout
        assert re.search(r"^manifold = yes$", told, re.MULTILINE), part.name
        assert re.search(r"^number_of_parts = +1$", told, re.MULTILINE), part.name


def test_pdfium_opens_each_sheet_and_svgs_have_the_paper_s_size(whole):
    size = {"a4": (595.276, 841.890), "letter": (612.0, 792.0)}
    sheets = sorted((whole / GAME / "pdf").rglob("*.pdf"))
    assert [path.stem for path in sheets] == ["cards", "markers", "overviews", "rule-sheet"] * 2
    for path in sheets:
        document = pypdfium2.PdfDocument(path)
        assert len(document) == 2
        for page in document:
            assert page.get_size() == pytest.approx(size[path.parent.name], abs=0.01)
    millimetres = {"a4": ("210mm", "297mm"), "letter": ("215.9mm", "279.4mm")}
    for path in sorted((whole / GAME / "svg").rglob("*.svg")):
        root = ElementTree.parse(path).getroot()
        assert (root.get("width"), root.get("height")) == millimetres[path.parent.name]


@pytest.mark.parametrize(
    "name",
    ["stl/connector.left_x5.stl", "pdf/letter/markers.pdf", "svg/a4/cards.1.back.svg"],
)
@pytest.mark.parametrize("how", ["delete", "double", "swap"])
def test_a_file_deleted_doubled_or_swapped_is_named_and_the_exit_code_is_1(whole, tmp_path, name, how):
    output = shutil.copytree(whole, tmp_path / "output")
    victim = output / GAME / name
    other = next(path for path in sorted(victim.parent.iterdir()) if path != victim)
    named = victim.name
    if how == "delete":
        victim.unlink()
    elif how == "double":
        named = f"copy-of-{victim.name}"
        shutil.copy(victim, victim.with_name(named))
    else:
        spare = victim.read_bytes()
        victim.write_bytes(other.read_bytes())
        other.write_bytes(spare)
    result = check(output)
    assert result.exit_code == 1
    assert named in result.output
    assert "Traceback" not in result.output
