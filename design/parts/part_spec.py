"""What every specification of a part answers for itself: its size as it is printed, its faces, and how they lie on the bed.

Whoever packs, checks, lists or draws parts asks here, and knows no family by name. Inspection alone works sizes out once
more for itself (`tablewright/inspection/solids/judge.py`), since it is to judge what this says too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from design.config.printer import Printer, turn_to_fit
from design.faces.face import Face
from design.faces.specification import Specification
from design.graphics.polygons import rectangle
from design.packing.goods import Stacking
from design.parts.filament_steps import Change
from design.parts.splitting.dovetails import Joint, Line
from design.parts.sticker_cuts import Sticker, StickerLimits

NEUTRAL = "#dcd7cc"
"""Filament of parts that belong to nobody: connectors and the box."""
Size = tuple[float, float, float]
"""Width X, depth Y and height Z as a part is printed, mm."""


@dataclass(frozen=True)
class BedSide:
    """The face that is engraved in the side on the bed, and which keys make its marks smaller."""

    face: Face
    remedy: str


@dataclass(frozen=True)
class ReliefLayer:
    """A layer through a face's marks: its area, how high marks reach, and which keys make them smaller or apart.

    `face` is as it is looked at; `area` is what the printer lays down, in the face's coordinates.
    """

    face: Face
    area: BaseGeometry
    high_mm: float
    remedy: str


@dataclass(frozen=True)
class FreeWall:
    """A wall that stands free: the key of its thickness in the configuration, how thick and how high it is."""

    key: str
    thick_mm: float
    high_mm: float


@dataclass(frozen=True)
class Tint:
    """What a picture of a one-colour part shows from one height to another: a colour, or None for the ground in shade."""

    low_mm: float
    high_mm: float
    colour: str | None = None


@dataclass(frozen=True)
class PartSpec(Specification, ABC):
    """A part, named for its piece. Families say what they differ in; the answers here are those of a part without faces.

    stacking: how equal parts share a store. front_down: it is printed on its front. plain_back: nothing is seen on its
    back. upright_faces: its upright faces show something. own_bed_rule: a rule of its family says what to do where it does
    not fit the bed.
    """

    name: str

    stacking: ClassVar[Stacking] = Stacking.ANY
    front_down: ClassVar[bool] = False
    plain_back: ClassVar[bool] = False
    upright_faces: ClassVar[bool] = False
    own_bed_rule: ClassVar[bool] = False

    @property
    @abstractmethod
    def extent_mm(self) -> Size:
        """Its width, depth and height as it is printed: those of its STL file."""

    @property
    def outline(self) -> Polygon:
        """Its outline in its plan as it is printed, with pads where its walls have any."""
        return rectangle(*self.extent_mm[:2], 0.0)

    def height_over(self, region: BaseGeometry) -> float:
        """Its height over a region of its plan, where it is cut."""
        del region
        return self.extent_mm[2]

    @property
    def foot_chamfer_mm(self) -> float:
        """Chamfer at the bed, which allows for a squashed first layer."""
        return 0.0

    @property
    def whole_part(self) -> PartSpec:
        """Itself, or what it is a part of."""
        return self

    @property
    def ground(self) -> str:
        """The colour that pictures show it in, as #rrggbb."""
        return NEUTRAL

    @property
    def tints(self) -> tuple[Tint, ...]:
        """What pictures show on it besides its own colour."""
        return ()

    @property
    def bed_side(self) -> BedSide | None:
        """The face that is engraved in the side on the bed, which is printed as a bridge."""
        return None

    @property
    def free_walls(self) -> tuple[FreeWall, ...]:
        """Walls supported only at their foot."""
        return ()

    def lies_on(self, printer: Printer) -> bool:
        """Whether it fits the printer's bed unsplit, in any permitted turn."""
        return turn_to_fit(*self.extent_mm[:2], printer) is not None

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """The layers that its faces' marks are in."""
        del printer
        return ()

    def filament_steps(self, printer: Printer) -> tuple[Change, ...]:
        """The filament to begin with and the heights at which it is changed."""
        del printer
        return ()

    def stickers(self, limits: StickerLimits) -> tuple[Sticker, ...]:
        """Stickers for one-colour printing, each with how often the part has that face."""
        del limits
        return ()

    def cut(self, printer: Printer, joint: Joint) -> tuple[PartSpec, tuple[Line, ...]] | None:
        """The part made ready to be cut, and its seams; None where it stays whole, or no seams make it fit the bed."""
        del printer, joint
        return None


def first_layer_in_mm(foot_relief_mm: float, printer: Printer) -> float:
    """How much narrower the first layer is for the chamfer of the foot, each side: in its middle."""
    return max(0.0, foot_relief_mm - printer.layer_mm / 2)
