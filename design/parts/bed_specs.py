"""What the writer of beds sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from design.config.printer import Printer
from design.faces.filaments import Filament


@dataclass(frozen=True)
class BedPart:
    """A part to lay on beds `copies` times: the path of its STL below the output folder, and what that is made from."""

    path: str
    piece: str
    copies: int
    filament: Filament
    spec: Any


@dataclass(frozen=True)
class BedsSpec:
    """All solid parts of a game on a printer's beds, `gap_mm` apart, each bed in one filament."""

    game: str
    printer: Printer
    gap_mm: float
    parts: tuple[BedPart, ...]
