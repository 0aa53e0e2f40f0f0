"""The figures that play comes to, each from the rules by hand or from another search than the one that is tested."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module

import numpy as np
import pytest

from rules import sufficiency
from rules.exploring import every_state, random_game
from rules.playing import load_play
from rules.proof import Method, proof_of, recorded_proofs
from rules.rooms.alone import Alone, every_hand
from rules.rooms.explore import begin, seats_of, step, successors
from rules.rooms.lines import position, states_of_round
from rules.rooms.rounds import leaders
from rules.rooms.table import Phase
from rules.sufficiency import Task, prove
from tests.support.places import ROOT
from tests.support.searches import Memory, counted, replayed

ROOMS = {"geometric-chamber": "rules.games.geometric_chamber.rooms", "dokojong": "rules.games.dokojong.rooms"}


def differences(name):
    return import_module(ROOMS[name]).DIFFERENCES


@pytest.fixture(scope="module", params=list(ROOMS))
def explored(request):
    """A game of two: its proof by every state, with the actions that lead to each measure's most, and those states."""
    states = []

    def recorded(*arguments):
        states.append(every_state(*arguments))
        return states[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sufficiency, "every_state", recorded)
        proof = prove(Task(request.param, 2, Method.STATES), Memory(), lines=True)
    return proof, states[0]


@pytest.fixture(scope="module")
def two_players(explored):
    return explored[0]


# Two players, by the games' own rules


def test_every_state_of_two_players(two_players):
    # Two searches made before this one found 1,682 starts of a round, and 40,106 with the states inside a round.
    assert two_players.counts["starts of a round"] == 1682
    assert two_players.counts["with the states inside a round"] == 40106


def test_the_most_in_use_of_two_players(two_players):
    n, found = 2, counted(two_players)
    if two_players.game == "geometric-chamber":
        # All but the last show four X, the last four X and a shape that was found: 4n + 1. Both may score at once: 2n.
        # The last one in has at most two penalties: 3n - 1.
        assert found["shape-card + x-card", "face up"][0] == 4 * n + 1
        assert found["x-card", "face up"] == (4 * n, 4)
        assert found["score-marker", "flipped"] == (2 * n, 2)
        assert found["penalty-marker", "flipped"] == (3 * n - 1, 3)
        assert found["door-marker", "open"] == (5, 1)
    else:
        # A third X is shuffled away before the next player reveals: five cards of one player and two of each other.
        assert found["dog-tile + x-tile", "face up"][0] == 2 * (n - 1) + 5
        assert found["x-tile", "face up"] == (2 * (n - 1) + 4, 4)
        # The game ends with the first second point: n - 1 have one, the winner two.
        assert found["score-token", "gold side up"] == (n + 1, 2)
        assert found["penalty-token", "flipped"] == (3 * n - 1, 3)
        assert found["door-tile", "open"] == (5, 1)


def test_each_most_is_reached_by_the_line_that_is_told(two_players):
    for measure in two_players.measures:
        assert replayed(two_players.game, 2, measure) == measure.most, measure


def test_the_record_of_two_players_is_what_is_found(two_players):
    recorded = next(one for one in recorded_proofs() if (one.game, one.players) == (two_players.game, 2))
    assert counted(recorded) == counted(two_players)
    assert recorded.counts == two_players.counts


# The packed search against the games' own rules


def test_the_packed_search_finds_the_same_states_for_two(explored):
    proof, states = explored
    play, exploration = load_play(proof.game), begin(2)
    while not exploration.done:
        step(exploration, differences(proof.game))
    readings = play.start(2).readings
    packed = {play.canonical(position(readings, seats_of(int(key), 2))) for key in exploration.known}
    assert len(packed) == exploration.count == exploration.count_without_the_out == 1682
    assert packed == {state for state in states if state.phase is Phase.OPEN}


