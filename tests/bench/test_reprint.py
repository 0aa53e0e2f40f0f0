"""Lost pieces made again: only those, in their number, beside a complete set that stays as it is."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
import trimesh
from click.testing import CliRunner
from lxml import etree

from design.config.loading import load_config
from design.files import write_whole
from design.parts.splitting.spec import SplitSpec
from design.plan.reprint import narrowed, pieces_to_reprint
from rules.errors import ConfigError
from rules.game import Medium
from tablewright.building.build import plans_for
from tablewright.building.reprint import changed
from tablewright.cli import main
from tablewright.inspection.report import inspect_reprint
from tablewright.manifest import PieceEntry
from tests.support.made import made as made_once

GAME = "geometric-chamber"
SETTINGS = [f"games.{GAME}.players=2", "paper.sizes=[a4]"]
WANTED = {"penalty-marker.forest": 2, "connector.left": 1, "x-card.gold": 1}
STICKERS = {"sticker.penalty-marker.forest.front": 2, "sticker.penalty-marker.forest.back": 2}


@pytest.fixture(scope="module")
def plans():
    return plans_for(load_config(None, SETTINGS), [GAME])


def run(output: Path, *arguments: str):
    settings = [word for one in SETTINGS for word in ("--set", one)]
    return CliRunner().invoke(main, ["build", *settings, "--game", GAME, "--output", str(output), "--jobs", "1", *arguments])


def files(output: Path) -> dict[str, bytes]:
    return {path.relative_to(output).as_posix(): path.read_bytes() for path in output.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A set of cut files, and then some pieces again on beds, as PDF and as cut files."""
    before, after, said = made_once("output", f"only {SETTINGS}", lambda: reprinted(tmp_path_factory.mktemp("made")))
    output = tmp_path_factory.mktemp("only")
    for path, data in after.items():
        write_whole(output / path, data)
    return output, before, said


def reprinted(output):
    """The files of a first build, those of the second with them, and what that said."""
    assert run(output, "--medium", "svg").exit_code == 0
    before = files(output)
    only = [word for name, count in WANTED.items() for word in ("--only", f"{name}={count}" if count > 1 else name)]
    result = run(output, *only, *(word for medium in ("beds", "pdf", "svg") for word in ("--medium", medium)))
    assert result.exit_code == 0, result.output
    return before, files(output), result.output


@pytest.fixture
def again(made, tmp_path):
    return shutil.copytree(made[0] / "only", tmp_path / "only")


def test_the_complete_set_is_as_it_was(made):
    output, before, _ = made
    assert {path: data for path, data in files(output).items() if not path.startswith("only/")} == before


def test_the_beds_hold_just_the_pieces(made):
    beds = made[0] / "only" / GAME / "beds"
    bodies = {path.name.split(".")[1]: trimesh.load(path).split() for path in beds.glob("*.stl")}
    # Connectors are printed in the neutral filament.
    assert {filament: len(found) for filament, found in bodies.items()} == {"forest": 2, "base": 1}
    assert all(abs(body.bounds[0][2]) < 1e-3 for found in bodies.values() for body in found)
    assert {path.name for path in beds.glob("*.3mf")} == {path.with_suffix(".3mf").name for path in beds.glob("*.stl")}
    names = {path.name for path in (made[0] / "only" / GAME / "stl").iterdir()}
    assert names == {"penalty-marker.forest_x2.stl", "connector.left_x1.stl"}


def test_the_sheets_hold_just_the_pieces_and_their_stickers(made):
    folder = made[0] / "only" / GAME
    uses = Counter()
    for path in sorted((folder / "pdf/a4").glob("*.pdf")):
        with pikepdf.open(path) as pdf:
            uses.update(name for page in pdf.pages for name in re.findall(r"/FormXob\.(\S+) Do", _text(page)))
    sides = {
        f"{piece}.{side}": WANTED[piece] for piece in ("penalty-marker.forest", "x-card.gold") for side in ("front", "back")
    }
    assert uses == sides | STICKERS
    drawn = [
        piece
        for path in sorted((folder / "svg/a4").iterdir())
        for piece in etree.parse(path).iterfind('.//{*}g[@class="piece"]')
    ]
    assert Counter(piece.get("data-piece") for piece in drawn) == uses


def _text(page):
    return page.Contents.read_bytes().decode("latin-1")


