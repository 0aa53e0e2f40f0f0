"""One build at a time works in an output folder; a second one waits, and says for whom.

The system frees the lock of a process that ends, however it ends, so a lock that was left behind stops nobody.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
from filelock import FileLock, Timeout

from rules.errors import BuildError, Problem

NAME = ".building.lock"
"""Gone when the build ends; says whose it is while it works."""
STAGE = re.compile(r"^\.building-[a-z0-9_]{8}$")
"""The folder that a build makes its files in, before they are moved."""
MARK = ".tablewright-stage"
"""Marks that folder as ours, so that it may go if its build was killed."""


@contextmanager
def alone_in(output: Path) -> Iterator[None]:
    """Work in an output folder while no other build does; what killed builds left in it goes first.

    The folder is made if need be, and goes again if nothing comes to lie in it.

    Raises:
        BuildError: the folder cannot be written to.
    """
    path, new = output / NAME, not output.exists()
    try:
        lock = _taken(path)
    except OSError as error:
        raise BuildError(Problem(str(output), f"cannot be written to ({error.strerror}); name another folder")) from None
    try:
        with suppress(OSError):
            path.write_text(f"process {os.getpid()} on {platform.node()}", encoding="utf-8")
        _clear(output)
        yield
    finally:
        # Whoever waits for a file that is gone asks again for the one that is there (filelock looks at its links).
        with suppress(OSError):
            path.unlink()
        lock.release()
        if new:
            with suppress(OSError):
                output.rmdir()  # nothing was made, and nobody else needs it


def _taken(path: Path) -> FileLock:
    """The lock at a path, once it is ours."""
    lock = FileLock(path)
    while True:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            try:
                lock.acquire(timeout=0)
            except Timeout:
                click.echo(f"waiting for {_holder(path)}, which builds in {path.parent}", err=True)
                lock.acquire()
        except FileNotFoundError:
            continue  # the build that was waited for has taken its empty folder away
        return lock


def _holder(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip() or "another process"
    except (OSError, UnicodeDecodeError):
        return "another process"


def _clear(output: Path) -> None:
    """Remove what killed builds left: folders that bear our mark, and no other build is at work."""
    for folder in output.iterdir():
        if STAGE.match(folder.name) and not folder.is_symlink() and (folder / MARK).is_file():
            shutil.rmtree(folder, ignore_errors=True)
