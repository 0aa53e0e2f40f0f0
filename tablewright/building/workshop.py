"""Makes files with several workers, grouping artifacts of the same part and importing each library only once."""

from __future__ import annotations

import importlib
import os
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future, as_completed
from pathlib import Path
from typing import Any

from design.families.family import found
from design.parts.part_spec import PartSpec
from design.plan.artifact import Artifact
from design.sheets.specs import SheetSpec
from rules.errors import BuildError, Problem, TablewrightError
from rules.game import Medium
from tablewright.executors.workers import load, workers
from tablewright.media import MEDIA

Progress = Callable[[str, int, int], None]
"""Called with a file's path, the number of files done, and the total."""

Made = list[tuple[str, tuple[tuple[str, int], ...]]]
"""Paths below the output folder, each with the pieces it holds."""


def make_all(todo: list[Artifact], stage: Path, jobs: int, progress: Progress) -> dict[str, Made]:
    """Make artifacts below `stage`, several at once; returns, for each path, the files made and the pieces each one holds.

    Raises:
        BuildError: with every file that could not be made.
    """
    made: dict[str, Made] = {}
    problems: list[Problem] = []
    done = 0
    with _workers(todo, jobs) as pool:
        waiting: dict[Future[dict[str, Made]], list[Artifact]] = {
            pool.submit(make, group, stage): group for group in _groups(todo)
        }
        for future in as_completed(waiting):
            group = waiting[future]
            try:
                made |= future.result()
            except TablewrightError as error:
                problems += error.problems
            except Exception as error:
                problems.append(Problem(group[0].path, f"could not be made: {type(error).__name__}: {error}"))
            done += len(group)
            progress(group[0].path, done, len(todo))
    if problems:
        raise BuildError(sorted(set(problems)))
    return made


def _groups(todo: list[Artifact]) -> list[list[Artifact]]:
    """Group artifacts that are made from the same part; solids come first, so that no core waits for them at the end."""
    groups: dict[tuple[str, str, str], list[Artifact]] = {}
    for artifact in todo:
        # Two games may have pieces of the same name.
        game, piece = artifact.path.partition("/")[0], artifact.spec.name if _is_part(artifact) else artifact.path
        groups.setdefault((game, artifact.builder, piece), []).append(artifact)
    return sorted(groups.values(), key=lambda group: (not _is_part(group[0]), group[0].path))


def _is_part(artifact: Artifact) -> bool:
    """Whether a file is written from a part, not from its specification at once as sheets and lists are."""
    return isinstance(artifact.spec, PartSpec)


def _workers(todo: list[Artifact], jobs: int) -> Executor:
    """Processes that share what they need; it is loaded once, then forked."""
    get_ready(todo)
    return workers(jobs, len(todo))


def get_ready(todo: Iterable[Artifact]) -> None:
    """Load what makes artifacts, and what their media want done once."""
    makers, ready = set(), set()
    for artifact in todo:
        making = MEDIA[artifact.medium]
        makers |= {artifact.builder, making.writer if _is_part(artifact) else artifact.builder}
        ready |= {making.ready} - {""}
    load(sorted({maker.partition(":")[0] for maker in makers | ready}))
    for name in sorted(ready):
        found(name)()


def make(group: list[Artifact], stage: Path) -> dict[str, Made]:
    """Make artifacts of one builder and specification below `stage`; says which files came of each and what each holds."""
    builder = found(group[0].builder)
    if group[0].medium is Medium.BEDS:
        return {one.path: _beds(builder, one, stage) for one in group}
    part = builder(group[0].spec) if _is_part(group[0]) else None
    made: dict[str, Made] = {}
    for artifact in group:
        path = stage / artifact.path
        files = found(MEDIA[artifact.medium].writer)(part, path) if part is not None else builder(artifact.spec, path)
        # A part's bodies in one colour lie beside it, a tuck box may have several pages; the piece is counted once.
        single = [_holds(artifact), *(() for _ in files[1:])]
        by_name = getattr(artifact.spec, "held", None)
        if by_name is not None:
            made[artifact.path] = [(one.relative_to(stage).as_posix(), by_name(one.name)) for one in files]
            continue
        by_page = artifact.medium in (Medium.CUT, Medium.PLOT) and isinstance(artifact.spec, SheetSpec)
        holds = _holds_by_page(artifact) if by_page else single
        made[artifact.path] = [(one.relative_to(stage).as_posix(), held) for one, held in zip(files, holds, strict=True)]
    return made


def _beds(builder: Callable[..., Any], artifact: Artifact, stage: Path) -> Made:
    """Make beds from the parts' files: those made now, and those already in the output folder, which contains the stage."""

    def find(path: str) -> Path:
        return stage / path if (stage / path).is_file() else stage.parent / path

    return [(path.relative_to(stage).as_posix(), held) for path, held in builder(artifact.spec, stage / artifact.path, find)]


def _holds(artifact: Artifact) -> tuple[tuple[str, int], ...]:
    return tuple((one.piece, one.copies) for one in artifact.holds)


def _holds_by_page(artifact: Artifact) -> list[tuple[tuple[str, int], ...]]:
    """What each side of each sheet holds, in the order that cut files are written."""
    pages = importlib.import_module("printables.imposition.sheet").impose(artifact.spec)
    if artifact.medium is Medium.PLOT:
        pages = [page for page in pages if page.on_side(artifact.spec.cut_side)]
    names = {face.name: piece.name for piece in artifact.spec.pieces for face in piece.faces}
    counts = [Counter(names[place.face.name] for place in page.counted) for page in pages]
    return [tuple(sorted(count.items())) for count in counts]


def default_jobs() -> int:
    """One file at a time for every core available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
