"""What a process costs: wall time, CPU time of itself and its workers, and the most memory that one of them took."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.support.places import ROOT


@dataclass(frozen=True)
class Cost:
    """Seconds of wall and CPU time, and the peak of resident memory in MB."""

    wall_s: float
    cpu_s: float
    peak_mb: float


def cost(call: Sequence[str], folder: Path = ROOT, environment: Mapping[str, str] | None = None) -> Cost:
    """Run a program to its end and say what it cost; RuntimeError with what it said if it fails."""
    begun = time.perf_counter()
    with (folder / "said.txt").open("w+") if folder != ROOT else Path(os.devnull).open("w+") as said:
        process = subprocess.Popen(call, cwd=folder, env={**os.environ, **(environment or {})}, stdout=said, stderr=said)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{' '.join(call)} ended with {process.returncode}")
    return Cost(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def tablewright(*arguments: str, folder: Path = ROOT) -> Cost:
    """What a call of the command line costs."""
    return cost([sys.executable, "-m", "tablewright", *arguments], folder, {"PYTHONPATH": str(ROOT)})
