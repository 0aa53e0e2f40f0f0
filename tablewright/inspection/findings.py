"""What an inspection finds: pieces counted, what each file holds, and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.errors import Problem

AGAIN = "run a build again"
NOT_ASKED = "the rules ask for no such file; a build removes it if a build made it, else move it elsewhere or delete it"


@dataclass
class Findings:
    """Collects results while files are read.

    found: pieces that are present and correct. holds: what each file was measured to hold, by its path below the output
    folder. wrong: components with a problem.
    """

    found: Counter[str] = field(default_factory=Counter)
    holds: dict[str, Mapping[str, int]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def report(self, where: str, what: str) -> None:
        """Add a problem with the file `where`."""
        self.problems.append(Problem(where, what))

    def add(self, other: Findings) -> None:
        """Take over what was found elsewhere."""
        self.found += other.found
        self.holds |= other.holds
        self.problems += other.problems
