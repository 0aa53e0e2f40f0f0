"""What of a set is looked at by itself, so that its verdict can be kept: a part's file, a sheet with all its pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from design.parts.bed_specs import BedsSpec
from design.plan.artifact import Artifact
from rules.game import Medium
from tablewright.fingerprint import digest_of
from tablewright.inspection.expected import PieceSet

WHOLE = frozenset({Medium.BEDS, Medium.PRINT_HOUSE, Medium.IMAGES})
"""Media whose reader wants all of an artifact's files, and says which are missing."""
ONE_FILE = frozenset({Medium.SOLID, Medium.CAD})


@dataclass(frozen=True)
class Unit:
    """The files of one artifact of a set, and those beside them that the verdict depends on too."""

    pieces: PieceSet
    files: tuple[str, ...]
    beside: tuple[str, ...]
    expected: str


def units_of(pieces: PieceSet, files: Iterable[str]) -> tuple[list[Unit], list[str], bool]:
    """A set's artifacts with their files, the files that belong to none, and whether an artifact has no file at all."""
    own: dict[str, list[str]] = {path: [] for path in pieces.artifacts}
    strays: list[str] = []
    for path in files:
        owners = [one for one, artifact in pieces.artifacts.items() if _belongs(path, artifact, pieces.medium)]
        (own[owners[0]] if len(owners) == 1 else strays).append(path)
    units = [_unit(pieces, path, tuple(sorted(found))) for path, found in own.items() if found]
    return units, strays, len(units) < len(own)


def _unit(pieces: PieceSet, path: str, files: tuple[str, ...]) -> Unit:
    artifact = pieces.artifacts[path]
    beside = tuple(part.path for part in artifact.spec.parts) if isinstance(artifact.spec, BedsSpec) else ()
    held = [f"{one.copies} {one.piece}" for one in artifact.holds]
    expected = digest_of(artifact.path, pieces.name, artifact.spec, held)
    return Unit(replace(pieces, artifacts={path: artifact}), files, beside, expected)


def _belongs(path: str, artifact: Artifact, medium: Medium) -> bool:
    """Pages follow a dot after the artifact's stem, bodies and beds lie in the folder that it names."""
    if path == artifact.path or medium in ONE_FILE:
        return path == artifact.path
    stem = artifact.path.removesuffix(f".{medium.value}")
    return path.startswith((f"{stem}.", f"{stem}/"))
