"""Which files are to be made and why; a build and its dry run ask the same question here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from design.plan.artifact import Artifact
from rules.game import Medium
from tablewright.fingerprint import Key, keys_of
from tablewright.manifest import FileEntry, Manifest, digest

STEMS = {
    **dict.fromkeys((Medium.CUT, Medium.PLOT, Medium.PAPER), "."),
    **dict.fromkeys((Medium.BEDS, Medium.COLOUR, Medium.PRINT_HOUSE, Medium.IMAGES), "/"),
}
"""What follows an artifact's path in its files' names, for media that may have several files per artifact."""


class Why(StrEnum):
    """Why a file is made, as people read it."""

    NEW = "new"
    DESCRIPTION = "its description changed"
    MAKERS = "the code or a library that makes it changed"
    MISSING = "the file is missing"
    CHANGED = "the file was changed since"


@dataclass(frozen=True)
class Decision:
    """On an artifact: its key, the files that an earlier build made of it, and why it is made; if for nothing, they stay."""

    artifact: Artifact
    key: Key
    listed: tuple[FileEntry, ...]
    why: tuple[Why, ...]

    @property
    def kept(self) -> list[FileEntry]:
        """The entries of the files that stay."""
        return [] if self.why else list(self.listed)

    @property
    def name(self) -> str:
        """The path of the file; where there may be several, with a star for what tells them apart."""
        if self.listed:
            return self.listed[0].path if len(self.listed) == 1 else f"{stem_of_files(self.artifact)}*"
        return self.artifact.path if Path(self.artifact.path).suffix else f"{stem_of_files(self.artifact)}*"


def decisions(output: Path, wanted: Sequence[Artifact], before: Manifest) -> list[Decision]:
    """What to do about each artifact, as the files below `output` are and an earlier build's manifest says."""
    listed = [entry for game in before.games.values() for entry in game.files]
    return [
        _decision(output, artifact, key, [entry for entry in listed if _belongs(entry.path, artifact)])
        for artifact, key in zip(wanted, keys_of(wanted), strict=True)
    ]


def _decision(output: Path, artifact: Artifact, key: Key, theirs: Sequence[FileEntry]) -> Decision:
    same = tuple(entry for entry in theirs if entry.key == str(key))
    if same:
        return Decision(artifact, key, same, _harm(output, same))
    return Decision(artifact, key, tuple(theirs), _news(key, theirs))


def _harm(output: Path, entries: Sequence[FileEntry]) -> tuple[Why, ...]:
    """What has happened to files since they were made."""
    missing = any(not (output / one.path).is_file() for one in entries)
    changed = any((output / one.path).is_file() and digest(output / one.path) != one.sha256 for one in entries)
    return (*([Why.MISSING] if missing else []), *([Why.CHANGED] if changed else []))


def _news(key: Key, entries: Sequence[FileEntry]) -> tuple[Why, ...]:
    """What differs from when files were made; of those that a version without parts of keys made, its code."""
    if not entries:
        return (Why.NEW,)
    before = Key.of(entries[0].key)
    described = before.makers and before.description != key.description
    return (*([Why.DESCRIPTION] if described else []), *([Why.MAKERS] if before.makers != key.makers else []))


def listed_for(artifact: Artifact, key: Key, manifest: Manifest) -> list[FileEntry]:
    """The entries of an artifact's files that were made from a key."""
    listed = (entry for game in manifest.games.values() for entry in game.files)
    return [entry for entry in listed if _belongs(entry.path, artifact) and entry.key == str(key)]


def _belongs(path: str, artifact: Artifact) -> bool:
    """Whether a file is an artifact's: cut files and split PDFs share its stem, beds and bodies lie in the folder it names."""
    return path == artifact.path or (artifact.medium in STEMS and path.startswith(stem_of_files(artifact)))


def stem_of_files(artifact: Artifact) -> str:
    """What the paths of an artifact's files begin with, where it may have several."""
    folder = artifact.path.removesuffix(f".{Medium.COLOUR.value}").removesuffix(f".{Medium.PAPER.value}")
    return folder + STEMS.get(artifact.medium, "")
