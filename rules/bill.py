"""The bill of components: what a game needs, how many, and the rule each count follows from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import prod

from rules.errors import ConfigError, Problem
from rules.game import Component, Game, Medium, Role, StandInPiece
from rules.media import stands_in


@dataclass(frozen=True)
class Variant:
    """One of the different pieces of a component: its value on each axis it varies along.

    `times` is how often a table has it.
    """

    values: Mapping[str, str]
    times: int = 1

    @property
    def key(self) -> str:
        """The values joined by dots as they stand in names; empty where nothing varies."""
        return ".".join(self.values.values())


@dataclass(frozen=True)
class BillLine:
    """A component with its variants and how often each of them is needed, for each time that a table has it."""

    component: Component | StandInPiece
    variants: tuple[Variant, ...]
    copies: int

    @property
    def count(self) -> int:
        """Pieces in all."""
        return sum(map(self.copies_of, self.variants))

    def copies_of(self, variant: Variant) -> int:
        """How often one of the variants is needed."""
        return self.copies * variant.times

    def piece(self, variant: Variant) -> str:
        """The name of a variant's piece, `shape-card.crimson`."""
        return piece_name(self.component.id, variant)


@dataclass(frozen=True)
class Bill:
    """Every component of a game for a number of players, in the order of its `game.yaml`."""

    game: Game
    players: int
    lines: tuple[BillLine, ...]

    @property
    def parts(self) -> int:
        """The number of parts, without storage and reference sheets."""
        return sum(line.count for line in self.lines if _role(line) is Role.PART)

    def line(self, component: str) -> BillLine:
        """The line of a component; KeyError if it has none."""
        for line in self.lines:
            if line.component.id == component:
                return line
        raise KeyError(component)


def piece_name(component: str, variant: Variant) -> str:
    """`component` or `component.variant`: the name of a piece wherever it is drawn or written."""
    return f"{component}.{variant.key}" if variant.key else component


def _role(line: BillLine) -> Role:
    return line.component.role if isinstance(line.component, Component) else Role.PART


def derive_bill(game: Game, players: int) -> Bill:
    """The bill for this number of players; ConfigError if the game is not for so many."""
    low, high = game.players.min, game.players.max
    if not low <= players <= high:
        allowed = f"{low} to {high}" if high > low else f"{low}"
        raise ConfigError(Problem(f"games.{game.id}.players = {players}", f"must be {allowed}: the game is not for so many"))
    return Bill(game, players, tuple(_line(game, players, component) for component in game.components))


def _line(game: Game, players: int, item: Component | StandInPiece) -> BillLine:
    axes = [axis_values(game, players, axis) for axis in item.vary]
    variants = tuple(
        Variant(
            dict(zip(item.vary, values, strict=True)),
            prod(game.axes[axis].copies.get(value, 1) for axis, value in zip(item.vary, values, strict=True)),
        )
        for values in product(*axes)
    )
    return BillLine(item, variants, item.copies * (players if item.per == "player" else 1))


def axis_values(game: Game, players: int, axis: str) -> tuple[str, ...]:
    """The values an axis takes for this number of players, in order."""
    names = game.axes[axis].names
    return names[:players] if game.axes[axis].take == "players" else names


def pieces_in(bill: Bill, medium: Medium) -> tuple[BillLine, ...]:
    """What a medium makes of the bill: its lines, with what stands in for others in that medium."""
    stand_ins = [one for one in bill.game.stand_ins if stands_in(one, medium)]
    replaced = {component for one in stand_ins for component in one.replaces}
    kept = tuple(line for line in bill.lines if line.component.id not in replaced)
    made = tuple(_line(bill.game, bill.players, piece) for one in stand_ins for piece in one.pieces)
    return kept + made
