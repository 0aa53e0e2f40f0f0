"""A part as a builder returns it: named bodies with ink roles, and the frames where mates meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import cadquery as cq

from design.faces.filaments import Filament
from design.families.family import found
from design.families.registry import form_of
from design.parts.part_spec import PartSpec


class BodyRole(StrEnum):
    """What a body is printed in: the part's own colour, or the colour of what its face shows."""

    GROUND = "ground"
    INLAY = "inlay"


ASSEMBLY = "assembly"
"""The frame of a part where it stands when its board is put together."""


@dataclass(frozen=True)
class Body:
    """One closed solid of a part."""

    name: str
    role: BodyRole
    solid: cq.Solid


@dataclass(frozen=True)
class ColourBody:
    """What is printed of a part in one filament: solids that lie apart, in the part's coordinates."""

    role: BodyRole
    filament: Filament
    solids: tuple[cq.Solid, ...]

    @property
    def name(self) -> str:
        """`ground.gold`, `inlay.paper`: unique in a part."""
        return f"{self.role.value}.{self.filament.name}"

    @cached_property
    def volume_mm3(self) -> float:
        """Volume of all its solids, which the kernel takes a while for."""
        return float(sum(solid.Volume() for solid in self.solids))


@dataclass(frozen=True)
class Part:
    """A part in print orientation, its lowest face at z = 0.

    `bodies` are what a printer with one filament makes. `in_colours` makes the same part for several, when it is
    asked to: bodies that meet and never overlap, engravings filled flush.

    `frames` are places in the part's coordinates: `assembly` carries the part to where it stands when put
    together, further ones are named for what meets there.
    """

    name: str
    bodies: tuple[Body, ...]
    frames: Mapping[str, cq.Location] = field(default_factory=dict)
    in_colours: Callable[[], tuple[ColourBody, ...]] = tuple

    @property
    def volume_mm3(self) -> float:
        """Volume of all bodies."""
        return float(sum(body.solid.Volume() for body in self.bodies))


def built(spec: PartSpec) -> Part:
    """The part of a specification, by the builder that its family registered."""
    part: Part = found(form_of(spec).builder)(spec)
    return part
