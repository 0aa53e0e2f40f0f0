"""Plans a series: each combination's configuration, and what it needs, or why the design rules refuse it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from design.config.loading import Config, Loaded, load_config
from design.context import Context
from design.plan.planning import artifacts_of
from design.storage.filled_box import filled_box
from design.tuck_box.box import TuckBoxSpec
from rules.errors import ConfigError, DesignError, Problem
from rules.game import Medium
from rules.media import SOLIDS
from tablewright.building.build import Work, media_of_all, plans_for, work_on
from tablewright.building.layout import lay_out
from tablewright.building.output_folder import refuse_output
from tablewright.executors.crew import Spread
from tablewright.series.matrix import Combination

Choose = Callable[[Loaded], list[str]]
"""The games to make of a configuration; ConfigError if one that was named is not in it."""


@dataclass(frozen=True)
class Wish:
    """A combination as it is to be planned: its folder, configuration, games and media."""

    combination: Combination
    folder: Path
    loaded: Loaded
    games: tuple[str, ...]
    media: tuple[Medium, ...]


@dataclass
class Job:
    """A combination on its way: what is to be done, or why not.

    boxes: outer sizes of the storage boxes in mm, and room inside of the tuck boxes, each in words. refused: by the design
    rules, before anything was made. problems: why it was refused or could not be made.
    """

    wish: Wish
    work: Work | None = None
    boxes: tuple[str, ...] = ()
    tuck_boxes: tuple[str, ...] = ()
    refused: bool = False
    problems: list[Problem] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.wish.combination.name


def wishes(
    config: Path | None, wanted: Sequence[Combination], output: Path, media: Sequence[Medium], choose: Choose
) -> Iterator[Wish | Job]:
    """Load each combination's configuration; one that only goes wrong together with others is a refused job.

    Raises:
        ConfigError: with every value that no combination can take, and every folder that must not be written to.
    """
    loaded: dict[str, tuple[Loaded, tuple[str, ...]]] = {}
    problems: dict[str, tuple[Problem, ...]] = {}
    for one in wanted:
        try:
            found = load_config(config, one.settings)
            loaded[one.name] = found, tuple(choose(found))
            for folder in (output, output / one.name):
                refuse_output(folder, found)
        except ConfigError as error:
            problems[one.name] = error.problems
    wrong = _of_the_command(wanted, problems)
    if wrong:
        raise ConfigError(wrong)
    for one in wanted:
        folder = output / one.name
        if one.name in problems:
            nothing = Wish(one, folder, Loaded(Config(), {}), (), ())
            yield Job(nothing, refused=True, problems=list(problems[one.name]))
        else:
            config_of_it, games = loaded[one.name]
            yield Wish(one, folder, config_of_it, games, tuple(media or media_of_all(folder, games)))


def _of_the_command(wanted: Sequence[Combination], problems: Mapping[str, Sequence[Problem]]) -> list[Problem]:
    """The problems that all combinations with one of their values share: they are of this value, or of the file."""
    uses = Counter(setting for one in wanted for setting in one.settings)
    seen = Counter((setting, problem) for one in wanted for problem in problems.get(one.name, ()) for setting in one.settings)
    found = {problem for (setting, problem), count in seen.items() if count == uses[setting]}
    found |= {problem for told in problems.values() for problem in told} if not uses else set()
    return sorted(found)


def planned(wishes_and_jobs: Sequence[Wish | Job], spread: Spread) -> list[Job]:
    """Plan each combination that may be made; those that the design rules refuse say why."""
    todo = [one for one in wishes_and_jobs if isinstance(one, Wish)]
    jobs = iter(list(spread(plan_one, todo)))
    return [next(jobs) if isinstance(one, Wish) else one for one in wishes_and_jobs]


def plan_one(wish: Wish) -> Job:
    """Plan one combination, check every design rule, and lay out what is to be made."""
    job, config = Job(wish), wish.loaded.config
    try:
        work = work_on(plans_for(wish.loaded, wish.games, wish.media), wish.folder, wish.media)
        lay_out(work.todo)
        if SOLIDS.intersection(wish.media):
            job.boxes = tuple(_boxes(config, wish.games))
    except DesignError as error:
        job.refused, job.problems = True, list(error.problems)
        return job
    job.work, job.tuck_boxes = work, tuple(_tuck_boxes(work))
    return job


def _boxes(config: Config, games: Sequence[str]) -> Iterator[str]:
    for game in games:
        filled = filled_box(Context.of_game(config.game(game), config))
        if filled is not None:
            yield _sized(filled.outside_mm, game, games)


def _tuck_boxes(work: Work) -> Iterator[str]:
    """The first tuck box of each game, for the papers of one have the same room inside."""
    games = [one.bill.game.id for one in work.plans]
    specs = [one.spec for one in artifacts_of(work.plans) if one.medium in work.media and isinstance(one.spec, TuckBoxSpec)]
    for spec in {spec.game: spec for spec in reversed(specs)}.values():
        yield _sized((spec.inner.width_mm, spec.inner.height_mm, spec.inner.depth_mm), spec.game, games)


def _sized(size_mm: Sequence[float], game: str, games: Sequence[str]) -> str:
    return (f"{game} " if len(games) > 1 else "") + " x ".join(f"{side:.1f}" for side in size_mm)
