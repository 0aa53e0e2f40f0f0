"""What the command line prints about files it made or read: progress, the table of counts, and the verdicts on parts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from design.config.loading import Config
from design.config.printer import Printer
from tablewright.commands.reporting import tell
from tablewright.inspection.counts import Report, table
from tablewright.inspection.memory import Memory
from tablewright.inspection.printing.gate import mesh_gate
from tablewright.inspection.tools import Verdict

if TYPE_CHECKING:
    from tablewright.building.preview import Preview


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar with the time remaining, in a terminal; nothing in a headless run."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = MofNCompleteColumn(), BarColumn(), TimeRemainingColumn(), TextColumn("{task.description}", markup=False)
    # No thread of its own: the build forks workers while the bar is up.
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=None)
        yield lambda path, done, total: bar.update(task, description=path, completed=done, total=total, refresh=True)


def print_preview(would: Preview, output: Path) -> None:
    """Print what a build would make and why, one file a line, what it would remove, and how much it would keep."""
    for one in would.made:
        click.echo(f"make {one.name}: {' and '.join(one.why)}")
    for path in would.removed:
        click.echo(f"remove {path}: nobody asks for it any more")
    for path in would.in_the_way:
        what = "is in the way and no build made it; a build stops there unless it makes the very same"
        click.echo(f"note: {output / path}: {what}", err=True)
    click.echo(f"{len(would.made)} to make, {would.kept} kept as they are, {len(would.removed)} to remove, in {output}")


def print_counts(report: Report, whole: bool) -> bool:
    """Print the table and the faults; returns whether all is well. With `whole`, components not made yet are faults too."""
    click.echo(table(report))
    for note in report.notes:
        click.echo(f"{'error' if whole else 'note'}: {note}", err=True)
    for warning in report.warnings:
        click.echo(f"warning: {warning}", err=True)
    tell(report.problems)
    return not report.problems and (not whole or (report.complete and not report.notes))


def print_boxes(config: Config, games: Sequence[str]) -> None:
    """Print the size of each game's box, and how much of its inside is empty."""
    from design.context import Context
    from design.storage.filled_box import filled_box

    for game in games:
        filled = filled_box(Context.of_game(config.game(game), config))
        if filled is None:
            continue
        sides = " x ".join(f"{side:.1f}" for side in filled.outside_mm)
        click.echo(f"{game} box: {sides} mm; {filled.filled_tray.air:.0%} of the room inside is air")


def print_ink(output: Path, config: Config, games: Sequence[str], memory: Memory) -> None:
    """Print how much ink the sheets of each game take, in pages as black as can be, as measured on the files."""
    for game in games:
        for paper in config.paper.papers():
            files = sorted((output / game / "pdf" / paper.name).glob("*.pdf"))
            pages = {file.stem: _coverage(output, file, memory) for file in files}
            if pages:
                each = ", ".join(f"{name} {sum(shares) / len(shares):.1%}" for name, shares in pages.items())
                total = sum(sum(shares) for shares in pages.values())
                click.echo(f"{game} {paper.title} ink ({config.paper.ink.value}): {total:.2f} pages of black in all; {each}")


def _coverage(output: Path, file: Path, memory: Memory) -> list[float]:
    """The share of each page that is black, as measured now or before."""
    key = memory.key("ink", (file.relative_to(output).as_posix(),))
    found = memory.recall(key)
    if found is None:
        from tablewright.inspection.sheets.coverage import coverage

        found = list(coverage(file))
        memory.keep(key, found)
    shares: list[float] = found
    return shares


def print_parts(output: Path, games: Sequence[str], printer: Printer, jobs: int, memory: Memory | None = None) -> bool:
    """Judge the meshes of games' parts, and print what came of it; whether all of them print."""
    return _print_verdict(mesh_gate(output, games, printer, jobs, memory))


def print_slicing(output: Path, games: Sequence[str], printer: Printer, jobs: int) -> bool:
    """Slice the parts of games, and print what came of it; whether all of them print without supports."""
    from tablewright.slicing import slice_gate

    with progress() as show:
        return _print_verdict(slice_gate(output, games, printer, jobs, show))


def _print_verdict(verdict: Verdict) -> bool:
    for line in verdict.lines:
        click.echo(line)
    tell(verdict.problems)
    return not verdict.problems
