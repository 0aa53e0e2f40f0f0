"""Faces of reference cards: a title, paragraphs with a badge beside them, and a last line; text stays text."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import MultiPolygon, Polygon, box

from design.faces.badge import badge
from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark, TextRun, text_mark
from design.graphics.art.icons import ICONS
from design.graphics.polygons import as_multi
from design.graphics.type.fonts import cap_height_mm, demand
from design.graphics.type.line_breaking import FLOOR_MM, MM_PER_POINT, Lines, break_lines, shrink_to_fit
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError, Problem
from rules.words import Block

SAFE_MM = 4.5
"""Distance from the trim to anything drawn: a slightly inaccurate cut removes nothing."""
BODY_MM = 9 * MM_PER_POINT
TITLE = 1.6
"""The title's em, in ems of the body, as are all figures below."""
LEADING = 1.26
"""Distance between baselines: Manrope's ascenders and descenders just keep clear of each other."""
TITLE_DROP = 0.75
"""Distance from the title's baseline to the line below it."""
BADGE = 1.6
"""Diameter of a badge; with the gutter, it is the text's indent."""
GUTTER = 0.65
MOST_AIR = 1.1
"""The widest space between two paragraphs, from the baseline above: with more, the card would look torn apart."""
LEAST_AIR = 0.75
DESCENT = 0.25
"""How far letters reach below the baseline."""


@dataclass(frozen=True)
class _Setting:
    """A block of words set at an em: the lines of each item (head first) and the lines of the foot."""

    size_mm: float
    items: tuple[tuple[Lines, Lines], ...]
    foot: Lines

    @property
    def gaps(self) -> int:
        """Number of spaces: one above each paragraph, and two for the last line: above and below its rule."""
        return len(self.items) + (2 if self.foot else 0)

    @property
    def leadings(self) -> int:
        """Number of steps from one line to the next within paragraphs, below the title."""
        return sum(len(head) + len(text) - 1 for head, text in self.items) + max(0, len(self.foot) - 1)

    def height_mm(self, air: float) -> float:
        """Height from the title's capitals to the last line's descenders, with spaces of `air` ems."""
        # A paragraph's first line counts from its capitals, the card's last one down to its descenders.
        capitals = cap_height_mm(TITLE) + (len(self.items) + bool(self.foot)) * cap_height_mm(1.0)
        return self.size_mm * (capitals + TITLE_DROP + self.gaps * air + self.leadings * LEADING + DESCENT)


def overview_face(brief: Brief, trim: Polygon, words: Block) -> Face:
    """A block of words set on a card as large as fits, from 9 pt down to 8 pt (2.82 mm).

    Origin in the middle of the card, x right, y up. Raises DesignError naming the face with the characters
    that no typeface can set, or with the text that does not fit even at 8 pt.
    """
    demand((brief.name, text) for text, _ in _texts(words))
    left, bottom, right, top = trim.buffer(-SAFE_MM, join_style="mitre").bounds
    room = top - bottom
    size = shrink_to_fit(lambda em: _set(words, right - left, em).height_mm(LEAST_AIR), room, BODY_MM, FLOOR_MM)
    if size is None:
        raise DesignError(_too_long(brief, words, right - left, room))
    setting = _set(words, right - left, size)
    spare = (room / size - setting.height_mm(0) / size) / max(1, setting.gaps)
    return Face(brief.name, trim, brief.ground, tuple(_draw(brief, words, setting, min(spare, MOST_AIR), (left, right, top))))


def _texts(words: Block) -> list[tuple[str, Weight]]:
    texts = [(words.title, Weight.BOLD), (words.foot or "", Weight.REGULAR)]
    for item in words.items:
        texts += [("" if item.mark in ICONS else item.mark, Weight.BOLD), (item.head, Weight.BOLD), (item.text, Weight.REGULAR)]
    return texts


def _set(words: Block, width_mm: float, size_mm: float) -> _Setting:
    indent = (BADGE + GUTTER) * size_mm
    break_lines(words.title, width_mm, TITLE * size_mm, Weight.BOLD)
    items = tuple(
        (
            break_lines(item.head, width_mm - indent, size_mm, Weight.BOLD),
            break_lines(item.text, width_mm - indent, size_mm, Weight.REGULAR),
        )
        for item in words.items
    )
    return _Setting(size_mm, items, break_lines(words.foot or "", width_mm, size_mm, Weight.REGULAR))


def _too_long(brief: Brief, words: Block, width_mm: float, room_mm: float) -> Problem:
    longest = max(words.items, key=lambda item: len(item.text))
    where = f"{brief.name} {words.title!r}"
    what = (
        f"does not fit {width_mm:g} x {room_mm:g} mm at 8 pt ({FLOOR_MM:.2f} mm); shorten it (its longest paragraph is "
        f"{longest.head!r}: {longest.text!r}) or make the overview larger"
    )
    return Problem(where, what)


def _draw(brief: Brief, words: Block, setting: _Setting, air: float, area: tuple[float, float, float]) -> list[Mark]:
    left, right, top = area
    size = setting.size_mm
    cap, leading = cap_height_mm(size), LEADING * size
    y = top - cap_height_mm(TITLE * size)
    marks = [text_mark(TextRun(words.title, left, y, TITLE * size, Weight.BOLD), brief.ink)]
    y -= TITLE_DROP * size
    marks.append(_shape(box(left, y - 0.35, right, y), brief.ink))
    indent = left + (BADGE + GUTTER) * size
    for item, (head, text) in zip(words.items, setting.items, strict=True):
        y -= air * size + cap
        if item.mark:
            # A badge stands at the head's first line, its middle at half the capitals' height.
            at = left + BADGE / 2 * size, y + cap / 2
            marks += badge(item.mark, at, BADGE * size, size, brief.ink, brief.ground)
        for lines, weight in ((head, Weight.BOLD), (text, Weight.REGULAR)):
            for line in lines:
                marks.append(text_mark(TextRun(line, indent, y, size, weight), brief.ink))
                y -= leading
        y += leading
    if setting.foot:
        y -= air * size
        marks.append(_shape(box(left, y - 0.175, right, y), brief.ink))
        y -= air * size + cap
        for line in setting.foot:
            marks.append(text_mark(TextRun(line, left, y, size, Weight.REGULAR), brief.ink))
            y -= leading
    return marks


def _shape(shape: Polygon | MultiPolygon, colour: str) -> Mark:
    return Mark(InkRole.PRINT, colour, as_multi(shape))
