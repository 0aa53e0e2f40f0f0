"""Boards in figures: a number board that stands before its owner, and a board of squares with tokens on it."""

from __future__ import annotations

from collections.abc import Sequence

from design.faces.face import Face
from printables.figure import Faces
from printables.sketch import PALE, PAPER, Marks, fitted, number, outlined, slab, small
from rules.figures import GridItem

ENDS_MM = 14.0
"""Length that a board has beyond its outer places: its ends in the connectors."""
WINDOW = 0.4
"""Height of a plate, as a share of a card's: what stands above it is the window."""
FILLED = 0.86
"""Size of a token, as a share of its square."""
NAME_SHARE = 0.46
"""Height of a name on a token, as a share of its square."""
TAKEN = "#b9b6c4"
"""Grey of squares whose tokens are captured: seen on any printer."""
PLACED_MM = 0.8
"""Line around a square on which a token has just been placed."""


def board_scale(places_x: Sequence[float], width_mm: float) -> float:
    """The scale at which a board takes the width: its places and as much as its ends need."""
    return width_mm / (places_x[-1] - places_x[0] + places_x[1] - places_x[0] + ENDS_MM)


def standing(faces: Sequence[Face], numbers: Sequence[str], places_x: Sequence[float], width_mm: float, top_mm: float) -> Marks:
    """A board seen from one side, across the width: a face stands at each number, their upper edges at `top_mm`."""
    scale = board_scale(places_x, width_mm)
    places = [width_mm / 2 + scale * x for x in places_x]
    high = scale * max(face.size_mm[1] for face in faces)
    half = scale * (places_x[1] - places_x[0]) / 2 + 0.4
    foot = top_mm - high
    left, right, top = places[0] - half, places[-1] + half, foot + WINDOW * high
    marks: Marks = []
    for face, x in zip(faces, places, strict=False):
        marks += small(face, scale, x, foot + high / 2)
    marks += outlined(slab(left, foot, right, top), PAPER, 0.3)
    for x in (left - 2.2, right - 0.6):
        marks += outlined(slab(x, foot, x + 2.8, top, 0.5), PALE)
    return marks + [number(value, 0.24 * high, x, (foot + top) / 2) for value, x in zip(numbers, places, strict=False)]


def _named(variant: str, cell_mm: float, x_mm: float, y_mm: float) -> Marks:
    """A disc with a variant's name."""
    half = FILLED * cell_mm / 2
    disc = slab(x_mm - half, y_mm - half, x_mm + half, y_mm + half, 0.98 * half)
    return [*outlined(disc, PAPER, 0.2), number(variant, NAME_SHARE * cell_mm, x_mm, y_mm)]


def grid(item: GridItem, faces: Faces, cell_mm: float, left_mm: float, top_mm: float) -> Marks:
    """A board of squares: tokens by their variants; what was just placed has a frame, what is captured a grey square."""
    squares, tokens = [], []
    for row, text in enumerate(item.grid):
        for column, name in enumerate(text.split()):
            x, y = left_mm + column * cell_mm, top_mm - row * cell_mm
            square = slab(x, y - cell_mm, x + cell_mm, y)
            variant = name.rstrip("!x") if name != "." else ""
            line_mm = PLACED_MM if name.endswith("!") else 0.2
            squares.append((line_mm, outlined(square, TAKEN if name.endswith("x") and variant else PAPER, line_mm)))
            if variant:
                face = faces.find(f"{item.tokens}.{variant}.front")
                room, middle = FILLED * cell_mm, (x + cell_mm / 2, y - cell_mm / 2)
                tokens += _named(variant, cell_mm, *middle) if item.names else fitted(face, room, room, *middle)
    # Frames lie over their neighbours' lines.
    return [mark for _, marks in sorted(squares, key=lambda one: one[0]) for mark in marks] + tokens
