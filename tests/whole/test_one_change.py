"""One change, one part: for each section of the configuration a key, and the files that change with it; all others stay.

The files follow from what the key means: a file changes if what it shows or the space it leaves is another.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from importlib.resources import files

import pytest

from design.config.loading import Config, load_config
from design.plan.planning import Plan, plan
from rules import sheet_words
from rules.sheet_words import load_sheet_words
from tablewright.commands.starting import start_game
from tablewright.fingerprint import keys_of
from tests.support.plans import planned

GC, DOGS, DOMINO, ANIMALS = "geometric-chamber", "dokojong", "judge-domino", "doubutsu-jungo"


def solid(*names: str) -> tuple[str, ...]:
    """Parts in each medium for a 3D printer, and the beds that they lie on."""
    return (*(f"{medium}/{name}_x*.{medium}" for medium in ("stl", "3mf", "step") for name in names), "beds")


def sheets(*names: str) -> tuple[str, ...]:
    """Sheets as PDF, SVG and DXF."""
    return tuple(f"{medium}/a4/{name}" for name in names for medium in ("svg", "dxf")) + tuple(
        f"pdf/a4/{name}.pdf" for name in names
    )


RULES = ("pdf/a4/rule-sheet.pdf", "booklet/a4/rule-sheet.pdf")
"""The rules, whose figures show pieces."""
CONTACT = "images/contact-sheet.pdf"
CHANGES = "3mf/filament-changes.csv"
PIECES = ("cards", "markers", "overviews", "boards")


@dataclass(frozen=True)
class Row:
    """A change of a key, in a game and on top of settings, and patterns of the files that change with it.

    `also` are files that a build makes again though they look the same: their specification holds more than they show.
    """

    setting: str
    changes: tuple[str, ...]
    game: str = GC
    given: tuple[str, ...] = ()
    also: tuple[str, ...] = field(default=())


ROWS = (
    # What is printed on paper or for a print house says the version; pieces do not, unless paper.version_on says so.
    Row(f"games.{GC}.version='2.0'", ("pdf/*", "svg/*", "dxf/*", "booklet/*", "printhouse/*", CONTACT)),
    Row("printer.part_gap_mm=4", ("beds",)),
    # The rules' own border is wider than what a printer cannot reach.
    Row("paper.margin_mm=7", (*sheets(*PIECES, "stickers", "tuck-box"), CONTACT)),
    Row("paper.stickers=false", sheets("stickers")),
    Row("card.corner_mm=4", (*sheets("cards"), *RULES, "printhouse/cards", "images/*/cards", CONTACT)),
    Row(
        "tile.corner_mm=4",
        (*solid("dog-tile.*", "x-tile.*"), *sheets("tiles", "stickers"), *RULES, "images/*/tiles", CONTACT),
        DOGS,
    ),
    # No figure shows an overview.
    Row("overview.corner_mm=4", (*sheets("overviews"), "printhouse/overviews", "images/*/overviews", CONTACT), also=RULES),
    # On a small bed plates and box are split; what is whole has no joint.
    Row("fits.split_joint_clearance_mm=0.2", solid("*-of-*"), given=("printer={bed_width_mm: 120, bed_depth_mm: 120}",)),
    Row("fits.split_joint_clearance_mm=0.2", ()),
    Row(
        "number_board.digit_height_mm=13",
        (*solid("number-plate-*"), *sheets("boards", "stickers"), *RULES, "images/faces/boards", CONTACT),
    ),
    # Of plastic alone. Plates, which stand beside them in the box, are higher than a stack of five, so the box stays;
    # its picture is from above.
    Row("markers.door.thickness_mm=3", (*solid("door-marker.*"), CHANGES), also=RULES),
    Row("domino.relief_mm=0.6", (*solid("domino.*"), CHANGES), DOMINO),
    # Numbers in the seats of a capture tray are as deep as the lines.
    Row("squares.line_depth_mm=0.6", solid("board.*", "capture-tray"), ANIMALS),
    # From above nothing is seen of what the lid clicks into.
    Row("storage_box.lid_grip_mm=0.2", solid("storage-box", "storage-lid"), also=RULES),
    Row("tuck_box.glue_flap_mm=14", sheets("tuck-box")),
    # Without marks for a machine their size means nothing.
    Row("cutting.mark_line_mm=0.6", ()),
    Row("cutting.mark_line_mm=0.6", sheets(*PIECES, "stickers", "tuck-box"), given=("cutting.registration=front",)),
    Row("printhouse.ink_limit_percent=300", ("printhouse/*",)),
    Row("images.dpi=150", ("images/faces/*",)),
    Row("booklet.duplex=short-edge", ("booklet/*",)),
    # A closed door; an STL or DXF has no colours. A door's sticker is its number alone.
    Row(
        "colours.brown='#704526'",
        (
            *("3mf/door-marker.*", "step/door-marker.*", "beds", CHANGES),
            *("pdf/a4/markers.pdf", "svg/a4/markers", *RULES, "images/faces/markers", CONTACT),
        ),
        also=("stl/door-marker.*", "dxf/a4/markers"),
    ),
    # One more in its file's name, on its sheets, in its store (the box as large as it was), in the tuck box, and in lists.
    Row(
        "spares={score-marker: 1}",
        (*solid("score-marker", "storage-box"), CHANGES, *sheets("markers", "stickers", "tuck-box"), *RULES, CONTACT),
        also=("images/faces/markers",),
    ),
)
OF_OWN_GAMES = {"die", "language"}
"""Sections that no shipped game shows by itself."""


def section(setting: str) -> str:
    return setting.partition("=")[0].partition(".")[0]


def keys(one: Plan) -> dict[str, str]:
    paths = (artifact.path.partition("/")[2] for artifact in one.artifacts)
    return dict(zip(paths, map(str, keys_of(one.artifacts)), strict=True))


def differing(before: Plan, now: Plan) -> set[str]:
    """The files whose keys differ, and those that come or go."""
    old, new = keys(before), keys(now)
    return {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}


def matching(patterns: tuple[str, ...], *plans: Plan) -> set[str]:
    """The files of plans that fit patterns; each pattern fits one at least."""
    paths = {path for one in plans for path in keys(one)}
    found = {pattern: {path for path in paths if fnmatchcase(path, pattern)} for pattern in patterns}
    assert [pattern for pattern, fitting in found.items() if not fitting] == []
    return set().union(*found.values())


def test_every_section_of_the_configuration_has_a_row():
    assert {section(one.setting) for one in ROWS} | OF_OWN_GAMES == set(Config.model_fields)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join((row.setting, *row.given)))
def test_a_change_makes_what_depends_on_it_and_nothing_else(row):
    given = (f"games.{row.game}.players=2", "paper.sizes=[a4]", *row.given)
    before, now = planned(given, row.game), planned((*given, row.setting), row.game)
    assert differing(before, now) == matching((*row.changes, *row.also), before, now)


@pytest.fixture
def own(tmp_path):
    """A game of one's own: cards and a die."""
    start_game(tmp_path / "own", "blank")
    game = tmp_path / "own" / "game.yaml"
    die = '  - {id: die, family: die, spec: $die, faces: {front: {fill: crimson}}, rule: {at: "1", why: thrown}}\n'
    game.write_text(game.read_text(encoding="utf-8") + die, encoding="utf-8")

    def planned_with(*settings: str) -> Plan:
        config = load_config(None, [f"games=[{game.parent}]", "paper.sizes=[a4]", *settings]).config
        return plan(config.game("own"), config)

    return planned_with


def test_a_die_is_what_changes_with_a_die_s_size(own):
    # A line of the nozzle, 0.4 mm, is the most that is cut into upright faces.
    before, now = own(), own("die.relief_mm=0.3")
    assert differing(before, now) == matching((*solid("die"), CHANGES), before, now)


def test_another_language_changes_what_is_printed_beside_pieces(own, tmp_path, monkeypatch):
    shutil.copy(str(files("rules") / "words.en.yaml"), tmp_path / "words.en.yaml")
    shutil.copy(tmp_path / "words.en.yaml", tmp_path / "words.xx.yaml")
    monkeypatch.setattr(sheet_words, "files", lambda _: tmp_path)
    load_sheet_words.cache_clear()
    try:
        before, now = own(), own("language=xx")
    finally:
        load_sheet_words.cache_clear()
    assert differing(before, now) == matching(("pdf/*", "svg/*", "dxf/*", "printhouse/*", CONTACT), before, now)
