"""External programs that judge the files, if they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules.errors import Problem

PATIENCE_S = 900.0
"""A program that takes longer than this for one file is stopped."""


@dataclass
class Verdict:
    """What a gate reports: `lines` for the reader, `problems` that make the output wrong."""

    lines: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        """Add another gate's verdict."""
        self.lines += other.lines
        self.problems += other.problems


@dataclass(frozen=True)
class Answer:
    """How a program ended, and all its output."""

    code: int
    text: str


def find_program(*names: str) -> str | None:
    """The first of these programs that is installed, found in PATH or by its path; None if none is."""
    return next((found for name in names if (found := shutil.which(name))), None)


def not_done(what: str, program: str) -> Verdict:
    """The verdict if a program is missing: reported, never passed; in a CI run (`CI=true`) a failure."""
    said = f"not done ({program} is not installed)"
    if os.environ.get("CI", "").lower() == "true":
        return Verdict([], [Problem(what, f"{said}; a CI run must have it")])
    return Verdict([f"{what}: {said}"])


def run_program(arguments: Sequence[str | Path]) -> Answer:
    """Run a program to its end, without input and in a locale with plain numbers; one that hangs is stopped with code -1."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            [str(one) for one in arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            timeout=PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Answer(-1, f"it was stopped after {PATIENCE_S:g} s")
    except OSError as error:
        return Answer(-1, f"it could not be started ({error.strerror})")
    return Answer(done.returncode, done.stdout.decode("utf-8", "replace"))
