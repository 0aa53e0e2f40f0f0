"""Counts of a game that are changed: what is too few is an error, what is too many a warning, what is unproved is said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from click.testing import CliRunner

from design.config.loading import load_config
from rules.game import SHIPPED, load_game
from rules.proof import recorded_proofs
from rules.supply import judge_supply, listed_counts
from tablewright.cli import main
from tablewright.commands.output import print_counts
from tablewright.inspection import report
from tablewright.inspection.counts import Report

LISTED = [(name, component) for name in SHIPPED for component in listed_counts(name).counts]


def changed(name, component, copies):
    """A game with so many copies more or fewer of a component; without it if none is left."""
    game = load_game(name)
    items = [
        item if item.id != component else item.model_copy(update={"copies": item.copies + copies}) for item in game.components
    ]
    return game.model_copy(update={"components": tuple(item for item in items if item.copies > 0)})


def judged(game, players=None):
    judgement = judge_supply(game, game.players.max if players is None else players)
    return [str(one) for one in judgement.errors], [str(one) for one in judgement.warnings]


@pytest.mark.parametrize("name", SHIPPED)
def test_the_games_as_they_are_suffice_for_any_number_of_players(name):
    game = load_game(name)
    for players in range(game.players.min, game.players.max + 1):
        assert judged(game, players) == ([], [])


@pytest.mark.parametrize(("name", "component"), LISTED)
def test_one_fewer_of_anything_is_an_error(name, component):
    errors, warnings = judged(changed(name, component, -1))
    assert any(one.startswith(f"{name} {component}: ") for one in errors)
    assert all(component in one.split(": ")[0] for one in errors)  # a shape and X cards are counted together too
    assert warnings == []


@pytest.mark.parametrize(("name", "component"), LISTED)
def test_one_more_of_anything_is_a_warning(name, component):
    errors, warnings = judged(changed(name, component, 1))
    assert errors == []
    assert [one.split(": ")[0] for one in warnings] == [f"{name} {component}"]
    assert "more than needed" in warnings[0]


@pytest.mark.parametrize(
    ("name", "component", "copies", "players", "message"),
    [
        ("geometric-chamber", "x-card", -1, 2, "3 of each, but play needs 4 (face up; found by every state)"),
        ("geometric-chamber", "score-marker", -1, 3, "1 of each, but play needs 2 (flipped; found by every round)"),
        ("geometric-chamber", "penalty-marker", -1, 5, "2 of each, but play needs 3 (flipped; found by every hand"),
        ("dokojong", "penalty-token", -1, 3, "2 of each, but play needs 3 (flipped; found by every round)"),
        ("dokojong", "personal-board", -1, 2, "0 for 2 players, but play needs 2 (on the table"),
        ("judge-domino", "score-chip", -3, 5, "17 for 5 players, but play needs 18 (before players; found by every score)"),
        ("judge-domino", "guess-chip", -1, 5, "4 for 5 players, but play needs 5 (taken by players"),
        ("doubutsu-jungo", "animal-token", -1, 2, "4 of each, but play needs 5 (out of the pile; found by random play)"),
    ],
)
def test_what_play_needs_is_told(name, component, copies, players, message):
    errors, _ = judged(changed(name, component, copies), players)
    assert any(f"{name} {component}: {message}" in one for one in errors), errors


def test_a_score_chip_less_is_fewer_than_listed_though_play_needs_18():
    errors, _ = judged(changed("judge-domino", "score-chip", -1))
    assert errors == ["judge-domino score-chip: 19 for 5 players, but the source lists 20; mend game.yaml"]


def test_what_the_source_lists_for_five_is_missed_with_two_as_well():
    errors, _ = judged(changed("judge-domino", "score-chip", -1), 2)
    assert errors == ["judge-domino score-chip: 19 for 5 players, but the source lists 20; mend game.yaml"]


def test_24_score_chips_are_an_offer():
    errors, warnings = judged(changed("judge-domino", "score-chip", 4))
    assert (errors, len(warnings)) == ([], 1)


def test_a_game_of_one_s_own_is_not_proved():
    own = load_game("dokojong").model_copy(update={"id": "my-game"})
    errors, warnings = judged(own)
    assert (errors, [one.split(";")[0] for one in warnings]) == (
        [],
        ["my-game: not proved: there are no rules to explore (play.py)"],
    )


def test_a_record_of_other_rules_proves_nothing():
    game = load_game("dokojong")
    stale = [replace(one, fingerprint="0" * 16) for one in recorded_proofs()]
    judgement = judge_supply(game, 3, stale)
    assert [str(one).split(";")[0] for one in judgement.errors] == [
        "dokojong: not proved: its rules or what explores them changed since"
    ]


def test_a_number_of_players_without_a_proof_is_told():
    judgement = judge_supply(load_game("dokojong"), 3, [one for one in recorded_proofs() if one.players != 3])
    assert [str(one).split(";")[0] for one in judgement.errors] == ["dokojong: not proved for 3 players"]


# In `make check` and at the end of a build


@pytest.mark.parametrize(("copies", "found"), [(-1, "problems"), (1, "warnings")])
def test_the_inspection_bites(copies, found, tmp_path, monkeypatch):
    config = load_config().config
    monkeypatch.setattr("design.config.loading.load_game", lambda name: changed(name, "score-marker", copies))
    seen = report.inspect(tmp_path, config, ["geometric-chamber"])
    assert any("geometric-chamber score-marker: " in str(one) for one in getattr(seen, found))


def test_check_says_so_and_leaves_with_1(tmp_path, monkeypatch):
    monkeypatch.setattr("design.config.loading.load_game", lambda name: changed(name, "x-card", -1))
    result = CliRunner().invoke(main, ["check", "--output", str(tmp_path)])
    assert result.exit_code == 1
    assert "error: geometric-chamber x-card: 3 of each, but play needs 4" in result.output


def test_a_warning_alone_is_no_failure(capsys):
    seen = Report((), (), (), (report.Problem("dokojong x-tile", "25 for 5 players: more than needed"),))
    assert print_counts(seen, whole=True)
    assert "warning: dokojong x-tile: 25" in capsys.readouterr().err
