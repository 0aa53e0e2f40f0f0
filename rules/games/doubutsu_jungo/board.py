"""The board of Doubutsu Jungo, and what a placed token captures on it.

Squares are numbered from 0, row by row: square = 5 x row + column. A board is a tuple of 25 numbers, 0 where a square
is empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.doubutsu_jungo.readings import Surround

Board = tuple[int, ...]

SIDE = 5
"""The board has so many squares a side (Components)."""

SQUARES = range(SIDE * SIDE)

STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""Neighbours to the sides: only these matter for a surround (Surround)."""

DIRECTIONS = (*STRAIGHT, (-1, -1), (-1, 1), (1, -1), (1, 1))
"""All eight, for a sandwich (Sandwich)."""


def ray(square: int, step: tuple[int, int]) -> Iterator[int]:
    """The squares from one in a direction, to the edge of the board."""
    row, column = square // SIDE + step[0], square % SIDE + step[1]
    while 0 <= row < SIDE and 0 <= column < SIDE:
        yield SIDE * row + column
        row, column = row + step[0], column + step[1]


def neighbours(square: int) -> list[int]:
    """The squares beside one, horizontally and vertically."""
    return [next(ray(square, step)) for step in STRAIGHT if next(ray(square, step), None) is not None]


def sandwiched(board: Board, square: int) -> frozenset[int]:
    """Sandwich: in each direction an unbroken line of tokens up to the first of the placed number; those between."""
    taken: set[int] = set()
    for step in DIRECTIONS:
        between: list[int] = []
        for other in ray(square, step):
            if board[other] in (0, board[square]):
                if board[other]:
                    taken.update(between)
                break
            between.append(other)
    return frozenset(taken)


def surrounded(board: Board, square: int) -> frozenset[int]:
    """Surround: groups beside the placed token that only tokens of its number and the board's edge close off."""
    taken: set[int] = set()
    for first in neighbours(square):
        if board[first] in (0, board[square]):
            continue
        group, todo, closed = {first}, [first], True
        while todo:
            for other in neighbours(todo.pop()):
                closed = closed and board[other] != 0
                if board[other] not in (0, board[square]) and other not in group:
                    group.add(other)
                    todo.append(other)
        if closed:
            taken |= group
    return frozenset(taken)


def lifted(board: Board, squares: frozenset[int]) -> Board:
    """The board with some squares emptied (Captured tokens)."""
    return tuple(0 if square in squares else number for square, number in enumerate(board))


def captured(board: Board, square: int, surround: Surround) -> frozenset[int]:
    """Every square whose token the one just placed at `square` captures; both kinds may happen at once (Capturing)."""
    by_line = sandwiched(board, square)
    return by_line | surrounded(lifted(board, by_line) if surround is Surround.AFTER else board, square)
