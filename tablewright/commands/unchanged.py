"""A command that has nothing new to do: what it said the last time, where nothing it depends on has changed since.

It depends on the configuration, the games' own files, our code and libraries, and every file below the games' folders in
the output. All of these are read and hashed; only then is the work left out.
"""

from __future__ import annotations

import hashlib
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TextIO

import click

import rules
from design.config.loading import Loaded
from rules.game import game_folder
from tablewright.fingerprint import surroundings
from tablewright.inspection.memory import JUDGES, Memory
from tablewright.inspection.memory import LIBRARIES as JUDGING
from tablewright.inspection.tools import find_program
from tablewright.manifest import NAME, SLICING, digest
from tablewright.media import MEDIA

PROOFS = Path(rules.__file__).parent / "proofs.json"
PRODUCERS = ("fabrication", "printables")
MAKING = tuple(sorted({name for one in MEDIA.values() for name in one.libraries}))


class LastTime:
    """What a command said the last time, if nothing has changed since."""

    def __init__(self, memory: Memory, loaded: Loaded, games: Sequence[str], output: Path, *asked: str) -> None:
        self._memory = memory
        paths = [path.relative_to(output).as_posix() for game in games for path in _files_below(output / game)]
        code = surroundings((*JUDGES, *PRODUCERS), (*JUDGING, *MAKING))
        config = loaded.config
        sources = [_folder_digest(game_folder(config.games[game].folder or game)) for game in games]
        # A judge that is installed later must be heard, and a proof that was recorded anew.
        judges = find_program("admesh") or "", os.environ.get("CI", ""), digest(PROOFS)
        told = (*asked, *games, config.model_dump_json(), code, *sources, *judges)
        self._key = memory.key("command", (NAME, SLICING, *paths), *told)

    def said(self) -> bool:
        """Say what was said the last time; False if something has changed."""
        found = self._memory.recall(self._key)
        for line, wrong in found or ():
            click.echo(line, nl=False, err=wrong)
        return found is not None

    @contextmanager
    def listening(self, head: str = "") -> Iterator[Callable[[], None]]:
        """Listen to what is said from now on; the function that is given keeps it, where all was well.

        `head` is what will be said in place of what was said before.
        """
        heard = [(f"{head}\n", False)] if head else []
        with redirect_stdout(_Ear(sys.stdout, heard, False)), redirect_stderr(_Ear(sys.stderr, heard, True)):
            yield lambda: self._memory.keep(self._key, heard)


class _Ear(io.TextIOBase):
    """A stream that passes on what is written and remembers it."""

    def __init__(self, stream: TextIO, heard: list[tuple[str, bool]], wrong: bool) -> None:
        self._stream, self._heard, self._wrong = stream, heard, wrong

    def write(self, text: str) -> int:
        """Pass on a text; TypeError for bytes, by which click tells that this is a stream of text."""
        if not isinstance(text, str):
            raise TypeError("a stream of text takes no bytes")
        self._heard.append((text, self._wrong))
        return self._stream.write(text)

    def flush(self) -> None:
        """Pass on what waits."""
        self._stream.flush()

    def isatty(self) -> bool:
        """Whether a person looks on."""
        return self._stream.isatty()


def _files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if not path.is_dir())


def _folder_digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in _files_below(folder):
        if "__pycache__" not in path.parts:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
