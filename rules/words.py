"""A game's words in one language: names of components, and blocks of text that stand on pieces."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated
from unicodedata import normalize

from pydantic import Field

from rules.bill import Bill
from rules.document import AsTuple, StrictModel, read_document, validate
from rules.errors import ConfigError, Problem
from rules.game import SHIPPED, Kebab, game_folder, read_text

ENGLISH = "en"
Line = Annotated[str, Field(min_length=1, max_length=400, pattern=r"^\S(.*\S)?$")]
"""A text without line breaks and without blanks at its ends: where lines break is the typesetter's work."""


class Item(StrictModel):
    """A paragraph with a mark at its side and a heading.

    `mark` is written in a badge: a character or two (the number of an action), or the name of an icon,
    which is drawn there instead (the sign on the marker that the paragraph is about).
    """

    mark: Annotated[str, Field(max_length=12)] = ""
    head: Line
    text: Line


class Block(StrictModel):
    """A title, paragraphs, and a last line."""

    title: Line
    items: Annotated[tuple[Item, ...], AsTuple, Field(min_length=1)]
    foot: Line | None = None


class Words(StrictModel):
    """The words of a game: `names` by component id, `blocks` by the name that a face gives.

    `labels` are names for the lists on sheets, where they are to be shorter; `plurals` those of several, where the rule of
    English does not hold.
    """

    names: dict[Kebab, Line]
    blocks: dict[Kebab, Block] = Field(default_factory=dict)
    labels: dict[Kebab, Line] = Field(default_factory=dict)
    plurals: dict[Kebab, Line] = Field(default_factory=dict)

    def name(self, component: str) -> str:
        """What people call a component; its id where the language has no word."""
        return self.names.get(component, component.replace("-", " "))

    def label(self, component: str) -> str:
        """What a component is called in the list on its sheet."""
        return self.labels.get(component) or self.names.get(component) or spoken(component)


def spoken(component: str) -> str:
    """A component's id as people say it: `X card` for `x-card`."""
    return " ".join(word.upper() if len(word) == 1 else word for word in component.split("-"))


def load_words(game: str, language: str = ENGLISH) -> Words:
    """The words of a game by its reference; ConfigError if there are none in the language.

    A game of one's own may do without: components are then called by their ids.
    """
    if game not in SHIPPED and not (game_folder(game) / f"words.{language}.yaml").is_file():
        return Words(names={})
    path = _file(game, f"words.{language}.yaml", f"has no words in the language {language!r}")
    return parse_words(read_text(path), path.name)


def parse_words(text: str, name: str) -> Words:
    """Words from the text of a words file; ConfigError names every mistake with file and line."""
    return validate(Words, read_document(text, name))


def load_rulebook(game: str, language: str = ENGLISH) -> str:
    """The rules of a game as Markdown, letters with their accents; ConfigError if there are none in the language."""
    text = read_text(_file(game, f"rulebook.{language}.md", f"has no rule book in the language {language!r}"))
    return normalize("NFC", text)


COUNT = re.compile(r"\{([a-z0-9-]+)\}")
"""A component's id in braces: how many of it there are; `{parts}` is the number of all parts."""


def with_counts(text: str, bill: Bill) -> str:
    """A text with the bill's numbers in it, so that no rule book tells another one.

    Raises:
        ConfigError: braces name no component.
    """
    counts = {"parts": bill.parts, **{line.component.id: line.count for line in bill.lines}}
    unknown = sorted({name for name in COUNT.findall(text) if name not in counts})
    if unknown:
        what = f"names no component; there are {', '.join(counts)}"
        raise ConfigError([Problem(f"{bill.game.id} rule book {{{name}}}", what) for name in unknown])
    return COUNT.sub(lambda found: str(counts[found[1]]), text)


def _file(game: str, name: str, lacking: str) -> Path:
    path = game_folder(game) / name
    if not path.is_file():
        raise ConfigError(Problem(f"game {game}", f"{lacking}; write {path.name} beside its game.yaml"))
    return path
