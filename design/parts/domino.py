"""What the builder of dominoes sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shapely.geometry import Polygon, box

from design.config.printer import Printer
from design.faces.face import Face
from design.faces.filaments import Filament, filament_of
from design.parts.filament_steps import COVER_MM, Change, inked
from design.parts.part_spec import BedSide, PartSpec, ReliefLayer, Size
from design.parts.sticker_cuts import CORNER_MM, INSET_MM, Sticker, StickerLimits, cut_out, largest, rounded_box


@dataclass(frozen=True)
class DominoSpec(PartSpec):
    """A domino that stands both ways, its large faces engraved by `engrave_mm` and its edges by `side_mm`.

    `front` and `back` are its large faces, `side` the two long edges, `end` the two short ones, each as it is looked at
    with the upper end up (a `side` and an `end` are narrow, `thickness_mm` wide). The edges around the large faces are
    taken off by `edge_mm`: rounded around the front, up to `foot_mm` around the back, which lies on the bed. What is engraved
    in upright faces gets deeper in steps from its upper edge down, a step a layer of `layer_mm`.
    """

    trim: Polygon
    thickness_mm: float
    edge_mm: float
    foot_mm: float
    engrave_mm: float
    side_mm: float
    front: Face
    back: Face
    side: Face
    end: Face
    layer_mm: float
    filaments: tuple[Filament, ...] = ()

    upright_faces: ClassVar[bool] = True

    @property
    def extent_mm(self) -> Size:
        """Its trim, and its thickness: it lies on its back."""
        return (*self.front.size_mm, self.thickness_mm)

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Front, back, long and short edge."""
        return self.front, self.back, self.side, self.end

    @property
    def ground(self) -> str:
        """Its front's ground, which is that of all faces."""
        return self.front.ground

    @property
    def bed_side(self) -> BedSide:
        """Its back."""
        return BedSide(self.back, "make domino.width_mm smaller")

    @property
    def taken_off_mm(self) -> float:
        """What the edges take of each face, at most."""
        return max(self.edge_mm, self.foot_mm)

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """What is left of each face around its numbers."""
        del printer
        deep = (self.engrave_mm, self.engrave_mm, self.side_mm, self.side_mm)
        flat = ((face, face.trim.buffer(-self.taken_off_mm, join_style="mitre")) for face in self.shown_faces)
        return tuple(
            ReliefLayer(face, area.difference(face.relief()), high, "make the domino larger or thicker")
            for (face, area), high in zip(flat, deep, strict=True)
        )

    def filament_steps(self, printer: Printer) -> tuple[Change, ...]:
        """Back and front; what the edges show keeps the ground's colour."""
        ground, cover = filament_of(self, self.front.ground), printer.whole_layers(COVER_MM)
        low, high = self.engrave_mm, round(self.thickness_mm - self.engrave_mm, 6)
        if low + 2 * cover > high:
            return ()
        return (
            Change(0.0, ground, "ground of the back"),
            *inked(self, self.back, low, "back"),
            Change(round(low + cover, 6), ground, "the edges"),
            *inked(self, self.front, round(high - cover, 6), "front"),
            Change(high, ground, "ground of the front"),
        )

    def stickers(self, limits: StickerLimits) -> tuple[Sticker, ...]:
        """All six faces, each within what of it is flat; the edges are there twice."""
        del limits
        off = self.taken_off_mm + INSET_MM
        found = [(cut_out(face, largest(face.trim.buffer(-off))), 1) for face in (self.front, self.back)]
        for face in (self.side, self.end):
            _, bottom, right, top = face.trim.bounds
            flat = box(off - right, bottom + INSET_MM + CORNER_MM, right - off, top - INSET_MM - CORNER_MM)
            found.append((cut_out(face, rounded_box(flat)), 2))
        return tuple(found)
