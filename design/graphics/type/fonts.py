"""Type: which typeface each character is set in, how wide it is, and what cannot be set.

Manrope, in two weights, has Latin, Greek and Cyrillic letters and the mathematical signs of the plates' backs. Other
characters are set in the first typeface that has them (`design.graphics.type.typefaces`); if none has one, it is an error.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby

from design.graphics.type.typefaces import (
    MANROPE,
    TYPEFACES,
    Typeface,
    Weight,
    glyph_names,
    glyph_set,
    opened,
    units_per_em,
    whole_font,
)
from rules.errors import DesignError, Problem
from rules.sheet_words import load_sheet_words
from rules.words import ENGLISH

__all__ = ["Weight"]

LEFTWARD = frozenset({"R", "AL", "AN"})
"""Unicode's classes of right-to-left letters, whose order and joined forms we do not set."""


@cache
def font_data(weight: Weight) -> bytes:
    """The static TrueType font of Manrope in a weight; the same bytes each time."""
    return whole_font(MANROPE, weight)


def missing_characters(text: str, weight: Weight = Weight.REGULAR) -> str:
    """The characters of a text that no typeface can set, each once."""
    return "".join(dict.fromkeys(one for one in text if one != "\n" and typeface_of(one, weight) is None))


def unset(text: str, where: str) -> Problem | None:
    """What is wrong with a text that has characters no typeface can set; `where` says what it is on."""
    lacking = missing_characters(text)
    if not lacking:
        return None
    named = ", ".join(f"{one} (U+{ord(one):04X})" if one.isprintable() else f"U+{ord(one):04X}" for one in lacking)
    return Problem(f"{where} {text!r}", f"no typeface here can set {named}; use other characters")


def demand(texts: Iterable[tuple[str, str]]) -> None:
    """Raise a DesignError with every text that cannot be set; each text comes after a note of what it is on."""
    problems = [problem for where, text in texts if (problem := unset(text, where))]
    if problems:
        raise DesignError(problems)


@lru_cache(maxsize=8192)
def typeface_of(character: str, weight: Weight) -> Typeface | None:
    """The first typeface that has a character; None if there is none, or if setting it correctly needs shaping."""
    if unicodedata.bidirectional(character) in LEFTWARD or unicodedata.category(character).startswith("M"):
        return None
    return next((one for one in TYPEFACES if ord(character) in glyph_names(one, weight)), None)


def runs(text: str, weight: Weight) -> tuple[tuple[Typeface, str], ...]:
    """A text in runs of one typeface each; `text` must have no missing characters."""
    grouped = groupby(text, key=lambda one: typeface_of(one, weight) or MANROPE)
    return tuple((typeface, "".join(stretch)) for typeface, stretch in grouped)


def credit(*texts: str, language: str = ENGLISH) -> str:
    """The credits of all typefaces used in texts, by licence and owner; Manrope, which every sheet has, comes first."""
    # No typeface has a newline, and looking for it would open all of them.
    used = {typeface_of(one, Weight.REGULAR) for text in texts for one in text if one != "\n"} | {MANROPE}
    owners: dict[str, dict[str, list[str]]] = {}
    for one in (one for one in TYPEFACES if one in used):
        owners.setdefault(one.licence, {}).setdefault(one.owner, []).append(one.name)
    words = load_sheet_words(language).credits
    faces = "; ".join(
        ", ".join([*(words.by.format(names=", ".join(names), owner=owner) for owner, names in owned.items()), licence])
        for licence, owned in owners.items()
    )
    return words.type.format(faces=faces)


@lru_cache(maxsize=16384)
def glyph_of(character: str, weight: Weight) -> tuple[Typeface, str]:
    """The typeface and the glyph of a character; a missing character gets Manrope's missing-glyph box."""
    typeface = typeface_of(character, weight) or MANROPE
    return typeface, glyph_names(typeface, weight).get(ord(character), ".notdef")


@lru_cache(maxsize=16384)
def advance_em(character: str, weight: Weight) -> float:
    """Width of a character, in ems."""
    typeface, glyph = glyph_of(character, weight)
    return float(glyph_set(typeface, weight)[glyph].width) / units_per_em(typeface, weight)


def advance_mm(text: str, size_mm: float, weight: Weight) -> float:
    """Width of a line of text at an em of `size_mm`, without kerning (as ReportLab sets it)."""
    return sum(advance_em(one, weight) for one in text) * size_mm


@cache
def _cap_height_em(weight: Weight) -> float:
    return float(opened(MANROPE, weight)["OS/2"].sCapHeight) / units_per_em(MANROPE, weight)


def cap_height_mm(size_mm: float, weight: Weight = Weight.BOLD) -> float:
    """Height of capitals and digits at an em of `size_mm`."""
    return _cap_height_em(weight) * size_mm
