"""Dokojong as a game that can be played: every rule of its source, and nothing about how it is made.

Sections are those of the source: Setup, Gameplay (with its four actions), Search Phase, End of Game. Chance (a
shuffle) and what a rule leaves no choice about (reveal, flip) are actions too, so that every moment on the table is
a state.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from rules.games.dokojong.pieces import TOGETHER, canonical, in_use, says, sees
from rules.games.dokojong.readings import DEFAULT, Accuser, Readings
from rules.playing import Action, Outcome, refuse
from rules.rooms.moves import chooser, led, next_round, revealed, set_up, x_places
from rules.rooms.table import NUMBERS, Phase, State, bit, mask_of, numbers, seated

__all__ = [
    "MADE_LINES",
    "RARE",
    "TOGETHER",
    "apply",
    "canonical",
    "in_use",
    "legal_actions",
    "outcome",
    "says",
    "sees",
    "start",
    "to_move",
]

Table = State[Readings]

RARE: frozenset[str] = frozenset()
"""Actions that random play takes now and then only: none."""

MADE_LINES: tuple[str, ...] = ()
"""Games made by hand: none is needed."""

X_TO_SCORE = 3
"""The third revealed X makes a point (Gameplay)."""

PENALTIES_OUT = 3
"""So many Penalties put a player out (End of Game)."""

POINTS_TO_WIN = 2
"""Both Score tokens gold side up win outright (End of Game)."""


def start(players: int, readings: Readings = DEFAULT) -> Table:
    """The table when all have their pieces: Score tokens blue, doors closed, tiles about to be shuffled (Setup)."""
    return set_up(readings, players)


def to_move(state: Table) -> int | None:
    """Who chooses: the Leader a door, the player whose turn it is an action, an accuser who was right a tile (Gameplay)."""
    return chooser(state)


@lru_cache(maxsize=8)
def legal_actions(state: Table) -> tuple[Action, ...]:
    """What may be done next; every state before the end has something."""
    seat = state.seats[state.turn]
    match state.phase:
        case Phase.FIRST:
            return tuple(Action("first", (one.player,)) for one in state.seats)
        case Phase.SHUFFLE:
            player = state.seats[state.shuffling[0]].player
            return tuple(Action("shuffle", (player, place)) for place in NUMBERS)
        case Phase.OPEN:
            return tuple(Action("open", (door,)) for door in NUMBERS)
        case Phase.TURN:
            return _turns(state)
        case Phase.SEARCH:
            return (Action("reveal", (seat.player, *numbers(state.doors & ~seat.shown))),)
        case Phase.SHOW:
            return (Action("reveal", (state.seats[state.leader].player, state.place)),)
        case Phase.FOUND:
            return (Action("penalty", (seat.player,)),)
        case Phase.X_CARD:
            return tuple(Action("x", (place,)) for place in _own_x(state))
        case Phase.POINTS:
            return (Action("point", (seat.player,)),)
    return ()


def _turns(state: Table) -> tuple[Action, ...]:
    """The four actions of Gameplay: approve; open another; swap, none of them just closed; accuse, naming any number."""
    closed = [door for door in NUMBERS if not state.doors & bit(door)]
    swapped = combinations(closed, len(NUMBERS) - len(closed) + 1)
    return (
        Action("approve"),
        *(Action("another", (door,)) for door in closed),
        *(Action("swap", doors) for doors in swapped),
        *(Action("accuse", (place,)) for place in NUMBERS),
    )


def _own_x(state: Table) -> tuple[int, ...]:
    """The places of tiles that an accuser who was right may reveal (Gameplay, action 4)."""
    return x_places(state, hidden_only=state.readings.accuser is Accuser.HIDDEN)


def apply(state: Table, action: Action) -> Table:
    """The table after a legal action; ValueError for any other."""
    refuse(action, legal_actions(state))
    count, at = len(state.seats), action.at
    match action.kind:
        case "first":
            return state._replace(phase=Phase.SHUFFLE, leader=at[0], turn=at[0], shuffling=tuple(range(count)))
        case "shuffle":
            return _shuffled(state, at[1])
        case "open":
            return state._replace(phase=Phase.TURN, doors=bit(at[0]), turn=(state.leader + 1) % count, agreed=0)
        case "approve":
            agreed = state.agreed + 1
            phase = Phase.SEARCH if agreed == count - 1 else Phase.TURN
            return state._replace(phase=phase, agreed=agreed, turn=(state.turn + 1) % count)
        case "another":
            return led(state, state.doors | bit(at[0]))
        case "swap":
            return led(state, mask_of(at))
        case "accuse":
            return state._replace(phase=Phase.SHOW, place=at[0], accuser=state.turn)
        case "reveal":
            return _revealed(state)
        case "penalty":
            return _penalised(state)
        case "x":
            assert state.accuser is not None
            shown = state.seats[state.accuser].shown | bit(at[0])
            return _seen(seated(state, state.accuser, shown=shown), state.accuser)
    return _scored(state)


def _revealed(state: Table) -> Table:
    """An accused Leader shows the tile at the number; in a search a player shows all that match open doors."""
    return _seen(*revealed(state))


def _seen(state: Table, index: int) -> Table:
    """What a player's revealed tiles lead to: a dog a Penalty, a third X a point at once (Gameplay, Search Phase)."""
    seat = state.seats[index]
    if seat.found:
        return state._replace(phase=Phase.FOUND, turn=index)
    if seat.shown.bit_count() >= X_TO_SCORE:
        return state._replace(phase=Phase.POINTS, turn=index)
    return _after(state, index)


