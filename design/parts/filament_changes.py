"""For a printer with one nozzle: the heights at which to change the filament, so that a part shows more than one colour.

An engraving shows what is printed at its bottom, a relief what is printed on top: with a change at those heights
both stand out. Of several colours on one side the one with the largest area is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from design.config.printer import Printer
from design.faces.face import Face, InkRole
from design.faces.filaments import Filament, filament_of, seen
from design.parts.number_board import PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec
from design.parts.storage_box import AnyLid, LidSpec, SlidingLidSpec

COVER_MM = 0.6
"""So thick a filament hides another behind it: three layers of 0.2 mm."""
RELIEF = frozenset({InkRole.INK, InkRole.ACCENT})


@dataclass(frozen=True)
class Change:
    """From this height up the part is printed in this filament; `shows` says what that brings out."""

    from_mm: float
    filament: Filament
    shows: str


@dataclass(frozen=True)
class PieceChanges:
    """A piece's STL file, how often it is printed, and its changes, the filament to begin with first (from 0 mm)."""

    file: str
    copies: int
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class ChangesSpec:
    """The list of a game's filament changes."""

    name: str
    pieces: tuple[PieceChanges, ...]


def changes_of(spec: Any, printer: Printer) -> tuple[Change, ...]:
    """A part's changes from the bed up; none for a part that shows nothing."""
    whole = getattr(spec, "whole", spec)
    maker = _MAKERS.get(type(whole))
    steps = maker(whole, printer) if maker else []
    # Where one colour follows on itself nothing is changed.
    kept = [steps[0]] if steps else []
    kept += [step for before, step in pairwise(steps) if step.filament != before.filament]
    return tuple(kept) if len(kept) > 1 else ()


def _plate(spec: PlateSpec, _: Printer) -> list[Change]:
    ground, ink = filament_of(spec, spec.front.ground), _ink(spec.front) or _ink(spec.back)
    if ink is None:
        return []
    return [
        Change(0.0, ground, "ground of the front"),
        Change(spec.front_depth_mm, filament_of(spec, ink), "what front and back show"),
        Change(round(spec.thickness_mm - spec.back_depth_mm, 6), ground, "ground of the back"),
    ]


def _marker(spec: MarkerSpec, _: Printer) -> list[Change]:
    steps = [Change(0.0, filament_of(spec, spec.back.ground), "ground of the back")]
    # What stands is seen from the side too: its body stays in one colour, and so does what its back shows.
    steps += [] if spec.body else _inked(spec, spec.back, spec.engrave_mm, "back")
    steps.append(Change(spec.seam_mm, filament_of(spec, spec.front.ground), "ground of the front"))
    return steps + _inked(spec, spec.front, spec.thickness_mm, "front")


def _domino(spec: DominoSpec, printer: Printer) -> list[Change]:
    """Back and front; what the edges show keeps the ground's colour."""
    ground, cover = filament_of(spec, spec.front.ground), printer.whole_layers(COVER_MM)
    low, high = spec.engrave_mm, round(spec.thickness_mm - spec.engrave_mm, 6)
    if low + 2 * cover > high:
        return []
    return [
        Change(0.0, ground, "ground of the back"),
        *_inked(spec, spec.back, low, "back"),
        Change(round(low + cover, 6), ground, "the edges"),
        *_inked(spec, spec.front, round(high - cover, 6), "front"),
        Change(high, ground, "ground of the front"),
    ]


def _lid(spec: AnyLid, printer: Printer) -> list[Change]:
    ground = filament_of(spec, spec.face.ground)
    steps = [Change(0.0, ground, "ground of the top"), *_inked(spec, spec.face, spec.engrave_mm, "top")]
    again = round(spec.engrave_mm + printer.whole_layers(COVER_MM), 6)
    rest = "the lip" if isinstance(spec, LidSpec) else "the underside"
    return [*steps, Change(min(again, spec.top_mm), ground, rest)] if len(steps) > 1 else steps


def _inked(spec: Any, face: Face, from_mm: float, side: str) -> list[Change]:
    ink = _ink(face)
    return [Change(from_mm, filament_of(spec, ink), f"what the {side} shows")] if ink is not None else []


def _ink(face: Face) -> str | None:
    """The colour of most of what a face raises or engraves, other than its ground."""
    areas = {colour: area.area for colour, area in seen(face, RELIEF) if colour != face.ground}
    return max(areas, key=lambda colour: areas[colour]) if areas else None


_MAKERS: dict[type, Callable[[Any, Printer], list[Change]]] = {
    PlateSpec: _plate,
    MarkerSpec: _marker,
    DominoSpec: _domino,
    LidSpec: _lid,
    SlidingLidSpec: _lid,
}
