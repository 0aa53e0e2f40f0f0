"""The configuration: layers, strictness, and messages that name file, line, key, value, range and unit."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from design.config.loading import Config, load_config
from design.config.printer import printer_presets
from design.config.text import default_text, parameters
from rules.errors import ConfigError, DesignError
from rules.game import SHIPPED, load_game
from tablewright.building.build import plans_for
from tablewright.cli import main
from tests.support.places import ROOT


def write(folder: Path, text: str) -> Path:
    path = folder / "my.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_file_says_the_built_in_defaults():
    assert (ROOT / "config.yaml").read_text(encoding="utf-8") == default_text()
    assert load_config(ROOT / "config.yaml").config == Config()


def test_every_key_of_the_shipped_file_is_explained():
    keys = [line for line in default_text().splitlines() if ": " in line and not line.startswith("#")]
    assert len(keys) > 50
    assert [line for line in keys if "  # " not in line] == []


def test_layers_preset_file_and_set(tmp_path):
    path = write(tmp_path, "printer: {preset: prusa-mk4, bed_width_mm: 240}\ncard: {width_mm: 40, height_mm: 55}\n")
    loaded = load_config(path, ["card.width_mm=38"])
    assert loaded.config.printer.bed_width_mm == 240  # the file's, before the preset's 250
    assert loaded.config.printer.bed_depth_mm == 210  # the preset's
    assert loaded.config.card.width_mm == 38
    assert loaded.config.card.height_mm == 55
    assert loaded.config.card.thickness_mm == 0.3
    assert loaded.sources[("card", "width_mm")] == "--set"
    assert loaded.sources[("card", "height_mm")] == "my.yaml:2"
    assert loaded.sources[("printer", "bed_depth_mm")] == "preset prusa-mk4"


def test_part_of_a_section_keeps_the_rest(tmp_path):
    path = write(tmp_path, "markers:\n  door:\n    width_mm: 30\n")
    door = load_config(path).config.markers.door
    assert (door.outline, door.width_mm, door.height_mm) == ("door", 30, 32)


def test_all_shipped_games_are_made_each_for_as_many_as_it_takes():
    games = load_config().config.games
    assert tuple(games) == SHIPPED
    assert {game: one.players for game, one in games.items()} == {game: load_game(game).players.max for game in SHIPPED}


def test_a_file_s_games_take_the_place_of_the_default(tmp_path):
    path = write(tmp_path, "games: {doubutsu-jungo: {players: 2}}\n")
    assert list(load_config(path).config.games) == ["doubutsu-jungo"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("card:\n  width_mm: 500\n", "my.yaml:2 card.width_mm = 500: must be a number, 20 to 120 mm"),
        ("card:\n  width_mm: '36'\n", "my.yaml:2 card.width_mm = 36: must be a number, 20 to 120 mm"),
        ("card:\n  width_mm: true\n", "my.yaml:2 card.width_mm = True: must be a number"),
        ("card:\n  width_mm: .nan\n", "my.yaml:2 card.width_mm = nan: must be a number"),
        ("card:\n  widht_mm: 36\n", "my.yaml:2 card.widht_mm: no such key; there are width_mm, height_mm"),
        ("cards: {}\n", "my.yaml:1 cards: no such key; there are games, printer"),
        ("card: 36\n", "my.yaml:1 card = 36"),
        ("card:\n  width_mm: 36\n  width_mm: 37\n", "my.yaml:3: found duplicate key"),
        ("card: [1\n", r"my.yaml:.*: not valid YAML"),
        ("printer: {preset: reprap}\n", "my.yaml:1 printer.preset = reprap: must be one of ender-3, bambu-a1-mini"),
        ("games: {chess: {players: 2}}\n", "my.yaml:1 games.chess: there is no such game; there are geometric-chamber"),
        ("games: {dokojong: {players: 1.5}}\n", "my.yaml:1 games.dokojong.players = 1.5: must be a whole number, 1 to 20"),
        ("games: {dokojong: {seats: 3}}\n", "my.yaml:1 games.dokojong.seats: no such key; there are players"),
        ("colours: {gold: yellow}\n", "my.yaml:1 colours.gold = yellow"),
        (
            "paper: {sizes: [a4, b5]}\n",
            r"my.yaml:1 paper.sizes\[1\] = b5: input should be 'a4', 'a3', 'letter', 'legal', 'tabloid' or 'own'",
        ),
        (
            "paper: {duplex: both}\n",
            "my.yaml:1 paper.duplex = both: input should be 'long-edge', 'short-edge', 'separate', 'gutter-fold' or",
        ),
    ],
)
def test_a_mistake_names_file_line_key_value_and_range(tmp_path, text, message):
    with pytest.raises(ConfigError, match=message):
        load_config(write(tmp_path, text))


def test_a_size_in_inches_in_a_field_of_millimetres_is_refused(tmp_path):
    # CASES 16: 1.42 x 1.97 is the default card in inches.
    with pytest.raises(ConfigError) as caught:
        load_config(write(tmp_path, "card: {width_mm: 1.42, height_mm: 1.97}\n"))
    assert len(caught.value.problems) == 2
    assert "1.42 looks like inches: that is 36.07 mm" in str(caught.value.problems)


def test_a_paper_in_inches_is_refused_with_what_it_is_in_millimetres(tmp_path):
    # Case 16: A4 is 8.27 x 11.69 in; 8.27 x 25.4 = 210.058. What is as far off in inches gets no such advice.
    with pytest.raises(ConfigError) as caught:
        load_config(write(tmp_path, "paper: {sizes: [own], own_width_mm: 8.27, own_height_mm: 60}\n"))
    told = sorted(map(str, caught.value.problems))
    assert told == [
        "my.yaml:1 paper.own_height_mm = 60: must be a number, 76 to 1200 mm",
        "my.yaml:1 paper.own_width_mm = 8.27: must be a number, 76 to 1200 mm; 8.27 looks like inches: that is 210.06 mm",
    ]


def test_all_mistakes_are_told_at_once(tmp_path):
    path = write(tmp_path, "card: {width_mm: 0, colour: red}\nprinter: {preset: x}\ngames: {chess: {players: 99}}\n")
    with pytest.raises(ConfigError) as caught:
        load_config(path, ["fits.lid_clearance_mm=9", "nonsense"])
    keys = " ".join(problem.where for problem in caught.value.problems)
    for key in ("card.width_mm", "card.colour", "printer.preset", "players", "fits.lid_clearance_mm", "nonsense"):
        assert key in keys


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.yaml: cannot be read"):
        load_config(tmp_path / "none.yaml")


def test_show_prints_every_value_with_its_source(tmp_path):
    path = write(tmp_path, "card: {width_mm: 40}\n")
    result = CliRunner().invoke(main, ["config", "show", "--config", str(path), "--set", "card.height_mm=60"])
    assert result.exit_code == 0
    lines = {line.split(":")[0].strip(): line for line in result.output.splitlines() if "#" in line}
    assert lines["width_mm"].endswith("# built-in") or "width_mm: 40" in result.output
    assert any("width_mm: 40" in line and line.endswith("# my.yaml:1") for line in result.output.splitlines())
    assert any("height_mm: 60" in line and line.endswith("# --set") for line in result.output.splitlines())
    shown = YAML(typ="safe").load(result.output)
    assert shown["card"]["thickness_mm"] == 0.3


def test_what_show_prints_builds_the_same(tmp_path):
    result = CliRunner().invoke(main, ["config", "show", "--set", "card.width_mm=40", "--set", "printer.preset=prusa-mk4"])
    again = load_config(write(tmp_path, result.output))
    assert again.config == load_config(None, ["card.width_mm=40", "printer.preset=prusa-mk4"]).config


def problems(*settings: str) -> list[str]:
    try:
        plans_for(load_config(None, settings), ["geometric-chamber"])
    except DesignError as error:
        return [str(problem) for problem in error.problems]
    return []


def test_the_defaults_hang_together():
    assert problems() == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        # A 2 mm plate less a wall of 0.8 mm leaves 1.2 mm for both engravings.
        (
            ["number_board.digit_depth_mm=1.5", "number_board.plate_thickness_mm=2"],
            "--set number_board.digit_depth_mm = 1.5: .*at most 1.2 mm",
        ),
        (
            ["number_board.key_depth_mm=1.4", "number_board.plate_thickness_mm=2"],
            "--set number_board.key_depth_mm = 1.4: must be at most 1.2 mm",
        ),
        # Five places of 110 + 0.6 + 1 mm and two ends of 7.5 mm: 573 mm, on a bed of 210 x 210 mm.
        # An end of 7.5 mm and a place of 111.6, less half a spacer, a wall and half the joint's clearance.
        (
            ["card.width_mm=110", "card.height_mm=150", "printer.bed_width_mm=100", "printer.bed_depth_mm=100"],
            r"card.width_mm = 110.0: must be at most .* piece of 117.7 x 20 mm, and the usable bed is 90 x 90 mm",
        ),
        # The icon of a 36 x 50 card begins 23.8 mm above its foot.
        (["number_board.plate_height_mm=30"], "plate_height_mm = 30.0: must be at most 23.8 mm for cards of 50 mm"),
        (["paper.gap_mm=2"], "back_bleed_mm = 1.3: must be at most half of paper.gap_mm"),
        (["number_board.connector_tongue_mm=0.8", "printer.nozzle_mm=0.6"], "tongue_mm = 0.8: must be at least 1.2 mm"),
        (["number_board.end_length_mm=5"], "end_length_mm = 5.0: must be at least"),
        (
            ["markers.door.thickness_mm=1.2", "markers.door.relief_mm=0.8"],
            "door-marker.*relief_mm = 0.8.*: must be at most 0.4",
        ),
        (
            ["printer.nozzle_mm=1.0", "printer.preset=bambu-a1", "markers.door={width_mm: 14, height_mm: 18}"],
            "door-marker.1.back and 4 alike: strokes are thinner than the nozzle draws",
        ),
        # A bed of 70 mm less, on both sides, wall 1.6, pad 1.56 (for a hook of two walls of 0.8, an undercut of 1 mm
        # and what 0.15 mm of clearance costs), clearance 0.6 and the lid's ring of 1.4.
        (
            ["printer.bed_width_mm=80", "printer.bed_depth_mm=80"],
            "storage-box: action-overview = 63 x 88 x 0.3 mm: must be at most 59.6 mm wide; take .*larger bed",
        ),
    ],
)
def test_sizes_that_contradict_each_other(settings, message):
    assert any(re.search(message, problem) for problem in problems(*settings)), problems(*settings)


@pytest.mark.parametrize(
    ("nozzle", "layer", "wall", "tongue", "plate"),
    [
        # Walls of whole lines, 1.6 mm at least; the tongue two lines; digits of 0.6 and signs of 0.4 mm in whole
        # layers, or the key of 1.0 mm, and two lines under them.
        (0.25, 0.12, 1.75, 1.0, 2.0),
        (0.4, 0.2, 1.6, 1.0, 2.0),
        (0.6, 0.3, 1.8, 1.2, 2.4),
        (0.8, 0.4, 1.6, 1.6, 2.8),
    ],
)
def test_sizes_follow_from_the_nozzle(nozzle, layer, wall, tongue, plate):
    config = load_config(None, [f"printer.nozzle_mm={nozzle}"]).config
    assert config.printer.layer_mm == layer
    board = config.number_board
    assert (board.connector_wall_mm, board.connector_tongue_mm, board.plate_thickness_mm) == (wall, tongue, plate)


@pytest.mark.parametrize("preset", printer_presets())
def test_the_defaults_can_be_made_on_every_printer(preset):
    assert problems(f"printer.preset={preset}") == []


@pytest.mark.parametrize("nozzle", [0.25, 0.6, 0.8])
def test_the_defaults_can_be_made_with_a_finer_and_a_coarser_nozzle(nozzle):
    assert problems(f"printer.nozzle_mm={nozzle}") == []


def test_what_is_set_does_not_follow():
    config = load_config(None, ["printer.nozzle_mm=0.6", "number_board.connector_wall_mm=2.4", "printer.layer_mm=0.2"]).config
    assert (config.number_board.connector_wall_mm, config.printer.layer_mm) == (2.4, 0.2)


def test_the_parameters_table_holds_every_key():
    keys = [key for key, _, _ in parameters()]
    assert len(keys) == len(set(keys))
    assert "number_board.plate_height_mm" in keys
    assert "markers.door.width_mm" in keys


OWN = """id: my-game
title: My game
source: Made at home.
players: {min: 2, max: 4}
components:
  - {id: token, family: marker, copies: 3, spec: $markers.score, faces: {front: {icon: star}}, rule: {at: all, why: three}}
