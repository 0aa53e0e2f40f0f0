"""The pieces of Doubutsu Jungo that a state has in use, and its actions in words."""

from __future__ import annotations

from rules.games.doubutsu_jungo.board import SIDE
from rules.games.doubutsu_jungo.table import NUMBERS, State
from rules.playing import Action, Use


def in_use(state: State) -> dict[Use, int]:
    """The board, and of each number the tokens out of the pile, on the board and in hands."""
    used = {Use("board", "on the table"): 1}
    for number in NUMBERS:
        on_board = state.board.count(number)
        in_hands = sum(hand[number - 1] for hand in state.hands)
        used[Use("animal-token", "on the board", number - 1)] = on_board
        used[Use("animal-token", "in hands", number - 1)] = in_hands
        used[Use("animal-token", "out of the pile", number - 1)] = on_board + in_hands
        used[Use("animal-token", "captured at once", number - 1)] = state.captured[number - 1]
    return used


def says(state: State, action: Action, names: tuple[str, ...], viewer: int | None = None) -> str:  # noqa: ARG001
    """An action in words, with the animal's number and the square's row and column from 1."""
    where = f"in row {action.at[0] // 5 + 1}, column {action.at[0] % 5 + 1}"
    source = "from the pile" if any(state.pile) else "of the own tokens"
    return f"{names[state.turn]} places a {state.number} {source} {where}"


def sees(state: State, player: int) -> str:
    """The board row by row, a dot for an empty square, and the own tokens."""
    rows = [state.board[first : first + SIDE] for first in range(0, SIDE * SIDE, SIDE)]
    board = "\n".join("    " + " ".join(str(number) if number else "." for number in row) for row in rows)
    own = ", ".join(f"{count} of {number}" for number, count in zip(NUMBERS, state.hands[player], strict=True))
    return f"place a {state.number}; your tokens: {own}\n{board}"
