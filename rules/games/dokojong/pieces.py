"""The pieces of Dokojong that a state has in use, its actions in words, and which states are alike."""

from __future__ import annotations

from rules.games.dokojong.readings import Readings
from rules.playing import Action, Use
from rules.rooms.table import NUMBERS, Phase, State, alike, bit, numbers

TOGETHER = ((("dog-tile", "x-tile"), "face up"),)
"""Components whose uses are worth counting together."""


def in_use(state: State[Readings]) -> dict[Use, int]:
    """Boards and tiles of those still in, tiles face up, tokens flipped (of those who are out too), doors open, the token."""
    used: dict[Use, int] = {}
    for seat in state.seats:
        used[Use("personal-board", "on the table", seat.player)] = 1
        used[Use("dog-tile", "dealt", seat.player)] = 1
        used[Use("x-tile", "dealt", seat.player)] = len(NUMBERS) - 1
        shown = seat.shown.bit_count()
        if shown:
            used[Use("dog-tile", "face up", seat.player)] = int(seat.found)
            used[Use("x-tile", "face up", seat.player)] = shown - seat.found
    everybody = (*state.seats, *state.out)
    for seat in everybody:
        used[Use("reference-card", "at hand", seat.player)] = 1
        used[Use("score-token", "gold side up", seat.player)] = seat.points
        used[Use("penalty-token", "flipped", seat.player)] = seat.penalties
    for door in NUMBERS:
        if state.doors & bit(door):
            used[Use("door-tile", "open", door - 1)] = 1
    if state.phase is not Phase.FIRST:
        used[Use("leader-token", "held")] = 1
    return used


def says(state: State[Readings], action: Action, names: tuple[str, ...], viewer: int | None = None) -> str:
    """An action in words; where another player's dog comes to is left out."""
    acting = names[state.seats[state.turn].player]
    leader = names[state.seats[state.leader].player]
    at = action.at
    listed = " and ".join(map(str, at))
    match action.kind:
        case "first":
            return f"{names[at[0]]} goes first and takes the Leader token"
        case "shuffle":
            told = f" (the dog comes to {at[1]})" if viewer in (None, at[0]) else ""
            return f"{names[at[0]]} shuffles the five tiles and sets them out{told}"
        case "open":
            return f"{leader} leads and opens door {at[0]}"
        case "approve":
            return f"{acting} approves"
        case "another":
            return f"{acting} opens door {at[0]} as well and takes the Leader token"
        case "swap":
            return f"{acting} closes the open doors, opens {listed} and takes the Leader token"
        case "accuse":
            return f"{acting} accuses {leader}, naming {at[0]}"
        case "reveal":
            hidden = next(seat.shape for seat in state.seats if seat.player == at[0])
            shown = " and ".join(f"{place} (the dog)" if place == hidden else f"{place} (X)" for place in at[1:])
            return f"{names[at[0]]} reveals {shown or 'nothing: all of it is revealed already'}"
        case "penalty":
            return f"{names[at[0]]}’s dog is found: a Penalty token is flipped"
        case "x":
            assert state.accuser is not None
            return f"{names[state.seats[state.accuser].player]} was right, and reveals the own X at {at[0]}"
    return f"{names[at[0]]} shows a third X: a Score token is turned to gold"


def sees(state: State[Readings], player: int) -> str:
    """The own board, from behind it, and the open doors."""
    seat = next(seat for seat in state.seats if seat.player == player)
    revealed = " and ".join(map(str, numbers(seat.shown))) or "none"
    doors = " and ".join(map(str, numbers(state.doors))) or "none"
    return f"your dog is at {seat.shape}, your revealed tiles: {revealed}; open doors: {doors}"


def canonical(state: State[Readings]) -> State[Readings]:
    """One state for all that are alike, without what the rest of the round no longer asks about.

    Which doors are open is forgotten once a dog is found or a number is named: a new round closes them whatever they were.
    """
    searching = state.accuser is None and (
        state.phase in (Phase.TURN, Phase.SEARCH, Phase.POINTS)
        or (state.phase, state.next_phase) == (Phase.SHUFFLE, Phase.SEARCH)
    )
    acting = state.phase in (Phase.TURN, Phase.SEARCH, Phase.POINTS, Phase.FOUND)
    past = state._replace(
        turn=state.turn if acting else state.leader,
        doors=state.doors if searching else 0,
        agreed=state.agreed if state.phase is Phase.TURN else 0,
        place=state.place if state.phase is Phase.SHOW else 0,
    )
    return alike(past)
