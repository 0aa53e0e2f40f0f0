"""Starts a game of your own: the files of a template in a new folder."""

from __future__ import annotations

from pathlib import Path

from rules.errors import ConfigError, Problem
from rules.templates import template_files


def start_game(folder: Path, template: str) -> list[Path]:
    """Write a template's files into a new folder, whose name becomes the game's id.

    Raises:
        ConfigError: the name cannot be an id, or the folder is not empty or cannot be written.
    """
    wanted = template_files(template, folder.resolve().name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ConfigError(Problem(str(folder), "is there and not empty; name a new folder, so that nothing of yours is lost"))
    written = []
    try:
        for name, data in wanted.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            written.append(path)
    except OSError as error:
        raise ConfigError(Problem(str(folder), f"cannot be written ({error.strerror}); name another folder")) from None
    return written
