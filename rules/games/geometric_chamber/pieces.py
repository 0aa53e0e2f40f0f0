"""The pieces of Geometric Chamber that a state has in use, its actions in words, and states that differ in names only."""

from __future__ import annotations

from rules.games.geometric_chamber.table import NUMBERS, Phase, Seat, State, bit
from rules.playing import Action, Use

TOGETHER = {"cards face up": (("shape-card", "face up"), ("x-card", "face up"))}
"""Counts over several components that are worth knowing."""


def in_use(state: State) -> dict[Use, int]:
    """Boards and cards of those still in, cards face up, markers flipped (an eliminated player's too), doors open, the token."""
    used: dict[Use, int] = {}
    for seat in state.seats:
        used[Use("number-plate-owner", "on the table", seat.player)] = 1
        used[Use("number-plate-table", "on the table", seat.player)] = 1
        used[Use("shape-card", "dealt", seat.player)] = 1
        used[Use("x-card", "dealt", seat.player)] = len(NUMBERS) - 1
        shown = seat.shown.bit_count()
        if shown:
            used[Use("shape-card", "face up", seat.player)] = int(seat.found)
            used[Use("x-card", "face up", seat.player)] = shown - seat.found
    everybody = (*state.seats, *state.out)
    used[Use("connector", "on the table")] = 2 * len(state.seats)
    used[Use("score-marker", "flipped")] = sum(seat.points for seat in everybody)
    for seat in everybody:
        used[Use("penalty-marker", "flipped", seat.player)] = seat.penalties
    for door in NUMBERS:
        if state.doors & bit(door):
            used[Use("door-marker", "open", door - 1)] = 1
    if state.phase is not Phase.FIRST:
        used[Use("leader-token", "held")] = 1
    return used


def canonical(state: State) -> State:
    """The leader sits first and players are named in their order; doors are sorted by what lies at them.

    Doors are alike: whoever exchanges two of them on all boards and on the table has the same game. Eliminated
    players no longer act, so their order is forgotten; so is what the rest of a round no longer asks about: the
    doors once the search is over or a card is pointed at (Step 3 closes them whatever they were), and who accused.
    """
    state = _without_what_is_past(state)
    count = len(state.seats)
    seats = [state.seats[(state.leader + step) % count] for step in range(count)]
    columns = []
    for number in NUMBERS:
        column = (state.doors >> (number - 1) & 1) << 1 | (state.place == number)
        for seat in seats:
            column = column << 2 | (seat.shown >> (number - 1) & 1) << 1 | (seat.shape == number)
        columns.append(column)
    columns.sort(reverse=True)
    renamed = []
    for index, seat in enumerate(seats):
        low = 2 * (count - 1 - index)
        shown = shape = 0
        for number, column in enumerate(columns, 1):
            shown |= (column >> low + 1 & 1) << (number - 1)
            if column >> low & 1:
                shape = number
        renamed.append(Seat(index, shape, shown, seat.points, seat.penalties))
    tops = [column >> 2 * count for column in columns]
    gone = sorted((seat.points, seat.penalties) for seat in state.out)
    return state._replace(
        seats=tuple(renamed),
        out=tuple(Seat(count + index, 0, 0, *markers) for index, markers in enumerate(gone)),
        leader=0,
        turn=(state.turn - state.leader) % count,
        doors=sum(bit(number) for number, top in zip(NUMBERS, tops, strict=True) if top & 2),
        shuffling=tuple((index - state.leader) % count for index in state.shuffling),
        place=next((number for number, top in zip(NUMBERS, tops, strict=True) if top & 1), 0),
        accuser=None if state.accuser is None else (state.accuser - state.leader) % count,
    )


def _without_what_is_past(state: State) -> State:
    searching = state.phase in (Phase.TURN, Phase.SEARCH)
    accusing = state.phase in (Phase.SHOW, Phase.FOUND, Phase.X_CARD) or state.next_phase is Phase.X_CARD
    return state._replace(
        turn=state.turn if searching or state.phase is Phase.FOUND else state.leader,
        doors=state.doors if searching else 0,
        agreed=state.agreed if state.phase is Phase.TURN else 0,
        place=state.place if state.phase is Phase.SHOW else 0,
        accuser=state.accuser if accusing else None,
    )


def says(state: State, action: Action, names: tuple[str, ...]) -> str:
    """An action in words."""
    acting = names[state.seats[state.turn].player]
    leader = names[state.seats[state.leader].player]
    at = action.at
    listed = " and ".join(map(str, at))
    match action.kind:
        case "first":
            return f"{names[at[0]]} begins and takes the leader token"
        case "shuffle":
            return f"{names[at[0]]} shuffles the five cards face down and stands them up (the shape comes to {at[1]})"
        case "open":
            return f"{leader} leads and opens door {at[0]}"
        case "agree":
            return f"{acting} agrees to the open doors"
        case "more":
            return f"{acting} also opens door {at[0]} and takes the leader token"
        case "others":
            return f"{acting} closes the open doors, opens {listed} and takes the leader token"
        case "accuse":
            return f"{acting} accuses {leader}: the shape is at {at[0]}"
        case "reveal":
            places = " and ".join(map(str, at[1:]))
            return f"{names[at[0]]} reveals " + (f"what stands at {places}" if places else "nothing: it is revealed already")
        case "penalty":
            return f"{names[at[0]]}’s shape is found: a penalty marker is flipped"
        case "x":
            return f"{names[_accuser(state).player]} was right, and reveals the own X card at {at[0]}"
    return f"{names[at[0]]} has three or more cards revealed and no shape: a score marker is flipped"


def _accuser(state: State) -> Seat:
    assert state.accuser is not None
    return state.seats[state.accuser]
