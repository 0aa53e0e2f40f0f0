"""The figures that play comes to, each from the rules by hand or from another search than the one that is tested."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from rules.bill import derive_bill
from rules.game import SHIPPED, load_game
from rules.playing import action_of, load_play
from rules.proof import Measure, Method, Proof, Verdict, fingerprint, proof_of, proofs_text, recorded_proofs, supply, verdict
from rules.rooms.alone import Alone, every_hand
from rules.rooms.explore import begin, seats_of, step, successors
from rules.rooms.lines import position, states_of_round
from rules.rooms.rounds import leaders
from rules.rooms.table import Phase
from rules.sufficiency import Task, prove, tasks
from tests.tables import used

ROOT = Path(__file__).parent.parent
ROOMS = {"geometric-chamber": "rules.games.geometric_chamber.rooms", "dokojong": "rules.games.dokojong.rooms"}


class Memory:
    """A store that keeps everything, and is stopped once after so many savings."""

    def __init__(self, stop_after=None):
        self.kept, self.savings, self.stop_after = {}, 0, stop_after

    def load(self, task):
        return self.kept.get(task)

    def save(self, task, data):
        self.kept[task] = data
        self.savings += 1
        if self.savings == self.stop_after:
            raise KeyboardInterrupt

    def tell(self, task, count, what):
        assert count > 0
        assert what


def differences(name):
    return __import__(ROOMS[name], fromlist=["DIFFERENCES"]).DIFFERENCES


def counted(proof):
    return {(one.component, one.how): (one.most, one.of_one) for one in proof.measures}


@pytest.fixture(scope="module", params=list(ROOMS))
def two_players(request):
    """Every state of a game of two, by its own rules, with the actions that lead to each measure's most."""
    return prove(Task(request.param, 2, Method.STATES), Memory(), lines=True)


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


def replayed(game, players, measure, readings=None):
    """What is in use after a measure's line has been played, action by action, on the game's own rules."""
    play = load_play(game)
    state = play.start(players) if readings is None else play.start(players, readings)
    for text in measure.line:
        state = play.apply(state, action_of(text))
    totals = used(play, state)
    return sum(totals.get((component, measure.how), 0) for component in measure.components)


def test_each_most_is_reached_by_the_line_that_is_told(two_players):
    for measure in two_players.measures:
        assert replayed(two_players.game, 2, measure) == measure.most, measure


# The packed search against the games' own rules


@pytest.mark.parametrize("name", ROOMS)
def test_the_packed_search_finds_the_same_states_for_two(name):
    play, exploration = load_play(name), begin(2)
    while not exploration.done:
        step(exploration, differences(name))
    first = play.start(2)
    packed = {play.canonical(position(first.readings, seats_of(int(key), 2))) for key in exploration.known}
    assert len(packed) == exploration.count == 1682
    by_rules = {state for state in _starts_by_rules(play, first)}
    assert packed == by_rules


def _starts_by_rules(play, first):
    """Starts of rounds alone, round by round, through the game's own rules; one round is explored per start."""
    begun = {state for state in every_first(play, first)}
    todo = list(begun)
    while todo:
        state = todo.pop()
        for after in states_of_round(play, state):
            alike = play.canonical(after)
            if alike.phase is Phase.OPEN and alike not in begun:
                begun.add(alike)
                todo.append(alike)
    return begun


def every_first(play, first):
    todo, found = [first], []
    while todo:
        state = todo.pop()
        if state.phase is Phase.OPEN:
            found.append(play.canonical(state))
        else:
            todo += [play.apply(state, action) for action in play.legal_actions(state)]
    return found


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
    from rules.exploring import random_game

    for seed in range(10):
        for _, state in random_game(play, play.start(5), seed):
            for seat in state.seats:
                if seat.shape:
                    assert Alone(1 << seat.shape - 1, seat.shown, seat.points, seat.penalties) in hands or seat.found


@pytest.mark.parametrize("players", [4, 5])
def test_bounds_for_four_and_five(players):
    found = counted(prove(Task("geometric-chamber", players, Method.HANDS), Memory()))
    assert found["shape-card + x-card", "face up"][0] == 4 * players + 1
    assert found["score-marker", "flipped"] == (2 * players, 2)
    assert found["penalty-marker", "flipped"][1] == 3
    assert found["connector", "on the table"] == (2 * players, players)


# Scores, random play


@pytest.mark.parametrize(
    ("reading", "most"), [("", 18), ("one more round, all play", 24), ("one more round, the tied play", 22)]
)
def test_score_chips_of_five_players(reading, most):
    proof = prove(Task("judge-domino", 5, Method.SCORES, reading), Memory(), lines=True)
    chips = next(one for one in proof.measures if one.component == "score-chip")
    assert chips.most == most
    bill = derive_bill(load_game("judge-domino"), 5)
    assert verdict(proof, chips, bill) is (Verdict.PROVED if most <= 20 else Verdict.EXCEEDED)
    from rules.games.judge_domino.readings import THREE_ROUNDS, WITH_TIE_BREAK

    assert replayed("judge-domino", 5, chips, WITH_TIE_BREAK.get(reading, THREE_ROUNDS)) == most
    assert counted(proof)["guess-chip", "hidden in hands"][0] == 5
    assert counted(proof)["domino", "in the line"] == (11, 1)


