"""What the command line tells of files that it made or read: how far it is, the table of counts, and the verdicts on parts."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from design.config.loading import Config
from design.config.printer import Printer
from tablewright.inspection.counts import Report, table
from tablewright.inspection.printing.gate import mesh_gate


def progress() -> Callable[[str, int, int], None]:
    """A line that is written over in a terminal; nothing in a headless run."""
    if not sys.stderr.isatty():
        return lambda *_: None

    def show(path: str, done: int, total: int) -> None:
        click.echo(f"\r\033[K[{done}/{total}] {path}", nl=done == total, err=True)

    return show


def print_counts(report: Report, whole: bool) -> bool:
    """Print the table and what is wrong; whether all is well. With `whole` a component that is not made yet is wrong too."""
    click.echo(table(report))
    for note in report.notes:
        click.echo(f"{'error' if whole else 'note'}: {note}", err=True)
    for warning in report.warnings:
        click.echo(f"warning: {warning}", err=True)
    for problem in report.problems:
        click.echo(f"error: {problem}", err=True)
    return not report.problems and (not whole or (report.complete and not report.notes))


def print_boxes(config: Config, games: Sequence[str]) -> None:
    """Print the size of each game's box, and how much of the room inside it no piece takes."""
    from design.context import Context
    from design.storage.filled_box import filled_box

    for game in games:
        filled = filled_box(Context.of_game(config.game(game), config))
        if filled is None:
            continue
        tray, lid = filled.filled_tray.tray, filled.lid
        size = *tray.extent_mm[:2], tray.rim_mm + lid.plate_mm
        sides = " x ".join(f"{side:.1f}" for side in size)
        click.echo(f"{game} box: {sides} mm; {filled.filled_tray.air:.0%} of the room inside is air")


def print_ink(output: Path, config: Config, games: Sequence[str]) -> None:
    """Print how much ink the sheets of each game take, in pages as black as can be, as measured on the files."""
    from tablewright.inspection.sheets.coverage import coverage

    for game in games:
        for paper in config.paper.papers():
            files = sorted((output / game / "pdf" / paper.name).glob("*.pdf"))
            pages = {file.stem: coverage(file) for file in files}
            if pages:
                each = ", ".join(f"{name} {sum(shares) / len(shares):.1%}" for name, shares in pages.items())
                total = sum(sum(shares) for shares in pages.values())
                click.echo(f"{game} {paper.title} ink ({config.paper.ink.value}): {total:.2f} pages of black in all; {each}")


def print_parts(output: Path, games: Sequence[str], printer: Printer, jobs: int, sliced: bool) -> bool:
    """Judge the parts of games, with a slicer too if asked, and print what came of it; whether all of them print."""
    verdict = mesh_gate(output, games, printer, jobs)
    if sliced:
        from tablewright.slicing import slice_gate

        verdict.add(slice_gate(output, games, printer, jobs, progress()))
    for line in verdict.lines:
        click.echo(line)
    for problem in verdict.problems:
        click.echo(f"error: {problem}", err=True)
    return not verdict.problems
