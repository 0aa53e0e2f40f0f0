"""A game's words in one language: names of components, and blocks of text that stand on pieces."""

from __future__ import annotations

from pydantic import Field

from rules.document import StrictModel, read_document, validate
from rules.errors import ConfigError, Problem
from rules.game import Kebab, game_folder


class Item(StrictModel):
    """A paragraph with a mark at its side (a number, or a sign) and a heading."""

    mark: str = ""
    head: str
    text: str


class Block(StrictModel):
    """A title, paragraphs, and a last line."""

    title: str
    items: list[Item]
    foot: str = ""


class Words(StrictModel):
    """The words of a game: `names` by component id, `blocks` by the name that a face gives."""

    names: dict[Kebab, str]
    blocks: dict[Kebab, Block] = Field(default_factory=dict)

    def name(self, component: str) -> str:
        """What people call a component; its id where the language has no word."""
        return self.names.get(component, component.replace("-", " "))


def load_words(game: str, language: str = "en") -> Words:
    """The words of a shipped game; ConfigError if there are none in the language."""
    path = game_folder(game) / f"words.{language}.yaml"
    if not path.is_file():
        raise ConfigError(Problem(f"game {game}", f"has no words in the language {language!r}"))
    return validate(Words, read_document(path.read_text(encoding="utf-8"), path.name))


def load_rulebook(game: str, language: str = "en") -> str:
    """The rules of a shipped game as Markdown; ConfigError if there are none in the language."""
    path = game_folder(game) / f"rulebook.{language}.md"
    if not path.is_file():
        raise ConfigError(Problem(f"game {game}", f"has no rule book in the language {language!r}"))
    return path.read_text(encoding="utf-8")
