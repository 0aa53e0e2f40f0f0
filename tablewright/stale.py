"""What is removed: files of earlier builds that nobody asks for any more, and on demand all that builds made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from design.plan import Plan
from rules.game import Medium
from tablewright.calibrate import calibration_paths
from tablewright.coupon import coupon_paths
from tablewright.manifest import NAME, ONLY, Manifest
from tablewright.proof_store import proof_paths
from tablewright.record import manifest_before

SLICING = "slicing.json"
"""Beside the manifest: what a slicer said of the parts, written by `check --slice`."""

ENDINGS = {
    Medium.BEDS: ("stl", "3mf", "csv"),
    Medium.COLOUR: ("3mf", "stl", "csv"),
    Medium.BOOKLET: ("pdf",),
    Medium.PRINT_HOUSE: ("pdf", "csv", "txt"),
    Medium.IMAGES: ("png", "pdf"),
}
"""How the files of a medium end that are not named for it."""


def remove_stale(
    output: Path, before: Manifest, now: Manifest, plans: Sequence[Plan], media: Sequence[Medium]
) -> tuple[str, ...]:
    """Remove what earlier builds made and this one does not hold: listed files, and ours by folder and ending."""
    wanted = {entry.path for game in now.games.values() for entry in game.files}
    stale = {entry.path for game in before.games.values() for entry in game.files} - wanted
    for one in plans:
        for medium in media:
            folder = output / one.bill.game.id / medium.value
            endings = ENDINGS.get(medium, (medium.value,))
            found = {path for ending in endings for path in folder.rglob(f"*.{ending}") if path.is_file()}
            stale |= {path.relative_to(output).as_posix() for path in found} - wanted
    return _remove(output, sorted(stale))


def _remove(output: Path, paths: Sequence[str]) -> tuple[str, ...]:
    """Remove files below the output folder, and the folders that become empty; says which were there."""
    removed = []
    for path in paths:
        file = output / path
        if output.resolve() in file.resolve().parents and file.is_file():
            file.unlink()
            removed.append(path)
            _remove_empty(file.parent, output)
    return tuple(removed)


def clean(output: Path) -> int:
    """Remove what the manifests of the set and of pieces made again list, and these; what else commands left.

    Returns:
        The number of files removed.
    """
    again = [f"{ONLY}/{path}" for path in _listed(output / ONLY)]
    more = [SLICING, *coupon_paths(output), *calibration_paths(output), *proof_paths(output)]
    return len(_remove(output, [*_listed(output), *again, *more]))


def _listed(output: Path) -> list[str]:
    return [*(entry.path for game in manifest_before(output).games.values() for entry in game.files), NAME]


def _remove_empty(folder: Path, output: Path) -> None:
    while folder != output and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
