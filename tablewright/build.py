"""Makes the files of a plan: only what changed, in a folder beside, and puts them in place at the end.

A build that fails leaves the output folder as it was. What an earlier run made and nobody asks for any
more is removed.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from design.changes import ChangesSpec
from design.checks import find_problems
from design.config import Loaded
from design.plan import Artifact, Plan, plan
from design.specs import SheetSpec
from design.tuck_box import TuckBoxSpec
from rules.errors import BuildError, DesignError, Problem, TablewrightError
from rules.game import Medium, load_game
from tablewright import __version__
from tablewright.coupon import coupon_paths
from tablewright.fingerprint import key_of
from tablewright.manifest import NAME, FileEntry, GameEntry, Held, Manifest, digest, read_manifest, write_manifest

SLICING = "slicing.json"
"""Beside the manifest: what a slicer said of the parts, written by `check --slice`."""

Progress = Callable[[str, int, int], None]
"""Called with a file's path, how many are done, and how many there are."""


@dataclass(frozen=True)
class Outcome:
    """What a build did: how many files it made, kept and removed."""

    made: int
    kept: int
    removed: tuple[str, ...]


def plans_for(loaded: Loaded, games: Sequence[str]) -> list[Plan]:
    """The plans of games, every design rule checked; DesignError with all that is wrong."""
    problems: list[Problem] = []
    plans: list[Plan] = []
    described = [load_game(game) for game in games]
    for game in described:
        try:
            plans.append(plan(game, loaded.config))
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
        BuildError: with every part that could not be made; the output folder is as it was.
    """
    plans = plans_for(loaded, games)
    media = [*media, *(needed for one, needed in NEEDS.items() if one in media and needed not in media)]
    before = _manifest_before(output)
    keys = {artifact.path: key_of(artifact) for one in plans for artifact in one.artifacts if artifact.medium in media}
    wanted = [artifact for one in plans for artifact in one.artifacts if artifact.path in keys]
    known = {entry.path: entry for game in before.games.values() for entry in game.files}
    kept = {artifact.path: _still_good(output, artifact, keys[artifact.path], known) for artifact in wanted}
    todo = [artifact for artifact in wanted if not kept[artifact.path]]
    _lay_out(todo)
    with _staging(output) as stage:
        first = [artifact for artifact in todo if artifact.medium not in NEEDS]
        made = _make_all(first, stage, jobs, progress)
        made |= _make_all([artifact for artifact in todo if artifact.medium in NEEDS], stage, jobs, progress)
        entries = {path: found for path, found in kept.items() if found}
        for artifact in todo:
            entries[artifact.path] = [_entry(stage, path, held, artifact, keys) for path, held in made[artifact.path]]
        manifest = _merge(before, plans, media, entries)
        for artifact in todo:
            for path, _ in made[artifact.path]:
                (output / path).parent.mkdir(parents=True, exist_ok=True)
                (stage / path).replace(output / path)
    removed = _remove_stale(output, before, manifest, plans, media)
    write_manifest(output, manifest)
    count = sum(len(entries[artifact.path]) for artifact in todo)
    return Outcome(count, sum(map(len, entries.values())) - count, removed)


def _manifest_before(output: Path) -> Manifest:
    try:
        return read_manifest(output)
    except TablewrightError:
        return Manifest(tablewright=__version__, games={})


def _still_good(output: Path, artifact: Artifact, key: str, known: dict[str, FileEntry]) -> list[FileEntry]:
    """The entries of an artifact's files if all are there as they were made from the same key; else none."""
    entries = [entry for path, entry in known.items() if _belongs(path, artifact) and entry.key == key]
    whole = all((output / one.path).is_file() and digest(output / one.path) == one.sha256 for one in entries)
    return entries if whole else []


def _belongs(path: str, artifact: Artifact) -> bool:
    """A cut file's pages share the artifact's path as their stem, beds and bodies lie in the folder that it names."""
    stem = {Medium.CUT: ".", Medium.BEDS: "/", Medium.COLOUR: "/"}.get(artifact.medium)
    folder = artifact.path.removesuffix(f".{Medium.COLOUR.value}")
    return path == artifact.path or (stem is not None and path.startswith(folder + stem))


