"""Makes the files of a plan: builds only what changed, in a staging folder, and moves the results into place at the end.

A build that fails leaves the output folder as it was. Files from earlier builds that are no longer wanted are removed.
"""

from __future__ import annotations

import importlib
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from design.checks import find_problems
from design.config.loading import Loaded
from design.plan.artifact import Artifact
from design.plan.planning import Plan, artifacts_of, plan
from design.sheets.specs import SheetSpec
from rules.errors import BuildError, DesignError, Problem
from rules.game import Medium
from rules.media import ON_REQUEST
from tablewright.building.decisions import Decision, decisions
from tablewright.building.layout import lay_out
from tablewright.building.lock import MARK, alone_in
from tablewright.building.record import announced, entries_of, manifest_before, merged
from tablewright.building.stale import listed_in, remove_stale
from tablewright.building.workshop import Made, Progress, make_all
from tablewright.fingerprint import Key
from tablewright.ledger import is_ours, refuse_foreign
from tablewright.manifest import NAME, FileEntry, Manifest, is_foreign, write_manifest
from tablewright.media import MEDIA

Maker = Callable[[list[Artifact], Path], dict[str, Made]]
"""Makes artifacts below a folder: says, for the path of each, which files came of it and what each holds."""


@dataclass(frozen=True)
class Outcome:
    """What a build did: how many files it made, kept and removed, and a line about each of its sheets."""

    made: int
    kept: int
    removed: tuple[str, ...]
    sheets: tuple[str, ...] = ()


def plans_for(loaded: Loaded, games: Sequence[str], media: Sequence[Medium] = tuple(Medium)) -> list[Plan]:
    """Plan games for some media and check every design rule; DesignError with everything that is wrong."""
    problems: list[Problem] = []
    plans: list[Plan] = []
    described = [loaded.config.game(game) for game in games]
    for game in described:
        try:
            plans.append(plan(game, loaded.config, media))
        except DesignError as error:
            problems += error.problems
    problems += find_problems(loaded, described, plans)
    if problems:
        raise DesignError(problems)
    return plans


def build(
    loaded: Loaded, output: Path, games: Sequence[str], media: Sequence[Medium], jobs: int, progress: Progress
) -> Outcome:
    """Build the files of games in some media below `output`, and write the manifest.

    Raises:
        DesignError: before anything is made, with every contradiction.
        BuildError: with every part that could not be made; the output folder is left as it was.
    """
    return build_plans(plans_for(loaded, games, media), output, media, jobs, progress)


def build_plans(plans: Sequence[Plan], output: Path, media: Sequence[Medium], jobs: int, progress: Progress) -> Outcome:
    """Build the files of plans in some media below `output`, and write the manifest; raises the same errors as `build`."""
    with alone_in(output):
        return _build_plans(plans, output, with_needed(media), jobs, progress)


@dataclass(frozen=True)
class Work:
    """What plans ask for in some media below an output folder, and what is decided about each artifact."""

    plans: Sequence[Plan]
    media: Sequence[Medium]
    decided: Sequence[Decision]

    @property
    def wanted(self) -> list[Artifact]:
        """All that is asked for."""
        return [one.artifact for one in self.decided]

    @property
    def todo(self) -> list[Artifact]:
        """What is to be made."""
        return [one.artifact for one in self.decided if one.why]

    @cached_property
    def keys(self) -> Mapping[str, Key]:
        """The key of each artifact, by its path."""
        return {one.artifact.path: one.key for one in self.decided}

    @cached_property
    def kept(self) -> Mapping[str, list[FileEntry]]:
        """The files of each artifact that stay, by its path."""
        return {one.artifact.path: one.kept for one in self.decided}

    def only(self, media: Collection[Medium]) -> Work:
        """The same in some of its media alone."""
        decided = [one for one in self.decided if one.artifact.medium in media]
        return replace(self, media=[one for one in self.media if one in media], decided=decided)


def work_on(plans: Sequence[Plan], output: Path, media: Sequence[Medium]) -> Work:
    """What is to be done for plans below `output`, with the media that these are made from."""
    media = with_needed(media)
    return Work(plans, media, decisions(output, wanted_of(plans, media), manifest_before(output)))


