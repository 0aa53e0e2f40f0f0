"""How a build behaves: it makes only what changed, leaves nothing stale, and loses nothing when it fails."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import printables.pdf
from design.config.loading import load_config
from rules.errors import BuildError, DesignError, Problem
from rules.game import Medium
from rules.media import SOLIDS
from tablewright.building.build import build, build_plans, plans_for
from tablewright.building.stale import clean
from tablewright.commands.output import print_counts
from tablewright.inspection.report import inspect
from tablewright.manifest import digest, read_manifest
from tests.support.made import filled

GAME = "geometric-chamber"
SHEETS = (Medium.PAPER, Medium.CUT)


def run(output: Path, *settings: str, media=SHEETS):
    return build(load_config(None, ["paper.sizes=[a4]", *settings]), output, [GAME], media, 2, lambda *_: None)


def files(output: Path) -> set[str]:
    return {path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("sheets"), "output", "sheets on a4", run)


@pytest.fixture
def output(sheets, tmp_path):
    return shutil.copytree(sheets, tmp_path / "output")


def test_the_manifest_lists_every_file_with_size_hash_and_pieces(sheets):
    entries = read_manifest(sheets).games[GAME].files
    assert {entry.path for entry in entries} | {"manifest.json"} == files(sheets)
    for entry in entries:
        assert entry.bytes == (sheets / entry.path).stat().st_size
        assert entry.sha256 == digest(sheets / entry.path)
    cards = next(entry for entry in entries if entry.path == f"{GAME}/pdf/a4/cards.pdf")
    assert sum(held.copies for held in cards.holds) == 25
    fronts = [entry for entry in entries if entry.path.startswith(f"{GAME}/svg/a4/markers.") and ".front." in entry.path]
    assert sum(held.copies for entry in fronts for held in entry.holds) == 10 + 15 + 5 + 1


def test_the_same_input_gives_the_same_bytes(sheets, tmp_path):
    run(tmp_path / "again")
    assert files(tmp_path / "again") == files(sheets)
    assert [path for path in files(sheets) if digest(sheets / path) != digest(tmp_path / "again" / path)] == []


def test_a_second_build_makes_nothing(output):
    before = {path: (output / path).stat().st_mtime_ns for path in files(output) - {"manifest.json"}}
    outcome = run(output)
    assert (outcome.made, outcome.removed) == (0, ())
    assert outcome.kept == len(before)
    assert before == {path: (output / path).stat().st_mtime_ns for path in before}


def test_a_damaged_file_is_made_again(output):
    card = output / GAME / "pdf" / "a4" / "cards.pdf"
    good = card.read_bytes()
    card.write_bytes(good[:100])
    assert run(output).made == 1
    assert card.read_bytes() == good


def test_only_what_changed_is_made(output):
    # Another card size changes the cards; the rule sheet shows cards too. Markers and overviews stay.
    old = {path: digest(output / path) for path in files(output)}
    run(output, "card.corner_mm=4")
    changed = {path for path in files(output) if digest(output / path) != old.get(path)}
    assert f"{GAME}/pdf/a4/cards.pdf" in changed
    assert not any("/markers." in path or "/overviews." in path for path in changed)


def test_what_nobody_asks_for_any_more_is_removed(output):
    outcome = run(output, "paper.sizes=[letter]")
    assert f"{GAME}/pdf/a4/cards.pdf" in outcome.removed
    assert not (output / GAME / "pdf" / "a4").exists()


def test_another_medium_built_before_stays(output):
    before = files(output)
    run(output, media=(Medium.PAPER,))
    assert files(output) == before
    assert read_manifest(output).games[GAME].media == ["pdf", "svg"]


def test_another_number_of_players_drops_media_that_were_not_built_again(output):
    run(output, "games.geometric-chamber.players=3", media=(Medium.PAPER,))
    assert read_manifest(output).games[GAME].media == ["pdf"]
    assert not list((output / GAME / "svg").rglob("*"))


def test_a_failed_build_loses_nothing(output, monkeypatch):
    def fail(*_):
        raise BuildError(Problem("cards.pdf", "the printer is out of ink"))

    before = {path: digest(output / path) for path in files(output)}
    monkeypatch.setattr(printables.pdf, "write_sheets", fail)
    with pytest.raises(BuildError, match="out of ink"):
        run(output, "card.corner_mm=4")
    assert {path: digest(output / path) for path in files(output)} == before
    assert not [path for path in output.iterdir() if path.name.startswith(".building")]


def test_an_unexpected_error_in_a_builder_is_a_problem_with_the_file_s_name(output, monkeypatch):
    def crash(*_):
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(printables.pdf, "write_sheets", crash)
    with pytest.raises(BuildError, match=r"pdf/a4/cards\.pdf: could not be made: ZeroDivisionError"):
        run(output, "card.corner_mm=4")


def test_nothing_is_built_while_a_design_rule_is_broken(tmp_path):
    with pytest.raises(DesignError):
        run(tmp_path / "new", "number_board.digit_depth_mm=1.5", "number_board.plate_thickness_mm=2")
    assert not (tmp_path / "new").exists()


NO_TUCK_BOX = (
    # Cards 180 mm high, and a board for them: no tuck box of A4 takes the boards of card.
    "card={width_mm: 20, height_mm: 180}",
    "number_board={plate_height_mm: 80, connector_foot_mm: 60, spacer_width_mm: 4}",
)


@pytest.mark.parametrize("medium", [one for one in Medium if one not in SOLIDS])
def test_a_tuck_box_that_no_paper_takes_stops_every_build_of_sheets(tmp_path, medium):
    with pytest.raises(DesignError, match=r"tuck-box = .* mm inside: one panel with its flaps takes"):
        run(tmp_path / "new", *NO_TUCK_BOX, media=(Medium.SOLID, medium))
    assert not (tmp_path / "new").exists()


def test_it_stops_no_build_of_solids_and_no_sheet_of_an_earlier_build_goes(output, capsys):
    before = {path: digest(output / path) for path in files(output) - {"manifest.json"}}
    loaded = load_config(None, ["paper.sizes=[a4]", *NO_TUCK_BOX])
    (whole,) = plans_for(loaded, [GAME], sorted(SOLIDS))
    assert not [one.path for one in whole.artifacts if "tuck-box" in one.path]
    # One of its parts is enough here, made as all of them are.
    one = replace(whole, artifacts=tuple(one for one in whole.artifacts if one.path.endswith("stl/leader-token_x1.stl")))
    outcome = build_plans([one], output, [Medium.SOLID], 1, lambda *_: None)
    assert (outcome.made, outcome.removed) == (1, ())
    assert {path: digest(output / path) for path in before} == before
    assert {one.path for one in read_manifest(output).games[GAME].files} == {*before, f"{GAME}/stl/leader-token_x1.stl"}

    report = inspect(output, loaded.config, [GAME])
    print_counts(report, whole=False)
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if line.startswith("note: tuck-box = ")]
    assert f"note: {GAME} pdf, svg: of an earlier configuration is left as it was and was not compared" in told
    # Nothing but the parts that were not made here is wrong; a check of all wants the tuck box too.
    assert all("stl" in problem.where for problem in report.problems)
    assert not print_counts(replace(report, problems=(), rows=()), whole=True)


def test_an_output_folder_that_cannot_be_written_is_an_error(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BuildError, match="cannot be written"):
        run(tmp_path / "file")


def test_clean_removes_what_the_manifest_lists_and_nothing_else(output):
    (output / "my notes.txt").write_text("keep me")
    listed = len(json.loads((output / "manifest.json").read_text())["games"][GAME]["files"])
    assert clean(output) == listed + 1
    assert files(output) == {"my notes.txt"}
