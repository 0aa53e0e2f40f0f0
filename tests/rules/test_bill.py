"""The bills against the rules' own words: every figure here was typed from GAMES' sources, not computed."""

import json

import pytest
from click.testing import CliRunner

from rules.bill import derive_bill, pieces_in
from rules.errors import ConfigError
from rules.game import SHIPPED, Medium, load_game
from tablewright.cli import main

# Geometric Chamber: "5 cards of each color ... 1 of each color ... 4 of each color"; "takes 2 score markers and
# 3 penalty markers"; "2 plates, 2 connectors"; "5 Door Markers"; "1 Leader Token".
GEOMETRIC_CHAMBER = {
    "number-plate-owner": (2, 3, 4, 5),
    "number-plate-table": (2, 3, 4, 5),
    "connector": (4, 6, 8, 10),
    "shape-card": (2, 3, 4, 5),
    "x-card": (8, 12, 16, 20),
    "score-marker": (4, 6, 8, 10),
    "penalty-marker": (6, 9, 12, 15),
    "door-marker": (5, 5, 5, 5),
    "leader-token": (1, 1, 1, 1),
    "action-overview": (2, 3, 4, 5),
    "rule-sheet": (1, 1, 1, 1),
    "storage-box": (1, 1, 1, 1),
    "storage-lid": (1, 1, 1, 1),
    "tuck-box": (1, 1, 1, 1),
}
# Dokojong: five tiles a player (one dog), "2 Score tokens", "three Penalties", "5 Door tiles", one board and card each.
DOKOJONG = {
    "dog-tile": (2, 3, 4, 5),
    "x-tile": (8, 12, 16, 20),
    "penalty-token": (6, 9, 12, 15),
    "score-token": (4, 6, 8, 10),
    "door-tile": (5, 5, 5, 5),
    "leader-token": (1, 1, 1, 1),
    "personal-board": (2, 3, 4, 5),
    "reference-card": (2, 3, 4, 5),
    "rule-sheet": (1, 1, 1, 1),
    "storage-box": (1, 1, 1, 1),
    "storage-lid": (1, 1, 1, 1),
    "tuck-box": (1, 1, 1, 1),
}
# Judge Domino: "11 dominoes ... 5 guess chips ... 20 score chips", for any number of players.
JUDGE_DOMINO = {
    "domino": (11,) * 4,
    "guess-chip": (5,) * 4,
    "score-chip": (20,) * 4,
    "rule-sheet": (1,) * 4,
    "storage-box": (1,) * 4,
    "storage-lid": (1,) * 4,
    "tuck-box": (1,) * 4,
}
# Doubutsu Jungo: "1 board with 5x5 squares", "25 animal tokens: 5 tokens of each number from 1 to 5".
DOUBUTSU_JUNGO = {
    "board": (1,),
    "animal-token": (25,),
    "capture-tray": (2,),  # ours: one a player, beside the game's parts
    "rule-sheet": (1,),
    "storage-box": (1,),
    "storage-lid": (1,),
    "tuck-box": (1,),
}

BILLS = {
    "geometric-chamber": (range(2, 6), GEOMETRIC_CHAMBER),
    "dokojong": (range(2, 6), DOKOJONG),
    "judge-domino": (range(2, 6), JUDGE_DOMINO),
    "doubutsu-jungo": (range(2, 3), DOUBUTSU_JUNGO),
}


def test_every_shipped_game_has_hand_typed_totals():
    assert set(BILLS) == set(SHIPPED)


@pytest.mark.parametrize("name", BILLS)
def test_counts(name):
    players, expected = BILLS[name]
    game = load_game(name)
    assert (game.players.min, game.players.max) == (players[0], players[-1])
    for index, count in enumerate(players):
        found = {line.component.id: line.count for line in derive_bill(game, count).lines}
        assert found == {component: counts[index] for component, counts in expected.items()}


@pytest.mark.parametrize(("players", "parts"), [(2, 34), (3, 48), (4, 62), (5, 76)])
def test_geometric_chamber_has_14_parts_a_player_and_6(players, parts):
    assert derive_bill(load_game("geometric-chamber"), players).parts == parts == 14 * players + 6


@pytest.mark.parametrize(("players", "parts"), [(2, 30), (3, 42), (4, 54), (5, 66)])
def test_dokojong_has_12_parts_a_player_and_6(players, parts):
    assert derive_bill(load_game("dokojong"), players).parts == parts == 12 * players + 6


def test_doubutsu_jungo_has_26_parts_and_trays_beside_them():
    bill = derive_bill(load_game("doubutsu-jungo"), 2)
    assert bill.parts == 26
    assert [line.copies for line in bill.lines if line.component.id == "animal-token"] == [5]


def test_pieces_are_named_for_their_variants():
    bill = derive_bill(load_game("geometric-chamber"), 3)
    line = bill.line("shape-card")
    assert [line.piece(variant) for variant in line.variants] == [f"shape-card.{one}" for one in ("gold", "forest", "crimson")]
    assert [line.component.id for line in bill.lines if line.copies == 4] == ["x-card"]


def test_a_folding_board_is_four_pieces_in_plastic_and_one_on_paper():
    bill = derive_bill(load_game("dokojong"), 5)
    solid = {line.component.id: line.count for line in pieces_in(bill, Medium.SOLID)}
    paper = {line.component.id: line.count for line in pieces_in(bill, Medium.PAPER)}
    assert "personal-board" not in solid
    assert (solid["board-plate-owner"], solid["board-plate-table"], solid["board-connector"]) == (5, 5, 10)
    assert paper["personal-board"] == 5
    assert not any(name.startswith("board-") for name in paper)


@pytest.mark.parametrize(("name", "players"), [("geometric-chamber", 1), ("geometric-chamber", 6), ("doubutsu-jungo", 3)])
def test_a_wrong_number_of_players_is_an_error_with_the_range(name, players):
    game = load_game(name)
    allowed = " to ".join(map(str, sorted({game.players.min, game.players.max})))
    with pytest.raises(ConfigError, match=f"players = {players}: must be {allowed}: "):
        derive_bill(game, players)


def test_the_command_prints_every_player_count_and_the_reasons():
    result = CliRunner().invoke(main, ["bill", "--game", "geometric-chamber"])
    assert result.exit_code == 0
    assert "n=2  n=3  n=4  n=5" in result.output
    row = next(line for line in result.output.splitlines() if line.startswith("parts in all"))
    assert row.split()[3:7] == ["34", "48", "62", "76"]
    assert "three penalty markers" in result.output


def test_the_command_prints_json_for_all_games():
    games = [word for name in SHIPPED for word in ("--game", name)]
    result = CliRunner().invoke(main, ["bill", "--json", *games])
    bills = json.loads(result.output)
    assert len(bills) == 4 + 4 + 4 + 1
    five = next(bill for bill in bills if bill["game"] == "geometric-chamber" and bill["players"] == 5)
    assert five["parts"] == 76
    assert all(component["rule"]["why"] for bill in bills for component in bill["components"])


def test_a_wrong_number_of_players_leaves_with_2_and_no_traceback():
    result = CliRunner().invoke(main, ["bill", "--players", "7", "--game", "geometric-chamber"])
    assert result.exit_code == 2
    assert result.output.startswith("error: games.geometric-chamber.players = 7: must be 2 to 5")
    assert "Traceback" not in result.output