def test_the_table_counts_each_piece(made):
    rows = {line.split()[0]: line.split()[1:] for line in made[2].splitlines() if line.endswith("complete")}
    assert {name: int(cells[0]) for name, cells in rows.items()} == WANTED | STICKERS
    assert f"{GAME}: 4 of 4 parts covered" in made[2]


def test_what_is_too_little_too_much_or_another_piece_is_told(again, made):
    counts = {GAME: WANTED | STICKERS}
    config = load_config(None, SETTINGS).config
    assert inspect_reprint(again, config, counts).problems == ()
    assert any(
        "penalty-marker.forest: expected 3, found 2" in str(problem)
        for problem in inspect_reprint(again, config, {GAME: {**counts[GAME], "penalty-marker.forest": 3}}).problems
    )
    card = made[0] / GAME / "svg/a4/cards.1.front.svg"
    shutil.copy(card, again / GAME / "svg/a4/cards.1.front.svg")
    (again / GAME / "beds/bed-01.base.3mf").unlink()
    told = [str(problem) for problem in inspect_reprint(again, config, counts).problems]
    assert any("cards.1.front.svg" in one and "the rules ask for no" in one for one in told)
    assert any("bed-01.base.3mf: is missing" in one for one in told)


def test_the_next_call_replaces_the_last_and_clean_takes_both(made, tmp_path):
    output = tmp_path / "output"
    shutil.copytree(made[0], output)
    result = run(output, "--only", "door-marker.1", "--medium", "svg")
    assert result.exit_code == 0, result.output
    left = {path for path in files(output / "only") if path != "manifest.json"}
    assert left == {f"{GAME}/svg/a4/{name}.svg" for name in ("markers.1.front", "markers.1.back", "stickers.1.front")}
    (output / "my notes.txt").write_text("keep me")
    assert CliRunner().invoke(main, ["clean", "--output", str(output)]).exit_code == 0
    assert [path.name for path in output.iterdir()] == ["my notes.txt"]


def asked(plans, *texts, media=tuple(Medium)):
    return pieces_to_reprint(plans, texts, media)[GAME]


def test_a_component_is_one_of_each_variant_with_its_stickers(plans):
    # Two players: gold and forest.
    cards = asked(plans, "shape-card")
    assert cards == {"shape-card.gold": 1, "shape-card.forest": 1}
    markers = asked(plans, "penalty-marker=3")
    pieces = {f"penalty-marker.{colour}" for colour in ("gold", "forest")}
    assert markers == dict.fromkeys(pieces | {f"sticker.{one}.{side}" for one in pieces for side in ("front", "back")}, 3)


def test_what_is_asked_for_twice_adds_up(plans):
    assert asked(plans, "connector", "connector.left=2") == {"connector.left": 3, "connector.right": 1}


def test_a_split_piece_brings_all_its_parts():
    plans = plans_for(load_config(None, [*SETTINGS, "printer.preset=bambu-a1-mini"]), [GAME])
    parts = [one.spec.name for one in plans[0].artifacts if one.medium is Medium.SOLID and isinstance(one.spec, SplitSpec)]
    boxes = {name: 1 for name in parts if name.startswith("storage-box.")}
    assert len(boxes) > 1
    assert asked(plans, "storage-box") == boxes
    (plan,) = (narrowed(one, boxes, [Medium.SOLID, Medium.BEDS]) for one in plans)
    stls = {one.path for one in plan.artifacts if one.medium is Medium.SOLID}
    (beds,) = (one.spec for one in plan.artifacts if one.medium is Medium.BEDS)
    assert {part.path for part in beds.parts} == stls
    assert {part.piece: part.copies for part in beds.parts} == boxes


def test_what_comes_once_keeps_its_place_in_each_medium(plans):
    media = [Medium.PAPER, Medium.CUT, Medium.PLOT, Medium.BOOKLET]
    (plan,) = (narrowed(one, {"tuck-box": 1, "rule-sheet": 1}, media) for one in plans)
    folder = f"{GAME}/{{}}/a4/"
    cut = {folder.format(medium) + "tuck-box" for medium in ("svg", "dxf")}
    read = {folder.format("pdf") + "tuck-box.pdf", *(folder.format(medium) + "rule-sheet.pdf" for medium in ("pdf", "booklet"))}
    assert {one.path for one in plan.artifacts if "/a4/" in one.path} == cut | read
    assert not any("_x" in one.path for one in plan.artifacts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "penalty-marker.gould",
            r"--only penalty-marker\.gould: is no piece of geometric-chamber; near are penalty-marker\.gold",
        ),
        ("penalty-marker.violet", r"is no piece of geometric-chamber; near are .*penalty-marker"),
        ("qqqq", r"there are number-plate-owner, .*storage-lid"),
        ("connector=0", r"N from 1 to 99"),
        ("connector=100", r"N from 1 to 99"),
        ("connector=two", r"N from 1 to 99"),
        ("connector=", r"N from 1 to 99"),
        ("=2", r"N from 1 to 99"),
        ("rule-sheet=2", r"is a document: it is made once"),
        ("tuck-box=2", r"is a document: it is made once"),
    ],
)
def test_what_is_no_piece_or_no_number_is_told_with_a_remedy(plans, text, message):
    with pytest.raises(ConfigError, match=message):
        asked(plans, text)


