"""The specification of markers, tokens and tiles."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import Polygon

from design.config.printer import Printer
from design.faces.face import Face, InkRole
from design.faces.filaments import Filament, filament_of
from design.parts.filament_steps import Change, inked
from design.parts.part_spec import NEUTRAL, BedSide, PartSpec, ReliefLayer, Size, Tint, first_layer_in_mm
from design.parts.sticker_cuts import INSET_MM, Sticker, StickerLimits, cut_out, largest, tops

SMALLER = "make it smaller (width_mm and height_mm of its spec, below markers or tile)"
LARGER = "make it larger or its relief lower (width_mm, height_mm and relief_mm of its spec, below markers or tile)"


@dataclass(frozen=True)
class MarkerSpec(PartSpec):
    """A flat piece with two faces: the front raised by `raise_mm`, the back engraved by `engrave_mm`.

    In colours the back's ground reaches up to `seam_mm`, a whole layer, and the front's from there. In one filament it
    is printed in the colour `body`, where none is given in the front's ground.
    """

    trim: Polygon
    thickness_mm: float
    front: Face
    back: Face
    raise_mm: float
    engrave_mm: float
    foot_relief_mm: float
    seam_mm: float
    filaments: tuple[Filament, ...] = ()
    body: str = ""

    @property
    def extent_mm(self) -> Size:
        """Its trim, and its thickness with what is raised; nothing is where its front shows nothing."""
        raised = 0.0 if self.front.relief().is_empty else self.raise_mm
        return (*self.front.size_mm, round(self.thickness_mm + raised, 6))

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Front and back."""
        return self.front, self.back

    @property
    def ground(self) -> str:
        """Its front's ground."""
        return self.front.ground

    @property
    def tints(self) -> tuple[Tint, ...]:
        """Its relief in its ink, as after a change of filament; a tile changes to its front's ground on the way up."""
        ink = next((mark.colour for mark in self.front.marks if mark.role is InkRole.INK), NEUTRAL)
        relief = Tint(self.thickness_mm, self.thickness_mm + self.raise_mm, ink)
        upper = (Tint(self.seam_mm, self.thickness_mm, self.front.ground),) if self.body else ()
        return relief, *upper, Tint(self.engrave_mm, self.engrave_mm)

    @property
    def bed_side(self) -> BedSide:
        """Its back."""
        return BedSide(self.back, SMALLER)

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """What is raised on its front, and what is left standing around its back's marks."""
        foot = first_layer_in_mm(self.foot_relief_mm, printer)
        below = self.trim.buffer(-foot, join_style="mitre").difference(self.back.relief())
        return (
            ReliefLayer(self.front, self.front.relief(), self.raise_mm, LARGER),
            ReliefLayer(self.back, below, self.engrave_mm, LARGER),
        )

    def filament_steps(self, printer: Printer) -> tuple[Change, ...]:
        """Back and front, each in its colours; what stands stays in one, since it is seen from the side too."""
        del printer
        return (
            Change(0.0, filament_of(self, self.back.ground), "ground of the back"),
            *(() if self.body else inked(self, self.back, self.engrave_mm, "back")),
            Change(self.seam_mm, filament_of(self, self.front.ground), "ground of the front"),
            *inked(self, self.front, self.thickness_mm, "front"),
        )

    def stickers(self, limits: StickerLimits) -> tuple[Sticker, ...]:
        """On the tops of what its front raises, and over all of its back."""
        del limits
        inside = largest(self.back.trim.buffer(-self.foot_relief_mm - INSET_MM, join_style="mitre"))
        return tuple((face, 1) for face in (*tops(self.front), cut_out(self.back, inside)))
