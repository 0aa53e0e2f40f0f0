"""A file to make: its path, its builder and specification, and the pieces it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.game import Medium


@dataclass(frozen=True)
class Holding:
    """Copies of a piece in a file; `copies` is how often the file must be printed for it."""

    piece: str
    copies: int


@dataclass(frozen=True)
class Artifact:
    """A file, or for cut files the numbered pages of one stem, to make from a specification.

    `path` is relative to the output folder; `builder` is the maker as text, `module:function`.
    """

    path: str
    medium: Medium
    builder: str
    spec: Any
    holds: tuple[Holding, ...]
