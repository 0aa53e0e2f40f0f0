"""The table of Doubutsu Jungo: the board, the pile and the two players' captured tokens."""

from __future__ import annotations

from typing import NamedTuple

from rules.games.doubutsu_jungo.board import SQUARES, Board
from rules.games.doubutsu_jungo.readings import Readings

NUMBERS = range(1, 6)
"""The animals' numbers; each number is another animal (Components)."""

EACH = 5
"""Tokens of each number (Components)."""


class State(NamedTuple):
    """The table. hands: captured tokens of each number, by player. placed: tokens placed so far, by both.

    captured: how many of each number the last placed token captured.
    """

    readings: Readings
    board: Board = (0,) * len(SQUARES)
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((0,) * len(NUMBERS), (0,) * len(NUMBERS))
    placed: int = 0
    captured: tuple[int, ...] = (0,) * len(NUMBERS)

    @property
    def turn(self) -> int:
        """Whose turn it is: the first player places 1, the second 2, and so on (Playing a turn)."""
        return self.placed % 2

    @property
    def number(self) -> int:
        """The number to place: 1 to 5, and again from 1 (Playing a turn)."""
        return self.placed % len(NUMBERS) + 1

    @property
    def pile(self) -> tuple[int, ...]:
        """Tokens of each number that are left in the pile."""
        out = [self.board.count(number) + sum(hand[number - 1] for hand in self.hands) for number in NUMBERS]
        return tuple(EACH - one for one in out)
