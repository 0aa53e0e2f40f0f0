"""The specification of boards of squares."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.config.printer import Printer
from design.faces.face import Face
from design.faces.filaments import Filament
from design.graphics.polygons import rectangle
from design.packing.goods import Stacking
from design.parts.boards.number_board import BACK_RIM_MM
from design.parts.part_spec import NEUTRAL, PartSpec, ReliefLayer, Size, Tint
from design.parts.splitting.borders import plate_cuts, seams_at
from design.parts.splitting.dovetails import Joint, Line

SEAT_LEAD_MM = 0.4
"""Largest chamfer around a seat: that around a marker's top."""
TOUCH_MM2 = 1e-6
"""Areas with a smaller overlap only touch."""


@dataclass(frozen=True)
class SquaresSpec(PartSpec):
    """A board of squares: lines sunk into its top, and a seat for a token in each square.

    `top` shows the lines, `floors` what is sunk into the floors of the seats; both lie in the board's plan, its middle the
    origin. `seat` is a seat's outline and `middles` where seats are. `borders_x` are the lines between two columns, along
    which it may be split; it comes in `parts` at least.
    """

    length_mm: float
    depth_mm: float
    corner_mm: float
    thickness_mm: float
    top: Face
    floors: Face
    seat: Polygon
    middles: tuple[tuple[float, float], ...]
    seat_depth_mm: float
    line_depth_mm: float
    borders_x: tuple[float, ...]
    parts: int
    foot_relief_mm: float
    filaments: tuple[Filament, ...] = ()

    stacking: ClassVar[Stacking] = Stacking.FLAT
    plain_back: ClassVar[bool] = True

    @property
    def extent_mm(self) -> Size:
        """Its length, depth and thickness."""
        return self.length_mm, self.depth_mm, self.thickness_mm

    @property
    def outline(self) -> Polygon:
        """Its rectangle, the corners rounded."""
        return rectangle(self.length_mm, self.depth_mm, self.corner_mm)

    @property
    def seats(self) -> MultiPolygon:
        """All seats, in the board's plan."""
        return MultiPolygon([affinity.translate(self.seat, *middle) for middle in self.middles])

    @property
    def floor_mm(self) -> float:
        """Height of the seats' floors."""
        return round(self.thickness_mm - self.seat_depth_mm, 6)

    @property
    def lead_mm(self) -> float:
        """Chamfer around a seat's upper edge, which leads a token in."""
        return min(SEAT_LEAD_MM, self.seat_depth_mm / 2)

    @property
    def mouth_mm(self) -> float:
        """The longer side of a seat at its widest, at the top of its chamfer."""
        left, bottom, right, top = self.seat.bounds
        return float(max(right - left, top - bottom)) + 2 * self.lead_mm

    @property
    def seats_meet(self) -> bool:
        """Whether seats run into each other, or into the lines between them, their chamfers included."""
        pitch = min((math.dist(one, other) for one, other in combinations(self.middles, 2)), default=math.inf)
        if pitch < self.mouth_mm + 1e-6:
            return True
        mouths = self.seats.buffer(self.lead_mm, join_style="mitre")
        return float(self.top.relief().intersection(mouths).area) > TOUCH_MM2

    @property
    def foot_chamfer_mm(self) -> float:
        """Its foot's."""
        return self.foot_relief_mm

    @property
    def shown_faces(self) -> tuple[Face, ...]:
        """Its top, and the floors of its seats."""
        return self.top, self.floors

    @property
    def ground(self) -> str:
        """Its top's ground."""
        return self.top.ground

    @property
    def tints(self) -> tuple[Tint, ...]:
        """Lines in their ink, the floors of the seats in shade."""
        ink = next((mark.colour for mark in self.top.marks), NEUTRAL)
        heights = (self.thickness_mm - self.line_depth_mm, self.floor_mm - self.line_depth_mm)
        return (*(Tint(z, z, ink) for z in heights), Tint(self.floor_mm, self.floor_mm))

    def reliefs(self, printer: Printer) -> tuple[ReliefLayer, ...]:
        """The board beside its seats and lines, and the floors of its seats."""
        del printer
        if self.seats_meet:
            # There is nothing between them; what to do about it is said by design.checks.squares.
            return ()
        around = "make squares.square_mm larger, or line_mm or the token (markers.token) smaller"
        inside = "make markers.token larger or squares.line_depth_mm smaller"
        top = self.top.trim.buffer(-BACK_RIM_MM, join_style="mitre").difference(self.seats.buffer(self.lead_mm))
        floors = self.seats.difference(self.floors.relief())
        layers = (
            ReliefLayer(self.top, top.difference(self.top.relief()), max(self.line_depth_mm, self.lead_mm), around),
            ReliefLayer(self.top, self.top.trim.difference(self.seats), self.seat_depth_mm, around),
        )
        return (*layers, ReliefLayer(self.floors, floors, self.line_depth_mm, inside)) if self.floors.marks else layers

    def cut(self, printer: Printer, joint: Joint) -> tuple[SquaresSpec, tuple[Line, ...]] | None:
        """Along lines between columns; dovetails stand where four squares meet, out of the way of the seats."""
        if self.parts == 1 and self.lies_on(printer):
            return None
        cuts = plate_cuts(self.length_mm, self.depth_mm, self.borders_x, 0.0, printer, joint, self.parts - 1)
        if cuts is None:
            return None
        keeps_off = self.seats.buffer(self.lead_mm)
        return self, seams_at(cuts, self.depth_mm, keeps_off, joint.wall_mm, joint)
