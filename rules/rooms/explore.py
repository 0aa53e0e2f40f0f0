"""Every state at the start of a round that can be reached, breadth first: rounds after rounds until nothing is new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rules.rooms.packed import PENALTIES_OUT, Hands, Keys, hands_of, keys_of, shuffled
from rules.rooms.rounds import POINTS_TO_END, Differences, Peaks, raise_peak, ways_of_a_round

CHUNK = 40_000
"""Rows at once: about 150 MB of successors."""

FIRST = -1
"""Stands where a state has no parent."""


@dataclass
class Exploration:
    """What is known so far: sorted keys, the state each was first reached from, and those whose rounds are still to be played.

    peaks: the most in use, by what and whether of all players or of one, and the state that the round with it began from.
    """

    players: int
    known: Keys
    parents: Keys
    frontier: Keys
    peaks: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """All of it as arrays and lists, to be kept."""
        peaks = [[*name, *peak] for name, peak in sorted(self.peaks.items())]
        arrays = {"known": self.known, "parents": self.parents, "frontier": self.frontier}
        return {"players": self.players, **arrays, "peaks": peaks}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Exploration:
        """The exploration that was kept."""
        peaks = {(what, of): (most, key) for what, of, most, key in data["peaks"]}
        return cls(int(data["players"]), data["known"], data["parents"], data["frontier"], peaks)

    @property
    def done(self) -> bool:
        """Whether nothing new can be reached."""
        return not len(self.frontier)

    @property
    def count(self) -> int:
        """States at the start of a round; who is out keeps a seat and the points, which count when the game is rated."""
        return len(self.known)

    @property
    def count_without_the_out(self) -> int:
        """The same where those who are out are forgotten altogether."""
        hands, total = hands_of(self.known, self.players), 0
        for seats, rows in _by_those_in(hands):
            if len(seats) == self.players:
                total += len(rows)
        fewer = [keys_of(hands.where(rows).sitting(seats)) for seats, rows in _by_those_in(hands) if len(seats) < self.players]
        return total + (len(np.unique(np.concatenate(fewer))) if fewer else 0)


def begin(players: int) -> Exploration:
    """The first round's states: nothing revealed, shapes anywhere."""
    empty = np.zeros((1, players), np.uint8)
    first, _ = shuffled(keys_of(Hands(empty, empty, empty, empty)), players)
    return Exploration(players, first, np.full(len(first), FIRST, np.int64), first)


def step(exploration: Exploration, rules: Differences) -> None:
    """Play one round from every state of the frontier; an exploration that is stopped meanwhile is as it was before."""
    peaks, fresh = dict(exploration.peaks), []
    for start in range(0, len(exploration.frontier), CHUNK):
        chunk = exploration.frontier[start : start + CHUNK]
        keys, rows = successors(chunk, exploration.players, rules, peaks)
        new = ~np.isin(keys, exploration.known)
        fresh.append((keys[new], chunk[rows[new]]))
    keys, at = np.unique(np.concatenate([keys for keys, _ in fresh]), return_index=True)
    parents = np.concatenate([parents for _, parents in fresh])[at]
    known = np.concatenate([exploration.known, keys])
    order = np.argsort(known, kind="stable")
    exploration.parents = np.concatenate([exploration.parents, parents])[order]
    exploration.known, exploration.frontier, exploration.peaks = known[order], keys, peaks


def successors(
    keys: Keys, players: int, rules: Differences, peaks: dict[tuple[str, str], tuple[int, int]]
) -> tuple[Keys, NDArray[np.int64]]:
    """The states that the next round may begin with, and for each a row of `keys` that it follows; `peaks` is raised."""
    hands, local = hands_of(keys, players), Peaks()
    unshuffled = []
    for seats, rows in _by_those_in(hands):
        inside: Peaks = {}
        for ways in ways_of_a_round(hands.where(rows).sitting(seats), rules, inside):
            if len(ways.rows):
                whole = _with_those_out(hands.where(rows[ways.rows]), ways.hands, seats)
                _measure_markers(whole, rows[ways.rows], local)
                unshuffled += list(_going_on(whole, seats[ways.leader], rows[ways.rows]))
        for name, (most, row) in inside.items():
            raise_peak(local, name, np.array([most]), rows[[row]])
    for name, (most, row) in local.items():
        if most > peaks.get(name, (0, 0))[0]:
            peaks[name] = most, int(keys[row])
    distinct, first = np.unique(np.concatenate([one for one, _ in unshuffled]), return_index=True)
    came_from = np.concatenate([one for _, one in unshuffled])[first]
    mixed, origin = shuffled(distinct, players)
    return mixed, came_from[origin]


def _by_those_in(hands: Hands) -> Iterator[tuple[tuple[int, ...], NDArray[np.int64]]]:
    """Rows by the seats that are still in; the leader always is."""
    out = hands.penalties >= PENALTIES_OUT
    for many in range(1, hands.seats):
        for others in combinations(range(1, hands.seats), many):
            seats = (0, *others)
            pattern = np.array([seat not in seats for seat in range(hands.seats)])
            rows = np.flatnonzero((out == pattern).all(axis=1))
            if len(rows):
                yield seats, rows


def _with_those_out(before: Hands, after: Hands, seats: tuple[int, ...]) -> Hands:
    """The whole table again: those in as they are now, those out as they were."""
    whole = before.copy()
    for index, seat in enumerate(seats):
        whole.shown[:, seat], whole.shape[:, seat] = after.shown[:, index], after.shape[:, index]
        whole.points[:, seat], whole.penalties[:, seat] = after.points[:, index], after.penalties[:, index]
    return whole


def _measure_markers(hands: Hands, rows: NDArray[np.int64], peaks: Peaks) -> None:
    """Markers flipped at the end of a round, of all players and of one."""
    for name, markers in (("penalties", hands.penalties), ("points", hands.points)):
        raise_peak(peaks, (name, "all"), markers.sum(axis=1, dtype=np.int64), rows)
        raise_peak(peaks, (name, "one"), markers.max(axis=1).astype(np.int64), rows)


def _going_on(hands: Hands, leader: int, rows: NDArray[np.int64]) -> Iterator[tuple[Keys, NDArray[np.int64]]]:
    """Games that go on, the next leader first: two points or one player left end it; an eliminated leader's left leads."""
    out = hands.penalties >= PENALTIES_OUT
    going = ~(hands.points >= POINTS_TO_END).any(axis=1) & (out.sum(axis=1) < hands.seats - 1)
    for skipped in range(hands.seats):
        order = [(leader + skipped + one) % hands.seats for one in range(hands.seats)]
        leads = going & ~out[:, order[0]]
        if leads.any():
            yield keys_of(hands.where(leads).sitting(order)), rows[leads]
        going &= out[:, order[0]]


def line_of(exploration: Exploration, key: int) -> list[int]:
    """The states that lead to one, from the first round on."""
    line = [key]
    while True:
        parent = int(exploration.parents[int(np.searchsorted(exploration.known, line[-1]))])
        if parent == FIRST:
            return line[::-1]
        line.append(parent)


def seats_of(key: int, players: int) -> tuple[tuple[int, int, int, int], ...]:
    """A state for people: for each player from the leader on the shape's place, the mask revealed, points and penalties."""
    hands = hands_of(np.array([key], np.int64), players)
    columns = np.stack([hands.shape, hands.shown, hands.points, hands.penalties], axis=2)[0].tolist()
    return tuple((int(shape).bit_length(), shown, points, penalties) for shape, shown, points, penalties in columns)
