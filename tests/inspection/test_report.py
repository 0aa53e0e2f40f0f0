"""The report as a whole: manifest, strangers, players, the table, and what a user is told to do."""

from __future__ import annotations

import json

import pytest

from rules.errors import Problem
from rules.game import Role
from tablewright.inspection.counts import Report, Row, table
from tablewright.inspection.report import inspect
from tablewright.manifest import read_manifest, write_manifest
from tests.support.inspection_fixtures import GAME, Bench, complaints, small_config, write_by_hand

CONFIG = small_config()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A little of everything that is quick: the sheets of overviews, and connectors."""
    folder = tmp_path_factory.mktemp("report")
    return write_by_hand(CONFIG, folder, lambda one: one.medium.value == "pdf" or "/stl/connector" in one.path)


@pytest.fixture
def bench(made, tmp_path):
    return Bench(made, tmp_path, CONFIG, ["pdf"])


def test_without_a_manifest_files_are_measured_all_the_same(bench):
    report = bench.inspect(relist=False)
    assert complaints(report, "manifest.json", "is missing", "make all")
    assert {row.component: row.found.get("pdf a4") for row in report.rows}["x-card"] == 8


@pytest.mark.parametrize("text", ["", "{", '{"games": 1}', "\ud7ff".encode("utf-16").decode("latin-1")])
def test_a_damaged_manifest_is_said(bench, text):
    (bench.output / "manifest.json").write_text(text, encoding="utf-8")
    assert complaints(bench.inspect(relist=False), "manifest.json", "is damaged")


def test_an_empty_folder_is_said(tmp_path):
    report = inspect(tmp_path / "nothing", CONFIG)
    assert complaints(report, "manifest.json", "is missing")
    assert not report.complete
    # 14n + 6 parts for two players, none of them there.
    assert report.parts(GAME) == (0, 34)


def test_sets_read_at_once_say_what_they_say_one_by_one(bench):
    """The same counts and the same problems in the same order, a spoilt sheet's among them."""
    cards = bench.output / GAME / "pdf" / "a4" / "cards.pdf"
    cards.write_bytes(cards.read_bytes()[:-200])
    alone, together = (inspect(bench.output, CONFIG, jobs=jobs) for jobs in (1, 3))
    assert complaints(alone, "cards.pdf")
    assert together == alone


def test_a_file_that_nobody_made_is_named(bench):
    bench.inspect()
    stale = bench.output / GAME / "stl" / "old-token_x1.stl"
    stale.write_bytes(b"solid")
    other = bench.output / GAME / "notes.txt"
    other.write_text("mine")
    report = bench.inspect(relist=False)
    assert complaints(report, "old-token_x1.stl", "not in manifest.json", "move it elsewhere or delete it")
    assert complaints(report, "notes.txt", "not in manifest.json")


def test_a_file_changed_after_the_build_is_named(bench):
    bench.inspect()
    file = bench.file("cards.pdf")
    data = bytearray(file.read_bytes())
    data[-1:] = b" "
    file.write_bytes(bytes(data))
    assert complaints(bench.inspect(relist=False), "cards.pdf", "SHA-256")
    file.write_bytes(bytes(data) + b"\n")
    assert complaints(bench.inspect(relist=False), "cards.pdf", "bytes")


def change_manifest(bench, change):
    bench.inspect()
    path = bench.output / "manifest.json"
    data = json.loads(path.read_text())
    change(data["games"][GAME])
    path.write_text(json.dumps(data))
    return bench.inspect(relist=False)


def test_the_manifest_is_a_claim_and_no_proof(bench):
    def lie(game):
        for entry in game["files"]:
            for held in entry["holds"]:
                held["copies"] += held["piece"] == "x-card.gold"

    report = change_manifest(bench, lie)
    assert complaints(report, "cards.pdf", "x-card.gold", "says that it holds 5, it holds 4")


def test_a_file_listed_twice_or_outside_is_named(bench):
    def repeat(game):
        game["files"].append(game["files"][0])
        game["files"].append({**game["files"][0], "path": f"{GAME}/../elsewhere.pdf"})

    report = change_manifest(bench, repeat)
    assert complaints(report, "lists it twice")
    assert complaints(report, "elsewhere.pdf", "outside")


def test_a_medium_listed_must_be_complete(bench):
    # Connectors alone are not all solids: the plates, markers and the box are missing.
    report = change_manifest(bench, lambda game: game.update(media=["pdf", "stl"]))
    assert complaints(report, "number-plate-owner.gold_x1.stl", "expected 1, found 0 in stl")
    assert not complaints(report, "connector.left", "expected")


def test_another_number_of_players_is_said(bench):
    report = change_manifest(bench, lambda game: game.update(players=5))
    assert complaints(report, GAME, "made for 5 players, must be for 2")


def test_a_game_that_the_manifest_lacks_is_said(bench):
    bench.inspect()
    manifest = read_manifest(bench.output)
    write_manifest(bench.output, manifest.model_copy(update={"games": {}}))
    assert complaints(bench.inspect(relist=False), GAME, "nothing of it")


def test_the_folder_of_another_game_is_named_when_all_are_looked_at(bench):
    bench.inspect()
    (bench.output / "dokojong").mkdir()
    assert complaints(bench.inspect(relist=False), "dokojong", "no game of the configuration")
    assert not complaints(bench.inspect(relist=False, games=[GAME]), "dokojong")


def row(component, expected, role=Role.PART, **found):
    return Row("game", component, role, expected, {name.replace("_", " "): count for name, count in found.items()})


def test_a_part_is_covered_by_what_the_poorest_medium_holds():
    report = Report((row("token", 5, stl=5, pdf_a4=3), row("card", 4, pdf_a4=6), row("box", 1, Role.STORAGE, stl=1)), ())
    # 3 of 5 tokens and 4 of 4 cards; what is too much covers nothing more, and a box is no part.
    assert report.parts("game") == (7, 9)
    assert [one.complete for one in report.rows] == [False, False, True]
    assert not report.complete


def test_the_table_has_a_line_a_component_and_ends_with_the_parts():
    report = Report((row("token", 5, stl=5, pdf_a4=5), row("card", 20, pdf_a4=20), row("die", 1)), ())
    lines = table(report).splitlines()
    assert [line.split() for line in lines] == [
        ["component", "must", "be", "stl", "pdf", "a4"],
        ["token", "5", "5", "5", "complete"],
        ["card", "20", "-", "20", "complete"],
        ["die", "1", "-", "-", "not", "made"],
        ["game:", "25", "of", "26", "parts", "covered"],
    ]
    # Numbers stand right-aligned under their headings.
    assert {line.index(last) + len(last) for line, last in zip(lines[1:3], ("5  complete", "20  complete"), strict=True)} == {
        len(lines[1])
    }


def test_a_report_with_a_problem_is_not_complete():
    fine = row("token", 5, stl=5)
    assert Report((fine,), ()).complete
    assert not Report((fine,), (Problem("a.stl", "is damaged"),)).complete
