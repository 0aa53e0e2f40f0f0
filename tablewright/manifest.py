"""The manifest: what a build claims to have made. Inspection measures whether it is so."""

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
"""Beside the manifest: what a slicer said of the parts, written by `check --slice`."""
REPRINT = "only"
"""Pieces made again, below the output folder: an output folder in itself, which no check of the complete set looks at."""


class Held(StrictModel):
    """So many of a piece in a file; an STL is to be printed `copies` times."""

    piece: str
    copies: int


class FileEntry(StrictModel):
    """A file below the output folder, with `/` between folders. `key` is a hash of all it was made from."""

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
    """What was made of a game, for how many players, and what its pieces of paper look like."""

    players: int
    media: list[str]
    files: list[FileEntry]
    pieces: dict[str, PieceEntry] = Field(default_factory=dict)


class Manifest(StrictModel):
    """Every file of the output folder that a build made."""

    tablewright: str
    games: dict[str, GameEntry]


def digest(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def read_manifest(output: Path) -> Manifest:
    """The manifest of an output folder; InspectionError if there is none or it is damaged."""
    return read_manifest_file(output / NAME)


def read_manifest_file(path: Path) -> Manifest:
    """A manifest by its own path; InspectionError if there is none or it is damaged."""
    if not path.is_file():
        raise InspectionError(Problem(str(path), "is missing; run a build first (make all)"))
    try:
        return Manifest.model_validate_json(path.read_text(encoding="utf-8"))
    except (ValidationError, ValueError):
        raise InspectionError(Problem(str(path), "is damaged; run a build again (make all)")) from None


def is_foreign(path: Path, key: str = "tablewright") -> bool:
    """Whether a file of the manifest's name is somebody else's, as of a web page: sound JSON without a key that ours has."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return False
    return not isinstance(found, dict) or key not in found


def write_manifest(output: Path, manifest: Manifest) -> None:
    """Write the manifest, the same bytes for the same content."""
    text = json.dumps(manifest.model_dump(), indent=2, sort_keys=True, ensure_ascii=False)
    write_whole(output / NAME, (text + "\n").encode())
