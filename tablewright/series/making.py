"""Makes a series: a file that several combinations share is made once, by whoever is free, and lies in all their folders."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from design.parts.part_spec import PartSpec
from design.plan.artifact import Artifact
from rules.errors import TablewrightError
from rules.game import Medium
from tablewright.building.away import Delivery, Order, deliver, order, put_down
from tablewright.building.build import Maker, Work, do, staging
from tablewright.building.workshop import Made, Progress
from tablewright.executors.crew import Spread
from tablewright.fingerprint import Key, digest_of
from tablewright.media import MEDIA
from tablewright.series.planning import Job

Sort = tuple[Key, str]
"""Files that are alike: the key of all that they are made from, and their path below an output folder."""


@dataclass
class Count:
    """Files made, taken over from another combination, and kept as they were."""

    made: int = 0
    taken: int = 0
    kept: int = 0


def make_series(jobs: Sequence[Job], output: Path, spread: Spread, progress: Progress) -> Count:
    """Make what the combinations lack, each folder filled as soon as all of its files are there.

    A combination that cannot be made keeps its folder as it was and says why; the others go on.
    """
    count = Count()
    media = [one for one in Medium if MEDIA[one].needs is None], [one for one in Medium if MEDIA[one].needs is not None]
    with staging(output) as stage:
        for number, some in enumerate(media):
            works = [(job, job.work.only(some)) for job in jobs if job.work is not None and not job.problems]
            _Shelf(works, stage / str(number), count).fill(spread, progress)
    return count


class _Shelf:
    """Where the files lie that combinations lack: those that another has, and those that were made."""

    def __init__(self, works: Sequence[tuple[Job, Work]], stage: Path, count: Count) -> None:
        self._stage, self._count = stage, count
        self._works = [(job, work) for job, work in works if work.media]
        self._there = {sort: (job.wish.folder, files) for job, work in self._works for sort, files in _kept(work)}
        self._waiting: dict[str, set[Sort]] = {}
        self._todo: dict[Sort, tuple[Artifact, Path]] = {}
        for job, work in self._works:
            lacks = {(work.keys[one.path], one.path): (one, job.wish.folder) for one in work.todo}
            self._waiting[job.name] = lacks.keys() - self._there.keys()
            self._todo |= {sort: one for sort, one in lacks.items() if sort not in self._there and sort not in self._todo}

    def fill(self, spread: Spread, progress: Progress) -> None:
        """Have everything made that lies nowhere yet, and fill the folders."""
        groups, done = _groups(self._todo), 0
        self._hand_out()
        orders = (_order(group) for group in groups)
        for number, (group, delivery) in enumerate(zip(groups, spread(deliver, orders), strict=True)):
            self._take(group, delivery, self._stage / str(number))
            done += len(group)
            progress(next(iter(group))[1], done, len(self._todo))
            self._hand_out()

    def _take(self, group: Mapping[Sort, tuple[Artifact, Path]], delivery: Delivery, folder: Path) -> None:
        problems = delivery.problems
        try:
            put_down(delivery, folder)
        except TablewrightError as error:
            problems = error.problems
        for job, _ in self._works:
            if problems and self._waiting[job.name].intersection(group):
                job.problems += [one for one in problems if one not in job.problems]
        for sort in group if not problems else ():
            self._there[sort] = folder, delivery.made[sort[1]]
            for waiting in self._waiting.values():
                waiting.discard(sort)
        self._count.made += len(delivery.files)
        self._count.taken -= len(delivery.files)

    def _hand_out(self) -> None:
        """Fill the folder of each combination for which all is there."""
        for job, work in [one for one in self._works if not self._waiting[one[0].name] and not one[0].problems]:
            try:
                outcome = do(work, job.wish.folder, self._taking_over(work))
                self._count.taken += outcome.made
                self._count.kept += outcome.kept
            except TablewrightError as error:
                job.problems += error.problems
            self._works.remove((job, work))

    def _taking_over(self, work: Work) -> Maker:
        def take_over(todo: list[Artifact], stage: Path) -> dict[str, Made]:
            made: dict[str, Made] = {}
            for artifact in todo:
                folder, made[artifact.path] = self._there[work.keys[artifact.path], artifact.path]
                for path, _ in made[artifact.path]:
                    _link(folder / path, stage / path)
            return made

        return take_over


def _kept(work: Work) -> Iterator[tuple[Sort, Made]]:
    """What is still good in a folder."""
    for artifact in work.wanted:
        entries = work.kept[artifact.path]
        if entries:
            files = [(one.path, tuple((held.piece, held.copies) for held in one.holds)) for one in entries]
            yield (work.keys[artifact.path], artifact.path), files


def _groups(todo: Mapping[Sort, tuple[Artifact, Path]]) -> list[dict[Sort, tuple[Artifact, Path]]]:
    """What is made from the same part together; parts come first, since they take longest."""
    parts: dict[tuple[str, str], dict[Sort, tuple[Artifact, Path]]] = {}
    others = []
    digests: dict[int, str] = {}
    for sort, (artifact, folder) in todo.items():
        if not isinstance(artifact.spec, PartSpec):
            others.append({sort: (artifact, folder)})
            continue
        if id(artifact.spec) not in digests:
            digests[id(artifact.spec)] = digest_of(artifact.builder, artifact.spec)
        alike = digests[id(artifact.spec)], artifact.path.partition("/")[0]
        parts.setdefault(alike, {})[sort] = artifact, folder
    return [*parts.values(), *others]


def _order(group: Mapping[Sort, tuple[Artifact, Path]]) -> Order:
    """The order for a group, with the parts that beds are put together from as they lie in the combination's folder."""
    artifacts = [artifact for artifact, _ in group.values()]
    artifact, folder = next(iter(group.values()))
    paths = [part.path for part in artifact.spec.parts] if MEDIA[artifact.medium].needs is not None else []
    return order(artifacts, [(path, folder / path) for path in paths])


def _link(source: Path, target: Path) -> None:
    """Give a finished file a second name; a copy where the system has no links."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
