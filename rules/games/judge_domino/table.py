"""The table of Judge Domino: players' chips, and the line of dominoes in the middle."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from rules.games.judge_domino.readings import Readings

DOMINOES = range(1, 12)
"""Dominoes are numbered 1 to 11 (Game Components)."""

FIRST_DOMINO = 6
"""This one stands in the middle when a round starts (Setup, End of Round)."""

ROUNDS = 3
"""The game ends after so many (End of Game)."""

UPRIGHT, ON_ITS_SIDE = 0, 1
"""A domino is stood vertically or horizontally (Domino Placement Rules)."""

LEFT, RIGHT = 0, 1
"""The ends of the line."""

FAILURE, SUCCESS = 0, 1
"""The sides of a guess chip, and what a knocked-down line turns out to be."""


class Domino(NamedTuple):
    """A domino of the line, and the way it stands."""

    number: int
    way: int = UPRIGHT


class Phase(StrEnum):
    """What is to be done next."""

    FIRST = "first"
    STAND = "stand"
    CALL = "call"
    GUESS = "guess"
    KNOCK = "knock"
    OVER = "over"


class State(NamedTuple):
    """The table. Players are numbered clockwise from 0.

    points: score chips before each player. playing: who takes part in the round (all but in a tie-break of the tied).
    turn: whose turn it is to stand a domino, or who stood the last one. line: from left to right; what is not in it is
    in the supply. asked: how many of the others said nothing. caller: who called "Judge!". guesses: chips in hands.
    ended: rounds that count and are over.
    """

    readings: Readings
    phase: Phase
    points: tuple[int, ...]
    playing: tuple[int, ...]
    turn: int = 0
    line: tuple[Domino, ...] = (Domino(FIRST_DOMINO),)
    asked: int = 0
    caller: int | None = None
    guesses: tuple[int, ...] = ()
    ended: int = 0

    @property
    def supply(self) -> tuple[int, ...]:
        """The dominoes beside the table."""
        standing = {domino.number for domino in self.line}
        return tuple(number for number in DOMINOES if number not in standing)

    def from_turn(self) -> tuple[int, ...]:
        """Who plays, clockwise from the player who stands or stood a domino."""
        at = self.playing.index(self.turn)
        return self.playing[at:] + self.playing[:at]
