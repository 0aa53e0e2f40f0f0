"""A build removes and overwrites only what a build made: a user's own files stay, whatever folder is named."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from design.config.loading import load_config
from rules.errors import BuildError
from rules.game import Medium
from tablewright.building.build import build, media_of_all
from tablewright.building.stale import clean
from tablewright.cli import main
from tablewright.ledger import refuse_foreign
from tablewright.manifest import read_manifest
from tests.support.made import filled
from tests.support.places import ROOT

GAME = "geometric-chamber"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10Z"/></svg>'


def run(output: Path, *settings: str):
    return build(load_config(None, ["paper.sizes=[a4]", *settings]), output, [GAME], [Medium.CUT], 1, lambda *_: None)


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    return filled(tmp_path_factory.mktemp("sheets"), "output", "cut files on a4", run)


@pytest.fixture
def output(sheets, tmp_path):
    return shutil.copytree(sheets, tmp_path / "output")


@pytest.fixture
def own_game(tmp_path, monkeypatch):
    """A game of one's own in the folder `my-game`, with drawings where a build puts cut files of a game of this name."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["init", "my-game"]).exit_code == 0
    for name in ("svg/back.svg", "images/front.png", "pdf/notes.txt"):
        path = Path("my-game") / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(DRAWING)
    return tmp_path


@pytest.mark.parametrize("config", [None, "config.yaml", "game-table.yaml"])
@pytest.mark.parametrize("where", [".", "my-game", "my-game/.."])
def test_a_folder_that_holds_a_game_is_no_output_folder(own_game, where, config):
    before = tree(own_game)
    arguments = ["build", "--medium", "svg", "--output", where, "--set", "games=[./my-game]"]
    if config:
        Path(config).write_text("paper: {sizes: [a4]}\n")
        before[config] = Path(config).read_bytes()
        arguments += ["--config", config]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert f"--output {where}: holds a game ({own_game / 'my-game'})" in result.output
    assert "name a folder of its own" in result.output
    assert tree(own_game) == before


@pytest.mark.parametrize("command", ["build", "coupon", "calibrate", "check"])
def test_a_folder_that_holds_a_configuration_is_no_output_folder(tmp_path, command):
    for name in ("config.yaml", "my.yaml"):
        (tmp_path / name).write_text("paper: {sizes: [a4]}\n")
    before = tree(tmp_path)
    for arguments, told in (
        ([], "holds a configuration"),
        (["--config", str(tmp_path / "my.yaml")], "holds the configuration"),
    ):
        result = CliRunner().invoke(main, [command, "--output", str(tmp_path), *arguments])
        assert result.exit_code == 2
        assert told in result.output
    assert tree(tmp_path) == before


@pytest.mark.parametrize("where", [".", "..", "design", "design/faces"])
def test_the_project_is_no_output_folder(where):
    result = CliRunner().invoke(main, ["build", "--output", str(ROOT / where), "--set", "paper.sizes=[a4]"])
    assert result.exit_code == 2
    assert "holds the program itself" in result.output


def test_a_game_of_ones_own_builds_beside_its_folder(own_game):
    before = tree(own_game / "my-game")
    result = CliRunner().invoke(main, ["build", "--medium", "svg", "--output", "made", "--set", "games=[./my-game]"])
    assert "Traceback" not in result.output
    assert list(Path("made/my-game/svg").rglob("*.svg"))
    assert tree(own_game / "my-game") == before


def test_what_no_build_made_stays_and_is_named(output):
    mine = {f"{GAME}/svg/a4/copy of cards.svg", f"{GAME}/pdf/notes.txt", f"{GAME}/my notes.txt", f"{GAME}/svg/b5/cards.svg"}
    for name in mine:
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        (output / name).write_text(DRAWING)
    outcome = run(output, "paper.sizes=[letter]")
    assert mine.isdisjoint(outcome.removed)
    assert {name: (output / name).read_text() for name in mine} == dict.fromkeys(mine, DRAWING)
    told = CliRunner().invoke(main, ["check", "--game", GAME, "--set", "paper.sizes=[letter]", "--output", str(output)]).output
    for name in mine:
        assert f"error: {name}: is not in manifest.json: no build made it, and none removes it; move it elsewhere" in told


def test_a_file_that_was_changed_since_is_somebody_s_and_stays(output):
    mine = output / GAME / "svg" / "a4" / "cards.1.front.svg"
    mine.write_text("my own colours")
    outcome = run(output, "paper.sizes=[letter]")
    assert f"{GAME}/svg/a4/cards.1.front.svg" not in outcome.removed
    assert mine.read_text() == "my own colours"
    assert clean(output) > 1
    assert mine.read_text() == "my own colours"


