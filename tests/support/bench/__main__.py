"""Print what each way costs, and the ratios; with `--write` into docs/benchmarks.md too."""

from __future__ import annotations

import argparse
import math
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.support.bench import decks
from tests.support.bench.processes import Cost, tablewright
from tests.support.places import ROOT

DECKS = (25, 900, 9000)
MEDIA = ("pdf", "svg", "dxf", "images", "printhouse")
SLOPE_DECKS = (50, 500)
CHANGE = "number_board.digit_height_mm=13"
PAGE = ROOT / "docs" / "benchmarks.md"
HEAD = """# How fast it is

`make bench` measures this side by side in one run and writes this page. Each figure is of a process of its own from its start
to its end. Seconds depend on the machine; ratios hardly do.

"""


def main() -> None:
    """Measure, and say so row by row."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--protograf", default=sys.executable, metavar="PYTHON", help="a Python that has protograf")
    given = parser.parse_args()
    lines = []
    with tempfile.TemporaryDirectory() as name:
        for line in _page(Path(name), given.protograf):
            print(line, flush=True)
            lines.append(line)
    if given.write:
        PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def _page(folder: Path, python: str) -> Iterator[str]:
    yield f"Machine: {_processor()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}."
    yield from _decks(folder, python)
    yield from _slopes(folder)
    yield from _builds(folder)


def _decks(folder: Path, python: str) -> Iterator[str]:
    yield "\n## A deck of different cards\n"
    yield "63 x 88 mm, two texts and a rectangle each, PDF on A4. protograf and ReportLab make fronts alone; Tablewright makes"
    yield "backs too, crop marks, embedded fonts, and reads every card again.\n"
    yield "| cards | bare ReportLab | protograf | Tablewright, made | to protograf | made and proved | to protograf | memory |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|"
    for count in DECKS:
        game = decks.write_deck(folder, count)
        bare = decks.by_reportlab(game, folder / f"bare-{count}.pdf")
        other = decks.by_protograf(game, folder, python)
        made = decks.made(game, folder / f"made-{count}")
        proved = decks.proved(game, folder / f"proved-{count}")
        cells = _seconds(bare), _seconds(other), _seconds(made), _ratio(made, other), _seconds(proved), _ratio(proved, other)
        yield f"| {count} | {' | '.join(cells)} | {proved.peak_mb:.0f} MB |"


def _slopes(folder: Path) -> Iterator[str]:
    few, many = SLOPE_DECKS
    yield f"\n## From {few} to {many} cards\n"
    yield "Made and proved. A slope of 1 means that ten times the cards take ten times as long.\n"
    yield f"| medium | {few} cards | {many} cards | slope | memory |"
    yield "|---|---:|---:|---:|---:|"
    games = [decks.write_deck(folder, count) for count in SLOPE_DECKS]
    for medium in MEDIA:
        # What a process costs before its first card is no part of the slope.
        empty = decks.proved(_one_card(folder, medium), folder / f"one-{medium}", medium)
        costs = [decks.proved(game, folder / f"{game.name}-{medium}", medium) for game in games]
        low, high = (max(0.01, one.cpu_s - empty.cpu_s) for one in costs)
        slope = math.log10(high / low) / math.log10(many / few)
        yield f"| {medium} | {_seconds(costs[0])} | {_seconds(costs[1])} | {slope:.2f} | {costs[1].peak_mb:.0f} MB |"


def _one_card(folder: Path, medium: str) -> Path:
    inside = folder / f"alone-{medium}"
    inside.mkdir()
    return decks.write_deck(inside, 1)


def _builds(folder: Path) -> Iterator[str]:
    yield "\n## Geometric Chamber\n"
    yield "| what | wall | CPU | memory |"
    yield "|---|---:|---:|---:|"
    game = "--game", "geometric-chamber"
    one = tablewright("build", *game, "--medium", "stl", "--jobs", "1", "--output", str(folder / "one-core"), folder=folder)
    two = tablewright("build", *game, "--medium", "stl", "--jobs", "2", "--output", str(folder / "two"), folder=folder)
    both = *game, "--medium", "stl", "--medium", "pdf", "--output", str(folder / "two")
    sheets = tablewright("build", *both, folder=folder)
    again = tablewright("build", *both, folder=folder)
    change = tablewright("build", *both, "--set", CHANGE, folder=folder)
    yield _row("parts from nothing, one core", one)
    yield _row("parts from nothing, two cores", two)
    yield _row("sheets added", sheets)
    yield _row("nothing to do", again)
    yield _row(f"one change (`{CHANGE}`)", change)
    yield f"\nTwo cores take {two.wall_s / one.wall_s:.2f} of one core's time."


def _row(what: str, one: Cost) -> str:
    return f"| {what} | {one.wall_s:.1f} s | {one.cpu_s:.1f} s | {one.peak_mb:.0f} MB |"


def _seconds(one: Cost | None) -> str:
    return "not installed" if one is None else f"{one.cpu_s:.1f} s"


def _ratio(one: Cost, other: Cost | None) -> str:
    return "-" if other is None else f"{one.cpu_s / other.cpu_s:.2f}"


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if "model name" in line]
    return names[0] if names else platform.processor() or platform.machine()


if __name__ == "__main__":
    main()
