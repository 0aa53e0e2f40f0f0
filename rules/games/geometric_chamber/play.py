"""Geometric Chamber as a game that can be played: every rule of its source, and nothing about how it is made.

Sections are those of the source: 1 Game Objective, 2 Game Setup, 3 Deciding Which Doors to Search, 4 How to
Search (Steps 1 to 3), 5 Game End. Chance (a shuffle) and what a rule leaves no choice about (reveal, flip) are
actions too, so that every moment on the table is a state.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from rules.games.geometric_chamber.pieces import TOGETHER, canonical, in_use, says, sees
from rules.games.geometric_chamber.readings import DEFAULT, Accuser, Points, Readings
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

MOST_OPEN_TO_SWAP = 2
"""With more open doors than this nobody may choose others (3, action 3)."""

CARDS_TO_SCORE = 3
"""So many places shown without the shape make a point (1, and 4 Step 2)."""

PENALTIES_OUT = 3
"""So many flipped penalty markers put a player out (4 Step 2)."""

POINTS_TO_END = 2
"""So many flipped score markers end the game (5)."""


def start(players: int, readings: Readings = DEFAULT) -> Table:
    """The table when all have taken their pieces: markers unflipped, doors closed, cards about to be shuffled (2)."""
    return set_up(readings, players)


def to_move(state: Table) -> int | None:
    """Who chooses: the leader opens (3), the player whose turn it is acts (3), an accuser who was right picks an X (4)."""
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
            return tuple(Action("x", (place,)) for place in _x_cards(state))
        case Phase.POINTS:
            return (Action("point", (state.seats[_scorers(state)[0]].player,)),)
    return ()


def _turns(state: Table) -> tuple[Action, ...]:
    """The four actions of 3: agree; one more door; other doors, one more of them; accuse the leader."""
    closed = [door for door in NUMBERS if not state.doors & bit(door)]
    hidden = [place for place in NUMBERS if not state.seats[state.leader].shown & bit(place)]
    many = len(NUMBERS) - len(closed)
    others = combinations(closed, many + 1) if many <= MOST_OPEN_TO_SWAP else ()
    return (
        Action("agree"),
        *(Action("more", (door,)) for door in closed),
        *(Action("others", doors) for doors in others),
        *(Action("accuse", (place,)) for place in hidden),
    )


def _x_cards(state: Table) -> tuple[int, ...]:
    """The places of X cards that an accuser who was right may turn (4 Step 1)."""
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
        case "agree":
            agreed = state.agreed + 1
            everybody = agreed == count - 1
            turn = (state.turn + 1) % count
            return state._replace(phase=Phase.SEARCH if everybody else Phase.TURN, agreed=agreed, turn=turn)
        case "more":
            return led(state, state.doors | bit(at[0]))
        case "others":
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
            return _step_2(seated(state, state.accuser, shown=shown))
    return _scored(state)


def _shuffled(state: Table, place: int) -> Table:
    """A player's cards stand face down in a new order, the shape at `place` (2, and 4 Steps 1 and 2)."""
    index, *rest = state.shuffling
    state = seated(state, index, shape=place, shown=0)._replace(shuffling=tuple(rest))
    if rest:
        return state
    if state.next_phase is Phase.POINTS:
        return _step_2(state._replace(next_phase=Phase.OPEN))
    if state.next_phase is Phase.X_CARD:
        return state._replace(phase=Phase.X_CARD, next_phase=Phase.OPEN)
    return _next_round(state)


def _revealed(state: Table) -> Table:
    """Step 1: who is searched shows all cards at open doors, or an accused leader the one card; a shape stops the search."""
    accused = state.phase is Phase.SHOW
    state, index = revealed(state)
    if state.seats[index].found:
        return state._replace(phase=Phase.FOUND, turn=index)
    following = (index + 1) % len(state.seats)
    if accused or following == state.leader:
        return _step_2(state)
    return state._replace(turn=following)


def _penalised(state: Table) -> Table:
    """Step 1: whose shape was found flips a penalty marker, turns all cards down and shuffles; then an accuser picks an X."""
    penalties = state.seats[state.turn].penalties + 1
    state = seated(state, state.turn, penalties=penalties, shape=0, shown=0)
    after = Phase.POINTS if state.accuser is None else Phase.X_CARD
    return state._replace(phase=Phase.SHUFFLE, shuffling=(state.turn,), next_phase=after)


def _scorers(state: Table) -> list[int]:
    """Step 2: seats with at least three cards revealed and no shape among them, from the leader on."""
    count = len(state.seats)
    order = [(state.leader + step) % count for step in range(count)]
    return [i for i in order if state.seats[i].shown.bit_count() >= CARDS_TO_SCORE and not state.seats[i].found]


def _step_2(state: Table) -> Table:
    """Step 2 begins: points first, if anybody has earned one."""
    return state._replace(phase=Phase.POINTS) if _scorers(state) else _next_round(state)


def _scored(state: Table) -> Table:
    """Step 2: the next who earned it flips a score marker and turns all cards down; 5: two flipped end the game at once."""
    index = _scorers(state)[0]
    points = state.seats[index].points + 1
    state = seated(state, index, points=points, shape=0, shown=0)
    state = state._replace(shuffling=(*state.shuffling, index))
    over = any(seat.points >= POINTS_TO_END for seat in state.seats)
    if over and (state.readings.points is Points.FROM_LEADER or not _scorers(state)):
        return state._replace(phase=Phase.OVER)
    return state if _scorers(state) else state._replace(phase=Phase.SHUFFLE)


def _next_round(state: Table) -> Table:
    """Steps 2 and 3: three flipped penalty markers put a player out, an eliminated leader's left leads, doors are closed."""
    return next_round(state, state.leader, PENALTIES_OUT)


def outcome(state: Table) -> Outcome | None:
    """How the game ended (5): most flipped score markers, then fewest penalties, a complete tie shared; or the last one in."""
    if state.phase is not Phase.OVER:
        return None
    if len(state.seats) == 1:
        return Outcome((state.seats[0].player,), "only one player is left")
    best = max((seat.points, -seat.penalties) for seat in state.seats)
    winners = tuple(sorted(seat.player for seat in state.seats if (seat.points, -seat.penalties) == best))
    return Outcome(winners, "two score markers are flipped")
