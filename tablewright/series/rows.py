"""What each combination came to, as measured on its files: pieces, filament, hours, boxes, sheets, and the verdict."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from design.config.paper import Duplex
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from rules.errors import Problem
from rules.game import Medium
from tablewright.building.build import Work
from tablewright.building.decisions import listed_for
from tablewright.inspection.memory import Memory
from tablewright.inspection.printing.gate import mesh_gate
from tablewright.inspection.report import inspect
from tablewright.manifest import read_manifest
from tablewright.series.planning import Job
from tablewright.slicing import read_slicing, slice_gate

COMPLETE, INCOMPLETE, REFUSED, FAILED = "complete", "incomplete", "refused", "not made"
FILAMENTS = "filament.csv"
"""The list of a game's beds, in the folder of the beds."""


@dataclass(frozen=True)
class Row:
    """A combination in the report; None is what was not measured.

    pieces: those there of those that must be. grams: of each filament for solid parts, the most it can be. sliced_grams and
    hours: as a slicer says. sheets: of each paper, by its name.
    """

    name: str
    values: tuple[str, ...]
    verdict: str
    reasons: tuple[str, ...] = ()
    pieces: tuple[int, int] | None = None
    files: int | None = None
    grams: dict[str, float] = field(default_factory=dict)
    sliced_grams: float | None = None
    hours: float | None = None
    boxes: tuple[str, ...] = ()
    tuck_boxes: tuple[str, ...] = ()
    sheets: dict[str, int] = field(default_factory=dict)


def rows_of(series: Sequence[Job], jobs: int, sliced: bool) -> Iterator[Row]:
    """The row of each combination, read from its files; what was found right in one is not read again in another."""
    memories: list[Memory] = []
    folders: list[Path] = []
    for job in series:
        if job.problems or job.work is None:
            verdict = REFUSED if job.refused else FAILED
            yield Row(job.name, job.wish.combination.values, verdict, _reasons(job, job.problems))
            continue
        memories.append(Memory(job.wish.folder, others=tuple(memories)))
        yield _row(job, job.work, jobs, memories[-1], folders if sliced else None)
        memories[-1].save()
        folders.append(job.wish.folder)


def _row(job: Job, work: Work, jobs: int, memory: Memory, others: Sequence[Path] | None) -> Row:
    """The row of a combination that was made; it is sliced if there are `others` to take results from, be they none."""
    folder, config, games = job.wish.folder, job.wish.loaded.config, job.wish.games
    report = inspect(folder, config, games, jobs, memory)
    problems = [*report.problems, *mesh_gate(folder, games, config.printer, jobs, memory).problems]
    hours = grams = None
    if others is not None:
        verdict = slice_gate(folder, games, config.printer, jobs, lambda *_: None, others)
        problems += verdict.problems
        if verdict.lines and not verdict.problems:
            hours, grams = sliced_of(folder, games)
    counts = [report.parts(game) for game in games]
    entries = [entry for game in games for entry in read_manifest(folder).games[game].files]
    asked = {one.value for one in work.media}
    verdict_of_all = INCOMPLETE if problems else COMPLETE if report.complete else f"{COMPLETE} in {', '.join(sorted(asked))}"
    return Row(
        job.name,
        job.wish.combination.values,
        verdict_of_all,
        _reasons(job, problems),
        (sum(covered for covered, _ in counts), sum(all_of_them for _, all_of_them in counts)),
        sum(entry.medium in asked for entry in entries),
        grams_of(folder, games) if Medium.BEDS in work.media else {},
        grams,
        hours,
        job.boxes,
        job.tuck_boxes,
        _sheets(folder, work, config.paper.duplex),
    )


def _reasons(job: Job, problems: Sequence[Problem]) -> tuple[str, ...]:
    """Problems in words, with paths as seen from the combination's folder or from the configuration's."""
    config = job.wish.loaded.path
    told = dict.fromkeys(str(one).replace(f"{job.wish.folder}/", "") for one in problems)
    return tuple(told if config is None else dict.fromkeys(one.replace(f"{config.parent.absolute()}/", "") for one in told))


def sliced_of(folder: Path, games: Sequence[str]) -> tuple[float | None, float | None]:
    """Hours and grams of all parts, as the slicer said: of the beds where there are any, else of each part by itself."""
    found = read_slicing(folder)
    prints = [found.games[game] for game in games if game in found.games] if found is not None else []
    if not prints:
        return None, None
    beds = [bed for one in prints for bed in one.beds]
    if beds:
        return sum(one.minutes for one in beds) / 60, sum(one.grams for one in beds)
    return sum(one.hours for one in prints), sum(one.grams for one in prints)


def grams_of(folder: Path, games: Sequence[str]) -> dict[str, float]:
    """Grams of each filament, as the lists of the beds say."""
    grams: Counter[str] = Counter()
    for game in games:
        path = folder / game / Medium.BEDS.value / FILAMENTS
        if path.is_file():
            for bed in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
                grams[bed["filament"]] += float(bed["grams"])  # type: ignore[assignment]
    return dict(grams)


def _sheets(folder: Path, work: Work, duplex: Duplex) -> dict[str, int]:
    """How many sheets of each paper the printer takes, by the pages of the files: two a sheet where it has two sides."""
    import pypdfium2

    sheets: Counter[str] = Counter()
    manifest = read_manifest(folder)
    for artifact in (one for one in work.wanted if one.medium is Medium.PAPER):
        pages = 0
        for entry in listed_for(artifact, work.keys[artifact.path], manifest):
            with pypdfium2.PdfDocument(folder / entry.path) as document:
                pages += len(document)
        sheets[artifact.spec.paper.title] += -(-pages // 2) if _on_both_sides(artifact.spec, duplex) else pages
    return dict(sheets)


def _on_both_sides(spec: Any, duplex: Duplex) -> bool:
    """Whether its sheets are printed on both sides: not a tuck box, nor halves that are glued to a board."""
    if isinstance(spec, SheetSpec):
        return spec.two_sided and spec.duplex.printed_twice and not spec.backing_mm
    return duplex.printed_twice and not isinstance(spec, TuckBoxSpec)
