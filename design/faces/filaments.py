"""What pieces are printed in: the filament of each, and where its faces' colours are.

A filament is a colour with the palette's name for it. Two colours of the palette may have the same `#rrggbb`; one
spool then serves both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from shapely.geometry import MultiPolygon
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face, InkRole, Mark
from design.graphics.colour.palette import Palette
from design.graphics.polygons import as_multi

Spec = TypeVar("Spec")

SLIVER_MM2 = 1e-4
"""Areas below this are artefacts of overlapping outlines, not drawn by anyone."""


@dataclass(frozen=True)
class Filament:
    """A colour as #rrggbb and its common name."""

    name: str
    colour: str


def filament(colour: str, palette: Palette) -> Filament:
    """The filament of a colour, by the palette's name; names of sets and markers take precedence over `ink` and `paper`."""
    names = [name for name in type(palette).model_fields if palette.hex(name) == colour.lower()]
    named = [name for name in names if name not in {"ink", "base"}]
    return Filament((named or names or [colour.lower().removeprefix("#")])[0], colour.lower())


def with_filaments(spec: Spec, palette: Palette) -> Spec:
    """A part's specification with its filaments added, the ground's first."""
    if not any(one.name == "filaments" for one in fields(spec)):  # type: ignore[arg-type]
        return spec
    colours = list(dict.fromkeys(_colours(spec, palette.hex("base"))))
    return replace(spec, filaments=tuple(filament(colour, palette) for colour in colours))  # type: ignore[type-var]


def ground_filament(spec: Any, palette: Palette) -> Filament:
    """The filament that a part, or the whole that it is a part of, is printed in where it is printed in one."""
    ground: Filament = with_filaments(spec.whole_part, palette).filaments[0]
    return ground


def filament_of(spec: Any, colour: str | None) -> Filament:
    """The filament of a colour in a specification, or the first one for None; an unlisted colour is its own name."""
    if colour is None:
        return spec.filaments[0] if spec.filaments else filament(Palette().base, Palette())
    found = (one for one in spec.filaments if one.colour == colour)
    return next(found, Filament(colour.removeprefix("#"), colour))


def _colours(spec: Any, base: str) -> Iterator[str]:
    """What it is printed in where that is one filament, grounds, then inks: fronts before backs."""
    faces = spec.shown_faces
    if getattr(spec, "body", ""):
        yield spec.body
    yield from (face.ground for face in faces)
    if not faces:
        yield base
    for face in faces:
        yield from (mark.colour for mark in face.marks)


def seen(
    face: Face, roles: frozenset[InkRole] = frozenset(InkRole), simpler_mm: float = 0.0
) -> tuple[tuple[str, MultiPolygon], ...]:
    """The visible area of each colour on a face, in the order of its marks, mm: a mark covers those before it.

    The areas of two colours meet but never overlap. Marks with roles other than `roles` are left out. With
    `simpler_mm`, points that bend an outline by less are dropped; shared outlines stay shared.
    """
    kept: list[tuple[Mark, BaseGeometry]] = []
    covered: BaseGeometry = MultiPolygon()
    for mark in reversed([one for one in face.marks if one.role in roles]):
        area = mark.area.simplify(simpler_mm) if simpler_mm else mark.area
        kept.append((mark, area.difference(covered)))
        covered = covered.union(area)
    found: dict[str, BaseGeometry] = {}
    for mark, area in reversed(kept):
        found[mark.colour] = found[mark.colour].union(area) if mark.colour in found else area
    areas = ((colour, _without_slivers(area)) for colour, area in found.items())
    return tuple((colour, area) for colour, area in areas if not area.is_empty)


def _without_slivers(area: BaseGeometry) -> MultiPolygon:
    return MultiPolygon([one for one in as_multi(area).geoms if one.area > SLIVER_MM2])
