"""`make bench`: how fast a build is, as ratios that hold on any machine.

A plain loop of Python is the yardstick; every figure is a multiple of its time, so two machines and two
versions can be compared. Nothing here is a test.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.places import ROOT


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def yardstick() -> float:
    """The best of five times of a loop of ten million additions."""

    def loop() -> None:
        total = 0
        for number in range(10_000_000):
            total += number

    return min(seconds(loop) for _ in range(5))


def command(arguments: Sequence[str]) -> Callable[[], object]:
    """A call of `tablewright` in a process of its own."""
    return lambda: subprocess.run([sys.executable, "-m", "tablewright", *arguments], check=True, stdout=subprocess.DEVNULL)


DECK = """
import resource, sys
from pathlib import Path
from printables.pdf import write_sheets
from tests.support.places import ROOT
from tests.support.sheet_cases import cards, sheet
write_sheets(sheet(*cards(int(sys.argv[1]), 63, 88)), Path(sys.argv[2]) / "deck.pdf")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def deck(count: int, folder: str) -> tuple[float, str]:
    """Seconds for a PDF of so many different cards with backs, in a process of its own, and the most memory it took in MB."""
    peak = ""

    def work() -> None:
        nonlocal peak
        call = [sys.executable, "-c", DECK, str(count), folder]
        peak = subprocess.run(call, check=True, capture_output=True, encoding="utf-8", cwd=ROOT).stdout.strip()

    return seconds(work), peak


def main() -> None:
    """Print a line for each measurement."""
    unit = yardstick()
    with tempfile.TemporaryDirectory() as folder:
        output = ["--game", "geometric-chamber", "--output", str(Path(folder) / "output")]
        rows = [
            ("tablewright --help", command(["--help"])),
            ("tablewright bill", command(["bill"])),
            ("sheets from nothing", command(["build", "--medium", "pdf", "--medium", "svg", *output])),
            ("parts from nothing", command(["build", "--medium", "stl", *output])),
            ("a build with nothing to do", command(["build", *output])),
            ("check", command(["check", *output])),
        ]
        print(f"{'unit: ten million additions':30} {unit:6.2f} s")
        for name, work in rows:
            took = seconds(work)
            print(f"{name:30} {took:6.2f} s  {took / unit:7.1f} x")
        for count in (10, 1000):
            took, peak = deck(count, folder)
            print(f"{f'{count} cards as PDF':30} {took:6.2f} s  {took / unit:7.1f} x, {peak} MB at most")


if __name__ == "__main__":
    main()