"""


def own(folder, text=OWN):
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(text)


@pytest.mark.parametrize(
    "games", ["[./mine, dokojong]", "{./mine: {}, dokojong: {players: 5}}", "{it: {folder: mine}, dokojong: {}}"]
)
def test_a_game_of_ones_own_is_named_by_its_folder(tmp_path, games, monkeypatch):
    own(tmp_path / "some" / "mine")
    path = write(tmp_path / "some", f"games: {games}\n")
    monkeypatch.chdir(tmp_path)
    config = load_config(path).config
    # As many players as each game takes; the folder is found from the file, not from where the program runs.
    assert {name: one.players for name, one in config.games.items()} == {"my-game": 4, "dokojong": 5}
    assert config.game("my-game").title == "My game"
    assert load_config(path, ["games.my-game.players=3"]).config.games["my-game"].players == 3
    assert list(load_config(None, [f"games=[{tmp_path}/some/mine]"]).config.games) == ["my-game"]
    # Its id is what its `game.yaml` says, not the key or the folder in the file.
    with pytest.raises(ConfigError, match=r"games\.it: there is no such game; there are .*doubutsu-jungo, my-game;"):
        load_config(path, ["games.it.players=3"])


def test_own_games_that_cannot_be_are_named(tmp_path):
    own(tmp_path / "mine")
    own(tmp_path / "again")
    own(tmp_path / "chess", OWN.replace("my-game", "dokojong"))
    own(tmp_path / "odd", OWN.replace("title: My game", "titel: My game"))
    own(tmp_path / "out", OWN.replace("components:", "axes: {side: {values: [../up]}}\ncomponents:"))
    path = write(tmp_path, "games: [./mine, ./again, ./chess, ./odd, ./out, ./gone]\n")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    told = str(caught.value)
    for words in (
        "my.yaml:1 games../again: is my-game, which is there already",
        "id = dokojong: is a game that comes with Tablewright",
        "odd/game.yaml:2 titel: no such key",
        "= ../up: string should match",
        "my.yaml:1 games../gone: there is no such game; there are geometric-chamber",
    ):
        assert words in told, told
