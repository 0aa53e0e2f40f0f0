"""Proofs as data: what they say of a supply, the record that comes with the games, and searches that are stopped."""

from __future__ import annotations

import json

import pytest

from rules.bill import derive_bill
from rules.game import SHIPPED, load_game
from rules.games.judge_domino.readings import THREE_ROUNDS, WITH_TIE_BREAK
from rules.proof import Measure, Method, Proof, Verdict, fingerprint, proof_of, proofs_text, recorded_proofs, supply, verdict
from rules.sufficiency import Task, prove, tasks
from tests.support.places import ROOT
from tests.support.searches import Memory, counted, replayed

QUICK = [task for name in SHIPPED for task in tasks(name) if task.method in (Method.HANDS, Method.SCORES)]


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


@pytest.mark.parametrize("task", QUICK, ids=lambda task: task.name)
def test_the_record_of_what_is_quick_is_what_is_found(task):
    recorded = next(one for one in recorded_proofs() if Task(one.game, one.players, one.method, one.reading) == task)
    assert counted(prove(task, Memory())) == counted(recorded)


def test_the_record_s_text_holds_all_of_it():
    text = proofs_text(recorded_proofs())
    assert text == (ROOT / "rules" / "proofs.json").read_text(encoding="utf-8")


def test_a_proof_is_read_from_what_was_written():
    proof = Proof("dokojong", 2, Method.RANDOM, (Measure("x-tile", "face up", 6, 4),), counts={"games": 3}, fingerprint="ab")
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
