"""Many states at the start of a round at once, as numpy arrays, and each of them as one integer.

At the start of a round all doors are closed, so a state is, for each player from the leader on: where the shape (the
dog) stands, which X cards are revealed, points and penalties. Doors are alike, so the five columns of hands are sorted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Masks = NDArray[np.uint8]
Keys = NDArray[np.int64]

DOORS = 5
STAT_BITS = 3
"""Bits of a player's markers in a key: one of points, for the second ends the game, and two of penalties."""

PENALTIES_OUT = 3
"""So many penalties put a player out, in both games."""

NETWORK = ((0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2))
"""Nine exchanges that sort five columns."""

POPCOUNT = np.array([mask.bit_count() for mask in range(1 << DOORS)], np.uint8)


@dataclass(frozen=True)
class Hands:
    """Rows of states; each array is rows by seats, the leader's seat first.

    shown: masks of places with a revealed card. shape: the mask of the shape's place, 0 while the cards are being
    shuffled. points, penalties: flipped markers. Whoever is out keeps the seat, with three penalties and no cards.
    """

    shown: Masks
    shape: Masks
    points: Masks
    penalties: Masks

    @property
    def seats(self) -> int:
        """How many players."""
        return int(self.shown.shape[1])

    def __len__(self) -> int:
        return int(self.shown.shape[0])

    def where(self, rows: Any) -> Hands:
        """Some of the rows."""
        return Hands(self.shown[rows], self.shape[rows], self.points[rows], self.penalties[rows])

    def sitting(self, order: Sequence[int]) -> Hands:
        """The players in another order, or some of them."""
        order = list(order)
        return Hands(self.shown[:, order], self.shape[:, order], self.points[:, order], self.penalties[:, order])

    def copy(self) -> Hands:
        """Arrays of its own."""
        return Hands(self.shown.copy(), self.shape.copy(), self.points.copy(), self.penalties.copy())


def _spread(width: int) -> NDArray[np.int64]:
    """For each mask of doors its bits set apart, one at the foot of each column."""
    return np.array([sum((mask >> door & 1) << door * width for door in range(DOORS)) for mask in range(1 << DOORS)], np.int64)


def keys_of(hands: Hands) -> Keys:
    """Each row as one integer, the same for all rows that differ in the doors' order only."""
    seats, width = hands.seats, 2 * hands.seats
    spread = _spread(width)
    columns = np.zeros(len(hands), np.int64)
    for seat in range(seats):
        columns |= spread[hands.shown[:, seat]] << (2 * seat + 1)
        columns |= spread[hands.shape[:, seat]] << (2 * seat)
    field = (1 << width) - 1
    fields = [((columns >> door * width) & field).astype(np.uint16) for door in range(DOORS)]
    for low, high in NETWORK:
        fields[low], fields[high] = np.minimum(fields[low], fields[high]), np.maximum(fields[low], fields[high])
    keys = np.zeros(len(hands), np.int64)
    for seat in range(seats):
        keys = keys << STAT_BITS | hands.points[:, seat].astype(np.int64) << 2 | hands.penalties[:, seat]
    for one in fields:
        keys = keys << width | one
    return keys


def hands_of(keys: Keys, seats: int) -> Hands:
    """The states of keys; doors come in the order of the sorted columns."""
    width = 2 * seats
    shown, shape, points, penalties = (np.zeros((len(keys), seats), np.uint8) for _ in range(4))
    for door in range(DOORS):
        column = keys >> (DOORS - 1 - door) * width
        for seat in range(seats):
            shape[:, seat] |= ((column >> 2 * seat & 1) << door).astype(np.uint8)
            shown[:, seat] |= ((column >> 2 * seat + 1 & 1) << door).astype(np.uint8)
    stats = keys >> DOORS * width
    for seat in range(seats):
        stat = stats >> (seats - 1 - seat) * STAT_BITS
        points[:, seat] = stat >> 2 & 1
        penalties[:, seat] = stat & 3
    return Hands(shown, shape, points, penalties)


def shuffled(keys: Keys, seats: int) -> tuple[Keys, NDArray[np.int64]]:
    """All that shuffling may bring about, and for each the row it came from: a shape without a place comes to each of five."""
    origin = np.arange(len(keys))
    for seat in range(seats):
        hands = hands_of(keys, seats)
        waiting = (hands.shape[:, seat] == 0) & (hands.penalties[:, seat] < PENALTIES_OUT)
        moved, origins = [keys[~waiting]], [origin[~waiting]]
        for door in range(DOORS if waiting.any() else 0):
            placed = hands.where(waiting).copy()
            placed.shape[:, seat] = 1 << door
            moved.append(keys_of(placed))
            origins.append(origin[waiting])
        keys, first = np.unique(np.concatenate(moved), return_index=True)
        origin = np.concatenate(origins)[first]
    return keys, origin
