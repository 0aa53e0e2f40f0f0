"""Do the pieces suffice? Explores play, and says for each component the most that is ever in use.

Geometric Chamber and Dokojong: for two players every state, for three every round (states packed in integers), for
four and five bounds from one player's hand, and random play. Judge Domino: every score for two to five players.
Doubutsu Jungo: random play. What took long is handed to a store as it grows, so that it can be stopped and resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from rules.exploring import Tally, batches, every_state, line_of_random_game, line_to, play_batch
from rules.game import game_folder, load_game
from rules.playing import action_of, has_play, load_play
from rules.proof import Method, Proof, fingerprint

GAMES = 200
"""Random games, unless somebody asks for more or fewer."""

SAVE_EVERY = 50
"""Random games between two savings."""

Spread = Callable[[Callable[[Any], Any], Sequence[Any]], Iterator[Any]]
"""Who does the same work on several things, as `map` does: gives the results in their order, as soon as they are there."""

ROOMS = ("geometric-chamber", "dokojong")
"""The games that hide something behind five doors."""


class Task(NamedTuple):
    """One proof to be found: of a game, for so many players, by a method, under a named reading."""

    game: str
    players: int
    method: Method
    reading: str = ""

    @property
    def name(self) -> str:
        """A name for files."""
        words = [self.game, str(self.players), self.method.name.lower(), self.reading.replace(" ", "-").replace(",", "")]
        return ".".join(word for word in words if word)


class Store(Protocol):
    """Keeps what a task has found so far, and tells how far it is."""

    def load(self, task: Task) -> Mapping[str, Any] | None:
        """What was kept of a task; None if there is nothing, or it is of other rules."""

    def save(self, task: Task, data: Mapping[str, Any]) -> None:
        """Keep what a task has found: numbers, texts, lists of them, and numpy arrays."""

    def tell(self, task: Task, count: int, what: str) -> None:
        """Say how far a task is."""


def tasks(game: str, players: Iterable[int] | None = None) -> tuple[Task, ...]:
    """The proofs that there are of a game; none for a game without a playable model."""
    if not has_play(game):
        return ()
    described = load_game(game).players
    chosen = [n for n in range(described.min, described.max + 1) if players is None or n in set(players)]
    if game in ROOMS:
        methods = {2: (Method.STATES,), 3: (Method.ROUNDS,)}
        return tuple(Task(game, n, method) for n in chosen for method in methods.get(n, (Method.HANDS, Method.RANDOM)))
    if game == "judge-domino":
        return tuple(Task(game, n, Method.SCORES, reading) for n in chosen for reading in ("", *_score_readings()))
    return tuple(Task(game, n, Method.RANDOM) for n in chosen)


def _score_readings() -> Mapping[str, Any]:
    module = import_module("rules.games.judge_domino.readings")
    readings: Mapping[str, Any] = module.WITH_TIE_BREAK
    return readings


def prove(task: Task, store: Store, games: int = GAMES, lines: bool = False, spread: Spread = map) -> Proof:
    """Find a proof; with `lines` also the actions that lead to each measure's most. KeyboardInterrupt keeps what is saved.

    `spread` plays the games of random play, and whoever that is, the proof is the same.
    """
    if task.method is Method.RANDOM:
        return _by_random_play(task, store, lines, games, spread)
    finders = {
        Method.STATES: _by_states,
        Method.ROUNDS: _by_rounds,
        Method.HANDS: _by_hands,
        Method.SCORES: _by_scores,
    }
    return finders[task.method](task, store, lines)


def _proof(task: Task, tally: Tally, counts: Mapping[str, int], line: Any = None) -> Proof:
    return Proof(task.game, task.players, task.method, tally.measures(line), task.reading, dict(counts), fingerprint(task.game))


def _by_states(task: Task, store: Store, lines: bool) -> Proof:
    """Every state of the game, through its own rules."""
    play = load_play(task.game)
    first = play.start(task.players)
    before = every_state(play, first, lambda count: store.tell(task, count, "states"))
    tally, starts, turns = Tally(play.TOGETHER), 0, 0
    for state in before:
        tally.add(play.in_use(state), state)
        phase = getattr(state, "phase", "")
        starts, turns = starts + (phase == "open"), turns + (phase == "turn")
    counts = {"starts of a round": starts, "with the states inside a round": starts + turns, "states in all": len(before)}
    return _proof(task, tally, counts, (lambda _, state: line_to(play, first, before, state)) if lines else None)


def _by_rounds(task: Task, store: Store, lines: bool) -> Proof:
    """Every state at the start of a round, and every way its round may go; states packed in integers."""
    from rules.rooms.explore import Exploration, begin, seats_of, step
    from rules.rooms.lines import line_through, position, states_of_round

    play = load_play(task.game)
    rooms = import_module(f"rules.games.{game_folder(task.game).name}.rooms")
    kept = store.load(task)
    exploration = Exploration.from_data(kept) if kept else begin(task.players)
    first = position(play.start(task.players).readings, seats_of(int(begin(task.players).known[0]), task.players))
    while not exploration.done:
        step(exploration, rooms.DIFFERENCES)
        store.save(task, exploration.data())
        store.tell(task, exploration.count, "starts of a round")
    tally = Tally(play.TOGETHER)
    for state in states_of_round(play, first):
        tally.add(play.in_use(state), int(begin(task.players).known[0]))
    for name, use in rooms.USES.items():
        most, key = exploration.peaks[name, "all"]
        tally.raise_to(use, most, key)
        tally.of_one[use] = exploration.peaks.get((name, "one"), (most, key))[0]

    def line(use: tuple[str, str], key: int) -> tuple[str, ...]:
        return line_through(play, exploration, first.readings, key, lambda state: _used(play, state, use) == tally.most[use])

    counts = {"starts of a round": exploration.count, "without those who are out": exploration.count_without_the_out}
    return _proof(task, tally, counts, line if lines else None)


def _used(play: Any, state: Any, use: tuple[str, str]) -> int:
    tally = Tally(play.TOGETHER)
    tally.add(play.in_use(state), None)
    return tally.most.get(use, 0)


def _by_hands(task: Task, store: Store, lines: bool) -> Proof:  # noqa: ARG001
    """Bounds for any number of players: every hand of one player times the players, with all five doors open.

    One shape at most is face up, for a search stops at the first and its cards are turned down before the next.
    """
    from rules.rooms.alone import every_hand
    from rules.rooms.lines import position

    play = load_play(task.game)
    rooms = import_module(f"rules.games.{game_folder(task.game).name}.rooms")
    hands = every_hand()
    store.tell(task, len(hands), "hands")
    tally = Tally(play.TOGETHER)
    everything_open = position(play.start(task.players).readings, ((1, 0, 0, 0),) * task.players)._replace(doors=31)
    tally.add(play.in_use(everything_open), None)
    most = {
        "shape": 1,
        "x": max((hand.shown & ~hand.shape).bit_count() for hand in hands),
        "points": max(hand.points for hand in hands),
        "penalties": max(hand.penalties for hand in hands),
    }
    for name, count in most.items():
        tally.raise_to(rooms.USES[name], count * (1 if name == "shape" else task.players), None)
        tally.of_one[rooms.USES[name]] = count
    tally.raise_to(rooms.USES["cards"], most["x"] * task.players + most["shape"], None)
    return _proof(task, tally, {"hands of a player": len(hands)})


def _by_scores(task: Task, store: Store, lines: bool) -> Proof:
    """Every score of Judge Domino, and its longest line of dominoes."""
    scores = import_module("rules.games.judge_domino.scores")
    play = load_play(task.game)
    readings = _score_readings().get(task.reading, import_module("rules.games.judge_domino.readings").THREE_ROUNDS)
    tally, actions = Tally(play.TOGETHER), scores.line_to_most(task.players, readings)
    for line in (scores.longest_line(task.players), actions):
        state = play.start(task.players, readings)
        tally.add(play.in_use(state), ())
        for index, action in enumerate(line, 1):
            state = play.apply(state, action)
            tally.add(play.in_use(state), line[:index])
    counts = {f"scores after round {n}": len(reached) for n, reached in enumerate(scores.scores(task.players, readings)) if n}
    store.tell(task, sum(counts.values()), "scores")
    return _proof(task, tally, counts, (lambda _, line: tuple(map(str, line))) if lines else None)


def _by_random_play(task: Task, store: Store, lines: bool, games: int, spread: Spread) -> Proof:
    """Games of random players, each from its own seed, and games made by hand that come near the limits."""
    play = load_play(task.game)
    first = play.start(task.players)
    kept = store.load(task) or {"games": 0, "most": []}
    played = kept["games"] if kept["games"] <= games else 0
    tally = Tally(play.TOGETHER)
    tally.take(kept["most"] if played else ())
    todo = batches(task.game, task.players, played, games)
    for batch, rows in zip(todo, spread(play_batch, todo), strict=True):
        tally.take(rows)
        if batch.end % SAVE_EVERY == 0 or batch.end == games:
            store.save(task, {"games": batch.end, "most": tally.rows()})
            store.tell(task, batch.end, f"of {games} games")
    made = [tuple(action_of(one) for one in text.split(", ")) for text in play.MADE_LINES]
    for index, actions in enumerate(made):
        state = first
        for steps, action in enumerate(actions, 1):
            state = play.apply(state, action)
            tally.add(play.in_use(state), (-1 - index, steps))

    def line(_: tuple[str, str], at: tuple[int, int]) -> tuple[str, ...]:
        seed, steps = at
        return tuple(map(str, made[-1 - seed][:steps])) if seed < 0 else line_of_random_game(play, first, seed, steps)

    return _proof(task, tally, {"games": games, **({"made games": len(made)} if made else {})}, line if lines else None)
