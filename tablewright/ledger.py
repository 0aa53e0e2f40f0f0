"""The ledger: the SHA-256 of files that commands left in the output folder, other than those in the manifest.

The fit coupon, calibration sheets, searches and slicing results belong to no game. A file is removed only if the manifest
or the ledger lists it and its bytes are unchanged; any other file is not ours.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import ValidationError

from design.files import write_whole
from rules.document import StrictModel
from rules.errors import BuildError, Problem
from tablewright.manifest import digest

LEDGER = "ledger.json"
MOST_TOLD = 20
"""At most this many files are named in an error; the rest are only counted."""


class Ledger(StrictModel):
    """SHA-256 of files, by path below the output folder."""

    files: dict[str, str]


def read_ledger(output: Path) -> dict[str, str]:
    """The ledger's entries; none if there is no ledger or it is damaged."""
    try:
        return dict(Ledger.model_validate_json((output / LEDGER).read_text(encoding="utf-8")).files)
    except (OSError, ValidationError, ValueError):
        return {}


def enter(output: Path, paths: Iterable[Path]) -> None:
    """Enter files that a command has just written below `output`, and drop those that no longer exist."""
    if not (paths := list(paths)):
        return
    listed = read_ledger(output) | {path.relative_to(output).as_posix(): digest(path) for path in paths}
    listed = {path: sha256 for path, sha256 in sorted(listed.items()) if (output / path).is_file()}
    write_whole(output / LEDGER, (json.dumps({"files": listed}, indent=2) + "\n").encode())


def is_ours(output: Path, path: str, sha256: str) -> bool:
    """Whether a file is the one listed: inside `output`, not a link, and with the same bytes."""
    file = output / path
    inside = output.resolve() in file.resolve().parents and not file.is_symlink()
    return inside and file.is_file() and digest(file) == sha256


def unchanged(output: Path, listed: Mapping[str, str]) -> tuple[str, ...]:
    """The listed files that are there as they were written, in order: those that may be removed."""
    return tuple(path for path, sha256 in sorted(listed.items()) if is_ours(output, path, sha256))


def remove(output: Path, listed: Mapping[str, str]) -> tuple[str, ...]:
    """Remove listed files that are unchanged, and the folders this empties; returns the files removed."""
    removed = unchanged(output, listed)
    for path in removed:
        (output / path).unlink()
        remove_empty((output / path).parent, output)
    return removed


def renew(output: Path, folder: str, paths: Iterable[Path]) -> None:
    """Clear the way for new files in a folder of the ledger's by removing what an earlier call left there.

    Raises:
        BuildError: a file with one of these names exists that no command wrote.
    """
    remove(output, {path: sha256 for path, sha256 in read_ledger(output).items() if path.startswith(f"{folder}/")})
    refuse_foreign(path for path in paths if path.exists())


def refuse_foreign(paths: Iterable[Path]) -> None:
    """Raise BuildError with every one of these files: each is in the way and not ours."""
    found = sorted(paths)
    what = "is in the way and no build made it; move it elsewhere, or name another output folder"
    problems = [Problem(str(path), what) for path in found[:MOST_TOLD]]
    if len(found) > MOST_TOLD:
        problems.append(Problem(str(found[0].parent), f"and {len(found) - MOST_TOLD} files more that no build made"))
    if problems:
        raise BuildError(problems)


def remove_empty(folder: Path, output: Path) -> None:
    """Remove a folder below `output` if it is there and empty, and any parents this empties."""
    while folder != output and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
