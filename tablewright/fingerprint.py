"""Keys by hash: of all that a file is made from, so that only what changed is built again, and of all that judged it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from pydantic import BaseModel
from shapely import to_wkb
from shapely.geometry.base import BaseGeometry

from design.plan.artifact import Artifact
from tablewright.media import MEDIA

PLAYED = ("rules/games", "rules/rooms")
"""Code that models how a game is played; no file is made from it, so a change there rebuilds nothing."""


@dataclass(frozen=True)
class Key:
    """What a file follows from, as hashes: its description, and the code and libraries that make it."""

    description: str
    makers: str

    def __str__(self) -> str:
        return f"{self.description}.{self.makers}"

    @classmethod
    def of(cls, text: str) -> Key:
        """A key as a manifest has it; versions before this one did not tell the makers apart, so these are empty then."""
        description, _, makers = text.partition(".")
        return cls(description, makers)


def keys_of(artifacts: Sequence[Artifact]) -> list[Key]:
    """The key of each artifact: its specification and builder; our code, and the libraries' versions.

    A specification that several artifacts share is read once.
    """
    digests = {number: digest_of(spec) for number, spec in {id(one.spec): one.spec for one in artifacts}.items()}
    return [
        Key(
            digest_of(one.builder, digests[id(one.spec)]),
            surroundings(MEDIA[one.medium].packages, MEDIA[one.medium].libraries),
        )
        for one in artifacts
    ]


def digest_of(*values: Any) -> str:
    """SHA-256 of values that specifications may hold, the same in every process; TypeError for any other."""
    digest = hashlib.sha256()
    for text in _canonical(values):
        digest.update(text.encode() + b"\0")
    return digest.hexdigest()


@cache
def surroundings(packages: tuple[str, ...], libraries: tuple[str, ...]) -> str:
    """SHA-256 of our code in some packages (rules of play left out), and of the versions of libraries."""
    digest = hashlib.sha256()
    for package in packages:
        for name, data in sorted(_sources(files(package), package)):
            digest.update(name.encode() + b"\0" + data + b"\0")
    for library in libraries:
        try:
            digest.update(f"{library}={version(library)}".encode())
        except PackageNotFoundError:
            digest.update(library.encode())
    return digest.hexdigest()


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        path = f"{name}/{entry.name}"
        if entry.is_dir() and path not in PLAYED:
            yield from _sources(entry, path)
        elif entry.name.endswith((".py", ".yaml")):
            yield path, entry.read_bytes()


def _canonical(value: Any) -> Iterator[str]:
    """Text that is the same for equal values in every process."""
    if isinstance(value, BaseGeometry):
        yield to_wkb(value, hex=True)
    elif isinstance(value, Enum):
        yield f"{type(value).__name__}.{value.name}"
    elif is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        # Fields that equality ignores, such as a file's location, are ignored here too.
        for field in (one for one in fields(value) if one.compare):
            yield field.name
            yield from _canonical(getattr(value, field.name))
    elif isinstance(value, BaseModel):
        yield value.model_dump_json()
    elif isinstance(value, tuple | list):
        yield f"[{len(value)}"
        for item in value:
            yield from _canonical(item)
    elif value is None or isinstance(value, str | int | float | bool):
        yield repr(value)
    else:
        raise TypeError(f"a specification may not hold {type(value).__name__}")
