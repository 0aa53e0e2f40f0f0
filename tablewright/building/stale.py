"""Removes files: those of earlier builds that are no longer wanted and, on demand, everything that commands made.

A build removes only files that an earlier manifest lists (or the ledger, for those that belong to no game), and only
while they are as they were written. `tablewright check` reports any other file in the folder.
"""

from __future__ import annotations

from pathlib import Path

from tablewright.building.record import manifest_before
from tablewright.ledger import LEDGER, read_ledger, remove, remove_empty, unchanged
from tablewright.manifest import NAME, REPRINT, Manifest, digest, is_foreign
from tablewright.proof_store import proof_paths


def remove_stale(output: Path, before: Manifest, now: Manifest) -> tuple[str, ...]:
    """Remove files that an earlier build listed and this one does not; returns those that existed."""
    return remove(output, _stale(before, now))


def stale_in(output: Path, before: Manifest, now: Manifest) -> tuple[str, ...]:
    """The files that `remove_stale` would remove."""
    return unchanged(output, _stale(before, now))


def _stale(before: Manifest, now: Manifest) -> dict[str, str]:
    wanted = listed_in(now).keys()
    return {path: sha256 for path, sha256 in listed_in(before).items() if path not in wanted}


def listed_in(manifest: Manifest) -> dict[str, str]:
    """The SHA-256 of every file in a manifest, by path."""
    return {entry.path: entry.sha256 for game in manifest.games.values() for entry in game.files}


def clean(output: Path) -> int:
    """Remove all files that the manifests (complete set and reprints) and ledgers list, and these lists themselves.

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