def _lay_out(todo: list[Artifact]) -> None:
    """Lay every sheet out before anything is made: what does not fit its page is a mistake in the design."""
    problems: list[Problem] = []
    for artifact in todo:
        if isinstance(artifact.spec, SheetSpec):
            sheet, furniture = (importlib.import_module(f"printables.{name}") for name in ("sheet", "furniture"))
            try:
                for page in sheet.impose(artifact.spec):
                    furniture.furnish(artifact.spec, page)
            except DesignError as error:
                problems += error.problems
        elif isinstance(artifact.spec, TuckBoxSpec):
            try:
                importlib.import_module("printables.tuckbox").tuck_pages(artifact.spec)
            except DesignError as error:
                problems += error.problems
    if problems:
        raise DesignError(dict.fromkeys(problems))


@contextmanager
def _staging(output: Path) -> Iterator[Path]:
    try:
        output.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=".building-", dir=output))
    except OSError as error:
        raise BuildError(Problem(str(output), f"cannot be written to ({error.strerror}); name another folder")) from None
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


WRITERS = {
    Medium.SOLID: "fabrication.mesh:write_stl",
    Medium.COLOUR: "fabrication.threemf:write_3mf",
    Medium.CAD: "fabrication.step:write_step",
}
"""How a part is written in each medium that a solid comes in."""

NEEDS = {Medium.BEDS: Medium.SOLID}
"""Media that are made from the files of another, after them."""

Made = list[tuple[str, tuple[tuple[str, int], ...]]]
"""Paths below the output folder, each with the pieces it holds."""


def _make_all(todo: list[Artifact], stage: Path, jobs: int, progress: Progress) -> dict[str, Made]:
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
    """Artifacts that one part serves go together; solids first, so that no core waits for them at the end."""
    groups: dict[tuple[str, str, str], list[Artifact]] = {}
    for artifact in todo:
        # Two games may have pieces of one name.
        game, piece = artifact.path.partition("/")[0], artifact.spec.name if _is_part(artifact) else artifact.path
        groups.setdefault((game, artifact.builder, piece), []).append(artifact)
    return sorted(groups.values(), key=lambda group: (not _is_part(group[0]), group[0].path))


def _is_part(artifact: Artifact) -> bool:
    """Whether a file is written from a part, not from its specification at once as sheets and lists are."""
    return artifact.medium in WRITERS and not isinstance(artifact.spec, ChangesSpec)


@contextmanager
def _workers(todo: list[Artifact], jobs: int) -> Iterator[Executor]:
    """Processes that share one import of what they need; the import is paid once, then forked."""
    for module in sorted({artifact.builder.partition(":")[0] for artifact in todo}):
        importlib.import_module(module)
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    with ProcessPoolExecutor(max(1, min(jobs, len(todo) or 1)), multiprocessing.get_context(method)) as pool:
        yield pool


def make(group: list[Artifact], stage: Path) -> dict[str, Made]:
    """Make artifacts of one builder and specification below `stage`; says which files came of each and what each holds."""
    builder = _found(group[0].builder)
    if group[0].medium is Medium.BEDS:
        return {one.path: _beds(builder, one, stage) for one in group}
    part = builder(group[0].spec) if _is_part(group[0]) else None
    made: dict[str, Made] = {}
    for artifact in group:
        path = stage / artifact.path
        files = _found(WRITERS[artifact.medium])(part, path) if part is not None else builder(artifact.spec, path)
        # A part's bodies in one colour lie beside it, a tuck box may have several pages; the piece is counted once.
        single = [_holds(artifact), *(() for _ in files[1:])]
        holds = _holds_by_page(artifact) if artifact.medium is Medium.CUT and isinstance(artifact.spec, SheetSpec) else single
        made[artifact.path] = [(one.relative_to(stage).as_posix(), held) for one, held in zip(files, holds, strict=True)]
    return made


