"""A sweep: what its combinations share is made once, what is refused says so, and whoever works makes the same bytes."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from design.config.loading import load_config
from rules.errors import Problem
from rules.game import Medium
from tablewright.building.away import Delivery
from tablewright.building.build import build
from tablewright.cli import main
from tablewright.manifest import digest
from tablewright.series.making import make_series
from tablewright.series.matrix import combinations, swept
from tablewright.series.planning import Job, planned, wishes
from tablewright.series.rows import grams_of, rows_of, sliced_of
from tests.support.clusters import cluster_of_two

MARGINS, SIZES = "paper.margin_mm=5,8", "paper.sizes=[a4],[a4,letter]"
MEDIA = ("--medium", "pdf")


def run(*arguments):
    return CliRunner().invoke(main, ["sweep", *map(str, arguments)])


def made(folder: Path) -> dict[str, str]:
    """The SHA-256 of every file of a folder but what is remembered of inspections."""
    paths = [path for path in folder.rglob("*") if path.is_file() and path.name not in ("verdicts.json", "ledger.json")]
    return {path.relative_to(folder).as_posix(): digest(path) for path in paths}


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    """Eighteen blank cards, nine an A4 page."""
    folder = tmp_path_factory.mktemp("game")
    CliRunner().invoke(main, ["init", str(folder / "blank"), "--template", "blank"])
    (folder / "cards.yaml").write_text("games: [./blank]\n")
    return folder / "cards.yaml"


@pytest.fixture(scope="module")
def whole(config):
    """Four combinations, made in one process."""
    output = config.parent / "whole"
    result = run(config, "--set", MARGINS, "--set", SIZES, *MEDIA, "--jobs", 1, "--output", output)
    assert result.exit_code == 0, result.output
    return output, result.output


@pytest.fixture
def output(whole, tmp_path):
    return shutil.copytree(whole[0], tmp_path / "series")


def table(output: Path) -> list[dict[str, str]]:
    with (output / "sweep.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_each_folder_holds_what_a_build_makes(whole, config, tmp_path):
    settings = ["paper.margin_mm=8", "paper.sizes=[a4,letter]"]
    build(load_config(config, settings), tmp_path, ["blank"], [Medium.PAPER], 1, lambda *_: None)
    assert made(tmp_path) == made(whole[0] / "margin_mm=8,sizes=a4+letter")


def test_what_two_combinations_share_is_made_once_and_lies_there_once(whole):
    output, said = whole
    paths = [path for path in output.rglob("*") if path.suffix == ".pdf"]
    inodes = Counter(path.stat().st_ino for path in paths)
    # A4 is the same whether Letter is made besides or not.
    assert set(inodes.values()) == {1, 2}
    assert f"{len(inodes)} files made, {len(paths) - len(inodes)} taken over from another combination, 0 kept" in said


def test_the_report_counts_what_lies_there(whole):
    rows = table(whole[0])
    assert [(row["folder"], row["paper.margin_mm"], row["paper.sizes"]) for row in rows] == [
        ("margin_mm=5,sizes=a4+", "5", "a4"),
        ("margin_mm=5,sizes=a4+letter", "5", "a4, letter"),
        ("margin_mm=8,sizes=a4+", "8", "a4"),
        ("margin_mm=8,sizes=a4+letter", "8", "a4, letter"),
    ]
    for row in rows:
        assert (row["verdict"], row["pieces"], row["pieces_needed"]) == ("complete", "18", "18")
        files = [one for one in (whole[0] / row["folder"]).rglob("*") if one.suffix == ".pdf"]
        assert int(row["files"]) == len(files)
        assert (row["hours"], row["grams_sliced"], row["grams_solid"]) == ("not sliced", "not sliced", "")
    # 3 x 3 cards of 63 x 88 mm take 189 x 264 mm of A4's 210 x 297; with 8 mm all around the ruler's strips leave too little.
    assert [row["sheets"].split(" + ")[0] for row in rows] == ["A4 2", "A4 2", "A4 3", "A4 3"]


def test_a_sweep_that_is_run_again_makes_nothing_and_the_same_report(output, config):
    before, times = made(output), {path: path.stat().st_mtime_ns for path in output.rglob("*.pdf")}
    again = run(config, "--set", MARGINS, "--set", SIZES, *MEDIA, "--jobs", 1, "--output", output)
    assert "0 files made, 0 taken over from another combination" in again.output
    assert made(output) == before
    assert {path: path.stat().st_mtime_ns for path in times} == times


def test_what_is_damaged_in_one_folder_is_taken_over_from_another(output, config):
    path = output / "margin_mm=5,sizes=a4+" / "blank" / "pdf" / "a4" / "cards.pdf"
    good = digest(path)
    path.unlink()
    path.write_bytes(b"damaged")
    again = run(config, "--set", MARGINS, "--set", SIZES, *MEDIA, "--jobs", 1, "--output", output)
    assert "0 files made, 1 taken over from another combination" in again.output
    assert digest(path) == good


def test_a_new_value_makes_its_own_folder_only(output, config):
    before = {name: one for name, one in made(output).items() if not name.startswith("sweep.")}
    again = run(config, "--set", "paper.margin_mm=5,8,9", "--set", "paper.sizes=[a4]", *MEDIA, "--jobs", 1, "--output", output)
    assert again.exit_code == 0
    now = made(output)
    assert {name: one for name, one in now.items() if name in before} == before
    assert {name.partition("/")[0] for name in now.keys() - before.keys()} == {
        "margin_mm=9,sizes=a4+",
        "sweep.csv",
        "sweep.html",
    }


@pytest.fixture(scope="module")
def cluster():
    with cluster_of_two() as address:
        yield address


@pytest.mark.parametrize("workers", ["processes", "cluster"])
def test_whoever_works_makes_the_same_bytes(workers, whole, config, tmp_path, request):
    who = ("--jobs", 2) if workers == "processes" else ("--jobs", 1, "--cluster", request.getfixturevalue("cluster"))
    result = run(config, "--set", MARGINS, "--set", SIZES, *MEDIA, *who, "--output", tmp_path / "series")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[:-1] == whole[1].splitlines()[:-1]
    assert made(tmp_path / "series") == made(whole[0])


def test_what_the_design_rules_refuse_is_a_row_of_its_own(config, tmp_path):
    # Cards of 63 x 88 mm on sheets of 76 x 127 mm: with margins of 10 mm there is room for 56.
    own = ("paper.sizes=[own]", "paper.own_width_mm=76", "paper.own_height_mm=127", "paper.margin_mm=5,10")
    result = run(
        config, *(part for one in own for part in ("--set", one)), "--medium", "dxf", "--jobs", 1, "--output", tmp_path
    )
    assert result.exit_code == 0, result.output
    good, refused = table(tmp_path)
    assert (good["verdict"], good["reasons"], good["pieces"]) == ("complete", "", "18")
    assert (refused["verdict"], refused["pieces"], refused["files"]) == ("refused", "", "")
    assert "blank-card = 63 x 88 mm: is larger than a page takes" in refused["reasons"]
    assert not (tmp_path / refused["folder"]).exists()
    assert "1 complete, 1 refused" in (tmp_path / "sweep.html").read_text()


def test_values_that_only_do_not_go_together_are_a_row_too():
    # A gap of 0.1 mm is right, and so is a printer that is corrected by -0.1 mm.
    texts = ["fits.lid_clearance_mm=0.1,0.3", "printer.fit_correction_mm=-0.1,0"]
    found = list(
        wishes(None, combinations(swept(texts)), Path("nowhere"), [Medium.CUT], lambda loaded: list(loaded.config.games))
    )
    assert [isinstance(one, Job) for one in found] == [True, False, False, False]
    assert "a gap of 0 mm is left" in str(found[0].problems[0])


def test_a_file_that_cannot_be_made_stops_its_own_combination_only(config, tmp_path):
    found = wishes(config, combinations(swept([MARGINS])), tmp_path, [Medium.CUT], lambda one: list(one.config.games))
    series = planned(list(found), map)
    for one in series:
        one.wish.folder.mkdir()

    spoilt = Problem(str(series[1].wish.folder / "a.svg"), "is no use")

    def workers(function, orders):
        for number, one in enumerate(orders):
            # The second half of what is to be made is of the second combination, which shares nothing with the first.
            yield function(one) if number < len(series[0].work.todo) else Delivery(problems=(spoilt,))

    make_series(series, tmp_path, workers, lambda *_: None)
    good, failed = rows_of(series, 1, sliced=False)
    assert (good.verdict, good.pieces) == ("complete", (18, 18))
    assert (failed.verdict, failed.reasons, failed.files) == ("not made", ("a.svg: is no use",), None)
    assert list(series[1].wish.folder.iterdir()) == []


def test_grams_are_those_of_the_beds_and_hours_those_of_the_slicer(tmp_path):
    beds = tmp_path / "mine" / "beds"
    beds.mkdir(parents=True)
    lines = ["bed,filament,colour,parts,grams,pieces", "bed-01,gold,#ffcc00,1,10.5,1 a", "bed-02,base,#222222,1,4.0,1 b"]
    (beds / "filament.csv").write_text("\n".join([*lines, "bed-03,gold,#ffcc00,2,1.5,2 c"]))
    assert grams_of(tmp_path, ["mine"]) == {"gold": 12.0, "base": 4.0}
    assert sliced_of(tmp_path, ["mine"]) == (None, None)
    part = {"file": "mine/stl/a_x3.stl", "sha256": "0", "copies": 3, "turn_deg": 0, "minutes": 20.0, "grams": 5.0}
    prints = {"parts": [part], "beds": [], "hours": 1.0, "grams": 15.0}
    said = {"slicer": "s", "settings": [], "printer": {}, "games": {"mine": prints}}
    (tmp_path / "slicing.json").write_text(json.dumps(said))
    assert sliced_of(tmp_path, ["mine"]) == (1.0, 15.0)
    prints["beds"] = [part | {"file": "mine/beds/bed-01.gold.stl", "copies": 1, "minutes": 45.0, "grams": 14.0}]
    (tmp_path / "slicing.json").write_text(json.dumps(said))
    assert sliced_of(tmp_path, ["mine"]) == (0.75, 14.0)


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.texts = Counter(), []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        assert not any(name in ("src", "srcset") or (name == "href" and "//" in value) for name, value in attrs)

    def handle_data(self, data):
        self.texts.append(data.strip())


def test_the_page_needs_no_other_file_and_has_a_row_for_each(whole):
    text = (whole[0] / "sweep.html").read_text(encoding="utf-8")
    cells = Cells()
    cells.feed(text)
    assert cells.tags["tbody"] == 4
    assert {"link", "img", "iframe"}.isdisjoint(cells.tags)
    assert "4 combinations: 4 complete." in cells.texts
    assert cells.texts.count("18 of 18") == 4
    assert str(whole[0].parent) not in text


@pytest.mark.parametrize(
    ("texts", "problems"),
    [
        (["paper.margn_mm=5,6"], ["paper.margn_mm: no such key"]),
        (["paper.margin_mm=5,900", "paper.size=1"], ["paper.margin_mm = 900", "paper.size: no such key"]),
        (["paper.margin_mm=5,", "card=1,1"], ["lacks a value", "has 1 twice"]),
    ],
)
def test_everything_wrong_with_the_command_is_said_before_anything_is_made(texts, problems, config, tmp_path):
    result = run(config, *(part for one in texts for part in ("--set", one)), "--output", tmp_path / "series")
    assert result.exit_code == 2
    for problem in problems:
        assert problem in result.output
    assert not (tmp_path / "series").exists()


def test_a_report_that_somebody_changed_is_left_alone(output, config):
    (output / "sweep.csv").write_text("my notes")
    result = run(config, "--set", MARGINS, "--set", SIZES, *MEDIA, "--output", output)
    assert result.exit_code == 1
    assert "is in the way and no build made it" in result.output
    assert (output / "sweep.csv").read_text() == "my notes"
