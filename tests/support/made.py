"""What is made once: kept on disk by a key of all that it is made of, for every worker and every later run.

Its folder may be deleted at any time. What other sources or libraries made goes when the next run begins.
"""

from __future__ import annotations

import hashlib
import pickle
import platform
import shutil
from collections.abc import Callable
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from filelock import FileLock

from design.files import write_whole
from tests.support.places import ROOT

FOLDER = ROOT / ".made"
"""Git-ignored."""
PACKAGES = {
    "plan": ("rules", "design"),
    "part": ("rules", "design", "fabrication"),
    "stl": ("rules", "design", "fabrication"),
    "hand": ("rules", "design", "tests/support"),
    "output": ("rules", "design", "fabrication", "printables", "tablewright"),
}
"""The packages that each kind of thing is made by."""
T = TypeVar("T")


def made(kind: str, key: str, make: Callable[[], T]) -> T:
    """What `make` returns, made by the first who asks; others wait for it. Each caller gets a copy of its own."""
    path = FOLDER / kind / state(kind) / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.pickle"
    if (found := _read(path)) is None:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(path.with_suffix(".lock")):
            if (found := _read(path)) is None:
                found = (make(),)
                write_whole(path, pickle.dumps(found, pickle.HIGHEST_PROTOCOL))
    one: T = found[0]
    return one


def filled(folder: Path, kind: str, key: str, write: Callable[[Path], object]) -> Path:
    """A folder with the files that `write` puts into one, written by the first who asks."""
    for path, data in made(kind, key, lambda: _written(write)).items():
        write_whole(folder / path, data)
    return folder


def _written(write: Callable[[Path], object]) -> dict[str, bytes]:
    with TemporaryDirectory() as name:
        folder = Path(name) / "output"
        write(folder)
        return {one.relative_to(folder).as_posix(): one.read_bytes() for one in folder.rglob("*") if one.is_file()}


def prune() -> None:
    """Remove what other sources or libraries made."""
    for kind in FOLDER.glob("*"):
        current = state(kind.name) if kind.name in PACKAGES else ""
        for other in (one for one in kind.glob("*") if one.name != current):
            shutil.rmtree(other, ignore_errors=True)


@cache
def state(kind: str) -> str:
    """A hash of the sources that make a kind of thing, and of the versions of Python and all that is installed."""
    digest = hashlib.sha256(platform.python_version().encode())
    for package in PACKAGES[kind]:
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes() + b"\0")
    for name, version in sorted((one.name, one.version) for one in distributions()):
        digest.update(f"{name}={version}\0".encode())
    return digest.hexdigest()[:16]


def _read(path: Path) -> tuple[object] | None:
    """What a file holds; None if it is not there."""
    try:
        found: tuple[object] = pickle.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    return found
