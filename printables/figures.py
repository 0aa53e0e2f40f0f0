"""The rule sheet's figures, drawn from the faces of the very pieces that are made.

Each is a function of the pieces' faces and of the width it may take; its origin is at the lower left.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from design.faces.face import Face
from design.fonts import Weight
from design.specs import RuleSheetSpec
from design.stowage import Stowage
from printables.figure import Faces, Figure
from printables.sketch import (
    INK,
    PALE,
    PAPER,
    QUIET,
    Marks,
    arrow,
    badge,
    fitted,
    label,
    number,
    outlined,
    shape,
    slab,
    small,
)
from printables.storage_figures import storage_layers, storage_plan
from rules.errors import BuildError, Problem

CAP_MM = 2.0
"""How far a connector reaches beyond the plate's end."""


def draw_figure(name: str, spec: RuleSheetSpec, width_mm: float) -> Figure:
    """A figure by its name; BuildError lists the figures there are."""
    if name not in FIGURES:
        raise BuildError(Problem(f"{spec.name} figure:{name}", f"there is no such figure; there are {', '.join(FIGURES)}"))
    return FIGURES[name](Faces(name, dict(spec.faces)), spec, width_mm)


def _sides(faces: Faces, _: RuleSheetSpec, width: float) -> Figure:
    """Front and back of each marker beside what they mean, in two rows of two."""
    groups = (
        ("Door", ("closed", "open"), "door-marker"),
        ("Score", ("no point", "a point"), "score-marker"),
        ("Penalty", ("not taken", "taken"), "penalty-marker"),
        ("Leader", ("both sides", "alike"), "leader-token"),
    )
    row_high, height = 17.4, 31.6
    marks: Marks = []
    for index, (name, words, component) in enumerate(groups):
        x, y = (index % 2) * width / 2, height - 6.8 - (index // 2) * row_high
        front, back = faces.find(component, "front"), faces.find(component, "back")
        room = (9.6, 12.8) if component == "door-marker" else (8.0, 8.0)
        if component == "leader-token":
            marks += fitted(front, 14.4, 13.4, x + 10.4, y)
        else:
            marks += fitted(front, *room, x + 5, y) + fitted(back, *room, x + 15.8, y)
        marks.append(label(name, x + 23.4, y + 3.2, weight=Weight.BOLD))
        marks += [label(word, x + 23.4, y - 1.2 - 4.4 * line_) for line_, word in enumerate(words)]
    return Figure(height, tuple(marks))


def _number_board(faces: Faces, spec: RuleSheetSpec, width: float) -> Figure:
    """The board from above, its thicknesses drawn larger than they are: plates, connectors, cards, ways of reading."""
    card = faces.find("shape-card", "back")
    count = len(spec.places_x)
    end = 12.0
    pitch = (width - 2 * end) / count
    places = [end + (index + 0.5) * pitch for index in range(count)]
    middle, channel, plate, grip = 16.5, 3.4, 2.4, 9.5
    marks: Marks = []
    for x in (1.0, width - 1.0 - grip):
        marks += outlined(slab(x, middle - 6.4, x + grip, middle + 6.4, 0.8), PALE)
    for side in (-1, 1):
        near = middle + side * channel / 2
        low, high = sorted((near, near + side * plate))
        marks += outlined(slab(4, low, width - 4, high), PAPER, 0.3)
    long = pitch * card.size_mm[0] / (spec.places_x[1] - spec.places_x[0])
    for index, x in enumerate(places):
        marks.append(shape(slab(x - long / 2, middle - 0.5, x + long / 2, middle + 0.5), _colour(card)))
        marks.append(number(str(index + 1), 3.4, x, middle - 7.4))
        marks.append(number(str(index + 1), 3.4, x, middle + 7.4, 180))
    marks.append(label("You read 1 to 5", width / 2, 0.9, "centre"))
    marks.append(label("The others read 5 to 1", width / 2, 2 * middle - 3.2, "centre"))
    for x in (places[0] + pitch / 2, places[-1] - pitch / 2):
        marks += arrow((x, 3.2 + 1.6), (x, middle - channel / 2 - plate - 0.5), QUIET)
        marks += arrow((x, 2 * middle - 4.8), (x, middle + channel / 2 + plate + 0.5), QUIET)
    return Figure(2 * middle, tuple(marks))


def _colour(face: Face) -> str:
    """A face's own colour: its ground, or in less ink what is left of it."""
    drawn = (mark.colour for mark in face.marks if mark.colour not in (INK, PAPER))
    return face.ground if face.ground != PAPER else next(drawn, INK)


def _board(plate: Face, cards: Sequence[Face], spec: RuleSheetSpec, width: float, foot: float) -> tuple[Marks, float]:
    """A board seen from a plate's side, its foot at a height: a card stands at each number, from left to right."""
    scale = _scale(plate, width)
    high = scale * max(face.size_mm[1] for face in cards)
    top = foot + scale * plate.size_mm[1]
    border = spec.places_x[-1] + (spec.places_x[1] - spec.places_x[0]) / 2
    marks: Marks = []
    for face, x in zip(cards, spec.places_x, strict=True):
        marks += small(face, scale, width / 2 + scale * x, foot + high / 2)
    marks += small(plate, scale, width / 2, (foot + top) / 2)
    long = width / 2 - scale * border
    for x in (0.0, width - long):
        # A connector hides the plate's end.
        marks += outlined(slab(x, foot, x + long, top, 0.5), PALE)
    return marks, high


def _scale(plate: Face, width: float) -> float:
    """The scale at which a board takes the width: its plate and what connectors have beyond it."""
    return width / (plate.size_mm[0] + 2 * CAP_MM)


def _set_up(faces: Faces, spec: RuleSheetSpec, width: float) -> Figure:
    """The table as a player sees it: doors, the own board with its cards, the own markers."""
    plate = faces.find("number-plate-owner", "front")
    scale = _scale(plate, width)
    foot, door_high = 22.4, 13.0
    cards = [faces.find("shape-card" if index == 3 else "x-card", "front") for index in range(len(spec.places_x))]
    marks, high = _board(plate, cards, spec, width, foot)
    top = foot + high + 3.6 + door_high
    for value, x in zip(faces.values("door-marker"), spec.places_x, strict=False):
        face = faces.find("door-marker", "front", value)
        marks += fitted(face, 10.0, door_high, width / 2 + scale * x, top - door_high / 2)
    edge = width / 2 + scale * (spec.places_x[0] - (spec.places_x[1] - spec.places_x[0]) / 2)
    return Figure(top, (*marks, *_own_markers(faces, edge, width - edge)))


def _revealed(faces: Faces, spec: RuleSheetSpec, width: float) -> Figure:
    """The same board from the table: numbers the other way round, backs, and one card turned about."""
    front, back = faces.find("x-card", "front"), faces.find("x-card", "back")
    cards = [front if index == 3 else back for index in range(len(spec.places_x))]
    marks, high = _board(faces.find("number-plate-table", "front"), cards, spec, width, 0.0)
    return Figure(high, tuple(marks))


def _own_markers(faces: Faces, left: float, right: float) -> Marks:
    """Two score markers, three penalty markers, the leader token, each with its name below."""
    score, penalty = faces.find("score-marker", "front"), faces.find("penalty-marker", "front")
    wide, step, star, y = 8.4, 9.8, 14.8, 12.6
    middle = left + 0.47 * (right - left)
    marks: Marks = []
    for index in range(2):
        marks += fitted(score, wide, wide, left + wide / 2 + index * step, y)
    for index in range(3):
        marks += fitted(penalty, wide, wide, middle + (index - 1) * step, y)
    marks += fitted(faces.find("leader-token", "front"), star, star, right - star / 2, y)
    marks.append(label("score", left, 0.9))
    marks.append(label("penalties", middle - step - wide / 2, 0.9))
    marks.append(label("leader", right - star / 2, 0.9, "centre"))
    return marks


def _turn(faces: Faces, _: RuleSheetSpec, width: float) -> Figure:
    """What each action makes of one open door."""
    rows: tuple[tuple[str, frozenset[str], str], ...] = (
        ("1", frozenset("2"), "Door 2 suits you"),
        ("2", frozenset("24"), "One more: 2 and 4"),
        ("3", frozenset("15"), "Two others: 1 and 5"),
        ("4", frozenset(), "A card of the leader"),
    )
    doors = faces.values("door-marker")
    pitch, row_high = 7.6, 9.4
    height = row_high * len(rows)
    marks: Marks = []
    for row, (mark, opened, words) in enumerate(rows):
        y = height - 4.0 - row * row_high
        marks += badge(mark, 3.0, y, 5.4)
        for index, value in enumerate(doors):
            x = 13.2 + index * pitch
            if mark == "4":
                # The card that is pointed at stands out of the row.
                chosen = index == 3
                marks += fitted(faces.find("x-card", "back"), 5.8, 7.8, x, y + (1.2 if chosen else 0))
                if chosen:
                    marks += arrow((x, y - 5.4), (x, y - 2.9))
            else:
                side = "back" if value in opened else "front"
                marks += fitted(faces.find("door-marker", side, value), 6.0, 7.8, x, y)
        marks.append(label(words, width - 36.5, y - 1.2))
    return Figure(height, tuple(marks))


def _search(faces: Faces, _: RuleSheetSpec, _width: float) -> Figure:
    """Two doors searched: the leader shows two X, the next player a shape, the third nothing."""
    doors = tuple(reversed(faces.values("door-marker")))
    colours = faces.values("shape-card")[:3]
    opened = ("2", "4")
    found_at = "4"
    words = (("leads", "X and X:", "both stay"), ("is next", "The shape", "is found!"), ("is third", "Reveals", "nothing"))
    high, pitch, left, head = 10.8, 9.2, 24.0, 7.8
    row_high = high + 2.0
    height = head + 2.2 + row_high * len(colours)
    marks: Marks = []
    for index, value in enumerate(doors):
        side = "back" if value in opened else "front"
        marks += fitted(faces.find("door-marker", side, value), 6.0, head, left + index * pitch, height - head / 2)
    marks.append(label("Doors", 0, height - head / 2 - 1.2, weight=Weight.BOLD))
    for row, colour in enumerate(colours):
        y = height - head - 2.2 - row * row_high - high / 2
        for index, value in enumerate(doors):
            face = faces.find("shape-card", "back", colour)
            if value in opened and row < 2:
                own = row == 1 and value == found_at
                face = faces.find("shape-card" if own else "x-card", "front", colour)
            marks += fitted(face, 7.8, high, left + index * pitch, y)
        marks.append(label(colour.title(), 0, y + 0.6, weight=Weight.BOLD))
        marks.append(label(words[row][0], 0, y - 3.6))
        for step, said in enumerate(words[row][1:]):
            marks.append(label(said, left + len(doors) * pitch - 1.6, y + 0.6 - 4.2 * step))
    return Figure(height, tuple(marks))


def _stored(draw: Callable[[Stowage, float], Figure], spec: RuleSheetSpec, width: float) -> Figure:
    """A picture of the filled box; BuildError where the game has none."""
    if spec.storage is None:
        raise BuildError(Problem(f"{spec.name} figure", "shows the storage box, but the game has none"))
    return draw(spec.storage, width)


FIGURES: dict[str, Callable[[Faces, RuleSheetSpec, float], Figure]] = {
    "sides": _sides,
    "number-board": _number_board,
    "set-up": _set_up,
    "revealed": _revealed,
    "turn": _turn,
    "search": _search,
    "storage": lambda _, spec, width: _stored(storage_plan, spec, width),
    "storage-layers": lambda _, spec, width: _stored(storage_layers, spec, width),
}
