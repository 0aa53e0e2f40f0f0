"""The table of Geometric Chamber: who sits at it, what lies on it, and how silent places of the source are read."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

NUMBERS = range(1, 6)
"""The doors, and the places of a number board (Game accessories)."""

CARDS_TO_SCORE = 3
"""So many places shown without the shape make a point (1, and 4 Step 2)."""

PENALTIES_OUT = 3
"""So many flipped penalty markers put a player out (4 Step 2)."""

POINTS_TO_END = 2
"""So many flipped score markers end the game (5)."""


class Points(StrEnum):
    """Step 2: whether all who earned a point take it together, or from the leader on until the game ends."""

    TOGETHER = "together"
    FROM_LEADER = "from the leader"


class Accuser(StrEnum):
    """Step 1: which X card an accuser who was right may turn: one not revealed yet, or any (then it may stay as it is)."""

    HIDDEN = "an X card not revealed yet"
    ANY = "any X card"


class Readings(NamedTuple):
    """How places are read that the source leaves open; the defaults are what the rule sheet says.

    Never an option: a complete tie is shared (5 names no winner); an eliminated player's board leaves the table, and
    "to their left" is the next one still playing; with all doors open nobody can open one more.
    """

    points: Points = Points.TOGETHER
    accuser: Accuser = Accuser.HIDDEN


class Phase(StrEnum):
    """What is to be done next."""

    FIRST = "first"
    SHUFFLE = "shuffle"
    OPEN = "open"
    TURN = "turn"
    SEARCH = "search"
    SHOW = "show"
    FOUND = "found"
    X_CARD = "x card"
    POINTS = "points"
    OVER = "over"


class Seat(NamedTuple):
    """A player still in the game: the place of the shape (0 while the cards are being shuffled), a mask of revealed places."""

    player: int
    shape: int = 0
    shown: int = 0
    points: int = 0
    penalties: int = 0

    @property
    def found(self) -> bool:
        """Whether the shape is among the revealed cards."""
        return bool(self.shape) and bool(self.shown & bit(self.shape))


class State(NamedTuple):
    """The table. Seats are clockwise; `out` are the eliminated, in the order in which they left.

    leader, turn: indices of seats. doors: mask of open doors. asked: how many have agreed to them since the token
    moved. shuffling: seats whose cards are being shuffled. place: what the accuser pointed at; accuser: their seat.
    next_phase: where the round goes on when cards have been shuffled.
    """

    readings: Readings
    phase: Phase
    seats: tuple[Seat, ...]
    out: tuple[Seat, ...] = ()
    leader: int = 0
    turn: int = 0
    doors: int = 0
    agreed: int = 0
    shuffling: tuple[int, ...] = ()
    place: int = 0
    accuser: int | None = None
    next_phase: Phase = Phase.OPEN


def bit(number: int) -> int:
    """The mask of one number."""
    return 1 << (number - 1)


def numbers(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, ascending."""
    return tuple(number for number in NUMBERS if mask & bit(number))


def mask_of(chosen: tuple[int, ...]) -> int:
    """The mask of numbers."""
    return sum(bit(number) for number in chosen)


def seated(state: State, index: int, **changes: int) -> State:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[index] = seats[index]._replace(**changes)
    return state._replace(seats=tuple(seats))
