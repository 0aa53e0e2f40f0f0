"""How parts and their files are named."""

from __future__ import annotations

from rules.game import Medium


def stl_path(game: str, piece: str, copies: int) -> str:
    """Where a solid's file lies: its name says how often it is to be printed."""
    return part_path(game, Medium.SOLID, piece, copies)


def part_path(game: str, medium: Medium, piece: str, copies: int) -> str:
    """The same in each medium that a solid comes in; the folder and the ending are the medium's."""
    return f"{game}/{medium.value}/{piece}_x{copies}.{medium.value}"


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def part_name(piece: str, number: int, count: int) -> str:
    """The name of a part of a split piece: `storage-box.a-of-2`."""
    return f"{piece}.{LETTERS[number]}-of-{count}"
