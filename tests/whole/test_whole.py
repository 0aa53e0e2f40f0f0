"""The whole way by the command line: built from nothing, counted, opened by other programs, and spoilt."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pypdfium2
import pytest
from click.testing import CliRunner, Result

from rules.media import ON_REQUEST
from tablewright import __version__
from tablewright.building.record import manifest_before
from tablewright.cli import main
from tablewright.manifest import Manifest, write_manifest
from tests.support.places import ROOT
from tests.support.tools import tool

GAME = "geometric-chamber"


def check(output: Path) -> Result:
    return CliRunner().invoke(main, ["check", "--game", GAME, "--output", str(output)])


# Made in plastic (STL, 3MF, STEP, beds), on paper and as cut files of two sorts (A4 and Letter each); then the booklets.
IN_PLASTIC, ON_PAPER, FOLDED = 4, 6, 2
COUNTS = {
    # On paper a board of card stands for two plates and two connectors.
    "number-plate-owner": (5, True, True),
    "number-plate-table": (5, True, True),
    "connector": (10, True, True),
    "shape-card": (5, False, True),
    "x-card": (20, False, True),
    "score-marker": (10, True, True),
    "penalty-marker": (15, True, True),
    "door-marker": (5, True, True),
    "leader-token": (1, True, True),
    "action-overview": (5, False, True),
    "storage-box": (1, True, False),
    "storage-lid": (1, True, False),
    "tuck-box": (1, False, True),
}


def table_is_right(told: str) -> None:
    rows = {line.split()[0]: line.split()[1:] for line in told.splitlines() if line.endswith("complete")}
    assert set(rows) == {*COUNTS, "rule-sheet", "stickers"}
    for component, (count, plastic, paper) in COUNTS.items():
        columns = [str(count) if plastic else "-"] * IN_PLASTIC + [str(count) if paper else "-"] * ON_PAPER
        columns += ["-"] * FOLDED
        assert rows[component] == [str(count), *columns, "complete"], component
    # A sticker for the front of each of 10 plates, for both sides of 31 markers, and for the lid.
    stickers = str(10 + 2 * 31 + 1)
    assert rows["stickers"] == [stickers, *["-"] * IN_PLASTIC, *[stickers] * ON_PAPER, *["-"] * FOLDED, "complete"]
    # On paper, but never cut; and as a booklet.
    assert rows["rule-sheet"] == ["1", *["-"] * IN_PLASTIC, "1", "1", *["-"] * 4, *["1"] * FOLDED, "complete"]
    assert "geometric-chamber: 76 of 76 parts covered" in told


def a_slicer_reads_each_part_as_one_manifold_body(output: Path) -> None:
    slicer = tool("prusa-slicer")
    parts = sorted((output / GAME / "stl").glob("*.stl"))
    # Ten plates, two connectors, five penalty markers, five doors, score marker, leader token, box and lid.
    assert len(parts) == 10 + 2 + 5 + 5 + 1 + 1 + 2
    for part in parts:
        told = subprocess.run([slicer, "--info", part], capture_output=True, encoding="utf-8", check=True).stdout
        assert re.search(r"^manifold = yes$", told, re.MULTILINE), part.name
        assert re.search(r"^number_of_parts = +1$", told, re.MULTILINE), part.name


def sheets_open_at_their_true_size(output: Path) -> None:
    size = {"a4": (595.276, 841.890), "letter": (612.0, 792.0)}
    sheets = sorted((output / GAME / "pdf").rglob("*.pdf"))
    assert [path.stem for path in sheets] == [
        "boards",
        "cards",
        "markers",
        "overviews",
        "rule-sheet",
        "stickers",
        "tuck-box",
    ] * 2
    for path in sheets:
        document = pypdfium2.PdfDocument(path)
        # Fronts and backs, two sheets of stickers; the rules take two pages, the filled box a third; a net in two parts.
        # Five boards of 196 x 133 mm: two on A4, one on Letter.
        boards = {"a4": 3, "letter": 5}[path.parent.name]
        assert len(document) == {"boards": boards, "rule-sheet": 3}.get(path.stem, 2)
        for page in document:
            assert page.get_size() == pytest.approx(size[path.parent.name], abs=0.01)
    booklets = [pypdfium2.PdfDocument(path) for path in sorted((output / GAME / "booklet").rglob("*.pdf"))]
    # Eight pages on two sheets, lying.
    sides = [[page.get_size() for page in one] for one in booklets]
    assert sides == [[pytest.approx(size[name][::-1], abs=0.01)] * 4 for name in size]
    assert not (output / GAME / "images").exists()
    assert not (output / GAME / "printhouse").exists()
    millimetres = {"a4": ("210mm", "297mm"), "letter": ("215.9mm", "279.4mm")}
    for path in sorted((output / GAME / "svg").rglob("*.svg")):
        root = ElementTree.parse(path).getroot()
        assert (root.get("width"), root.get("height")) == millimetres[path.parent.name]


def spoil(victim: Path, how: str) -> str:
    """Delete, double or swap a file; the name that a check must tell."""
    if how == "delete":
        victim.unlink()
        return victim.name
    if how == "double":
        copy = victim.with_name(f"copy-of-{victim.name}")
        shutil.copy(victim, copy)
        return copy.name
    other = next(path for path in sorted(victim.parent.iterdir()) if path != victim and path.suffix == victim.suffix)
    spare = victim.read_bytes()
    victim.write_bytes(other.read_bytes())
    other.write_bytes(spare)
    return victim.name


def take_over(before: Path, output: Path) -> None:
    """Copy what `make all` has just made: a build keeps what it would make again, by its key and its bytes."""
    game = manifest_before(before).games.get(GAME)
    if game is None:
        return
    asked = {one.value for one in ON_REQUEST}
    files = [one for one in game.files if one.medium not in asked and (before / one.path).is_file()]
    for one in files:
        (output / one.path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(before / one.path, output / one.path)
    kept = game.model_copy(update={"files": files, "media": [one for one in game.media if one not in asked]})
    write_manifest(output, Manifest(tablewright=__version__, games={GAME: kept}))


def test_the_whole_way(tmp_path):
    # One test, so that one worker builds once. Each kind of mutation of each medium has a test of its own elsewhere.
    output = tmp_path / "output"
    take_over(ROOT / "output", output)
    result = CliRunner().invoke(main, ["build", "--game", GAME, "--output", str(output)])
    assert result.exit_code == 0, result.output
    table_is_right(result.output)
    a_slicer_reads_each_part_as_one_manifold_body(output)
    sheets_open_at_their_true_size(output)
    victims = {"stl/connector.left_x5.stl": "delete", "pdf/letter/markers.pdf": "swap", "svg/a4/cards.1.back.svg": "double"}
    named = [spoil(output / GAME / name, how) for name, how in victims.items()]
    result = check(output)
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    assert [name for name in named if name not in result.output] == []