def _penalised(state: Table) -> Table:
    """Whose dog was found flips a Penalty token; an accuser then reveals a tile, and only after that tiles are shuffled."""
    state = seated(state, state.turn, penalties=state.seats[state.turn].penalties + 1)
    if state.accuser is not None:
        return state._replace(phase=Phase.X_CARD, caught=True)
    return _shuffling(state, (state.turn,), Phase.OPEN)


def _scored(state: Table) -> Table:
    """A third X: a Score token is turned to gold, tiles are shuffled; both gold win outright (Gameplay, End of Game)."""
    index = state.turn
    state = seated(state, index, points=state.seats[index].points + 1)
    if state.seats[index].points >= POINTS_TO_WIN:
        return state._replace(phase=Phase.OVER)
    if state.accuser is None:
        return _shuffling(state, (index,), Phase.SEARCH)
    return _shuffling(state, (index, state.leader) if state.caught else (index,), Phase.OPEN)


def _shuffling(state: Table, indices: tuple[int, ...], after: Phase) -> Table:
    """Tiles are taken off the boards to be shuffled."""
    for index in indices:
        state = seated(state, index, shape=0, shown=0)
    return state._replace(phase=Phase.SHUFFLE, shuffling=indices, next_phase=after)


def _shuffled(state: Table, place: int) -> Table:
    """A player's tiles are set out again, as during Setup, the dog at `place`."""
    index, *rest = state.shuffling
    state = seated(state, index, shape=place)._replace(shuffling=tuple(rest))
    if rest:
        return state
    if state.next_phase is Phase.SEARCH:
        return _after(state._replace(next_phase=Phase.OPEN), index)
    return _next_round(state)


def _after(state: Table, index: int) -> Table:
    """A player has revealed: the next one does, until all have or a dog was found; an accusation ends the round."""
    if state.accuser is not None:
        if state.caught:
            return _shuffling(state, (state.leader,), Phase.OPEN)
        return _next_round(state)
    following = (index + 1) % len(state.seats)
    return _next_round(state) if following == state.leader else state._replace(phase=Phase.SEARCH, turn=following)


def _next_round(state: Table) -> Table:
    """Three Penalties put a player out, doors are closed; the Leader leads on, but one caught when accused passes it left."""
    return next_round(state, state.leader + state.caught, PENALTIES_OUT)


def outcome(state: Table) -> Outcome | None:
    """How the game ended: both Score tokens gold, or every player but one eliminated (End of Game)."""
    if state.phase is not Phase.OVER:
        return None
    if len(state.seats) == 1:
        return Outcome((state.seats[0].player,), "every player but one has been eliminated")
    best = next(seat.player for seat in state.seats if seat.points >= POINTS_TO_WIN)
    return Outcome((best,), "both Score tokens are gold side up")
