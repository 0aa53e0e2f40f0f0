"""What the searches through play share in tests: a store in memory, figures by name, lines played again."""

from __future__ import annotations

from rules.playing import action_of, load_play
from tests.support.tables import used


class Memory:
    """A store that keeps everything, and is stopped once after so many savings."""

    def __init__(self, stop_after=None):
        self.kept, self.savings, self.stop_after = {}, 0, stop_after

    def load(self, task):
        return self.kept.get(task)

    def save(self, task, data):
        self.kept[task] = data
        self.savings += 1
        if self.savings == self.stop_after:
            raise KeyboardInterrupt

    def tell(self, task, count, what):
        assert task.name
        assert count > 0
        assert what


def counted(proof):
    return {(one.component, one.how): (one.most, one.of_one) for one in proof.measures}


def replayed(game, players, measure, readings=None):
    """What is in use after a measure's line has been played, action by action, on the game's own rules."""
    play = load_play(game)
    state = play.start(players) if readings is None else play.start(players, readings)
    for text in measure.line:
        state = play.apply(state, action_of(text))
    totals = used(play, state)
    return sum(totals.get((component, measure.how), 0) for component in measure.components)
