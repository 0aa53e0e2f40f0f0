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


def main() -> None:
    """Print a line for each measurement."""
    unit = yardstick()
    with tempfile.TemporaryDirectory() as folder:
        output = ["--output", str(Path(folder) / "output")]
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


if __name__ == "__main__":
    main()
