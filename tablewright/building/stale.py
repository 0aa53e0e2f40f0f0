"""What is removed: files of earlier builds that nobody asks for any more, and on demand all that commands made.

A build never removes what it didn't make: only files that an earlier manifest lists (or the ledger, of what belongs to
no game), and only while they are as they were written. `tablewright check` names all else that lies between them.
"""

from __future__ import annotations

from pathlib import Path

from tablewright.building.record import manifest_before
from tablewright.ledger import LEDGER, read_ledger, remove, remove_empty
from tablewright.manifest import NAME, REPRINT, Manifest, digest, is_foreign
from tablewright.proof_store import proof_paths


def remove_stale(output: Path, before: Manifest, now: Manifest) -> tuple[str, ...]:
    """Remove what an earlier build listed and this one does not hold; says which files were there."""
    wanted = listed_in(now).keys()
    return remove(output, {path: sha256 for path, sha256 in listed_in(before).items() if path not in wanted})


def listed_in(manifest: Manifest) -> dict[str, str]:
    """The SHA-256 of every file that a manifest lists, by path."""
    return {entry.path: entry.sha256 for game in manifest.games.values() for entry in game.files}


def clean(output: Path) -> int:
    """Remove what the manifests of the set and of pieces made again list, and these; what else commands left.

    Returns:
        The number of files removed.
    """
    count = 0
    for folder in (output / REPRINT, output):
        searches = {path: digest(folder / path) for path in proof_paths(folder)}
        count += len(remove(folder, {**listed_in(manifest_before(folder)), **read_ledger(folder), **searches}))
        if (folder / NAME).is_file() and not is_foreign(folder / NAME):
            (folder / NAME).unlink()
            count += 1
        if read_ledger(folder):
            (folder / LEDGER).unlink()
        remove_empty(folder, output)
    return count
