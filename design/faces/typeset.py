"""Lines of text: where they break, and how small they must be to fit. Knows no page and no piece."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from design.fonts import Weight, advance_mm

MM_PER_POINT = 25.4 / 72
FLOOR_MM = 8 * MM_PER_POINT
"""The smallest em of a text that is read in the hand: 8 points."""
SHRINK = 0.02
"""Steps in which a text is made smaller, as a share of its size."""

Lines = tuple[str, ...]


class TooWideError(ValueError):
    """A word alone is wider than the line."""


def break_lines(text: str, width_mm: float, size_mm: float, weight: Weight) -> Lines:
    """A paragraph in lines of at most `width_mm` at an em of `size_mm`.

    As few lines as can be, and among those the most even ones: what the lines before the last leave free
    is squared and summed, and a last line of a single short word counts as badly as an empty one.
    TooWideError names a word that does not fit a line. An empty text has no lines.
    """
    words = tuple(text.split())
    for word in words:
        if advance_mm(word, size_mm, weight) > width_mm:
            raise TooWideError(word)
    if not words:
        return ()
    starts = _breaks(words, width_mm, size_mm, weight)
    return tuple(" ".join(words[start:end]) for start, end in zip(starts, (*starts[1:], len(words)), strict=True))


def _breaks(words: Lines, width_mm: float, size_mm: float, weight: Weight) -> tuple[int, ...]:
    widths = [advance_mm(word, size_mm, weight) for word in words]
    blank = advance_mm(" ", size_mm, weight)

    @cache
    def best(start: int) -> tuple[int, float, tuple[int, ...]]:
        """Fewest lines from a word on, then their unevenness, then where they start."""
        found: list[tuple[int, float, tuple[int, ...]]] = []
        line = -blank
        for end in range(start + 1, len(words) + 1):
            line += blank + widths[end - 1]
            if line > width_mm + 1e-9:
                break
            if end == len(words):
                lone = end - start == 1 and start > 0 and line < width_mm / 4
                found.append((1, width_mm**2 if lone else 0.0, (start,)))
            else:
                lines, unevenness, starts = best(end)
                found.append((lines + 1, unevenness + (width_mm - line) ** 2, (start, *starts)))
        return min(found)

    return best(0)[2]


def shrink_to_fit(height_of: Callable[[float], float], room_mm: float, wanted_mm: float, floor_mm: float) -> float | None:
    """The largest em from `wanted_mm` down to `floor_mm` whose text is no higher than the room; None if none is.

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
