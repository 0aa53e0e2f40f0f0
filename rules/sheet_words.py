"""The words on every game's sheets in one language: how to print, cut, fold and glue, and what stands beside the pieces."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Annotated

from pydantic import AfterValidator

from rules.document import AsTuple, StrictModel, read_document, validate
from rules.errors import ConfigError, Problem
from rules.game import Kebab
from rules.words import ENGLISH, Line


def _with(*names: str) -> AfterValidator:
    """Demands these names in braces, each of them, and no others."""

    def filled(text: str) -> str:
        try:
            found = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        except ValueError:
            found = {"{"}
        if found != set(names):
            wanted = ", ".join(f"{{{name}}}" for name in names)
            raise ValueError(f"must have {wanted} and no other braces")
        return text

    return AfterValidator(filled)


class Sides(StrictModel):
    """What a page's sides are called."""

    front: Line
    back: Line
    both: Line


class Meeting(StrictModel):
    """How sheets are printed, by the way their two sides meet."""

    long_edge: Line
    short_edge: Line
    separate_front: Annotated[Line, _with("page")]
    separate_back: Annotated[Line, _with("page")]
    one_sided: Line


class Printing(Meeting):
    """The same where sides lie on one sheet or are glued on each other; `one_side` where there is one alone."""

    one_side: Line
    gutter_fold: Line


class Glued(Meeting):
    """The same where pieces have a board between their sides."""

    gutter_fold: Annotated[Line, _with("half")]


class Cut(StrictModel):
    """How a sheet is cut by hand: between marks, along outlines, and where there are folds or slits."""

    marks: Line
    lines: Line
    folds: Line
    slits: Line


class TuckBoxWords(StrictModel):
    """What stands on the tuck box and its sheet."""

    print: Line
    one: Line
    several: Annotated[Line, _with("parts")]
    inside: Annotated[Line, _with("room")]
    inside_for: Annotated[Line, _with("room", "things")]
    both: Annotated[Line, _with("one", "other")]
    cards: Line
    cards_in_sleeves: Annotated[Line, _with("size")]
    markers: Line
    markers_on_board: Annotated[Line, _with("thick")]
    glue: Line
    glue_behind: Annotated[Line, _with("part")]
    contents: Line
    players: Annotated[Line, _with("low", "high")]
    one_number: Annotated[Line, _with("high")]


class RuleSheetWords(StrictModel):
    """What stands on rule sheets and booklets beside the rules, and in the figures of the filled box."""

    page: Annotated[Line, _with("heading", "page", "pages")]
    each: Annotated[Line, _with("held")]
    on_top: Annotated[Line, _with("held")]
    notes: Line


class CalibrationWords(StrictModel):
    """What stands on the calibration sheet."""

    title: Annotated[Line, _with("paper")]
    landscape: Annotated[Line, _with("paper")]
    back: Annotated[Line, _with("title")]
    printed: Annotated[Line, _with("figures")]
    from_front: Line
    axes: Line
    long_edge: Line
    short_edge: Line
    separate: Line
    read: Line
    type: Line
    then: Line


class Credits(StrictModel):
    """Who made type and shapes."""

    type: Annotated[Line, _with("faces")]
    by: Annotated[Line, _with("names", "owner")]
    shapes: Line


class SheetWords(StrictModel):
    """All of them. `sheets` and `stock` are by the sheet's name, `steps`, the pictures of folding, by family."""

    title: Annotated[Line, _with("game", "sheet")]
    sheets: dict[Kebab, Line]
    page: Annotated[Line, _with("page", "pages")]
    version: Annotated[Line, _with("version")]
    sides: Sides
    pieces: Annotated[Line, _with("pieces", "sorts")]
    part: Annotated[Line, _with("name", "part", "parts")]
    sticker: Line
    printing: Printing
    glued: Glued
    cutting: Cut
    stock: dict[Kebab, Line]
    steps: dict[Kebab, Annotated[tuple[Line, ...], AsTuple]]
    glue_strip: Annotated[tuple[Line, Line], AsTuple]
    tuck_box: TuckBoxWords
    rule_sheet: RuleSheetWords
    contact_sheet: Annotated[Line, _with("game")]
    calibration: CalibrationWords
    credits: Credits

    def titled(self, game: str, sheet: str) -> str:
        """The title of a sheet by its name: `Geometric Chamber: cards`."""
        return self.title.format(game=game, sheet=self.sheets.get(sheet, sheet))

    def paged(self, page: int, pages: int) -> str:
        """Which page of how many."""
        return self.page.format(page=page, pages=pages)

    def versioned(self, *texts: str, version: str) -> str:
        """Texts in one line, and at its end the version if there is one."""
        return " · ".join([*texts, *([self.version.format(version=version)] if version else [])])


@cache
def load_sheet_words(language: str = ENGLISH) -> SheetWords:
    """The words on sheets; ConfigError if there are none in the language, or with what is wrong in their file."""
    path = words_file(language)
    if not path.is_file():
        raise ConfigError(no_words(language))
    return parse_sheet_words(path.read_text(encoding="utf-8"), f"rules/{path.name}")


def words_file(language: str) -> Traversable:
    """Where the words on sheets are looked for."""
    return files("rules") / f"words.{language}.yaml"


def no_words(language: str) -> Problem:
    """What is said where there are none."""
    name = words_file(language).name
    return Problem(f"language = {language}", f"there is no {name} in rules; write it, or take {ENGLISH}")


def parse_sheet_words(text: str, name: str) -> SheetWords:
    """Words on sheets from the text of their file; ConfigError names every mistake with file and line."""
    return validate(SheetWords, read_document(text, name))
