"""Steps of a part in colours from a printer with one nozzle: from which height on it is printed in which filament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from design.faces.face import Face, InkRole
from design.faces.filaments import Filament, filament_of, seen

COVER_MM = 0.6
"""Thickness at which a filament hides another behind it: three layers of 0.2 mm."""
RELIEF = frozenset({InkRole.INK, InkRole.ACCENT})


@dataclass(frozen=True)
class Change:
    """From this height up the part is printed in this filament; `shows` says what that brings out."""

    from_mm: float
    filament: Filament
    shows: str


def inked(spec: Any, face: Face, from_mm: float, side: str) -> tuple[Change, ...]:
    """The change to a face's ink at a height; none where it shows nothing."""
    ink = ink_of(face)
    return (Change(from_mm, filament_of(spec, ink), f"what the {side} shows"),) if ink is not None else ()


def ink_of(face: Face) -> str | None:
    """The colour of most of what a face raises or engraves, other than its ground."""
    areas = {colour: area.area for colour, area in seen(face, RELIEF) if colour != face.ground}
    return max(areas, key=lambda colour: areas[colour]) if areas else None