def do(work: Work, output: Path, maker: Maker) -> Outcome:
    """Have a maker make what is to be made, put it below `output`, remove what is stale, and write the manifest.

    Whoever calls is alone in the folder. BuildError leaves it as it was.
    """
    before = manifest_before(output)
    with staging(output) as stage:
        made = maker(work.todo, stage)
        new = {one.path: entries_of(stage, made[one.path], one, work.keys[one.path]) for one in work.todo}
        manifest = merged(before, work.plans, work.media, {**work.kept, **new})
        _put_in_place(stage, output, before, new)
    removed = remove_stale(output, before, manifest)
    write_manifest(output, manifest)
    return Outcome(sum(map(len, new.values())), sum(map(len, work.kept.values())), removed)


def _build_plans(plans: Sequence[Plan], output: Path, media: Sequence[Medium], jobs: int, progress: Progress) -> Outcome:
    work = work_on(plans, output, media)
    lay_out(work.todo)

    def made_here(todo: list[Artifact], stage: Path) -> dict[str, Made]:
        first = [artifact for artifact in todo if MEDIA[artifact.medium].needs is None]
        then = [artifact for artifact in todo if MEDIA[artifact.medium].needs is not None]
        return make_all(first, stage, jobs, progress) | make_all(then, stage, jobs, progress)

    return replace(do(work, output, made_here), sheets=_surveys(work.wanted))


def wanted_of(plans: Sequence[Plan], media: Sequence[Medium]) -> list[Artifact]:
    """The artifacts of plans in some media."""
    return [artifact for artifact in artifacts_of(plans) if artifact.medium in media]


def _put_in_place(stage: Path, output: Path, before: Manifest, new: Mapping[str, list[FileEntry]]) -> None:
    """Move the new files into the output folder; BuildError, moving nothing, if a file that is not ours is in the way.

    The manifest lists the files before they are moved, so that a build that dies in between recognises them next time.
    """
    entries = [entry for files in new.values() for entry in files]
    listed = listed_in(before)
    foreign = [
        output / one.path
        for one in entries
        if one.path not in listed and os.path.lexists(output / one.path) and not is_ours(output, one.path, one.sha256)
    ]
    if is_foreign(output / NAME):
        foreign.append(output / NAME)
    refuse_foreign(foreign)
    if entries:
        write_manifest(output, announced(before, [one for one in entries if one.path not in listed]))
    for one in entries:
        (output / one.path).parent.mkdir(parents=True, exist_ok=True)
        (stage / one.path).replace(output / one.path)


def _surveys(wanted: Sequence[Artifact]) -> tuple[str, ...]:
    """How many pieces fit on a page and with how much bleed, for each sheet of paper."""
    specs = [one.spec for one in wanted if one.medium is Medium.PAPER and isinstance(one.spec, SheetSpec)]
    survey = importlib.import_module("printables.imposition.survey").survey if specs else str
    return tuple(survey(spec) for spec in specs)


def media_of_all(output: Path, games: Sequence[str]) -> list[Medium]:
    """What a build of everything makes: all media, with those made on request only if they already exist."""
    made = manifest_before(output).games
    there = {medium for game in games if game in made for medium in made[game].media}
    return [one for one in Medium if one not in ON_REQUEST or one.value in there]


def with_needed(media: Sequence[Medium]) -> list[Medium]:
    """Media, and those from whose files they are made."""
    needed = (MEDIA[one].needs for one in media)
    return [*media, *dict.fromkeys(one for one in needed if one is not None and one not in media)]


@contextmanager
def staging(output: Path) -> Iterator[Path]:
    """A folder below `output` to make files in, gone afterwards; BuildError if there can be none."""
    try:
        stage = Path(tempfile.mkdtemp(prefix=".building-", dir=output))
        (stage / MARK).touch()
    except OSError as error:
        raise BuildError(Problem(str(output), f"cannot be written to ({error.strerror}); name another folder")) from None
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)
