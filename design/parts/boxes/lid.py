"""What the lids of a storage box have in common: a plate that prints on its top, where the game's title is engraved."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from shapely import affinity
from shapely.geometry import MultiPolygon, box
from shapely.geometry.base import BaseGeometry

from design.config.printer import Printer
from design.faces.face import Face
from design.faces.filaments import filament_of
from design.graphics.polygons import as_multi
from design.parts.boxes.box_part import BoxPartSpec
from design.parts.filament_steps import COVER_MM, Change, inked
from design.parts.part_spec import BedSide, ReliefLayer, Tint, first_layer_in_mm
from design.parts.splitting.box_dovetails import band
from design.parts.splitting.dovetails import Joint, Line
from design.parts.sticker_cuts import AIR_MM, Sticker, StickerLimits, cut_out, rounded_box, scaled


@dataclass(frozen=True)
class AnyLid(BoxPartSpec):
    """A lid: `face` is its top, engraved by `engrave_mm`, which lies on the bed."""

    face: Face
    engrave_mm: float
    foot_relief_mm: float

    @property
    @abstractmethod
    def plate_mm(self) -> float:
        """Thickness of its plate, and the name of its other side."""

    @property
    @abstractmethod
    def rest(self) -> str:
        """What is printed after ground and title."""

    @property
    def foot_chamfer_mm(self) -> float:
        """Its foot's."""
        return self.foot_relief_mm

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Its top."""
        return (self.face,)

    @property
    def tints(self) -> tuple[Tint, ...]:
        """The bottom of its engraved title."""
        return (Tint(self.engrave_mm, self.engrave_mm),)

    @property
    def bed_side(self) -> BedSide:
        """Its top."""
        return BedSide(self.face, "make the box smaller: fewer players or smaller cards")

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """What is left of its top around the title."""
        top = self.face.trim.buffer(-first_layer_in_mm(self.foot_relief_mm, printer), join_style="mitre")
        area = top.difference(self.face.relief())
        return (ReliefLayer(self.face, area, self.engrave_mm, "make cards or markers larger"),)

    def filament_steps(self, printer: Printer) -> tuple[Change, ...]:
        """The ground, the title, and the ground again once the title is covered."""
        ground = filament_of(self, self.face.ground)
        steps = (Change(0.0, ground, "ground of the top"), *inked(self, self.face, self.engrave_mm, "top"))
        again = round(self.engrave_mm + printer.whole_layers(COVER_MM), 6)
        return (*steps, Change(min(again, self.plate_mm), ground, self.rest)) if len(steps) > 1 else steps

    def stickers(self, limits: StickerLimits) -> tuple[Sticker, ...]:
        """Its face with a border, reduced if it fits no page."""
        left, bottom, right, top = self.face.relief().bounds
        face = cut_out(self.face, rounded_box(box(left - AIR_MM, bottom - AIR_MM, right + AIR_MM, top + AIR_MM)))
        short, long = sorted(face.size_mm)
        factor = min(1.0, limits.length_mm / long, limits.width_mm / short)
        return ((face if factor == 1.0 else scaled(face, factor), 1),)

    def signs(self) -> BaseGeometry:
        """The recesses in its top, in its plan as printed."""
        return affinity.scale(self.face.relief(), 1, -1, origin=(0, 0))

    def ready(self, lines: Sequence[Line], joint: Joint) -> Self:
        """The lid with its title left out along the seams, where an open engraving would hang in the air."""
        kept = band(lines, joint, self.foot_relief_mm)
        marks = []
        for mark in self.face.marks:
            # What is left of a stroke and thinner than a wall of the nozzle would not print.
            left = [one for one in as_multi(mark.area.difference(kept)).geoms if not one.buffer(-joint.wall_mm / 2).is_empty]
            marks.append(replace(mark, area=MultiPolygon(left)) if mark.area.intersects(kept) else mark)
        return replace(self, face=replace(self.face, marks=tuple(marks)))
