"""Compares what is drawn at a place on a page with the face that must be there, and with its siblings.

Page coordinates are in mm, the origin at the lower left, x to the right and y up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import LineString, Polygon

from design.faces.face import Face
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.pictures import PHASE
from tablewright.inspection.recognition.siblings import Siblings

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top in mm."""
Spot = tuple[float, float]
"""A point on a page in mm."""
PROPORTION_MM = 0.1
"""A face and what lies at its place have the same difference of width and height, to this."""


@dataclass(frozen=True)
class Placed:
    """A piece's face on a page: its name in the file, and its centre; `drawn` is for the reader's own use.

    `size_mm` is its width and height there with its bleed, if the file gives them.
    """

    face: str
    x_mm: float
    y_mm: float
    drawn: Any = None
    size_mm: tuple[float, float] | None = None


@dataclass(frozen=True)
class Page:
    """One side of a sheet. `where` is its file, `label` says which page of the file it is.

    `picture` draws what is at a place, for a face of this size, rotated anticlockwise by quarter turns as you look at the face.
    `again` does the same at the second look's phase, if a reader fills shapes itself. `faults` finds what is wrong with a place
    apart from what it shows. `cuts` are the cut outlines, if the file is for a cutting machine. `limit` is the largest colour
    difference allowed, out of 255, as the mean of 1.5 x 1.5 mm. `folds` are the fold lines: the page's own and, in a cut file,
    those of its pieces; `slits` are the pieces' lines to cut. `stray` finds a point in a border of the given width in mm where
    something is drawn outside the boxes that may reach there. `strokes` are the straight lines around the pieces, and `said` is
    the page's text; None if these are not read. `number` of `pages` says which page of its file it is.
    """

    where: str
    label: str
    size_mm: tuple[float, float]
    placed: tuple[Placed, ...]
    picture: Callable[[Placed, Face, int], Any]
    faults: Callable[[Placed, Face, int], list[str]]
    limit: float
    cuts: tuple[Polygon, ...] | None = None
    folds: tuple[LineString, ...] = ()
    slits: tuple[LineString, ...] = ()
    stray: Callable[[Sequence[Bounds], float], Spot | None] = lambda *_: None
    again: Callable[[Placed, Face, int], Any] | None = None
    strokes: tuple[LineString, ...] | None = None
    said: str | None = None
    number: int = 0
    pages: int = 0


class Look:
    """One place on a page, seen in any of four turns; each turn is drawn from the page only once."""

    def __init__(self, gallery: Gallery, page: Page, placed: Placed) -> None:
        self._gallery, self._page, self._placed = gallery, page, placed
        self._drawn: dict[tuple[int, tuple[float, float]], Any] = {}

    def turn_of(self, face: Face, siblings: Siblings, expected: int = 0) -> int | None:
        """The face's rotation here in quarter turns anticlockwise, trying the expected one first; None if it is not here."""
        turns = [expected, *(one for one in (0, 2, 1, 3) if one != expected)]
        # The sign on a square looks the same sideways, though its trim is a little higher than wide.
        turns.sort(key=lambda turn: self._lies_otherwise(face, turn))
        return next((one for one in turns if self._shows(face, siblings, one)), None)

    def instead_of(self, face: Face, siblings: Siblings) -> str:
        """What is here instead of the face: a sibling, or something else, in words."""
        turns = [self._at(face, turn) for turn in range(4)]
        likely = {other.name: other for drawn in turns for other in siblings.most_like(drawn, face)}
        for other in likely.values():
            if self.turn_of(other, siblings) is not None:
                return f"{other.name} instead"
        worst = min(self._gallery.worst(drawn, face) for drawn in turns)
        return f"something else: {worst:.0f} of 255 off at its worst spot, must be at most {self._page.limit:g}"

    def _lies_otherwise(self, face: Face, turn: int) -> bool:
        """Whether a face in this turn is wide where the drawing is high, or the reverse."""
        if self._placed.size_mm is None:
            return False
        (wide, high), (width, height) = self._placed.size_mm, face.size_mm
        return abs(wide - high - (height - width if turn % 2 else width - height)) > PROPORTION_MM

    def _shows(self, face: Face, siblings: Siblings, turn: int) -> bool:
        """Whether the place is close enough to the face, and closer than to any sibling that looks much like it."""
        drawn = self._at(face, turn)

        def compare() -> bool:
            if self._gallery.worst(drawn, face) > self._page.limit and not self._shows_again(face, turn):
                return False
            return not siblings.show_better(drawn, face)

        return siblings.shown_before(drawn, face, compare)

    def _shows_again(self, face: Face, turn: int) -> bool:
        """Whether it is still close enough at the second look; edges that lay on a row of pixel centres no longer do."""
        if self._page.again is None:
            return False
        return self._gallery.worst(self._page.again(self._placed, face, turn), face, PHASE) <= self._page.limit

    def _at(self, face: Face, turn: int) -> Any:
        key = turn, face.size_mm
        if key not in self._drawn:
            self._drawn[key] = self._page.picture(self._placed, face, turn)
        return self._drawn[key]