def test_doubutsu_jungo_comes_near_its_limits():
    proof = prove(Task("doubutsu-jungo", 2, Method.RANDOM), Memory(), games=30, lines=True)
    found = counted(proof)
    assert found["animal-token", "captured at once"][0] == 20
    assert found["animal-token", "out of the pile"] == (25, 5)
    assert 22 <= found["animal-token", "in hands"][0] <= 23
    for measure in proof.measures:
        assert replayed("doubutsu-jungo", 2, measure) == measure.most
    assert {verdict(proof, one, derive_bill(load_game("doubutsu-jungo"), 2)) for one in proof.measures} == {
        Verdict.NOT_EXCEEDED
    }


# Stopped and resumed


@pytest.mark.parametrize(
    ("task", "stop_after"),
    [
        (Task("geometric-chamber", 2, Method.ROUNDS), 4),
        (Task("dokojong", 2, Method.ROUNDS), 5),
        (Task("dokojong", 4, Method.RANDOM), 1),
    ],
)
def test_what_was_stopped_goes_on_and_finds_the_same(task, stop_after):
    whole = prove(task, Memory(), games=100)
    store = Memory(stop_after)
    with pytest.raises(KeyboardInterrupt):
        prove(task, store, games=100)
    before = store.savings
    assert prove(task, store, games=100) == whole
    assert store.savings > before


# The record


def test_every_proof_is_recorded_with_the_rules_as_they_are():
    recorded = {(one.game, one.players, one.method, one.reading): one for one in recorded_proofs()}
    wanted = {(task.game, task.players, task.method, task.reading) for name in SHIPPED for task in tasks(name)}
    assert set(recorded) == wanted
    stale = sorted({one.game for one in recorded.values() if one.fingerprint != fingerprint(one.game)})
    assert stale == [], "run `python -m tablewright prove --record --fresh > rules/proofs.json`"


def test_the_record_of_two_players_is_what_is_found(two_players):
    recorded = next(one for one in recorded_proofs() if (one.game, one.players) == (two_players.game, 2))
    assert counted(recorded) == counted(two_players)
    assert recorded.counts == two_players.counts


@pytest.mark.parametrize(
    "task", [one for name in SHIPPED for one in tasks(name) if one.method in (Method.HANDS, Method.SCORES)]
)
def test_the_record_of_what_is_quick_is_what_is_found(task):
    recorded = next(one for one in recorded_proofs() if Task(one.game, one.players, one.method, one.reading) == task)
    assert counted(prove(task, Memory())) == counted(recorded)


def test_the_record_s_text_holds_all_of_it():
    text = proofs_text(recorded_proofs())
    assert text == (ROOT / "rules" / "proofs.json").read_text(encoding="utf-8")


def test_a_proof_is_read_from_what_was_written():
    proof = Proof("dokojong", 2, Method.RANDOM, (Measure("x-tile", "face up", 6, 4),), counts={"games": 3}, fingerprint="ab")
    import json

    assert [proof_of(one) for one in json.loads(proofs_text((proof,)))] == [proof]


# What a supply is


@pytest.mark.parametrize(
    ("component", "total", "of_one"),
    [
        ("penalty-marker", 15, 3),  # three of each colour
        ("score-marker", 10, 2),  # two for each player
        ("door-marker", 5, 1),  # each door once
        ("leader-token", 1, None),
        ("shape-card + x-card", 25, None),
    ],
)
def test_supply_of_all_and_of_one(component, total, of_one):
    assert supply(derive_bill(load_game("geometric-chamber"), 5), Measure(component, "", 0, 0)) == (total, of_one)


@pytest.mark.parametrize(("most", "of_one", "expected"), [(15, 3, "proved"), (16, 3, "exceeded"), (4, 4, "exceeded")])
def test_verdicts(most, of_one, expected):
    bill, measure = derive_bill(load_game("geometric-chamber"), 5), Measure("penalty-marker", "flipped", most, of_one)
    assert verdict(Proof("geometric-chamber", 5, Method.STATES, (measure,)), measure, bill) == expected
    by_play = Proof("geometric-chamber", 5, Method.RANDOM, (measure,))
    assert verdict(by_play, measure, bill) == ("not exceeded" if expected == "proved" else expected)


# Three players: minutes, so only when asked for


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "starts", "without"), [("geometric-chamber", 363_329, 358_241), ("dokojong", 363_893, 358_805)]
)
def test_every_round_of_three_players_within_two_minutes_and_2_gib(name, starts, without):
    code = (
        "from tests.test_sufficiency import Memory\nfrom rules.sufficiency import Task, prove\nfrom rules.proof import Method\n"
        f"proof = prove(Task({name!r}, 3, Method.ROUNDS), Memory(), lines=True)\n"
        "import resource, json\nfrom dataclasses import asdict\n"
        "print(json.dumps([asdict(proof), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss]))"
    )
    import json

    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert time.monotonic() - begun < 120
    data, kilobytes = json.loads(done.stdout)
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