@pytest.mark.parametrize("name", ROOMS)
def test_the_packed_search_takes_the_same_steps_for_three(name):
    play, exploration = load_play(name), begin(3)
    for _ in range(4):
        step(exploration, differences(name))
    chosen = np.random.default_rng(7).choice(exploration.known, 4, replace=False)
    for key in map(int, chosen):
        readings = play.start(3).readings
        after, _ = successors(np.array([key]), 3, differences(name), {})
        packed = {play.canonical(position(readings, seats_of(int(one), 3))) for one in after}
        states = states_of_round(play, position(readings, seats_of(key, 3)))
        alike = {play.canonical(state) for state in states[1:] if state.phase is Phase.OPEN}
        assert packed - {play.canonical(states[0])} == alike - {play.canonical(states[0])}


def test_who_may_lead_with_how_many_doors():
    # With two players the token goes to and fro; with three anybody may lead from three doors on.
    assert leaders(2) == {(0, 1), (1, 2), (0, 3), (1, 4), (0, 5)}
    assert leaders(3) == {(0, 1), (1, 2), (2, 2), *((who, many) for who in range(3) for many in (3, 4, 5))}


# Any number of players


def test_one_player_s_hand_whatever_the_others_do():
    hands = every_hand()
    assert max((hand.shown & ~hand.shape).bit_count() for hand in hands) == 4
    assert max(hand.points for hand in hands) == 2
    assert max(hand.penalties for hand in hands) == 3


@pytest.mark.parametrize("name", ROOMS)
def test_no_hand_of_a_real_game_is_missing_there(name):
    hands, play = every_hand(), load_play(name)
    for seed in range(10):
        for _, state in random_game(play, play.start(5), seed):
            for seat in state.seats:
                # Markers are flipped before the cards are turned down; there both come at once.
                before = (seat._replace(points=seat.points - 1), seat._replace(penalties=seat.penalties - 1))
                moments = {Alone(1 << one.shape - 1, *one[2:]) for one in (seat, *before) if seat.shape}
                assert not moments or hands & moments


@pytest.mark.parametrize("players", [4, 5])
def test_bounds_for_four_and_five(players):
    found = counted(prove(Task("geometric-chamber", players, Method.HANDS), Memory()))
    assert found["shape-card + x-card", "face up"][0] == 4 * players + 1
    assert found["score-marker", "flipped"] == (2 * players, 2)
    assert found["penalty-marker", "flipped"][1] == 3
    assert found["connector", "on the table"] == (2 * players, players)


# Three players: minutes, so only when asked for


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "starts", "without"), [("geometric-chamber", 363_329, 358_241), ("dokojong", 363_893, 358_805)]
)
def test_every_round_of_three_players_within_two_minutes_and_2_gib(name, starts, without):
    code = (
        "from tests.support.searches import Memory\nfrom rules.sufficiency import Task, prove\nfrom rules.proof import Method\n"
        f"proof = prove(Task({name!r}, 3, Method.ROUNDS), Memory(), lines=True)\n"
        "import resource, json\nfrom dataclasses import asdict\nused = resource.getrusage(resource.RUSAGE_SELF)\n"
        "print(json.dumps([asdict(proof), used.ru_maxrss, used.ru_utime + used.ru_stime]))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    data, kilobytes, seconds = json.loads(done.stdout)
    print(f"{name}: {seconds:.0f} s, {kilobytes / 1024:.0f} MiB")
    assert seconds < 120  # of one processor, so that a busy machine makes no difference
    assert kilobytes < 2 * 1024 * 1024
    proof = proof_of(data)
    assert proof.counts == {"starts of a round": starts, "without those who are out": without}
    n, found = 3, counted(proof)
    if name == "geometric-chamber":
        assert found["shape-card + x-card", "face up"] == (4 * n + 1, 5)
        assert found["score-marker", "flipped"] == (2 * n, 2)
        assert found["penalty-marker", "flipped"] == (3 * n - 1, 3)
    else:
        assert found["dog-tile + x-tile", "face up"] == (2 * (n - 1) + 5, 5)
        assert found["score-token", "gold side up"] == (n + 1, 2)
        assert found["penalty-token", "flipped"] == (3 * n - 1, 3)
    for measure in proof.measures:
        assert replayed(name, 3, measure) == measure.most, measure
    assert counted(next(one for one in recorded_proofs() if (one.game, one.players) == (name, 3))) == found
