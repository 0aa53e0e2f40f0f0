"""The pieces of Judge Domino that a state has in use, and its actions in words."""

from __future__ import annotations

from rules.games.judge_domino.table import LEFT, SUCCESS, UPRIGHT, State
from rules.playing import Action, Use


def in_use(state: State) -> dict[Use, int]:
    """Dominoes in the line, guess chips before the players and in their hands, score chips out of the supply."""
    used = {Use("domino", "in the line", domino.number - 1): 1 for domino in state.line}
    used[Use("guess-chip", "taken by players")] = len(state.points)
    used[Use("guess-chip", "hidden in hands")] = len(state.guesses)
    used[Use("score-chip", "before players")] = sum(state.points)
    return used


def says(state: State, action: Action, names: tuple[str, ...], viewer: int | None = None) -> str:
    """An action in words; which side of another player's guess chip is up is left out."""
    name, at = names[state.turn], action.at
    match action.kind:
        case "first":
            return f"{names[at[0]]} starts; domino 6 is stood in the middle"
        case "stand":
            before, after = state.line[: at[1]], state.line[at[1] :]
            if before and after:
                where = f"between {before[-1].number} and {after[0].number}"
            else:
                where = f"beyond {before[-1].number}" if before else f"beyond {after[0].number}"
            return f"{name} stands domino {at[0]} {_way(at[2])} {where}"
        case "move":
            end = state.line[0 if at[1] == LEFT else -1].number
            return f"{name} takes domino {at[0]} out of the line and stands it {_way(at[2])} beyond {end}"
        case "quiet":
            return f"{names[state.from_turn()[1 + state.asked]]} says nothing"
        case "judge":
            return f"{names[state.from_turn()[1 + state.asked]]} calls “Judge!”"
        case "guess":
            told = f", {'success' if at[1] == SUCCESS else 'failure'} up" if viewer in (None, at[0]) else ""
            return f"{names[at[0]]} hides a guess chip in the hand{told}"
        case "falls":
            smaller = min(state.line[0].number, state.line[-1].number)
            result = "all fall: success" if at[0] == SUCCESS else "one stays standing: failure"
            return f"{name} knocks the line down from {smaller}; {result}"
    return f"{names[at[0]]} knocks dominoes down by accident: a point for everybody else"


def _way(way: int) -> str:
    return "vertically" if way == UPRIGHT else "horizontally"


def sees(state: State, player: int) -> str:  # noqa: ARG001
    """The line from left to right, lying dominoes with a stroke; and the score chips before everybody."""
    line = " ".join(f"{domino.number}{'' if domino.way == UPRIGHT else '-'}" for domino in state.line)
    return f"the line is {line}; score chips: {', '.join(map(str, state.points))}"
