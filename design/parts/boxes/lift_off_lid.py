"""The specification of the lift-off lid."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.filaments import Filament
from design.graphics.polygons import rectangle
from design.parts.boxes.lid import AnyLid
from design.parts.boxes.storage_box import SnapFit
from design.parts.part_spec import Size
from design.parts.splitting.dovetails import SIGN_MM


@dataclass(frozen=True)
class LidSpec(AnyLid):
    """The lift-off lid: a plate of the box's outline with a lip that goes into it, and the game's title on top."""

    outer_width_mm: float
    outer_depth_mm: float
    corner_mm: float
    top_mm: float
    lip_outer_width_mm: float
    lip_outer_depth_mm: float
    lip_corner_mm: float
    lip_height_mm: float
    lip_wall_mm: float
    snap_fits: tuple[SnapFit, ...] = ()
    filaments: tuple[Filament, ...] = ()

    @property
    def extent_mm(self) -> Size:
        """The box's outline; its plate and the lip on it."""
        return self.outer_width_mm, self.outer_depth_mm, self.top_mm + self.lip_height_mm

    @property
    def outline(self) -> Polygon:
        """The box's, without pads."""
        return rectangle(self.outer_width_mm, self.outer_depth_mm, self.corner_mm)

    @property
    def plate_mm(self) -> float:
        """Thickness of its plate."""
        return self.top_mm

    @property
    def rest(self) -> str:
        """The lip."""
        return "the lip"

    def obstacles(self) -> tuple[BaseGeometry, BaseGeometry]:
        """Dovetails keep clear of the edge, the lip and the title; seams avoid the title if they can."""
        lip = rectangle(self.lip_outer_width_mm, self.lip_outer_depth_mm, self.lip_corner_mm)
        lip = lip.difference(lip.buffer(-self.lip_wall_mm))
        title = self.signs()
        edge = self.outline.difference(lip.convex_hull)
        return unary_union([edge, lip, title]), title.buffer(self.foot_relief_mm + SIGN_MM)