def _beds(builder: Callable[..., Any], artifact: Artifact, stage: Path) -> Made:
    """Beds from the parts' files: those made now, and those that lie in the output folder, which the stage is in."""

    def find(path: str) -> Path:
        return stage / path if (stage / path).is_file() else stage.parent / path

    return [(path.relative_to(stage).as_posix(), held) for path, held in builder(artifact.spec, stage / artifact.path, find)]


def _found(name: str) -> Callable[..., Any]:
    """The function that is named `module:function`; its module is imported now."""
    module, _, function = name.partition(":")
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


def _holds(artifact: Artifact) -> tuple[tuple[str, int], ...]:
    return tuple((one.piece, one.copies) for one in artifact.holds)


def _holds_by_page(artifact: Artifact) -> list[tuple[tuple[str, int], ...]]:
    """What each side of each sheet holds, in the order in which cut files are written."""
    pages = importlib.import_module("printables.sheet").impose(artifact.spec)
    counts = [Counter(place.face.name.rpartition(".")[0] for place in page.places) for page in pages]
    return [tuple(sorted(count.items())) for count in counts]


def _entry(stage: Path, path: str, held: tuple[tuple[str, int], ...], artifact: Artifact, keys: dict[str, str]) -> FileEntry:
    file = stage / path
    return FileEntry(
        path=path,
        medium=artifact.medium.value,
        bytes=file.stat().st_size,
        sha256=digest(file),
        key=keys[artifact.path],
        holds=[Held(piece=piece, copies=copies) for piece, copies in held],
    )


def _merge(before: Manifest, plans: list[Plan], media: Sequence[Medium], entries: dict[str, list[FileEntry]]) -> Manifest:
    """The new manifest: what was built now, and what earlier builds made of other games and media."""
    games = dict(before.games)
    names = {medium.value for medium in media}
    for one in plans:
        game, players = one.bill.game.id, one.bill.players
        old = games.get(game)
        kept = [entry for entry in old.files if entry.medium not in names] if old and old.players == players else []
        new = [entry for artifact in one.artifacts for entry in entries.get(artifact.path, [])]
        files = sorted((*kept, *new), key=lambda entry: entry.path)
        games[game] = GameEntry(players=players, media=sorted({entry.medium for entry in files}), files=files)
    return Manifest(tablewright=__version__, games=dict(sorted(games.items())))


ENDINGS = {Medium.BEDS: ("stl", "csv"), Medium.COLOUR: ("3mf", "stl", "csv")}
"""How the files of a medium end that are not named for it."""


def _remove_stale(output: Path, before: Manifest, now: Manifest, plans: list[Plan], media: Sequence[Medium]) -> tuple[str, ...]:
    """Remove what earlier builds made and this one does not hold: listed files, and ours by folder and ending."""
    wanted = {entry.path for game in now.games.values() for entry in game.files}
    stale = {entry.path for game in before.games.values() for entry in game.files} - wanted
    for one in plans:
        for medium in media:
            folder = output / one.bill.game.id / medium.value
            endings = ENDINGS.get(medium, (medium.value,))
            found = {path for ending in endings for path in folder.rglob(f"*.{ending}") if path.is_file()}
            stale |= {path.relative_to(output).as_posix() for path in found} - wanted
    return _remove(output, sorted(stale))


def _remove(output: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """Remove files below the output folder, and the folders that become empty; says which were there."""
    removed = []
    for path in paths:
        file = output / path
        if output.resolve() in file.resolve().parents and file.is_file():
            file.unlink()
            removed.append(path)
            _remove_empty(file.parent, output)
    return tuple(removed)


def clean(output: Path) -> int:
    """Remove what the manifest lists, the manifest, what a slicer said, and the fit coupon; the number of files removed."""
    before = _manifest_before(output)
    listed = [entry.path for game in before.games.values() for entry in game.files]
    return len(_remove(output, [*listed, NAME, SLICING, *coupon_paths(output)]))


def _remove_empty(folder: Path, output: Path) -> None:
    while folder != output and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def default_jobs() -> int:
    """As many files at once as there are cores to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
