"""Doubutsu Jungo as a game that can be played: every rule of its source, and nothing about how it is made.

Sections are those of the source: Components, Setup, Playing a turn, Capturing (Sandwich, Surround, Captured tokens,
Safe placement), End of the game, Tips.
"""

from __future__ import annotations

from functools import lru_cache

from rules.games.doubutsu_jungo.board import SIDE, SQUARES, captured, lifted
from rules.games.doubutsu_jungo.pieces import in_use, says, sees
from rules.games.doubutsu_jungo.readings import DEFAULT, Readings
from rules.games.doubutsu_jungo.table import NUMBERS, State
from rules.playing import Action, Outcome, Together, refuse

__all__ = [
    "MADE_LINES",
    "RARE",
    "TOGETHER",
    "apply",
    "canonical",
    "in_use",
    "legal_actions",
    "outcome",
    "says",
    "sees",
    "start",
    "to_move",
]

TOGETHER: Together = ()
"""Components whose uses are worth counting together: none."""

RARE: frozenset[str] = frozenset()
"""Actions that random play takes now and then only: none."""

_SQUARES_OF_A_GAME = (20, 2, 9, 13, 8, 17, 14, 3, 10, 16, 15, 0, 4, 11, 19, 12, 5, 16, 1, 18, 6, 21, 7, 8, 22)

MADE_LINES = (", ".join(f"place {square}" for square in _SQUARES_OF_A_GAME),)
"""A game made by hand: its last token captures 20, and the first player ends with 22."""

PLAYERS = 2
"""The game is for two (Overview)."""


def start(players: int = PLAYERS, readings: Readings = DEFAULT) -> State:
    """An empty board, all tokens in the pile (Setup)."""
    if players != PLAYERS:
        raise ValueError(f"players = {players}: must be {PLAYERS}")
    return State(readings)


def to_move(state: State) -> int | None:
    """The players take turns (Overview)."""
    return state.turn


def _has_token(state: State) -> bool:
    """Whether the required number can be taken: from the pile while it has tokens, then from the own captured ones."""
    pile = state.pile
    return (pile if any(pile) else state.hands[state.turn])[state.number - 1] > 0


@lru_cache(maxsize=8)
def legal_actions(state: State) -> tuple[Action, ...]:
    """The required token on any empty square (Playing a turn); nothing if it cannot be taken (End of the game)."""
    if not _has_token(state):
        return ()
    return tuple(Action("place", (square,)) for square in SQUARES if not state.board[square])


def apply(state: State, action: Action) -> State:
    """The token is placed, and what it sandwiches or surrounds goes to its player; ValueError for an illegal action."""
    refuse(action, legal_actions(state))
    square, number, player = action.at[0], state.number, state.turn
    hand = list(state.hands[player])
    if not any(state.pile):
        hand[number - 1] -= 1
    board = (*state.board[:square], number, *state.board[square + 1 :])
    taken = captured(board, square, state.readings.surround)
    animals = [board[one] for one in taken]
    gained = tuple(animals.count(one) for one in NUMBERS)
    hand = [had + more for had, more in zip(hand, gained, strict=True)]
    hands = (tuple(hand), state.hands[1]) if player == 0 else (state.hands[0], tuple(hand))
    return State(state.readings, lifted(board, taken), hands, state.placed + 1, gained)


def outcome(state: State) -> Outcome | None:
    """Who cannot place the required number loses (End of the game)."""
    if legal_actions(state):
        return None
    return Outcome((1 - state.turn,), f"the other player has no {state.number} to place")


def canonical(state: State) -> State:
    """One state for all boards that differ by a turn or a mirror only."""
    return min(state._replace(board=tuple(state.board[square] for square in squares)) for squares in _SYMMETRIES)


def _symmetries() -> tuple[tuple[int, ...], ...]:
    turned = [SIDE * (SIDE - 1 - square % SIDE) + square // SIDE for square in SQUARES]
    mirrored = [SIDE * (square // SIDE) + SIDE - 1 - square % SIDE for square in SQUARES]
    found = [tuple(SQUARES)]
    for one in found:
        for step in (turned, mirrored):
            after = tuple(one[square] for square in step)
            if after not in found:
                found.append(after)
    return tuple(found)


_SYMMETRIES = _symmetries()
