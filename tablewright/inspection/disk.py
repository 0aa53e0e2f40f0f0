"""Compares the files below a game's folder with the manifest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from rules.errors import Problem
from tablewright.inspection.findings import AGAIN
from tablewright.manifest import NAME, FileEntry, GameEntry, digest


def files_of(output: Path, game: str) -> list[str]:
    """Every file below a game's folder, as a path below `output` with `/` between folders."""
    folder = output / game
    return sorted(path.relative_to(output).as_posix() for path in folder.rglob("*") if not path.is_dir())


def compare_with_manifest(output: Path, game: str, files: list[str], entry: GameEntry) -> list[Problem]:
    """Files that are listed but missing, present but not listed, or different from their entry."""
    listed: dict[str, FileEntry] = {}
    problems = []
    for one in entry.files:
        if one.path in listed:
            problems.append(Problem(one.path, f"{NAME} lists it twice; {AGAIN}"))
        if not one.path.startswith(f"{game}/") or ".." in Path(one.path).parts:
            problems.append(Problem(one.path, f"{NAME} lists it, but it lies outside {game}/; {AGAIN}"))
            continue
        listed[one.path] = one
    problems += [
        Problem(path, f"is missing; {NAME} lists it with {_said(listed[path])}; {AGAIN}")
        for path in sorted(listed.keys() - set(files))
    ]
    for path in files:
        if path not in listed:
            problems.append(
                Problem(path, f"is not in {NAME}: no build made it, and none removes it; move it elsewhere or delete it")
            )
        elif fault := _changed(output / path, listed[path]):
            problems.append(Problem(path, f"{fault}; {AGAIN}"))
    return problems


def _changed(file: Path, entry: FileEntry) -> str:
    try:
        size = file.stat().st_size
        if size != entry.bytes:
            return f"was changed after it was made: {size} bytes, {NAME} lists {entry.bytes}"
        if digest(file) != entry.sha256:
            return f"was changed after it was made: its SHA-256 is not the one in {NAME}"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def _said(entry: FileEntry) -> str:
    return ", ".join(f"{held.copies} {held.piece}" for held in entry.holds) or "nothing in it"


def compare_holdings(entry: GameEntry, measured: Mapping[str, Mapping[str, int]]) -> list[Problem]:
    """Compare what the manifest says a file holds with what was measured in it; files that could not be read are skipped."""
    problems = []
    for one in entry.files:
        if one.path not in measured:
            continue
        said: Counter[str] = Counter()
        for held in one.holds:
            said[held.piece] += held.copies
        found = measured[one.path]
        for piece in sorted(said.keys() | found.keys()):
            if said[piece] != found.get(piece, 0):
                what = f"{piece}: {NAME} says that it holds {said[piece]}, it holds {found.get(piece, 0)}; {AGAIN}"
                problems.append(Problem(one.path, what))
    return problems
