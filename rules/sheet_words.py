"""The words on every game's sheets in one language: what to print on, what to glue with, and how to fold."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import model_validator

from rules.document import AsTuple, StrictModel, read_document, validate
from rules.errors import ConfigError, Problem
from rules.game import SHIPPED, Kebab, game_folder
from rules.slots import FIELD
from rules.words import Line


class Phrases(StrictModel):
    """What rule sheets and booklets say besides their text; names in braces are filled in.

    `page` stands at a rule sheet's foot, `leaf` at a booklet's; `each` and `above` are of the box's figure: what stores
    hold that are alike, and what lies on top.
    """

    page: Line
    leaf: Line
    version: Line
    each: Line
    above: Line
    notes: Line

    @model_validator(mode="after")
    def _have_their_fields(self) -> Phrases:
        wrong = [
            f"{key} must have {', '.join('{' + one + '}' for one in names) or 'nothing in braces'} and no other"
            for key in type(self).model_fields
            if set(FIELD.findall(getattr(self, key))) != set(names := FIELDS.get(key, ()))
        ]
        if wrong:
            raise ValueError("; ".join(wrong))
        return self


FIELDS = {
    "page": ("sheet", "number", "pages"),
    "leaf": ("number", "pages"),
    "version": ("version",),
    "each": ("pieces",),
    "above": ("pieces",),
}


class SheetWords(StrictModel):
    """`stock` is what a sheet says of paper and glue, by the sheet's name; `steps` name the pictures of folding, by family."""

    stock: dict[Kebab, Line]
    steps: dict[Kebab, Annotated[tuple[Line, ...], AsTuple]]
    rules: Phrases

    def steps_of(self, family: str) -> tuple[str, ...]:
        """The names of the pictures of how a family is folded; ConfigError where the language has none."""
        if family not in self.steps:
            raise ConfigError(Problem(f"steps.{family}", "is missing in the words on sheets; rules/words.en.yaml has it"))
        return self.steps[family]


@cache
def load_sheet_words(language: str = "en", game: str = "") -> SheetWords:
    """The words on sheets: those beside a game of one's own where it has some, else Tablewright's.

    Raises:
        ConfigError: there are none in the language, or with what is wrong in their file.
    """
    path = words_file(language, game)
    if path is None:
        raise ConfigError(no_words(language))
    name = f"rules/{path.name}" if path.name.startswith("words.") else str(path)
    return validate(SheetWords, read_document(path.read_text(encoding="utf-8-sig"), name))


def words_file(language: str, game: str = "") -> Path | None:
    """The file of the words on sheets in a language; None if there is none."""
    own = game_folder(game) / f"sheet-words.{language}.yaml" if game and game not in SHIPPED else None
    shared = Path(str(files("rules"))) / f"words.{language}.yaml"
    return next((one for one in (own, shared) if one is not None and one.is_file()), None)


def no_words(language: str) -> Problem:
    """What is said where the words on sheets are missing."""
    what = (
        f"there are no words on sheets in it: write sheet-words.{language}.yaml beside the game.yaml (what it holds is in "
        "rules/words.en.yaml), or rules/words." + language + ".yaml for every game"
    )
    return Problem(f"language = {language}", what)
