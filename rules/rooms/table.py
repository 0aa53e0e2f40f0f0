"""The table of a game that hides something behind five doors: who sits at it, what lies on it, and which states are alike.

Geometric Chamber and Dokojong share it. `shape` is what a player hides (there a dog). Doors and places are numbered
1 to 5; a set of them is a mask whose bit 0 is number 1.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

R = TypeVar("R")

NUMBERS = range(1, 6)
"""The doors, and the places of a player's board."""


class Phase(StrEnum):
    """What is to be done next; `x card` is an accuser who was right and shows one."""

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


class State(NamedTuple, Generic[R]):
    """The table. Seats are clockwise; `out` are the eliminated, in the order in which they left.

    leader, turn: indices of seats. doors: mask of open doors. asked: how many have agreed to them since the token
    moved. shuffling: seats whose cards are being shuffled. place: what the accuser pointed at; accuser: their seat.
    next_phase: where the round goes on when cards have been shuffled. caught: an accusation was right.
    """

    readings: R
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
    caught: bool = False


def bit(number: int) -> int:
    """The mask of one number."""
    return 1 << (number - 1)


def numbers(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, ascending."""
    return tuple(number for number in NUMBERS if mask & bit(number))


def mask_of(chosen: tuple[int, ...]) -> int:
    """The mask of numbers."""
    return sum(bit(number) for number in chosen)


def seated(state: State[R], index: int, **changes: int) -> State[R]:
    """The state with one seat changed."""
    seats = list(state.seats)
    seats[index] = seats[index]._replace(**changes)
    return state._replace(seats=tuple(seats))


_MARKS = {
    (mask, number): tuple((mask >> at & 1) << 1 | (number == at + 1) for at in range(len(NUMBERS)))
    for mask in range(1 << len(NUMBERS))
    for number in range(len(NUMBERS) + 1)
}
"""A mask and a number as two bits at each door, and `_NUMBERS` back again."""

_NUMBERS = {marks: what for what, marks in _MARKS.items()}


def alike(state: State[R]) -> State[R]:
    """The leader sits first and players are named in their order; doors are sorted by what lies at them.

    Doors are alike: whoever exchanges two of them on all boards and on the table has the same game. Eliminated
    players no longer act, so their order is forgotten.
    """
    count, leader = len(state.seats), state.leader
    seats = state.seats[leader:] + state.seats[:leader]
    columns = list(_MARKS[state.doors, state.place])
    for seat in seats:
        columns = [column << 2 | marks for column, marks in zip(columns, _MARKS[seat.shown, seat.shape], strict=True)]
    columns.sort(reverse=True)
    renamed = []
    for index, seat in enumerate(seats):
        low = 2 * (count - 1 - index)
        shown, shape = _NUMBERS[tuple([column >> low & 3 for column in columns])]
        renamed.append(Seat(index, shape, shown, seat.points, seat.penalties))
    doors, place = _NUMBERS[tuple([column >> 2 * count for column in columns])]
    gone = sorted((seat.points, seat.penalties) for seat in state.out)
    return state._replace(
        seats=tuple(renamed),
        out=tuple(Seat(count + index, 0, 0, *markers) for index, markers in enumerate(gone)),
        leader=0,
        turn=(state.turn - state.leader) % count,
        doors=doors,
        shuffling=tuple((index - state.leader) % count for index in state.shuffling),
        place=place,
        accuser=None if state.accuser is None else (state.accuser - state.leader) % count,
    )
