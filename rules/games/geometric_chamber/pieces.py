"""The pieces of Geometric Chamber that a state has in use, its actions in words, and which states are alike."""

from __future__ import annotations

from rules.games.geometric_chamber.readings import Readings
from rules.playing import Action, Use
from rules.rooms.table import NUMBERS, Phase, Seat, State, alike, bit, numbers

LEFT, RIGHT = 0, 1
"""A board's connectors, one for each end (2)."""

TOGETHER = ((("shape-card", "x-card"), "face up"),)
"""Components whose uses are worth counting together."""


def in_use(state: State[Readings]) -> dict[Use, int]:
    """Boards and cards of those still in, cards face up, markers flipped (of those who are out too), doors open, the token."""
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
    for hand in (LEFT, RIGHT):
        used[Use("connector", "on the table", hand)] = len(state.seats)
    for seat in everybody:
        used[Use("score-marker", "flipped", seat.player)] = seat.points
        used[Use("penalty-marker", "flipped", seat.player)] = seat.penalties
    for door in NUMBERS:
        if state.doors & bit(door):
            used[Use("door-marker", "open", door - 1)] = 1
    if state.phase is not Phase.FIRST:
        used[Use("leader-token", "held")] = 1
    return used


def says(state: State[Readings], action: Action, names: tuple[str, ...], viewer: int | None = None) -> str:
    """An action in words; where another player's shape comes to is left out."""
    acting = names[state.seats[state.turn].player]
    leader = names[state.seats[state.leader].player]
    at = action.at
    listed = " and ".join(map(str, at))
    match action.kind:
        case "first":
            return f"{names[at[0]]} begins and takes the leader token"
        case "shuffle":
            told = f" (the shape comes to {at[1]})" if viewer in (None, at[0]) else ""
            return f"{names[at[0]]} shuffles the five cards face down and stands them up{told}"
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
            hidden = next(seat.shape for seat in state.seats if seat.player == at[0])
            shown = " and ".join(f"{place} (the shape)" if place == hidden else f"{place} (X)" for place in at[1:])
            return f"{names[at[0]]} reveals {shown or 'nothing: all of it is revealed already'}"
        case "penalty":
            return f"{names[at[0]]}’s shape is found: a penalty marker is flipped"
        case "x":
            return f"{names[_accuser(state).player]} was right, and reveals the own X card at {at[0]}"
    return f"{names[at[0]]} has three or more cards revealed and no shape: a score marker is flipped"


def _accuser(state: State[Readings]) -> Seat:
    assert state.accuser is not None
    return state.seats[state.accuser]


def sees(state: State[Readings], player: int) -> str:
    """The own board, from behind it, and the open doors."""
    seat = next(seat for seat in state.seats if seat.player == player)
    revealed = " and ".join(map(str, numbers(seat.shown))) or "none"
    doors = " and ".join(map(str, numbers(state.doors))) or "none"
    return f"your shape is at {seat.shape}, your revealed cards: {revealed}; open doors: {doors}"


def canonical(state: State[Readings]) -> State[Readings]:
    """One state for all that are alike, without what the rest of the round no longer asks about.

    Which doors were open is forgotten once the search is over or a card is pointed at: Step 3 closes them whatever they were.
    """
    searching = state.phase in (Phase.TURN, Phase.SEARCH)
    accusing = state.phase in (Phase.SHOW, Phase.FOUND, Phase.X_CARD) or state.next_phase is Phase.X_CARD
    past = state._replace(
        turn=state.turn if searching or state.phase is Phase.FOUND else state.leader,
        doors=state.doors if searching else 0,
        agreed=state.agreed if state.phase is Phase.TURN else 0,
        place=state.place if state.phase is Phase.SHOW else 0,
        accuser=state.accuser if accusing else None,
    )
    return alike(past)
