"""What is watched: the configuration and the folders of one's own games, by what their files mean."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from watchfiles import watch

from design.config.layers import own_folders
from rules.document import read_document
from rules.errors import ConfigError

QUIET_S = 0.15
"""Saves that follow each other closer than this are one."""
LOOK_S = 1.0
"""Files are looked at this often even if the system tells of no change, as it does on some network drives."""
YAML = (".yaml", ".yml")


@dataclass(frozen=True)
class Saved:
    """A file as it was saved: hashes of its bytes, and of what they mean: in YAML comments mean nothing."""

    data: str
    meaning: str


State = Mapping[Path, Saved]


@dataclass
class Sources:
    """The files that a build follows from; `output` is not watched, wherever it lies."""

    config: Path | None
    settings: Sequence[str]
    output: Path
    _folders: list[Path] = field(default_factory=list)
    _read: dict[tuple[Path, int, int, int], Saved] = field(default_factory=dict)

    def state(self) -> State:
        """Every file as it is now; files that did not change are not read again."""
        # Of a file that is wrong, or just being written, the games are where they were.
        with suppress(ConfigError):
            self._folders = own_folders(self.config, self.settings)
        files = [*([self.config] if self.config else []), *(file for one in self._folders for file in self._below(one))]
        read = {file: self._saved(file) for file in dict.fromkeys(files)}
        self._read = {key: saved for key, saved in self._read.items() if read.get(key[0]) == saved}
        return {file: saved for file, saved in read.items() if saved is not None}

    def places(self) -> list[Path]:
        """What is watched, as people name it."""
        return [*([self.config] if self.config else []), *self._folders]

    def folders(self) -> list[Path]:
        """The folders to listen in. An editor may put a new file in the place of the old one, so no file is listened to."""
        near = [self.config.parent.resolve()] if self.config else []
        inside = (Path(folder) for one in self._folders for folder, _, _ in self._walk(one))
        return [one for one in dict.fromkeys([*near, *inside]) if one.is_dir()]

    def _below(self, folder: Path) -> Iterator[Path]:
        for place, _, names in self._walk(folder):
            yield from (Path(place) / name for name in sorted(names) if not _is_scratch(name))

    def _walk(self, folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
        for place, folders, names in os.walk(folder):
            inside = Path(place)
            folders[:] = sorted(
                one for one in folders if not _is_scratch(one) and (inside / one).resolve() != self.output.resolve()
            )
            yield place, folders, names

    def _saved(self, file: Path) -> Saved | None:
        try:
            status = file.stat()
            key = file, status.st_mtime_ns, status.st_size, status.st_ino
            if key not in self._read:
                self._read[key] = _saved(file, file.read_bytes())
            return self._read[key]
        except OSError:
            return None


def _is_scratch(name: str) -> bool:
    """Whether a file or folder is an editor's or the system's own."""
    return name.startswith((".", "#", "__pycache__")) or name.endswith(("~", ".swp", ".tmp"))


def _saved(file: Path, data: bytes) -> Saved:
    meaning = data
    if file.suffix in YAML:
        # Of a file that is wrong each save means something new.
        with suppress(ConfigError, UnicodeDecodeError):
            meaning = repr(read_document(data.decode("utf-8-sig"), file.name).data).encode()
    return Saved(*(hashlib.sha256(one).hexdigest() for one in (data, meaning)))


def saved_since(sources: Sources, before: State, stop: threading.Event) -> State:
    """Wait until a file is saved, made or removed, and until nothing more is; the files as they are then.

    Raises:
        KeyboardInterrupt: `stop` is set, before or while it waits.
    """
    while (now := sources.state()) == before or stop.is_set():
        if stop.is_set():
            raise KeyboardInterrupt
        # Listening ends at the first news, so that nothing listens while workers are forked.
        for _ in watch(
            *sources.folders(),
            watch_filter=None,
            recursive=False,
            step=50,
            rust_timeout=int(LOOK_S * 1000),
            yield_on_timeout=True,
            stop_event=stop,
        ):
            break
    return _rested(sources, now)


def _rested(sources: Sources, now: State) -> State:
    while True:
        time.sleep(QUIET_S)
        later = sources.state()
        if later == now:
            return now
        now = later


@dataclass(frozen=True)
class Difference:
    """The files that differ between two states; whether any of them means something else."""

    files: tuple[Path, ...]
    matters: bool


def difference(before: State, now: State) -> Difference:
    """What was saved between two states."""
    files = tuple(sorted(file for file in before.keys() | now.keys() if before.get(file) != now.get(file)))
    return Difference(files, any(_meaning(before, file) != _meaning(now, file) for file in files))


def _meaning(state: State, file: Path) -> str:
    return state[file].meaning if file in state else ""
