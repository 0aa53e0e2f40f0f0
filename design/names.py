"""How pieces, their parts, faces and files are named, and what a name says.

A piece's name is its component and what tells the piece apart: `door-marker.2`. A face's adds the side:
`door-marker.2.front`.
"""

from __future__ import annotations

import re

from rules.game import Medium


def stl_path(game: str, piece: str, copies: int) -> str:
    """Path of a solid's file; its name says how often to print it."""
    return part_path(game, Medium.SOLID, piece, copies)


def part_path(game: str, medium: Medium, piece: str, copies: int) -> str:
    """Path of a solid's file in a medium, which gives the folder and the ending."""
    return f"{game}/{medium.value}/{piece}_x{copies}.{medium.value}"


PART = re.compile(r"\.([a-z])-of-([0-9]+)(\.|$)")
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def part_name(piece: str, number: int, count: int) -> str:
    """The name of a part of a split piece: `storage-box.a-of-2`."""
    return f"{piece}.{LETTERS[number]}-of-{count}"


def part_in(name: str) -> tuple[str, int] | None:
    """The letter of a part and the number of parts, if a name is that of a part or of one of its faces."""
    found = PART.search(name)
    return (found[1], int(found[2])) if found else None


def component_of(name: str) -> str:
    """The component of a piece, part or face: `door-marker` of `door-marker.2.front`."""
    return name.partition(".")[0]


def marks_of(name: str) -> list[str]:
    """What follows the component in a name: `gold` and `front` of `x-card.gold.front`."""
    return name.split(".")[1:]


def piece_of(face: str) -> str:
    """The piece that a face belongs to: `door-marker.2` of `door-marker.2.front`."""
    return face.rpartition(".")[0]


def side_of(face: str) -> str:
    """The side that a face shows: `front` of `door-marker.2.front`."""
    return face.rpartition(".")[2]


def stem_of(file: str) -> str:
    """A solid's file or path without its number of copies: `door-marker.2` of `door-marker.2_x1.stl`."""
    return file.rpartition("_x")[0]
