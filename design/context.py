"""What a family needs to specify a piece: the bill, the configuration, the words, and the figures of each part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from pydantic import BaseModel, ValidationError

from design.config.errors import problem_at
from design.config.loading import Config
from design.config.settings import Card, Die, Domino, MarkerSize, NumberBoard, Overview, Squares, Tile
from design.faces.brief import Brief, brief
from design.graphics.type.fonts import demand
from rules.bill import Bill, Variant, derive_bill, piece_name
from rules.document import dotted
from rules.errors import DesignError, Problem
from rules.game import Component, FaceSpec, Game, StandInPiece
from rules.languages import demand_language
from rules.sheet_words import SheetWords, load_sheet_words
from rules.words import Words, load_words


@dataclass(frozen=True)
class Context:
    """What a family needs to specify a piece."""

    bill: Bill
    config: Config
    words: Words
    worked_out: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def said(self) -> SheetWords:
        """The words on the sheets of every game."""
        return load_sheet_words(self.config.language)

    @classmethod
    def of(cls, bill: Bill, config: Config, words: Words) -> Context:
        """The context of a game's bill in a configuration."""
        return cls(bill, config, words)

    @classmethod
    def of_game(cls, game: Game, config: Config) -> Context:
        """The context of a game for the configured number of players; DesignError if its words cannot be set.

        Raises:
            ConfigError: with every file missing in the configured language.
        """
        demand_language(game.reference, config.language)
        words = load_words(game.reference, config.language)
        demand([(f"{game.id} title", game.title), *((f"{game.id} words {name}", word) for name, word in words.names.items())])
        return cls.of(derive_bill(game, config.games[game.id].players), config, words)

    @property
    def bleed_mm(self) -> float:
        """How far faces laid out in slots extend beyond the trim: as far as the widest configured bleed."""
        paper = self.config.paper
        return max(paper.front_bleed_mm, paper.back_bleed_mm, self.config.printhouse.bleed_mm)


P = ParamSpec("P")
T = TypeVar("T")


def once(function: Callable[Concatenate[Context, P], T]) -> Callable[Concatenate[Context, P], T]:
    """Compute a function's result for a context only once; its other arguments are hashable."""

    @wraps(function)
    def remembered(context: Context, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = function, args, tuple(sorted(kwargs.items()))
        if key not in context.worked_out:
            context.worked_out[key] = function(context, *args, **kwargs)
        made: T = context.worked_out[key]
        return made

    return remembered


Item = Component | StandInPiece


def settings_of(config: Config, item: Item) -> Any:
    """A component's figures: its own, or those to which its `spec` refers in the configuration (`$markers.door`).

    Raises:
        DesignError: with each wrong figure, or if such figures do not suit the family.
    """
    reference = item.spec
    if isinstance(reference, dict):
        return _own_figures(config, item, reference)
    value: Any = config
    for step in (reference or "").removeprefix("$").split("."):
        if not isinstance(value, BaseModel) or step not in type(value).model_fields:
            raise DesignError(Problem(f"{item.id} spec = {reference}", "names nothing in the configuration"))
        value = getattr(value, step)
    model, section = _FIGURES.get(item.family, (BaseModel, ""))
    if not isinstance(value, model):
        own = " or figures of its own" if item.family in _OWN else ""
        raise DesignError(Problem(f"{item.id} spec = {reference}", f"a {item.family} is not made by that; say ${section}{own}"))
    return value


def _own_figures(config: Config, item: Item, given: dict[str, Any]) -> BaseModel:
    """A component's own figures; the configuration supplies those that it leaves open."""
    if item.family not in _OWN:
        _, section = _FIGURES.get(item.family, (BaseModel, ""))
        what = f"a {item.family} has no figures of its own; {f'say ${section}' if section else 'take them away'}"
        raise DesignError(Problem(f"{item.id} spec", what))
    model, section = _FIGURES[item.family]
    base = getattr(config, section, None)
    left_open = base.model_dump() if isinstance(base, model) else {}
    try:
        return model.model_validate({**left_open, **given})
    except ValidationError as error:
        raise DesignError([problem_at(f"{item.id} spec.{dotted(one['loc'])}", one, model) for one in error.errors()]) from None


_OWN = frozenset({"card", "overview", "board", "marker", "tile", "die"})
"""Families whose components may have their own figures."""
_FIGURES: dict[str, tuple[type[BaseModel], str]] = {
    "card": (Card, "card"),
    "overview": (Overview, "overview"),
    "board": (Squares, "squares"),
    "tile": (Tile, "tile"),
    "marker": (MarkerSize, "markers.token"),
    "domino": (Domino, "domino"),
    "die": (Die, "die"),
    **dict.fromkeys(("plate", "connector", "folding-board", "trough-board"), (NumberBoard, "number_board")),
}
"""The model of a family's figures, and the configuration's section (or one of them) that holds them."""


def brief_of(context: Context, item: Item, variant: Variant, side: str) -> Brief:
    """What a side of a piece shows; `side` is its face's name: `front` or `back`."""
    name = f"{piece_name(item.id, variant)}.{side}"
    spec = item.faces.get("front" if side == "front" else "back", FaceSpec())
    return brief(name, spec, context.bill.game, context.bill.players, variant, context.config.colours)
