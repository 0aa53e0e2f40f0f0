"""Positions at the table made by hand, and lines of actions played on them."""

from __future__ import annotations

from typing import Any

from rules.playing import Play, action_of, load_play
from rules.rooms.table import Phase, Seat, State, mask_of


def hand(shape: int, *shown: int, points: int = 0, penalties: int = 0) -> tuple[int, int, int, int]:
    """A player's hand: where the shape (the dog) stands, and which places are revealed."""
    return shape, mask_of(shown), points, penalties


def table(game: str, *hands: tuple[int, int, int, int], leader: int = 0, readings: Any = None) -> State[Any]:
    """The start of a round with these hands, all doors closed."""
    seats = tuple(Seat(player, *one) for player, one in enumerate(hands))
    started = load_play(game).start(len(hands)).readings if readings is None else readings
    return State(started, Phase.OPEN, seats, leader=leader, turn=leader)


def played(play: Play, state: Any, line: str) -> Any:
    """The state after a line of actions, `open 3, agree`."""
    for text in filter(None, (one.strip() for one in line.split(","))):
        state = play.apply(state, action_of(text))
    return state


def actions(play: Play, state: Any, kind: str | None = None) -> set[str]:
    """What may be done, as text; of one kind if it is named."""
    return {str(action) for action in play.legal_actions(state) if kind in (None, action.kind)}


def used(play: Play, state: Any) -> dict[tuple[str, str], int]:
    """Pieces in use, variants added up."""
    totals: dict[tuple[str, str], int] = {}
    for use, count in play.in_use(state).items():
        totals[use.component, use.how] = totals.get((use.component, use.how), 0) + count
    return totals
