"""The specification of a number board's plates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.config.printer import Printer
from design.faces.face import Face
from design.faces.filaments import Filament, filament_of
from design.names import part_name
from design.parts.boards.number_board import BACK_RIM_MM, BoardSide, Key
from design.parts.filament_steps import Change, ink_of
from design.parts.part_spec import BedSide, FreeWall, PartSpec, ReliefLayer, Size, Tint, first_layer_in_mm
from design.parts.splitting.borders import RIM_MM, beside_spacer_mm, plate_cuts, seams_at
from design.parts.splitting.dovetails import SIGN_MM, Joint, Line
from design.parts.sticker_cuts import INSET_MM, Sticker, StickerLimits, cut_out, rounded_box, runs_of


@dataclass(frozen=True)
class PlateSpec(PartSpec):
    """A plate of the number board. `front` and `back` have their own origins in the plate's middle.

    Spacers stand at `spacers_x` on the back, from the middle, seen from the front; `key` is the groove
    in the back at both ends, `groove_mm` its clearance a side. Backs stand `channel_mm` apart.
    """

    side: BoardSide
    length_mm: float
    height_mm: float
    thickness_mm: float
    front: Face
    back: Face
    front_depth_mm: float
    back_depth_mm: float
    spacers_x: tuple[float, ...]
    spacer_width_mm: float
    spacer_height_mm: float
    key: Key
    groove_mm: float
    channel_mm: float
    foot_relief_mm: float
    filaments: tuple[Filament, ...] = ()

    front_down: ClassVar[bool] = True
    own_bed_rule: ClassVar[bool] = True

    @property
    def extent_mm(self) -> Size:
        """Its length and height as it stands, and its thickness with the spacers, which is also the pitch of a stack."""
        high = self.thickness_mm + (self.spacer_height_mm if self.spacers_x else 0.0)
        return self.length_mm, self.height_mm, round(high, 6)

    def height_over(self, region: BaseGeometry) -> float:
        """The height over a region; lower where there is no spacer."""
        half, reach = self.spacer_width_mm / 2, self.height_mm / 2
        stands = any(box(x - half, -reach, x + half, reach).intersects(region) for x in self.spacers_x)
        return self.extent_mm[2] if stands else self.thickness_mm

    @property
    def foot_chamfer_mm(self) -> float:
        """Its foot's."""
        return self.foot_relief_mm

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Front and back."""
        return self.front, self.back

    @property
    def tints(self) -> tuple[Tint, ...]:
        """The bottoms of the recesses in front and back."""
        back = self.thickness_mm - self.back_depth_mm
        return Tint(self.front_depth_mm, self.front_depth_mm), Tint(back, back)

    @property
    def bed_side(self) -> BedSide:
        """Its front."""
        return BedSide(self.front, "make number_board.digit_height_mm smaller")

    @property
    def free_walls(self) -> tuple[FreeWall, ...]:
        """Its spacers."""
        return (FreeWall("number_board.spacer_width_mm", self.spacer_width_mm, self.spacer_height_mm),)

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """What is left of front and back beside their marks, and of the back beside its grooves."""
        board = "make number_board.digit_height_mm or digit_depth_mm smaller, or what stands in it larger"
        ends = "make number_board.end_length_mm larger, or key_width_mm or fits.connector_key_clearance_mm smaller"
        signs = "make number_board.symbol_depth_mm smaller, or what stands in it larger"
        front = self.front.trim.buffer(-first_layer_in_mm(self.foot_relief_mm, printer), join_style="mitre")
        # The highest layer is the narrowest: in its middle the back's rim is this much further in.
        rim = max(0.0, BACK_RIM_MM - printer.layer_mm / 2)
        back = self.back.trim.buffer(-rim, join_style="mitre")
        return (
            ReliefLayer(self.front, front.difference(self.front.relief()), self.front_depth_mm, board),
            ReliefLayer(self.back, back.difference(self.back.relief()), self.back_depth_mm, signs),
            ReliefLayer(self.back, back.difference(unary_union(self._grooves())), self.key.depth_mm, ends),
        )

    def _grooves(self) -> list[Polygon]:
        """The keys' grooves in its back, as you look at it; they are open at the lower edge."""
        half, low = self.key.width_mm / 2 + self.groove_mm, -self.height_mm / 2
        places = [side * (self.length_mm / 2 - self.key.at_mm) for side in (-1, 1)]
        return [box(x - half, low - 1, x + half, low + self.key.height_mm + self.groove_mm) for x in places]

    def filament_steps(self, printer: Printer) -> tuple[Change, ...]:
        """What front and back show, in one ink between two grounds."""
        del printer
        ground, ink = filament_of(self, self.front.ground), ink_of(self.front) or ink_of(self.back)
        if ink is None:
            return ()
        return (
            Change(0.0, ground, "ground of the front"),
            Change(self.front_depth_mm, filament_of(self, ink), "what front and back show"),
            Change(round(self.thickness_mm - self.back_depth_mm, 6), ground, "ground of the back"),
        )

    def stickers(self, limits: StickerLimits) -> tuple[Sticker, ...]:
        """The front between the connectors; where no page takes that long a strip, in parts that end between two places.

        The back has none: cards slide along it, in a channel without room for paper.
        """
        face, pitch = self.front, self.spacers_x[1] - self.spacers_x[0]
        borders = [self.spacers_x[0] - pitch, *self.spacers_x, self.spacers_x[-1] + pitch]
        runs = runs_of(borders, limits.length_mm)
        bottom, top = (side * (self.height_mm / 2 - self.foot_relief_mm - INSET_MM) for side in (-1, 1))
        found = []
        for number, (left, right) in enumerate(runs):
            last = number == len(runs) - 1
            trim = box(left + (number == 0) * INSET_MM, bottom, right - last * INSET_MM, top)
            one = cut_out(face, trim, part_name("", number, len(runs))) if len(runs) > 1 else cut_out(face, rounded_box(trim))
            found.append((one, 1))
        return tuple(found)

    def cut(self, printer: Printer, joint: Joint) -> tuple[PlateSpec, tuple[Line, ...]] | None:
        """Beside spacers, so that no number is cut; on a low plate whose signs leave no room a dovetail goes through them."""
        if self.lies_on(printer):
            return None
        beside = beside_spacer_mm(self.spacer_width_mm, joint)
        cuts = plate_cuts(self.length_mm, self.height_mm, self.spacers_x, beside, printer, joint)
        if cuts is None:
            return None
        # As it is printed: the front turned about the x axis, the back half way round.
        signs = affinity.scale(self.back.relief(), -1, -1, origin=(0, 0))
        signs = signs.union(affinity.scale(self.front.relief(), 1, -1, origin=(0, 0)))
        middle = (RIM_MM - self.height_mm / 2, self.height_mm / 2 - RIM_MM)
        return self, seams_at(cuts, self.height_mm, signs, SIGN_MM, joint, [middle])
