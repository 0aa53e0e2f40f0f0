"""Moves that games with five doors share, whatever their rules call the pieces: who starts, who chooses, who leads next.

Sections in brackets are those of Geometric Chamber's source, then of Dokojong's.
"""

from __future__ import annotations

from rules.rooms.table import NUMBERS, Phase, R, Seat, State, bit, seated


def set_up(readings: R, players: int) -> State[R]:
    """The table of 2 to 5 players before anybody has shuffled (2; Setup); ValueError for another number."""
    if not 2 <= players <= 5:
        raise ValueError(f"players = {players}: must be 2 to 5")
    return State(readings, Phase.FIRST, tuple(Seat(player) for player in range(players)))


def chooser(state: State[R]) -> int | None:
    """The player who chooses: the leader a door, whose turn it is an action, an accuser a place (3 and 4; Gameplay)."""
    index = {Phase.OPEN: state.leader, Phase.TURN: state.turn, Phase.X_CARD: state.accuser}.get(state.phase)
    return None if index is None else state.seats[index].player


def led(state: State[R], doors: int) -> State[R]:
    """Other doors are open and the token is taken: all others answer anew, from the new leader's left.

    Actions 2 and 3 (3; Gameplay).
    """
    return state._replace(doors=doors, leader=state.turn, turn=(state.turn + 1) % len(state.seats), agreed=0)


def x_places(state: State[R], hidden_only: bool) -> tuple[int, ...]:
    """Places of an accuser who was right that hold an X; only those not revealed yet, if so read (4 Step 1; Gameplay)."""
    assert state.accuser is not None
    seat = state.seats[state.accuser]
    return tuple(n for n in NUMBERS if n != seat.shape and not (hidden_only and seat.shown & bit(n)))


def revealed(state: State[R]) -> tuple[State[R], int]:
    """An accused leader shows the one place, in a search a player all at open doors (4 Step 1; Search Phase).

    Returns:
        The table, and the seat that showed.
    """
    accused = state.phase is Phase.SHOW
    index = state.leader if accused else state.turn
    shown = state.seats[index].shown | (bit(state.place) if accused else state.doors)
    return seated(state, index, shown=shown), index


def next_round(state: State[R], first: int, penalties_out: int) -> State[R]:
    """Whoever has so many penalties is out, doors are closed; the seat `first`, or the next one in, leads (4; End of Game)."""
    count = len(state.seats)
    seats = tuple(seat for seat in state.seats if seat.penalties < penalties_out)
    gone = tuple(seat for seat in state.seats if seat.penalties >= penalties_out)
    order = [state.seats[(first + step) % count] for step in range(count)]
    leader = seats.index(next(seat for seat in order if seat in seats))
    return state._replace(
        phase=Phase.OPEN if len(seats) > 1 else Phase.OVER,
        seats=seats,
        out=(*state.out, *gone),
        leader=leader,
        turn=leader,
        doors=0,
        agreed=0,
        place=0,
        accuser=None,
        caught=False,
    )
