"""How every command reports errors: one problem per line and an exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

import click

from rules.errors import Problem, TablewrightError

F = TypeVar("F", bound=Callable[..., Any])


def reporting(command: F) -> F:
    """Print an error's problems, one per line, and exit with its code, never with a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except TablewrightError as error:
            tell(error.problems)
            raise SystemExit(error.exit_code) from None
        except KeyboardInterrupt:
            click.echo("stopped; the output is as it was", err=True)
            raise SystemExit(130) from None

    return run  # type: ignore[return-value]


def tell(problems: Iterable[Problem]) -> None:
    """Print problems, one a line."""
    for problem in problems:
        click.echo(f"error: {problem}", err=True)
