"""Judge Domino as a game that can be played: every rule of its source, and nothing about how it is made.

Sections are those of the source: Setup, Gameplay (with Domino Placement Rules, If No Dominoes Remain, Calling
"Judge!"), Judgment Phase, Knocking Down the Dominoes, Scoring, End of Round, End of Game. How the line falls is no
matter of rules: success, failure and accident are actions that the table puts in.
"""

from __future__ import annotations

from functools import lru_cache

from rules.games.judge_domino.pieces import in_use, says, sees
from rules.games.judge_domino.readings import DEFAULT, Accident, Readings, TieBreak
from rules.games.judge_domino.table import (
    FAILURE,
    FIRST_DOMINO,
    LEFT,
    ON_ITS_SIDE,
    RIGHT,
    ROUNDS,
    SUCCESS,
    UPRIGHT,
    Domino,
    Phase,
    State,
)
from rules.playing import Action, Outcome, Together, refuse

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

TOGETHER: Together = ()
"""Components whose uses are worth counting together: none."""

RARE = frozenset({"accident"})
"""Actions that random play takes now and then only."""

MADE_LINES: tuple[str, ...] = ()
"""Games made by hand: none is needed."""

WAYS = (UPRIGHT, ON_ITS_SIDE)


def start(players: int, readings: Readings = DEFAULT) -> State:
    """The table at Setup: each player has a guess chip, all score chips are in the supply."""
    if not 2 <= players <= 5:
        raise ValueError(f"players = {players}: must be 2 to 5")
    return State(readings, Phase.FIRST, (0,) * players, tuple(range(players)))


def to_move(state: State) -> int | None:
    """Who chooses: the player whose turn it is (Gameplay), each other who may call (Calling "Judge!"), each who guesses."""
    match state.phase:
        case Phase.STAND:
            return state.turn
        case Phase.CALL:
            return state.from_turn()[1 + state.asked]
        case Phase.GUESS:
            return state.from_turn()[len(state.guesses)]
    return None


@lru_cache(maxsize=8)
def legal_actions(state: State) -> tuple[Action, ...]:
    """What may be done next; every state before the end has something."""
    accidents = tuple(Action("accident", (player,)) for player in state.playing)
    match state.phase:
        case Phase.FIRST:
            return tuple(Action("first", (player,)) for player in state.playing)
        case Phase.STAND:
            return (*_placements(state), *accidents)
        case Phase.CALL:
            return (Action("quiet"), Action("judge"), *accidents)
        case Phase.GUESS:
            guesser = state.from_turn()[len(state.guesses)]
            sides = (SUCCESS,) if guesser == state.turn else (SUCCESS, FAILURE)
            return (*(Action("guess", (guesser, side)) for side in sides), *accidents)
        case Phase.KNOCK:
            return Action("falls", (SUCCESS,)), Action("falls", (FAILURE,))
    return ()


def _placements(state: State) -> tuple[Action, ...]:
    """Domino Placement Rules: either way up, at an end or between two; with an empty supply one from within, to an end."""
    if state.supply:
        gaps = range(len(state.line) + 1)
        return tuple(Action("stand", (number, gap, way)) for number in state.supply for gap in gaps for way in WAYS)
    inner = [domino.number for domino in state.line[1:-1]]
    return tuple(Action("move", (number, end, way)) for number in inner for end in (LEFT, RIGHT) for way in WAYS)


def apply(state: State, action: Action) -> State:
    """The table after a legal action; ValueError for any other."""
    refuse(action, legal_actions(state))
    at = action.at
    match action.kind:
        case "first":
            return state._replace(phase=Phase.STAND, turn=at[0])
        case "stand":
            number, gap, way = at
            line = (*state.line[:gap], Domino(number, way), *state.line[gap:])
            return state._replace(phase=Phase.CALL, line=line)
        case "move":
            rest = tuple(domino for domino in state.line if domino.number != at[0])
            moved = (Domino(at[0], at[2]),)
            return state._replace(phase=Phase.CALL, line=moved + rest if at[1] == LEFT else rest + moved)
        case "quiet":
            asked = state.asked + 1
            return _next_domino(state) if asked == len(state.playing) - 1 else state._replace(asked=asked)
        case "judge":
            return state._replace(phase=Phase.GUESS, caller=to_move(state))
        case "guess":
            return _guessed(state._replace(guesses=(*state.guesses, at[1])))
        case "falls":
            return _scored(state, at[0])
    return _accident(state, at[0])


def _next_domino(state: State) -> State:
    """Play goes on clockwise with the next domino (Gameplay, Judgment Phase)."""
    return state._replace(phase=Phase.STAND, turn=state.from_turn()[1], asked=0, caller=None, guesses=())


def _guessed(state: State) -> State:
    """Judgment Phase: once all have guessed, one "Failure" has the dominoes knocked down; without any, play goes on."""
    if len(state.guesses) < len(state.playing):
        return state
    return state._replace(phase=Phase.KNOCK) if FAILURE in state.guesses else _next_domino(state)


def _scored(state: State, result: int) -> State:
    """Scoring: who guessed correctly takes as many chips as players guessed incorrectly."""
    guesses = dict(zip(state.from_turn(), state.guesses, strict=True))
    wrong = sum(guess != result for guess in guesses.values())
    points = tuple(had + wrong * (guesses.get(player) == result) for player, had in enumerate(state.points))
    return _round_over(state._replace(points=points), state.turn, counts=1)


def _accident(state: State, clumsy: int) -> State:
    """End of Round: dominoes that fell by accident give a point to every player but the one who knocked them down."""
    points = tuple(had + (player in state.playing and player != clumsy) for player, had in enumerate(state.points))
    counts = int(state.readings.accident is Accident.COUNTS)
    return _round_over(state._replace(points=points), clumsy, counts)


def _round_over(state: State, knocked: int, counts: int) -> State:
    """End of Round, End of Game: 6 stands alone again and whoever knocked starts; after three rounds the best wins."""
    ended = state.ended + counts
    state = state._replace(phase=Phase.STAND, line=(Domino(FIRST_DOMINO),), asked=0, caller=None, guesses=(), ended=ended)
    if ended < ROUNDS:
        return state._replace(turn=knocked)
    tied = _best(state)
    more = state.readings.tie_break is not TieBreak.NONE and ended - ROUNDS < state.readings.extra_rounds
    if len(tied) == 1 or not more:
        return state._replace(phase=Phase.OVER)
    playing = tied if state.readings.tie_break is TieBreak.TIED else state.playing
    count = len(state.points)
    turn = next(player for step in range(count) if (player := (knocked + step) % count) in playing)
    return state._replace(playing=playing, turn=turn)


def _best(state: State) -> tuple[int, ...]:
    """The players with the highest score, of those who still play."""
    most = max(state.points[player] for player in state.playing)
    return tuple(player for player in state.playing if state.points[player] == most)


def outcome(state: State) -> Outcome | None:
    """How the game ended: the highest score, shared if there is still a tie (End of Game)."""
    if state.phase is not Phase.OVER:
        return None
    best = _best(state)
    return Outcome(best, "the highest score" if len(best) == 1 else "a tie is shared")


def canonical(state: State) -> State:
    """One state for all that differ in the line alone: which dominoes stand where decides no point, how they fall does.

    The supply need not be kept either: with none left a domino of the line is moved, so somebody can always stand one.
    """
    length = 1 if state.phase in (Phase.FIRST, Phase.STAND, Phase.OVER) else 2
    return state._replace(line=(Domino(FIRST_DOMINO), Domino(1))[:length], caller=None)
