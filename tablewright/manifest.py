"""The manifest: what a build claims to have made. Inspection measures whether that is so."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from pydantic import Field, ValidationError

from design.files import write_whole
from rules.document import StrictModel
from rules.errors import InspectionError, Problem

NAME = "manifest.json"
SLICING = "slicing.json"
"""File next to the manifest with the slicer's results for the parts, written by `check --slice`."""
REPRINT = "only"
"""Folder of remade pieces below the output folder: an output folder in itself, ignored by checks of the complete set."""


class Held(StrictModel):
    """How many of a piece a file holds; an STL is to be printed `copies` times."""

    piece: str
    copies: int


class FileEntry(StrictModel):
    """A file below the output folder, with `/` between folders.

    `key` is two hashes with a dot between them: of what it is to be, and of the code and libraries that made it.
    """

    path: str
    medium: str
    bytes: int
    sha256: str
    key: str
    holds: list[Held]


class PieceEntry(StrictModel):
    """What a piece looks like on its sheets, as a hash, and how many of it they hold."""

    look: str
    copies: int


class GameEntry(StrictModel):
    """What was made of a game, for how many players, and what its paper pieces look like."""

    players: int
    media: list[str]
    files: list[FileEntry]
    pieces: dict[str, PieceEntry] = Field(default_factory=dict)


class Manifest(StrictModel):
    """Every file in the output folder that a build made."""

    tablewright: str
    games: dict[str, GameEntry]


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_manifest(output: Path) -> Manifest:
    """Read an output folder's manifest; InspectionError if there is none or it is damaged."""
    return read_manifest_file(output / NAME)


def read_manifest_file(path: Path) -> Manifest:
    """Read a manifest by its own path; InspectionError if there is none or it is damaged."""
    if not path.is_file():
        raise InspectionError(Problem(str(path), "is missing; run a build first (make all)"))
    try:
        return Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    except (ValidationError, ValueError):
        raise InspectionError(Problem(str(path), "is damaged; run a build again (make all)")) from None


def is_foreign(path: Path, key: str = "tablewright") -> bool:
    """Whether a file with the manifest's name is someone else's (a web app's, say): valid JSON without a key that ours has."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return not isinstance(found, dict) or key not in found


def write_manifest(output: Path, manifest: Manifest) -> None:
    """Write the manifest; the same content always gives the same bytes."""
    text = json.dumps(manifest.model_dump(), indent=2, sort_keys=True, ensure_ascii=False)
    write_whole(output / NAME, (text + "\n").encode())
