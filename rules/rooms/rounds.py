"""One round from many states at once: every way it may go, and what lies face up on the way.

What the players decide comes down to this: who leads when the search begins and which doors are open, or who
leads, who accuses and which card. A round's ways are the same for both games; where they differ is in `Differences`.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rules.rooms.packed import DOORS, POPCOUNT, Hands

CARDS_TO_SCORE, POINTS_TO_END = 3, 2
"""The same in both games: three X make a point, two points end the game."""


class Scoring(StrEnum):
    """When a third X makes its point: after the search, for all together; or at once, before the next player reveals."""

    AFTER = "after the search"
    AT_ONCE = "at once"


class NextLeader(StrEnum):
    """Who leads after an accusation that was right: who led, or the player at the left."""

    SAME = "the same"
    LEFT = "the left"


class Differences(NamedTuple):
    """Where the two games differ: when points are made, who leads on, and whether an accuser may point at a revealed card."""

    scoring: Scoring
    next_leader: NextLeader
    any_number: bool


class Ways(NamedTuple):
    """What a way of a round leads to from some of the rows: who leads next (unless out), and the rows that it began from."""

    hands: Hands
    leader: int
    rows: NDArray[np.int64]


Peaks = dict[tuple[str, str], tuple[int, int]]
"""The most in use by component and way, and the row of the state that the round with it began from."""


def leaders(seats: int) -> frozenset[tuple[int, int]]:
    """Who may lead with how many doors open: the first leader with one; then anybody else takes the token for one more."""
    reached = {(0, 1)}
    for many in range(1, DOORS):
        reached |= {(other, many + 1) for who, at in reached if at == many for other in range(seats) if other != who}
    return frozenset(reached)


def ways_of_a_round(hands: Hands, rules: Differences, peaks: Peaks) -> Iterator[Ways]:
    """Every way a round may go from each row; `peaks` is raised to what was in use on the way."""
    led = sorted(leaders(hands.seats))
    for leader, many in led:
        for doors in combinations(range(DOORS), many):
            yield from _search(hands.copy(), leader, sum(1 << door for door in doors), rules, peaks)
    for leader in sorted({leader for leader, _ in led}):
        for place in range(DOORS):
            yield from _accused(hands, leader, 1 << place, rules, peaks)
        if rules.any_number:
            revealed = np.flatnonzero(hands.shown[:, leader])
            yield Ways(hands.where(revealed), leader, revealed)


def _search(hands: Hands, leader: int, doors: int, rules: Differences, peaks: Peaks) -> Iterator[Ways]:
    """All agreed: from the leader on each reveals what stands at open doors, until a shape is found."""
    searching = np.ones(len(hands), bool)
    caught = np.zeros(hands.shown.shape, bool)
    for step in range(hands.seats):
        seat = (leader + step) % hands.seats
        hands.shown[searching, seat] |= doors
        caught[:, seat] = searching & (hands.shape[:, seat] & doors != 0)
        searching &= ~caught[:, seat]
        if rules.scoring is Scoring.AT_ONCE:
            _measure_cards(hands, peaks)
            _turn_down(hands, caught[:, seat], seat, hands.penalties)
            _turn_down(hands, _three(hands, seat), seat, hands.points)
            searching &= hands.points[:, seat] < POINTS_TO_END
    if rules.scoring is Scoring.AFTER:
        _measure_cards(hands, peaks)
        for seat in range(hands.seats):
            _turn_down(hands, caught[:, seat], seat, hands.penalties)
        for seat in range(hands.seats):
            _turn_down(hands, _three(hands, seat), seat, hands.points)
    yield Ways(hands, leader, np.arange(len(hands)))


def _accused(hands: Hands, leader: int, place: int, rules: Differences, peaks: Peaks) -> Iterator[Ways]:
    """Somebody accused: the leader reveals one card that was hidden; if it is the shape, the accuser reveals an X."""
    right = np.flatnonzero(hands.shape[:, leader] & place)
    wrong = np.flatnonzero(~(hands.shown[:, leader] | hands.shape[:, leader]) & place)
    missed = hands.where(wrong).copy()
    missed.shown[:, leader] |= place
    _measure_cards(missed, peaks, wrong)
    _turn_down(missed, _three(missed, leader), leader, missed.points)
    yield Ways(missed, leader, wrong)
    found = hands.where(right).copy()
    found.shown[:, leader] |= place
    _measure_cards(found, peaks, right)
    following = (leader + 1) % hands.seats if rules.next_leader is NextLeader.LEFT else leader
    for accuser in (seat for seat in range(hands.seats) if seat != leader):
        for other in (1 << door for door in range(DOORS)):
            may = ~(found.shown[:, accuser] | found.shape[:, accuser]) & other != 0
            after = found.where(may).copy()
            rows = right[may]
            if rules.scoring is Scoring.AFTER:
                _turn_down(after, np.ones(len(after), bool), leader, after.penalties)
            after.shown[:, accuser] |= other
            _measure_cards(after, peaks, rows)
            if rules.scoring is Scoring.AT_ONCE:
                _turn_down(after, np.ones(len(after), bool), leader, after.penalties)
            _turn_down(after, _three(after, accuser), accuser, after.points)
            yield Ways(after, following, rows)


def _three(hands: Hands, seat: int) -> NDArray[np.bool_]:
    """Who has three cards revealed, and the shape not among them."""
    found: NDArray[np.bool_] = hands.shown[:, seat] & hands.shape[:, seat] != 0
    return (POPCOUNT[hands.shown[:, seat]] >= CARDS_TO_SCORE) & ~found


def _turn_down(hands: Hands, rows: NDArray[np.bool_], seat: int, markers: NDArray[np.uint8]) -> None:
    """Flip a marker, turn the cards face down, and shuffle them."""
    markers[rows, seat] += 1
    hands.shown[rows, seat] = 0
    hands.shape[rows, seat] = 0


def _measure_cards(hands: Hands, peaks: Peaks, rows: NDArray[np.int64] | None = None) -> None:
    """Cards face up at this moment."""
    if not len(hands):
        return
    shapes = (hands.shown & hands.shape != 0).astype(np.int64)
    cards = POPCOUNT[hands.shown].astype(np.int64)
    for name, each in (("shape", shapes), ("x", cards - shapes), ("cards", cards)):
        raise_peak(peaks, (name, "all"), each.sum(axis=1), rows)
        raise_peak(peaks, (name, "one"), each.max(axis=1), rows)


def raise_peak(peaks: Peaks, name: tuple[str, str], counts: NDArray[np.int64], rows: NDArray[np.int64] | None) -> None:
    """Keep the largest count and the row where it was."""
    at = int(counts.argmax())
    if int(counts[at]) > peaks.get(name, (0, 0))[0]:
        peaks[name] = int(counts[at]), int(rows[at]) if rows is not None else at
