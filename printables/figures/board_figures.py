"""Boards in figures: a number board standing in front of its owner, and a board of squares with tokens on it."""

from __future__ import annotations

from collections.abc import Sequence

from design.faces.face import Face
from printables.figures.figure import Faces
from printables.figures.sketch import PALE, PAPER, Marks, fitted, number, outlined, slab, small
from rules.figures import GridItem

CAP_MM = 2.0
"""How far a connector extends past the plate's end."""
FILLED = 0.86
"""Size of a token, as a share of its square."""
NAME_SHARE = 0.46
"""Height of a name on a token, as a share of its square."""
TAKEN = "#b9b6c4"
"""Grey of squares whose tokens are captured; visible on any printer."""
PLACED_MM = 0.8
"""Line around a square on which a token has just been placed."""


def board_scale(plate: Face, width_mm: float) -> float:
    """The scale at which a board fills the width: its plate and the protruding connectors."""
    return width_mm / (plate.size_mm[0] + 2 * CAP_MM)


def standing(faces: Sequence[Face], plate: Face, places_x: Sequence[float], width_mm: float, top_mm: float) -> Marks:
    """A board seen from a plate's side, across the width: a face stands at each number, with its upper edge at `top_mm`."""
    scale = board_scale(plate, width_mm)
    high = scale * max(face.size_mm[1] for face in faces)
    foot = top_mm - high
    top = foot + scale * plate.size_mm[1]
    marks: Marks = []
    for face, x in zip(faces, places_x, strict=False):
        marks += small(face, scale, width_mm / 2 + scale * x, foot + high / 2)
    marks += small(plate, scale, width_mm / 2, (foot + top) / 2)
    # A connector hides each end of the plate.
    long = width_mm / 2 - scale * (places_x[-1] + (places_x[1] - places_x[0]) / 2)
    for x in (0.0, width_mm - long):
        marks += outlined(slab(x, foot, x + long, top, 0.5), PALE)
    return marks


def _named(variant: str, cell_mm: float, x_mm: float, y_mm: float) -> Marks:
    """A disc with a variant's name."""
    half = FILLED * cell_mm / 2
    disc = slab(x_mm - half, y_mm - half, x_mm + half, y_mm + half, 0.98 * half)
    return [*outlined(disc, PAPER, 0.2), number(variant, NAME_SHARE * cell_mm, x_mm, y_mm)]


def grid(item: GridItem, faces: Faces, cell_mm: float, left_mm: float, top_mm: float) -> Marks:
    """A board of squares, with tokens by variant; a square just filled has a frame, a captured one is grey."""
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
    # Frames overlap their neighbours' lines.
    return [mark for _, marks in sorted(squares, key=lambda one: one[0]) for mark in marks] + tokens
