"""A part as a builder returns it: named bodies with ink roles, and the frames where mates meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import cadquery as cq


class BodyRole(StrEnum):
    """What a body is printed in: the part's own colour, or the colour of what its face shows."""

    GROUND = "ground"
    INLAY = "inlay"


@dataclass(frozen=True)
class Body:
    """One closed solid of a part."""

    name: str
    role: BodyRole
    solid: cq.Solid


@dataclass(frozen=True)
class Part:
    """A part in print orientation, its lowest face at z = 0.

    `frames` are places in the part's coordinates: `assembly` carries the part to where it stands when put
    together, further ones are named for what meets there.
    """

    name: str
    bodies: tuple[Body, ...]
    frames: Mapping[str, cq.Location] = field(default_factory=dict)

    @property
    def volume_mm3(self) -> float:
        """Volume of all bodies."""
        return float(sum(body.solid.Volume() for body in self.bodies))
