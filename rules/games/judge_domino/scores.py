"""Every score that Judge Domino can come to, and so the most score chips that are ever out.

One round is explored to its last state with the rules in `play.py`. What it gives out depends on who takes part and on
nothing that went before, and whoever plays may come to stand the last domino; so the scores after several rounds are
the sums of what single rounds give.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from rules.games.judge_domino import play
from rules.games.judge_domino.readings import Accident, Readings, TieBreak
from rules.games.judge_domino.table import ROUNDS, Phase, State
from rules.playing import Action

Points = tuple[int, ...]


@cache
def results_of_a_round(players: int, playing: Points) -> dict[Points, tuple[int, tuple[Action, ...]]]:
    """What a round among `playing` may give each player: for each result who stood first, and a line of actions to it."""
    results: dict[Points, tuple[int, tuple[Action, ...]]] = {}
    by_accident: dict[Points, tuple[int, tuple[Action, ...]]] = {}
    for first in playing:
        begun = State(Readings(tie_break=TieBreak.NONE), Phase.STAND, (0,) * players, playing, first)
        lines: dict[State, tuple[Action, ...]] = {begun: ()}
        todo = [begun]
        while todo:
            state = todo.pop(0)
            for action in play.legal_actions(state):
                line = (*lines[state], action)
                after = play.apply(state, action)
                if after.ended:
                    (by_accident if action.kind == "accident" else results).setdefault(after.points, (first, line))
                elif (alike := play.canonical(after)) not in lines:
                    lines[alike] = line
                    todo.append(alike)
    return {**by_accident, **results}


def scores(players: int, readings: Readings) -> list[dict[Points, Points]]:
    """The scores after each round, each with the scores before that round; further rounds after a tie follow the three.

    Raises:
        ValueError: rounds that accidents end are played again, and points have no bound.
    """
    if readings.accident is Accident.PLAYED_AGAIN:
        raise ValueError("an accident gives points and its round is played again: points have no bound")
    everybody, nothing = tuple(range(players)), (0,) * players
    after = [{nothing: nothing}]
    extra = readings.extra_rounds if readings.tie_break is not TieBreak.NONE else 0
    for ended in range(ROUNDS + extra):
        reached: dict[Points, Points] = {}
        for before in after[-1]:
            tied = tuple(player for player in everybody if before[player] == max(before))
            if ended >= ROUNDS and len(tied) == 1:
                continue
            playing = tied if ended >= ROUNDS and readings.tie_break is TieBreak.TIED else everybody
            for given in results_of_a_round(players, playing):
                reached.setdefault(tuple(map(sum, zip(before, given, strict=True))), before)
        after.append(reached)
    return after


def most_chips(players: int, readings: Readings) -> tuple[int, list[Points]]:
    """The most score chips out of the supply at once, and the scores round by round that lead to it."""
    after = scores(players, readings)
    most, ended, best = max((sum(points), -ended, points) for ended, reached in enumerate(after) for points in reached)
    line = [best]
    for reached in after[-ended:0:-1]:
        line.append(reached[line[-1]])
    return most, line[::-1]


def line_to_most(players: int, readings: Readings) -> tuple[Action, ...]:
    """Actions from the start to the most chips, as they are really taken at the table."""
    _, totals = most_chips(players, readings)
    state, line = play.start(players, readings), list[Action]()
    for before, after in pairwise(totals):
        given = tuple(now - had for had, now in zip(before, after, strict=True))
        first, wanted = results_of_a_round(players, state.playing)[given]
        actions = list(wanted)
        while actions:
            action = _towards(state, first) if state.phase is Phase.FIRST or len(actions) == len(wanted) else None
            action = action or actions.pop(0)
            if action.kind == "stand":
                action = play.legal_actions(state)[0]
            line.append(action)
            state = play.apply(state, action)
    return tuple(line)


def _towards(state: State, player: int) -> Action | None:
    """What brings the turn to a player: dominoes are stood and nobody calls; None if it is that player's turn."""
    if state.phase is Phase.FIRST:
        return Action("first", (player,))
    if state.phase is Phase.CALL:
        return Action("quiet")
    return None if state.turn == player else play.legal_actions(state)[0]


def longest_line(players: int) -> tuple[Action, ...]:
    """Actions after which no domino is left in the supply: from then on one of the line is moved, so the line never grows."""
    state = play.start(players)
    line: list[Action] = []
    while state.supply:
        actions = play.legal_actions(state)
        action = Action("quiet") if Action("quiet") in actions else actions[0]
        line.append(action)
        state = play.apply(state, action)
    return tuple(line)
