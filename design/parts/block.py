"""What dominoes and dice have in common: a block printed on its back, engraved in all six faces."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from shapely.geometry import Polygon, box

from design.config.printer import Printer
from design.faces.face import Face
from design.faces.filaments import filament_of
from design.parts.filament_steps import COVER_MM, Change, inked
from design.parts.part_spec import BedSide, PartSpec, ReliefLayer, Size
from design.parts.sticker_cuts import INSET_MM, Sticker, StickerLimits, cut_out, largest, rounded_box

FOOT_RISE = 1.25
"""Rise over run of the chamfer on the bed: 39 degrees from upright, since slicers waver at 45."""


def block_foot_mm(edge_mm: float, printer: Printer) -> float:
    """Height of the chamfer at a block's edge on the bed; its base is smaller than its front."""
    return printer.whole_layers(FOOT_RISE * printer.whole_layers(edge_mm))


@dataclass(frozen=True)
class BlockSpec(PartSpec):
    """A block as wide and high as `trim`, its large faces engraved by `engrave_mm` and its upright ones by `side_mm`.

    The edges around the large faces are taken off by `edge_mm`: rounded around the front, up to `foot_mm` around the back,
    which lies on the bed. What is engraved in upright faces gets deeper in steps from its upper edge down, a step a layer of
    `layer_mm`.
    """

    trim: Polygon
    thickness_mm: float
    edge_mm: float
    foot_mm: float
    engrave_mm: float
    side_mm: float
    layer_mm: float

    upright_faces: ClassVar[bool] = True
    smaller: ClassVar[str]
    """What makes marks on the bed smaller."""
    larger: ClassVar[str]
    """What gives marks more room."""

    @property
    @abstractmethod
    def sides(self) -> tuple[Face, Face, Face, Face, Face, Face]:
        """Front, back, right, left, upper and lower end, each as you look at it.

        Right and left stand upright as the front does, the front at their left and their right. At the ends the front is at
        the right: the upper one's right side is up in its face, the lower one's left.
        """

    @property
    @abstractmethod
    def edge_end_mm(self) -> float:
        """What the rounded corners take from each end of an upright face, for stickers."""

    @property
    def extent_mm(self) -> Size:
        """Its trim, and its thickness: it lies on its back."""
        return (*self.sides[0].size_mm, self.thickness_mm)

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Each face once."""
        return tuple({face.name: face for face in self.sides}.values())

    @property
    def ground(self) -> str:
        """The ground of all faces."""
        return self.sides[0].ground

    @property
    def bed_side(self) -> BedSide:
        """Its back."""
        return BedSide(self.sides[1], self.smaller)

    @property
    def taken_off_mm(self) -> float:
        """The most that the edges take from each face."""
        return max(self.edge_mm, self.foot_mm)

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """What is left of each face around its marks."""
        del printer
        large = {face.name for face in self.sides[:2]}
        flat = ((face, face.trim.buffer(-self.taken_off_mm, join_style="mitre")) for face in self.shown_faces)
        return tuple(
            ReliefLayer(
                face, area.difference(face.relief()), self.engrave_mm if face.name in large else self.side_mm, self.larger
            )
            for face, area in flat
        )

    def filament_steps(self, printer: Printer) -> tuple[Change, ...]:
        """Back and front; marks on the edges keep the ground's colour."""
        front, back = self.sides[:2]
        ground, cover = filament_of(self, self.ground), printer.whole_layers(COVER_MM)
        low, high = self.engrave_mm, round(self.thickness_mm - self.engrave_mm, 6)
        if low + 2 * cover > high:
            return ()
        return (
            Change(0.0, ground, "ground of the back"),
            *inked(self, back, low, "back"),
            Change(round(low + cover, 6), ground, "the edges"),
            *inked(self, front, round(high - cover, 6), "front"),
            Change(high, ground, "ground of the front"),
        )

    def stickers(self, limits: StickerLimits) -> tuple[Sticker, ...]:
        """All faces, each within its flat part, as many times as it occurs."""
        del limits
        names = [face.name for face in self.sides]
        large, off = set(names[:2]), self.taken_off_mm + INSET_MM
        found = []
        for face in self.shown_faces:
            if face.name in large:
                found.append((cut_out(face, largest(face.trim.buffer(-off))), names.count(face.name)))
                continue
            _, bottom, right, top = face.trim.bounds
            end = INSET_MM + self.edge_end_mm
            flat = box(off - right, bottom + end, right - off, top - end)
            found.append((cut_out(face, rounded_box(flat)), names.count(face.name)))
        return tuple(found)
