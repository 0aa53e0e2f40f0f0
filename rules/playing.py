"""What the playable models of the games share: an action, an outcome, and the pieces that a state has in use.

A game's model is its `play.py`, found beside its `game.yaml` like the other data of a game. It is a module of
pure functions over immutable states, so that the same model is played in a terminal, explored to its last
state, and tested sentence by sentence against the rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

from rules.errors import ConfigError, Problem
from rules.game import SHIPPED, game_folder


class Action(NamedTuple):
    """One thing that is done at the table: a kind and the numbers it is about, `open 3`.

    Doors, places, squares and dominoes are numbered as the pieces are (squares from 0, row by row), players from 0.
    """

    kind: str
    at: tuple[int, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.kind, *map(str, self.at)])


class Use(NamedTuple):
    """A way in which pieces are in use: of which component, how, and which of its variants (None if there is one only)."""

    component: str
    how: str
    variant: int | None = None


class Outcome(NamedTuple):
    """How a game ended: who won (several if they share it), and which rule ended it."""

    winners: tuple[int, ...]
    why: str


Together = tuple[tuple[tuple[str, ...], str], ...]
"""Components, and a way in which they are in use, that are worth counting together."""


class Play(Protocol):
    """What the module `rules.games.<game>.play` gives. `state` and what is returned for it are immutable.

    RARE: kinds of actions that random play takes now and then only. TOGETHER: uses that are counted together too.
    MADE_LINES: games made by hand that come near the limits, actions with commas between them.
    """

    RARE: frozenset[str]
    TOGETHER: Together
    MADE_LINES: tuple[str, ...]

    def start(self, players: int, readings: Any = ...) -> Any:
        """The table before anybody has done anything."""

    def legal_actions(self, state: Any) -> tuple[Action, ...]:
        """Everything that may be done next, in order; empty only when the game is over."""

    def apply(self, state: Any, action: Action) -> Any:
        """The table after a legal action; ValueError for any other."""

    def outcome(self, state: Any) -> Outcome | None:
        """How the game ended; None while it goes on."""

    def to_move(self, state: Any) -> int | None:
        """The player who chooses; None where chance decides or a rule leaves no choice."""

    def in_use(self, state: Any) -> Mapping[Use, int]:
        """The pieces that the state occupies."""

    def canonical(self, state: Any) -> Hashable:
        """One state for all that differ only in names: it is a state of the game, and the same things can happen from it."""

    def says(self, state: Any, action: Action, names: tuple[str, ...], viewer: int | None = None) -> str:
        """An action in words, with the players' names; a secret of another player than the viewer is left out."""

    def sees(self, state: Any, player: int) -> str:
        """What a player knows and looks at before choosing."""


def action_of(text: str) -> Action:
    """An action from its text, `open 3`; ConfigError if it is none."""
    kind, *numbers = text.split() or [""]
    try:
        return Action(kind, tuple(int(number) for number in numbers))
    except ValueError:
        raise ConfigError(Problem(f"action {text!r}", "must be a word and numbers, as `open 3`")) from None


def has_play(game: str) -> bool:
    """Whether a game has a playable model; one of your own has none."""
    return game in SHIPPED and (game_folder(game) / "play.py").is_file()


def load_play(game: str) -> Play:
    """A game's playable model; ConfigError if there is none."""
    if not has_play(game):
        raise ConfigError(Problem(f"game {game}", f"has no playable model (play.py); there are {', '.join(SHIPPED)}"))
    return cast(Play, import_module(f"rules.games.{game_folder(game).name}.play"))


def refuse(action: Action, actions: tuple[Action, ...]) -> None:
    """ValueError unless the action is one of those that are legal."""
    if action not in actions:
        raise ValueError(f"{action} is not legal here; legal are {', '.join(map(str, actions)) or 'none: the game is over'}")
