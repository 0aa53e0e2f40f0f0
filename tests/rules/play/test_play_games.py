"""What holds at every table: nobody is stuck before the end, no piece is lost or created, names do not matter."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.bill import derive_bill
from rules.errors import ConfigError
from rules.exploring import random_action, random_game
from rules.game import SHIPPED, load_game
from rules.playing import Action, action_of, has_play, load_play
from rules.rooms.table import State as Rooms
from rules.supply import listed_counts
from tests.support.tables import used

ANYBODY = [
    (name, players) for name in SHIPPED for players in range(load_game(name).players.min, load_game(name).players.max + 1)
]
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


def pieces(name, players, state):
    """All pieces of a game that are somewhere: the same number at every moment, for each kind that moves about."""
    if isinstance(state, Rooms):
        everybody = [*state.seats, *state.out]
        assert sorted(seat.player for seat in everybody) == list(range(players))
        for seat in state.seats:
            assert seat.shape in range(6)
            assert 0 <= seat.points <= 2
            assert 0 <= seat.penalties <= 3
            assert seat.shown >> 5 == 0
        return len(everybody)
    if name == "judge-domino":
        assert sorted([*state.supply, *(domino.number for domino in state.line)]) == list(range(1, 12))
        assert all(points >= 0 for points in state.points)
        return len(state.points)
    for number in range(1, 6):
        held = state.board.count(number) + sum(hand[number - 1] for hand in state.hands) + state.pile[number - 1]
        assert held == 5
        assert min(state.pile[number - 1], *(hand[number - 1] for hand in state.hands)) >= 0
    assert state.board.count(0) > 0
    return 2


@pytest.mark.parametrize(("name", "players"), ANYBODY)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_nobody_is_stuck_and_no_piece_is_lost_or_created(name, players, seed):
    play, bill = load_play(name), derive_bill(load_game(name), players)
    for _, state in random_game(play, play.start(players), seed):
        assert pieces(name, players, state) == players
        assert bool(play.legal_actions(state)) != bool(play.outcome(state))
        for (component, _how), count in used(play, state).items():
            if component != "score-chip":  # more may be out after a tie-break
                assert 0 <= count <= bill.line(component).count
        mover = play.to_move(state)
        assert mover is None or mover in range(players)
    result = play.outcome(state)
    assert result is None or set(result.winners) <= set(range(players))


@pytest.mark.parametrize(("name", "players"), ANYBODY)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_states_that_are_alike_have_the_same_future(name, players, seed):
    play, chance = load_play(name), random.Random(seed)
    state = play.start(players)
    for _ in range(chance.randrange(60)):
        if play.outcome(state) is None:
            state = play.apply(state, random_action(play, state, chance))
    alike = play.canonical(state)
    assert play.canonical(alike) == alike
    futures = [{play.canonical(play.apply(one, action)) for action in play.legal_actions(one)} for one in (state, alike)]
    assert futures[0] == futures[1]
    assert (play.outcome(state) is None) == (play.outcome(alike) is None)


@pytest.mark.parametrize(("name", "players"), ANYBODY)
def test_every_action_is_told_in_words(name, players):
    play = load_play(name)
    previous = play.start(players)
    for action, state in random_game(play, previous, 5):
        if action is not None:
            words = play.says(previous, action, NAMES, -1)
            assert any(one in words for one in NAMES[:players]), words
            assert play.sees(state, 0 if not isinstance(state, Rooms) else state.seats[0].player)
        previous = state


def test_a_seed_gives_the_same_game_again():
    play = load_play("dokojong")
    one, again, other = (list(random_game(play, play.start(3), seed)) for seed in (4, 4, 5))
    assert one == again != other


def test_actions_are_read_from_text():
    assert action_of("others 1 4") == Action("others", (1, 4))
    assert str(action_of("agree")) == "agree"
    with pytest.raises(ConfigError, match="must be a word and numbers"):
        action_of("open three")


def test_only_shipped_games_can_be_played():
    assert all(has_play(name) for name in SHIPPED)
    assert not has_play("my-game")
    with pytest.raises(ConfigError, match="no playable model"):
        load_play("my-game")


def test_every_game_has_what_its_source_lists():
    assert {name: listed_counts(name).players for name in SHIPPED} == {
        "geometric-chamber": 5,
        "dokojong": 5,
        "judge-domino": 5,
        "doubutsu-jungo": 2,
    }
