"""Walks through a game's states, and the tally of pieces that are in use on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

from rules.playing import Action, Play, Use, load_play
from rules.proof import Measure

SELDOM = 0.02
"""How often random play takes an action that is rare."""

LONGEST_GAME = 2_000
"""Random games are stopped after so many actions: some have no bound on their length."""

BATCH = 10
"""Random games that one worker plays before it says what it has seen."""


@dataclass
class Tally:
    """The most in use so far: for each use of a component the count, the most of one variant, and where the count was seen."""

    together: tuple[tuple[tuple[str, ...], str], ...] = ()
    most: dict[tuple[str, str], int] = field(default_factory=dict)
    of_one: dict[tuple[str, str], int] = field(default_factory=dict)
    seen_at: dict[tuple[str, str], Any] = field(default_factory=dict)

    def add(self, used: Mapping[Use, int], where: Any) -> None:
        """Count what a state has in use; `where` says which state it is."""
        totals: dict[tuple[str, str], int] = {}
        for use, count in used.items():
            name = (use.component, use.how)
            totals[name] = totals.get(name, 0) + count
            if count > self.of_one.get(name, 0):
                self.of_one[name] = count
        for components, how in self.together:
            totals[" + ".join(components), how] = sum(totals.get((one, how), 0) for one in components)
        for name, count in totals.items():
            self.raise_to(name, count, where)

    def raise_to(self, name: tuple[str, str], count: int, where: Any) -> None:
        """Keep a count if it is the largest so far."""
        if count > self.most.get(name, -1):
            self.most[name], self.seen_at[name] = count, where

    def rows(self) -> list[list[Any]]:
        """The tally as plain data, for a file or another process; what it was seen at must be a tuple of numbers."""
        return [[*name, most, self.of_one.get(name), *self.seen_at[name]] for name, most in self.most.items()]

    def take(self, rows: Iterable[Iterable[Any]]) -> None:
        """Add the rows of another tally; where both have seen as much, what this one has seen stays."""
        for component, how, most, of_one, *where in rows:
            self.raise_to((component, how), most, tuple(where))
            if of_one is not None:
                self.of_one[component, how] = max(of_one, self.of_one.get((component, how), 0))

    def measures(self, line: Callable[[tuple[str, str], Any], tuple[str, ...]] | None = None) -> tuple[Measure, ...]:
        """The measures, by component; `line` finds the actions to a state."""
        return tuple(
            Measure(*name, count, self.of_one.get(name, count), line(name, self.seen_at[name]) if line else ())
            for name, count in sorted(self.most.items())
        )


def every_state(play: Play, first: Any, told: Callable[[int], None] = lambda _: None) -> dict[Hashable, Hashable]:
    """Every state that can be reached from one, breadth first, states that are alike as one; each with the one before it."""
    begun = play.canonical(first)
    before: dict[Hashable, Hashable] = {begun: begun}
    level = [begun]
    while level:
        following = []
        for state in level:
            for action in play.legal_actions(state):
                after = play.canonical(play.apply(state, action))
                if after not in before:
                    before[after] = state
                    following.append(after)
        level = following
        told(len(before))
    return before


def line_to(play: Play, first: Any, before: Mapping[Hashable, Hashable], target: Hashable) -> tuple[str, ...]:
    """Actions from the first state to one that is like `target`, as they are really taken at the table."""
    chain = [target]
    while before[chain[-1]] != chain[-1]:
        chain.append(before[chain[-1]])
    state, line = first, []
    for wanted in chain[-2::-1]:
        action = next(one for one in play.legal_actions(state) if play.canonical(play.apply(state, one)) == wanted)
        line.append(str(action))
        state = play.apply(state, action)
    return tuple(line)


def random_action(play: Play, state: Any, random: Random) -> Action:
    """A legal action: first one of the kinds there are, rare ones seldom, then one of that kind."""
    actions = play.legal_actions(state)
    kinds = sorted({action.kind for action in actions})
    rare = [kind for kind in kinds if kind in play.RARE]
    usual = [kind for kind in kinds if kind not in play.RARE]
    kind = random.choice(rare if rare and (not usual or random.random() < SELDOM) else usual)
    return random.choice([action for action in actions if action.kind == kind])


def random_game(play: Play, first: Any, seed: int) -> Iterator[tuple[Action | None, Any]]:
    """The states of a game of random players, each with the action that led to it; the same for the same seed."""
    random, state = Random(seed), first
    yield None, state
    for _ in range(LONGEST_GAME):
        if play.outcome(state) is not None:
            return
        action = random_action(play, state, random)
        state = play.apply(state, action)
        yield action, state


def line_of_random_game(play: Play, first: Any, seed: int, steps: int) -> tuple[str, ...]:
    """The first actions of a random game."""
    game = random_game(play, first, seed)
    return tuple(str(action) for action, _ in (next(game) for _ in range(steps + 1)) if action is not None)


class Batch(NamedTuple):
    """Games of random players, one for each seed from `first` up to but not including `end`."""

    game: str
    players: int
    first: int
    end: int


def batches(game: str, players: int, first: int, end: int) -> list[Batch]:
    """The games from one seed to another in batches that end at whole multiples of `BATCH`, whoever plays them."""
    edges = sorted({first, *range(first // BATCH * BATCH + BATCH, end, BATCH), end})
    return [Batch(game, players, *pair) for pair in pairwise(edges)]


def play_batch(batch: Batch) -> list[list[Any]]:
    """The rows of a batch's tally, each seen at a seed and after so many actions; the same in every process."""
    play = load_play(batch.game)
    first = play.start(batch.players)
    tally = Tally(play.TOGETHER)
    for seed in range(batch.first, batch.end):
        for steps, (_, state) in enumerate(random_game(play, first, seed)):
            tally.add(play.in_use(state), (seed, steps))
    return tally.rows()
