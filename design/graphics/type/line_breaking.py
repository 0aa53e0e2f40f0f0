"""Breaks text into lines (fewest lines, then least ragged), and finds the size at which it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from unicodedata import east_asian_width

from design.graphics.type.fonts import advance_mm
from design.graphics.type.typefaces import Weight

MM_PER_POINT = 25.4 / 72
FLOOR_MM = 8 * MM_PER_POINT
"""The smallest em for text read in the hand: 8 points."""
SHRINK = 0.02
"""Steps in which text shrinks, as a share of its size."""

CLOSING = frozenset("、。，．：；！？…‥ー々〜～」』）］｝】〕〉》ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ")
"""Characters that must not begin a line of Japanese or Chinese."""
OPENING = frozenset("「『（［｛【〔〈《")
"""Characters that must not end one."""

Lines = tuple[str, ...]
Unit = tuple[str, str]
"""An unbreakable unit, and what precedes it within a line: a space or nothing."""


class TooWideError(ValueError):
    """A single word is wider than the line."""


def break_lines(text: str, width_mm: float, size_mm: float, weight: Weight) -> Lines:
    """A paragraph in lines of at most `width_mm` at an em of `size_mm`.

    As few lines as possible and, among those, the most even: the spaces left at the ends of all lines but the last are
    squared and summed, and a last line of a single short word counts as badly as an empty one.
    TooWideError names a word that does not fit on a line. An empty text has no lines.
    """
    units = [unit for word in text.split() for unit in _units(word)]
    for unit, _ in units:
        if advance_mm(unit, size_mm, weight) > width_mm:
            raise TooWideError(unit)
    if not units:
        return ()
    starts = _breaks(units, width_mm, size_mm, weight)
    return tuple(_line(units[start:end]) for start, end in zip(starts, (*starts[1:], len(units)), strict=True))


def _units(word: str) -> list[Unit]:
    """A word as unbreakable units: Japanese and Chinese break between characters, everything else at spaces."""
    parts = [word[0]]
    for before, character in pairwise(word):
        breaks = (_is_free(before) or _is_free(character)) and character not in CLOSING and before not in OPENING
        parts = [*parts, character] if breaks else [*parts[:-1], parts[-1] + character]
    return [(part, "" if index else " ") for index, part in enumerate(parts)]


def _is_free(character: str) -> bool:
    """Whether a line may break next to a character: a wide one, but not a Korean syllable, since Korean uses spaces."""
    return east_asian_width(character) in ("W", "F") and not "\uac00" <= character <= "\ud7a3"


def _line(units: Sequence[Unit]) -> str:
    return "".join(f"{before if index else ''}{unit}" for index, (unit, before) in enumerate(units))


def _breaks(units: Sequence[Unit], width_mm: float, size_mm: float, weight: Weight) -> tuple[int, ...]:
    widths = [advance_mm(unit, size_mm, weight) for unit, _ in units]
    blanks = [advance_mm(before, size_mm, weight) for _, before in units]

    # Minimum raggedness by dynamic programming (Knuth and Plass 1981, without their stretch): minimises the sum of the
    # squared spaces at the ends of lines, except the last.
    @cache
    def best(start: int) -> tuple[int, float, tuple[int, ...]]:
        """Fewest lines from a unit on, then their raggedness, then where they start."""
        found: list[tuple[int, float, tuple[int, ...]]] = []
        line = -blanks[start]
        for end in range(start + 1, len(units) + 1):
            line += blanks[end - 1] + widths[end - 1]
            if line > width_mm + 1e-9:
                break
            if end == len(units):
                lone = end - start == 1 and start > 0 and line < width_mm / 4
                found.append((1, width_mm**2 if lone else 0.0, (start,)))
            else:
                lines, unevenness, starts = best(end)
                found.append((lines + 1, unevenness + (width_mm - line) ** 2, (start, *starts)))
        return min(found)

    return best(0)[2]


def shrink_to_fit(height_of: Callable[[float], float], room_mm: float, wanted_mm: float, floor_mm: float) -> float | None:
    """The largest em from `wanted_mm` down to `floor_mm` at which the text fits the height `room_mm`; None if there is none.

    `height_of(size)` sets the text at that em; it may raise TooWideError, which counts as too high.
    """
    size = wanted_mm
    while size > floor_mm:
        if _fits(height_of, size, room_mm):
            return size
        size *= 1 - SHRINK
    return floor_mm if _fits(height_of, floor_mm, room_mm) else None


def _fits(height_of: Callable[[float], float], size_mm: float, room_mm: float) -> bool:
    try:
        return height_of(size_mm) <= room_mm + 1e-9
    except TooWideError:
        return False


def broken(text: str, most: int) -> Iterator[list[str]]:
    """Each way to break a text's words into lines, from one line to `most`."""
    words = text.split()
    for count in range(1, min(most, len(words)) + 1):
        for breaks in combinations(range(1, len(words)), count - 1):
            yield [" ".join(words[start:end]) for start, end in pairwise((0, *breaks, len(words)))]
