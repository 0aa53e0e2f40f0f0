"""The words on every game's sheets in one language: what to print on, what to glue with, and how to fold."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

from rules.document import AsTuple, StrictModel, read_document, validate
from rules.errors import ConfigError, Problem
from rules.game import Kebab
from rules.words import Line


class SheetWords(StrictModel):
    """`stock` is what a sheet says of paper and glue, by the sheet's name; `steps` name the pictures of folding, by family."""

    stock: dict[Kebab, Line]
    steps: dict[Kebab, Annotated[tuple[Line, ...], AsTuple]]


@cache
def load_sheet_words(language: str = "en") -> SheetWords:
    """The words on sheets; ConfigError if there are none in the language, or with what is wrong in their file."""
    path = files("rules") / f"words.{language}.yaml"
    if not path.is_file():
        raise ConfigError(Problem(f"language {language}", f"there is no {path.name} in rules"))
    return validate(SheetWords, read_document(path.read_text(encoding="utf-8"), f"rules/{path.name}"))
