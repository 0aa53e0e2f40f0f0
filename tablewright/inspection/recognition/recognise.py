"""What is drawn at a place of a page: compared with the face that must be there, and with its siblings.

Page coordinates are in mm, the origin at the lower left, x to the right and y up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import LineString, Polygon

from design.faces.face import Face
from tablewright.inspection.recognition.pictures import PHASE, Gallery

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top in mm."""
Spot = tuple[float, float]
"""A point of a page in mm."""
PROPORTION_MM = 0.1
"""A face is as much wider than high as what lies there, to this."""


@dataclass(frozen=True)
class Placed:
    """A piece's face on a page: what the file calls it, and where its middle is; `drawn` is the reader's own.

    `size_mm` is how wide and high it is there with its bleed, where the file says so.
    """

    face: str
    x_mm: float
    y_mm: float
    drawn: Any = None
    size_mm: tuple[float, float] | None = None


@dataclass(frozen=True)
class Page:
    """One side of a sheet. `where` is its file, `label` says which page of the file it is.

    `picture` gives what is drawn at a place for a face of this size, turned anticlockwise by quarter turns, as the face is
    looked at; `again` the same at the second look's phase, where a reader fills shapes itself. `faults` finds what is wrong
    with a place besides what it shows. `cuts` are the outlines to cut along, where the file is for a cutting machine. `limit`
    is the most that a colour may be off, of 255, as the mean of 1.5 x 1.5 mm. `folds` are the lines to fold on: the page's
    own, and in a cut file those of its pieces, as `slits` are their lines to cut. `stray` finds a point in a border of so
    many mm where something is drawn outside of boxes that may reach there. `strokes` are the straight lines beside the
    pieces, and `said` the page's text; None where these are not read. `number` of `pages` is which page of its file it is.
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
    """One place of a page, seen in any of four turns; what is drawn there is taken from the page once a turn."""

    def __init__(self, gallery: Gallery, page: Page, placed: Placed) -> None:
        self._gallery, self._page, self._placed = gallery, page, placed
        self._drawn: dict[tuple[int, tuple[float, float]], Any] = {}

    def turn_of(self, face: Face, siblings: Sequence[Face], expected: int = 0) -> int | None:
        """By how many quarter turns anticlockwise a face lies here, the expected turn tried first; None if it does not."""
        turns = [expected, *(one for one in (0, 2, 1, 3) if one != expected)]
        # A square's sign looks the same lying, though its trim is a little higher than wide.
        turns.sort(key=lambda turn: self._lies_otherwise(face, turn))
        return next((one for one in turns if self._shows(face, siblings, one)), None)

    def instead_of(self, face: Face, siblings: Sequence[Face]) -> str:
        """What is here and not the face: a sibling, or something else, in words."""
        for other in siblings:
            if other.name != face.name and other.size_mm == face.size_mm and self.turn_of(other, siblings) is not None:
                return f"{other.name} instead"
        worst = min(self._gallery.likeness(self._at(face, turn), face).worst for turn in range(4))
        return f"something else: {worst:.0f} of 255 off at its worst spot, must be at most {self._page.limit:g}"

    def _lies_otherwise(self, face: Face, turn: int) -> bool:
        """Whether a face turned so is wider where it is higher here, or higher where it is wider."""
        if self._placed.size_mm is None:
            return False
        (wide, high), (width, height) = self._placed.size_mm, face.size_mm
        return abs(wide - high - (height - width if turn % 2 else width - height)) > PROPORTION_MM

    def _shows(self, face: Face, siblings: Sequence[Face], turn: int) -> bool:
        """Near enough to the face, and nearer than to any sibling that looks much like it."""
        drawn = self._at(face, turn)
        likeness = self._gallery.likeness(drawn, face)
        if likeness.worst > self._page.limit and not self._shows_again(face, turn):
            return False
        rivals = self._gallery.rivals(face, siblings)
        return all(self._gallery.likeness(drawn, other).mean > likeness.mean for other in rivals)

    def _shows_again(self, face: Face, turn: int) -> bool:
        """Whether it is near enough where edges fall otherwise: one that lay on a row of middles does not there."""
        if self._page.again is None:
            return False
        likeness = self._gallery.likeness(self._page.again(self._placed, face, turn), face, PHASE)
        return bool(likeness.worst <= self._page.limit)

    def _at(self, face: Face, turn: int) -> Any:
        key = turn, face.size_mm
        if key not in self._drawn:
            self._drawn[key] = self._page.picture(self._placed, face, turn)
        return self._drawn[key]
