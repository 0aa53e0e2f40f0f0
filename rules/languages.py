"""What a game needs to be made in a language: its rules, its names of pieces, its figures, and the words on sheets."""

from __future__ import annotations

from collections.abc import Iterator

from rules.errors import ConfigError, Problem
from rules.game import game_folder
from rules.sheet_words import no_words, words_file
from rules.words import ENGLISH

FILES = {"rulebook.{}.md": "the rules", "words.{}.yaml": "what the pieces are called", "figures.{}.yaml": "the rules' figures"}
"""The files of a game that have a language in their name, and what is in them."""


def demand_language(game: str, language: str) -> None:
    """ConfigError names every file that a game by its reference lacks in a language.

    What it has in English it must have in every other; a game without figures, say, needs none.
    """
    problems = list(_lacking(game, language)) if language != ENGLISH else []
    if problems:
        raise ConfigError(problems)


def _lacking(game: str, language: str) -> Iterator[Problem]:
    folder = game_folder(game)
    for pattern, what in FILES.items():
        name, english = pattern.format(language), pattern.format(ENGLISH)
        if (folder / english).is_file() and not (folder / name).is_file():
            yield Problem(f"language = {language}", f"{folder / name} is missing: {what}, as in {english}")
    if not words_file(language).is_file():
        yield no_words(language)
