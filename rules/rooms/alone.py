"""One player's hand and markers, whatever the others do: bounds that hold for any number of players.

The others are forgotten, and so is whose turn it is: at any time any doors may be searched, any card be pointed at, or
an accuser's X be shown, in any order. That allows more than the game does with any number of players, so what never
happens here never happens there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.rooms.packed import DOORS, PENALTIES_OUT
from rules.rooms.rounds import CARDS_TO_SCORE, POINTS_TO_END


class Alone(NamedTuple):
    """A player's shape (a mask of one place), the mask of revealed cards, points and penalties."""

    shape: int
    shown: int = 0
    points: int = 0
    penalties: int = 0

    @property
    def found(self) -> bool:
        """Whether the shape is among the revealed cards."""
        return bool(self.shape & self.shown)


def every_hand() -> set[Alone]:
    """Every hand that one player may come to, at every moment: before cards are turned down too."""
    todo = [Alone(1 << place) for place in range(DOORS)]
    seen = set(todo)
    while todo:
        for after in _after(todo.pop()):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def _after(hand: Alone) -> Iterator[Alone]:
    if hand.points >= POINTS_TO_END or hand.penalties >= PENALTIES_OUT:
        return
    if hand.found:
        yield from _shuffled(hand._replace(penalties=hand.penalties + 1))
        return
    if hand.shown.bit_count() >= CARDS_TO_SCORE:
        yield from _shuffled(hand._replace(points=hand.points + 1))
        return
    for doors in range(1, 1 << DOORS):
        yield hand._replace(shown=hand.shown | doors)


def _shuffled(hand: Alone) -> Iterator[Alone]:
    for place in range(DOORS):
        yield hand._replace(shape=1 << place, shown=0)