def test_a_piece_that_a_medium_does_not_make_is_told_with_those_that_do(plans):
    with pytest.raises(ConfigError, match=r"--only x-card: is not made as stl, beds; it is made as pdf, svg"):
        asked(plans, "x-card", media=(Medium.SOLID, Medium.BEDS))


def test_all_that_is_wrong_is_told_at_once_and_nothing_is_made(tmp_path):
    result = run(tmp_path / "new", "--only", "connector=0", "--only", "x-cart.gold")
    assert result.exit_code == 2
    assert "connector=0" in result.output
    assert "near are x-card.gold" in result.output
    assert "Traceback" not in result.output
    assert not (tmp_path / "new").exists()


def test_only_what_looks_other_than_a_manifest_says_is_printed_again(made, tmp_path):
    # Gold looks other: 1 shape and 4 X cards, 3 penalty markers, the leader token. Score markers are black and white.
    output = shutil.copytree(made[0], tmp_path / "output")
    since = shutil.copy(output / "manifest.json", tmp_path / "last.json")
    settings = ["--set", 'colours.gold="#c09010"', "--set", "spares={door-marker: 2}", "--set", "paper.stickers=false"]
    result = run(output, "--changed-since", str(since), "--medium", "svg", *settings)
    assert result.exit_code == 0, result.output
    drawn = Counter(
        piece.get("data-piece")
        for path in sorted((output / "only" / GAME / "svg/a4").iterdir())
        for piece in etree.parse(path).iterfind('.//{*}g[@class="piece"]')
    )
    gold = {"shape-card.gold": 1, "x-card.gold": 4, "penalty-marker.gold": 3, "leader-token": 1}
    # Doors look the same; two more of each are wanted than there were.
    expected = gold | {f"door-marker.{number}": 2 for number in range(1, 6)}
    # A board of card has one printed side.
    assert drawn.pop("paper-board.gold.front") == 1
    assert drawn == {f"{name}.{side}": count for name, count in expected.items() for side in ("front", "back")}


def test_nothing_is_printed_where_only_the_version_is_another(made, tmp_path):
    output = shutil.copytree(made[0], tmp_path / "output")
    words = ["--set", "games.geometric-chamber.version=7", "--set", "paper.version_on=edge"]
    result = run(output, "--changed-since", str(output / "manifest.json"), "--medium", "svg", *words)
    assert result.exit_code == 0, result.output
    assert "nothing looks other than" in result.output
    assert [path.name for path in (output / "only").rglob("*")] == ["manifest.json"]


def test_a_manifest_that_tells_nothing_of_pieces_is_refused(made, tmp_path):
    output = shutil.copytree(made[0], tmp_path / "output")
    manifest = json.loads((output / "manifest.json").read_text())
    del manifest["games"][GAME]["pieces"]
    (tmp_path / "old.json").write_text(json.dumps(manifest))
    for name, message in (
        ("old.json", "tells nothing of what the pieces of geometric-chamber look like"),
        ("x.json", "missing"),
    ):
        result = run(output, "--changed-since", str(tmp_path / name), "--medium", "svg")
        assert result.exit_code != 0
        assert message in result.output
    assert run(output, "--changed-since", str(tmp_path / "old.json"), "--only", "connector").exit_code == 2


def test_what_has_to_be_printed_is_what_lacks():
    def entry(look, copies):
        return PieceEntry(look=look, copies=copies)

    before = {name: entry("a", 3) for name in ("same", "fewer", "more", "other", "gone")}
    now = {"same": entry("a", 3), "fewer": entry("a", 2), "more": entry("a", 5), "other": entry("b", 4), "new": entry("c", 2)}
    assert changed(before, now) == {"more": 2, "other": 4, "new": 2}
