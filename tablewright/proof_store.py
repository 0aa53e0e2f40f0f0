"""What `tablewright prove` has found so far, on disk in `<output>/proof/<task>.npz`, so that it can be resumed."""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from rules.errors import BuildError, Problem
from rules.proof import fingerprint
from rules.sufficiency import Task
from tablewright.ledger import refuse_foreign

FOLDER = "proof"


class ProofStore:
    """A folder of unfinished and finished searches; those made under other rules are ignored."""

    def __init__(self, output: Path) -> None:
        self.folder = output / FOLDER

    def load(self, task: Task) -> Mapping[str, Any] | None:
        """What was saved for a task; None if there is nothing, it cannot be read, or it was made under other rules."""
        import numpy as np

        try:
            with np.load(self._path(task)) as kept:
                data = {name: kept[name] for name in kept.files}
            texts = json.loads(str(data.pop("texts")))
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
            return None
        return {**texts, **data} if texts.pop("fingerprint", "") == fingerprint(task.game) else None

    def save(self, task: Task, data: Mapping[str, Any]) -> None:
        """Save what a task has found, atomically; BuildError if it cannot be saved or the file there is not ours."""
        import numpy as np

        arrays: dict[str, Any] = {name: value for name, value in data.items() if isinstance(value, np.ndarray)}
        texts = {name: value for name, value in data.items() if name not in arrays}
        arrays["texts"] = np.array(json.dumps({**texts, "fingerprint": fingerprint(task.game)}))
        path = self._path(task)
        refuse_foreign(one for one in [path] if one.exists() and not _is_kept(one))
        unfinished = path.with_suffix(".part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with unfinished.open("wb") as file:
                np.savez(file, **arrays)
            unfinished.replace(path)
        except OSError as error:
            raise BuildError(Problem(str(path), f"cannot be written: {error.strerror}")) from None

    def forget(self, task: Task) -> None:
        """Remove what was saved for a task."""
        if _is_kept(self._path(task)):
            self._path(task).unlink()

    def tell(self, task: Task, count: int, what: str) -> None:
        """Show a status line that overwrites itself in a terminal; nothing in a headless run."""
        if sys.stderr.isatty():
            click.echo(
                f"\r\033[K{task.game}, {task.players} players, {task.method.value}: {count:,} {what}", nl=False, err=True
            )

    def done(self) -> None:
        """End the status line."""
        if sys.stderr.isatty():
            click.echo("\r\033[K", nl=False, err=True)

    def _path(self, task: Task) -> Path:
        return self.folder / f"{task.name}.npz"


def proof_paths(output: Path) -> list[str]:
    """The files of existing searches, as paths below `output`."""
    return sorted(path.relative_to(output).as_posix() for path in (output / FOLDER).glob("*.npz") if _is_kept(path))


def _is_kept(path: Path) -> bool:
    """Whether a file holds a search, rather than being someone else's."""
    try:
        with zipfile.ZipFile(path) as kept:
            return "texts.npy" in kept.namelist()
    except (OSError, zipfile.BadZipFile):
        return False
