"""What can be wrong, said so that a person can mend it.

A `Problem` is one sentence about one place. Errors carry all the problems that were found, so that a
user sees every mistake in one run. None of them ever reaches a user as a traceback: the command line
prints the problems and leaves with the exit code of the error's class.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong: where it stands, and what to do about it.

    `where` is `file:line key = value`, a part's or a file's name; `what` names the allowed range with
    its unit and the remedy.
    """

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class TablewrightError(Exception):
    """The root of every error that a user may see; holds one or more problems."""

    exit_code = 2

    def __init__(self, problems: Problem | str | Iterable[Problem]) -> None:
        if isinstance(problems, str):
            problems = Problem("", problems)
        if isinstance(problems, Problem):
            problems = (problems,)
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class ConfigError(TablewrightError):
    """The command, the configuration or a game's description is wrong."""


class DesignError(TablewrightError):
    """The configured sizes cannot be made: found before anything is built."""


class BuildError(TablewrightError):
    """A part or a sheet could not be made or written."""

    exit_code = 1


class InspectionError(TablewrightError):
    """The files on disk do not hold what the rules ask for."""

    exit_code = 1
