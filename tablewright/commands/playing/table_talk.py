"""What the terminal says during play: actions in words, choices, pieces in use."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

import click

from rules.bill import Bill
from rules.errors import ConfigError, Problem
from rules.exploring import random_action
from rules.playing import Action, Play, action_of

TOLD = (
    "open",
    "face up",
    "flipped",
    "gold side up",
    "before players",
    "in the line",
    "on the board",
    "in hands",
    "hidden in hands",
)
"""Uses that change during play and are listed after each action."""


@dataclass(frozen=True)
class Table:
    """A game's rules, its bill, and how many players are people (always the first ones)."""

    play: Play
    bill: Bill
    people: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The players, by colour where the game has colours."""
        axis = self.bill.game.axes.get("colour")
        colours = [name.capitalize() for name in axis.names[: self.bill.players]] if axis else []
        return tuple(colours or [f"Player {number}" for number in range(1, self.bill.players + 1)])

    @property
    def viewer(self) -> int | None:
        """Whose secrets to show: everyone's if nobody is a person, those of the only person, or else nobody's (-1)."""
        return {0: None, 1: 0}.get(self.people, -1)


def in_use_text(table: Table, state: Any) -> str:
    """The pieces in use in a state, out of how many there are: `door-marker open 2/5, x-card face up 3/8`."""
    used: Counter[tuple[str, str]] = Counter()
    for use, count in table.play.in_use(state).items():
        used[use.component, use.how] += count
    told = [(name, count) for name, count in used.items() if name[1] in TOLD and count]
    return ", ".join(f"{name} {how} {count}/{table.bill.line(name).count}" for (name, how), count in told) or "nothing yet"


def play_on(table: Table, seed: int, most: int) -> None:
    """Play a game to its end, for at most this many actions, or until the input ends."""
    random, state = Random(seed), table.play.start(table.bill.players)
    for _ in range(most):
        if table.play.outcome(state) is not None:
            break
        mover = table.play.to_move(state)
        if mover is not None and mover < table.people:
            chosen = _asked(table, state, mover)
            if chosen is None:
                click.echo("\nleft; the game is not over")
                return
        else:
            chosen = random_action(table.play, state, random)
        state = _done(table, state, chosen)
    _end(table, state, most)


def follow(table: Table, line: str) -> None:
    """Play the actions of a line like `open 3, agree`; ConfigError names the first illegal one."""
    state = table.play.start(table.bill.players)
    for number, text in enumerate(filter(None, (one.strip() for one in line.split(","))), 1):
        action = action_of(text)
        legal = table.play.legal_actions(state)
        if action not in legal:
            there = ", ".join(map(str, legal[:8])) + (" …" if len(legal) > 8 else "") if legal else "none, the game is over"
            raise ConfigError(Problem(f"--line action {number} {text!r}", f"is not legal here; there are {there}"))
        state = _done(table, state, action)
    if table.play.outcome(state) is not None:
        _end(table, state, 0)


def _done(table: Table, state: Any, action: Action) -> Any:
    click.echo(table.play.says(state, action, table.names, table.viewer))
    state = table.play.apply(state, action)
    click.echo(f"    in use: {in_use_text(table, state)}")
    return state


def _end(table: Table, state: Any, most: int) -> None:
    result = table.play.outcome(state)
    if result is None:
        click.echo(f"stopped after {most} actions; --actions allows more")
        return
    winners = " and ".join(table.names[player] for player in result.winners)
    click.echo(f"The game is over: {result.why}. {winners} {'win' if len(result.winners) > 1 else 'wins'}.")


def _asked(table: Table, state: Any, mover: int) -> Action | None:
    """A person's choice from the list of legal actions; None when the input ends."""
    legal = table.play.legal_actions(state)
    click.echo(f"{table.names[mover]}: {table.play.sees(state, mover)}")
    for number, action in enumerate(legal, 1):
        click.echo(f"  {number:3} {table.play.says(state, action, table.names, mover)}")
    while True:
        click.echo(f"1 to {len(legal)}: ", nl=False)
        text = sys.stdin.readline()
        if not text:
            return None
        if text.strip().isdecimal() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        click.echo(f"{text.strip()!r} is none of the numbers")
