"""A dry run says what the build then does, and why; it writes nothing."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from design.config.loading import load_config
from rules.game import Medium
from tablewright.building.build import build, plans_for
from tablewright.building.preview import preview
from tablewright.cli import main
from tablewright.commands.starting import start_game
from tablewright.manifest import digest, read_manifest, write_manifest

SHEETS = (Medium.PAPER, Medium.CUT)
CUT = "deck/svg/a4/cards.*"
"""The pages of cards for a cutting machine."""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The smallest game of one's own, eighteen blank cards on two sheets, and what was built of it."""
    home = tmp_path_factory.mktemp("home")
    start_game(home / "deck", "blank")
    run(home)
    return home


@pytest.fixture
def home(built, tmp_path):
    return shutil.copytree(built, tmp_path / "home")


def loaded(home: Path, *settings: str):
    return load_config(None, [f"games=[{home / 'deck'}]", "paper.sizes=[a4]", *settings])


def run(home: Path, *settings: str):
    return build(loaded(home, *settings), home / "out", ["deck"], SHEETS, 1, lambda *_: None)


def dry(home: Path, *settings: str):
    return preview(plans_for(loaded(home, *settings), ["deck"], SHEETS), home / "out", SHEETS)


def reasons(home: Path, *settings: str) -> dict[str, str]:
    return {one.name: " and ".join(one.why) for one in dry(home, *settings).made}


def files(home: Path) -> dict[str, str]:
    return {path.relative_to(home).as_posix(): digest(path) for path in (home / "out").rglob("*") if path.is_file()}


def made_again(home: Path, *settings: str) -> set[str]:
    """The files that a build wrote, by their times."""
    times = {path: path.stat().st_mtime_ns for path in (home / "out" / "deck").rglob("*.*")}
    run(home, *settings)
    now = {path: path.stat().st_mtime_ns for path in (home / "out" / "deck").rglob("*.*")}
    return {path.relative_to(home / "out").as_posix() for path in now if now[path] != times.get(path)}


def is_one_of(path: str, names: dict[str, str]) -> bool:
    return any(re.fullmatch(re.escape(name).replace(r"\*", ".*"), path) for name in names)


CHANGES = {
    "nothing": ((), lambda _: None, {}),
    "a size of the cards": (("card.thickness_mm=0.4",), lambda _: None, {}),
    "their bleed": (
        ("paper.back_bleed_mm=1.1",),
        lambda _: None,
        {"deck/pdf/a4/cards.pdf": "its description changed", CUT: "its description changed"},
    ),
    "one page of two goes, and another file is edited": (
        (),
        lambda out: (
            (out / "svg/a4/cards.2.back.svg").unlink(),
            (out / "pdf/a4/cards.pdf").write_bytes(b"%PDF"),
        ),
        {CUT: "the file is missing", "deck/pdf/a4/cards.pdf": "the file was changed since"},
    ),
    "another paper": (
        ("paper.sizes=[letter]",),
        lambda _: None,
        {"deck/pdf/letter/cards.pdf": "new", "deck/svg/letter/cards.*": "new"},
    ),
}


@pytest.mark.parametrize(("settings", "happens", "why"), CHANGES.values(), ids=CHANGES)
def test_the_build_makes_what_the_dry_run_said(home, settings, happens, why):
    happens(home / "out" / "deck")
    before = files(home)
    said = dry(home, *settings)
    assert files(home) == before
    assert reasons(home, *settings) == why

    made = made_again(home, *settings)
    assert all(is_one_of(path, why) for path in made)
    assert all(any(is_one_of(path, {name: ""}) for path in made) for name in why)
    assert said.kept == len(files(home)) - 1 - len(made)
    assert set(said.removed) == {path.removeprefix("out/") for path in before.keys() - files(home).keys()}


def test_a_change_of_the_code_is_told_from_one_of_the_description(home, monkeypatch):
    monkeypatch.setattr("tablewright.fingerprint.surroundings", lambda *_: "another version")
    why = "the code or a library that makes it changed"
    assert reasons(home) == {"deck/pdf/a4/cards.pdf": why, CUT: why}
    both = f"its description changed and {why}"
    assert reasons(home, "paper.back_bleed_mm=1.1") == {"deck/pdf/a4/cards.pdf": both, CUT: both}


def test_what_a_version_made_that_kept_one_hash_is_made_by_other_code(home):
    manifest = read_manifest(home / "out")
    (game,) = manifest.games.values()
    old = game.model_copy(update={"files": [one.model_copy(update={"key": "0" * 64}) for one in game.files]})
    write_manifest(home / "out", manifest.model_copy(update={"games": {"deck": old}}))
    assert set(reasons(home).values()) == {"the code or a library that makes it changed"}


def test_two_files_of_sheets_that_are_turned_by_hand_are_kept(home):
    run(home, "paper.duplex=separate")
    assert {path.name for path in (home / "out/deck/pdf/a4").iterdir()} == {"cards.fronts.pdf", "cards.backs.pdf"}
    assert run(home, "paper.duplex=separate").made == 0


def dry_run(home: Path, *arguments: str):
    settings = [word for one in (f"games=[{home / 'deck'}]", "paper.sizes=[a4]") for word in ("--set", one)]
    return CliRunner().invoke(main, ["build", "--dry-run", "--medium", "pdf", *settings, "--output", *arguments])


def test_the_command_writes_nothing_at_all(home):
    result = dry_run(home, str(home / "none"))
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "make deck/pdf/a4/cards.pdf: new",
        f"1 to make, 0 kept as they are, 0 to remove, in {home / 'none'}",
    ]
    assert not (home / "none").exists()


def test_lost_pieces_are_told_too(home):
    result = dry_run(home, str(home / "out"), "--only", "blank-card=2")
    assert result.exit_code == 0, result.output
    assert "make deck/pdf/a4/cards.pdf: new" in result.output
    assert not (home / "out" / "only").exists()


def test_what_is_wrong_is_an_error_as_in_a_build(home):
    result = dry_run(home, str(home / "out"), "--set", "paper.margin_mm=90")
    assert result.exit_code == 2
    result = dry_run(home, str(home / "out"), "--set", "paper={sizes: [own], own_width_mm: 76, own_height_mm: 76}")
    assert result.exit_code == 2
    assert "error: " in result.output


def test_a_file_in_the_way_is_named(home):
    (home / "other/deck/pdf/a4").mkdir(parents=True)
    (home / "other/deck/pdf/a4/cards.pdf").write_text("mine")
    assert "cards.pdf: is in the way and no build made it" in dry_run(home, str(home / "other")).output
