"""From packed states back to the table: the actions that lead through the rounds to a state."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from rules.playing import Action, Play
from rules.rooms.explore import Exploration, line_of, seats_of
from rules.rooms.packed import PENALTIES_OUT
from rules.rooms.table import Phase, Seat, State


def position(readings: Any, seats: tuple[tuple[int, int, int, int], ...]) -> State[Any]:
    """The table at the start of a round: for each player from the leader on shape's place, mask revealed, points, penalties."""
    everybody = [Seat(player, *hand) for player, hand in enumerate(seats)]
    staying = tuple(seat for seat in everybody if seat.penalties < PENALTIES_OUT)
    gone = tuple(seat for seat in everybody if seat.penalties >= PENALTIES_OUT)
    return State(readings, Phase.OPEN, staying, gone)


def rest_of_round(play: Play, begun: Any, wanted: Callable[[Any], bool]) -> tuple[list[Action], Any]:
    """The fewest actions to a state that is wanted, within what is left of the round; LookupError if there is none."""
    lines: dict[Hashable, list[Action]] = {play.canonical(begun): []}
    level = [(begun, list[Action]())]
    while level:
        following = []
        for state, line in level:
            if wanted(state):
                return line, state
            if line and state.phase is Phase.OPEN:
                continue
            for action in play.legal_actions(state):
                after = play.apply(state, action)
                alike = play.canonical(after)
                if alike not in lines:
                    lines[alike] = [*line, action]
                    following.append((after, lines[alike]))
        level = following
    raise LookupError("no state of this round is as it is wanted")


def states_of_round(play: Play, begun: Any) -> list[Any]:
    """Every state of the round that begins with one, states that are alike as one."""
    found: dict[Hashable, Any] = {play.canonical(begun): begun}
    todo = [begun]
    while todo:
        state = todo.pop()
        if state is begun or state.phase is not Phase.OPEN:
            for action in play.legal_actions(state):
                after = play.apply(state, action)
                if play.canonical(after) not in found:
                    found[play.canonical(after)] = after
                    todo.append(after)
    return list(found.values())


def line_through(
    play: Play, exploration: Exploration, readings: Any, key: int, wanted: Callable[[Any], bool]
) -> tuple[str, ...]:
    """Actions from the very start to a wanted state of the round that begins with a key."""
    tables = [position(readings, seats_of(one, exploration.players)) for one in line_of(exploration, key)]
    state = play.start(exploration.players, readings)
    line = [Action("first", (0,)), *(Action("shuffle", (seat.player, seat.shape)) for seat in tables[0].seats)]
    for action in line:
        state = play.apply(state, action)
    for table in tables[1:]:
        alike = play.canonical(table)
        actions, state = rest_of_round(play, state, lambda one, alike=alike: play.canonical(one) == alike)  # type: ignore[misc]
        line += actions
    actions, _ = rest_of_round(play, state, wanted)
    return tuple(map(str, [*line, *actions]))