def test_a_file_in_the_way_that_no_build_made_is_not_written_over(tmp_path):
    mine = tmp_path / "output" / GAME / "svg" / "a4" / "cards.1.front.svg"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine")
    with pytest.raises(BuildError, match=r"cards\.1\.front\.svg: is in the way and no build made it"):
        run(tmp_path / "output")
    assert tree(tmp_path / "output") == {f"{GAME}/svg/a4/cards.1.front.svg": b"mine"}


def test_many_files_in_the_way_are_not_all_named(tmp_path):
    files = [tmp_path / f"{number:02}.svg" for number in range(25)]
    with pytest.raises(BuildError) as raised:
        refuse_foreign(files)
    assert len(raised.value.problems) == 21
    assert "and 5 files more that no build made" in str(raised.value)


def test_files_that_are_as_a_build_makes_them_are_taken_over_without_a_manifest(output):
    before = tree(output)
    (output / "manifest.json").unlink()
    run(output)
    assert tree(output) == before


def test_a_build_that_died_while_it_put_files_in_place_is_no_trap(output, monkeypatch):
    whole = tree(output)
    run(output, "card.corner_mm=4")
    move, moved = Path.replace, []

    def die(path, target):
        if ".building-" in str(path) and ".building-" not in str(target):
            if moved:
                raise KeyboardInterrupt
            moved.append(target)
        return move(path, target)

    monkeypatch.setattr(Path, "replace", die)
    with pytest.raises(KeyboardInterrupt):
        run(output)
    monkeypatch.undo()
    assert len(moved) == 1
    run(output)
    assert tree(output) == whole


def test_somebody_s_manifest_is_not_written_over(tmp_path):
    (tmp_path / "manifest.json").write_text('{"name": "a web page"}')
    with pytest.raises(BuildError, match=r"manifest\.json: is in the way"):
        run(tmp_path)
    assert clean(tmp_path) == 0
    assert tree(tmp_path) == {"manifest.json": b'{"name": "a web page"}'}


def test_a_damaged_manifest_is_written_anew(output):
    before = tree(output)
    (output / "manifest.json").write_bytes(before["manifest.json"][:1000])
    run(output)
    assert tree(output) == before


def test_a_folder_that_is_not_ours_switches_no_medium_on(output):
    (output / GAME / "images").mkdir()
    assert Medium.IMAGES not in media_of_all(output, [GAME])
    text = (output / "manifest.json").read_text().replace('"svg"\n', '"images",\n        "svg"\n', 1)
    (output / "manifest.json").write_text(text)
    assert "images" in read_manifest(output).games[GAME].media
    assert Medium.IMAGES in media_of_all(output, [GAME])


@pytest.mark.parametrize("link", [GAME, f"{GAME}/svg", f"{GAME}/svg/a4", "only", "coupon", "manifest.json"])
def test_a_link_that_leads_out_of_the_output_is_refused(tmp_path, link):
    elsewhere, path = tmp_path / "elsewhere", tmp_path / "output" / link
    elsewhere.mkdir()
    (elsewhere / "cards.1.front.svg").write_text("mine")
    path.parent.mkdir(parents=True)
    path.symlink_to(elsewhere)
    arguments = ["--game", GAME, "--medium", "svg", "--set", "paper.sizes=[a4]", "--output", str(tmp_path / "output")]
    result = CliRunner().invoke(main, ["build", *arguments])
    assert result.exit_code == 2
    assert f"error: {path}: is a link that leads out of the output folder" in result.output
    assert tree(elsewhere) == {"cards.1.front.svg": b"mine"}


def test_a_link_to_itself_is_refused(tmp_path):
    (tmp_path / GAME).symlink_to(tmp_path / GAME)
    result = CliRunner().invoke(main, ["build", "--game", GAME, "--output", str(tmp_path)])
    assert result.exit_code == 2
    assert "leads out" in result.output


def test_the_output_folder_itself_may_be_a_link(tmp_path, sheets):
    shutil.copytree(sheets, tmp_path / "large-disk")
    (tmp_path / "output").symlink_to(tmp_path / "large-disk")
    arguments = ["--game", GAME, "--medium", "svg", "--set", "paper.sizes=[a4]", "--output", str(tmp_path / "output")]
    assert "0 files made" in CliRunner().invoke(main, ["build", *arguments]).output


def test_clean_takes_no_file_that_a_link_or_a_manifest_leads_to(output, tmp_path):
    outside = tmp_path / "outside.svg"
    outside.write_text("mine")
    manifest = json.loads((output / "manifest.json").read_text())
    entry = dict(manifest["games"][GAME]["files"][0], path="../outside.svg")
    manifest["games"][GAME]["files"].append(entry)
    (output / "manifest.json").write_text(json.dumps(manifest))
    clean(output)
    assert outside.read_text() == "mine"
