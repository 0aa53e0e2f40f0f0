"""Typefaces among several workers: a font that was opened before the workers were forked reads the same in each."""

from __future__ import annotations

import multiprocessing

import pytest

from design.graphics.type import typefaces
from design.graphics.type.typefaces import TYPEFACES, Weight

KOREAN = next(one for one in TYPEFACES if one.name == "Noto Sans KR")
HANGUL = range(0xAC00, 0xAC00 + 40)
WORKERS = 4
ROUNDS = 5
"""With one file shared by four workers, 39 of 40 rounds read something wrong (measured on two cores)."""


def _advances(_: int) -> list[float] | str:
    try:
        glyphs, names = typefaces.glyph_set(KOREAN, Weight.REGULAR), typefaces.glyph_names(KOREAN, Weight.REGULAR)
        return [float(glyphs[names[one]].width) for one in HANGUL]
    except Exception as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="workers are not forked here")
def test_workers_read_a_font_that_was_opened_before_them() -> None:
    for cached in (typefaces.opened, typefaces.glyph_set, typefaces.glyph_names):
        cached.cache_clear()
    typefaces.opened(KOREAN, Weight.REGULAR)
    for _ in range(ROUNDS):
        with multiprocessing.get_context("fork").Pool(WORKERS) as pool:
            read = pool.map(_advances, range(WORKERS), chunksize=1)
        # Hangul syllables are set 0.92 em apart, of an em of 1000 units (fontTools' `ttx` of the file says so).
        assert read == [[920.0] * len(HANGUL)] * WORKERS
