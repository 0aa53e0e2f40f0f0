"""The specification of the sliding lid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from shapely import affinity
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.filaments import Filament
from design.graphics.polygons import rectangle
from design.parts.boxes.lid import AnyLid
from design.parts.boxes.rails import lid_plan, ridge_plan
from design.parts.boxes.storage_box import Rails
from design.parts.part_spec import Size
from design.parts.splitting.box_dovetails import band
from design.parts.splitting.dovetails import SIGN_MM, Joint, Line


@dataclass(frozen=True)
class Ridge:
    """A ridge under a sliding lid that clicks behind the box's right wall: `x_mm` is its right foot, `y_mm` its middle.

    It is `high_mm` high and `top_mm` wide on top, its flanks at 45 degrees.
    """

    x_mm: float
    y_mm: float
    length_mm: float
    high_mm: float
    top_mm: float


@dataclass(frozen=True)
class SlidingLidSpec(AnyLid):
    """The sliding lid: a plate whose edges run in the rails of the box, and at its right end a head as wide as the box.

    `inner_*`, `corner_mm` and `wall_mm` are the box's, `clearance_mm` the air beside the plate, each side. `thumb` is
    a hollow in its top, `thumb_mm` deep, where a thumb pushes it open. The middle of its outline is the origin, which is
    `shift_mm` to the right of the tray's.
    """

    inner_width_mm: float
    inner_depth_mm: float
    corner_mm: float
    wall_mm: float
    rails: Rails
    clearance_mm: float
    thumb: Polygon
    thumb_mm: float
    ridge: Ridge | None = None
    filaments: tuple[Filament, ...] = ()

    rail_side: ClassVar[int] = 1
    """Pads of the rails stand out of its edges."""

    @property
    def shift_mm(self) -> float:
        """Offset of its centre from the tray's when the box is closed: to the right, or to the left if negative."""
        return round((self.wall_mm - self.rails.deep_mm + self.clearance_mm) / 2, 6)

    @property
    def top_mm(self) -> float:
        """Its thickness."""
        return self.rails.high_mm

    @property
    def outer_width_mm(self) -> float:
        """Its width, from the left groove to the outer face of the right wall."""
        return round(self.inner_width_mm + self.rails.deep_mm - self.clearance_mm + self.wall_mm, 6)

    @property
    def outer_depth_mm(self) -> float:
        """Its depth: that of the box."""
        return round(self.inner_depth_mm + 2 * self.wall_mm, 6)

    @property
    def extent_mm(self) -> Size:
        """Its outline, and its printed height with the ridge."""
        high = self.top_mm + (self.ridge.high_mm if self.ridge else 0.0)
        return self.outer_width_mm, self.outer_depth_mm, round(high, 6)

    @property
    def outline(self) -> Polygon:
        """The outline on the bed; the edges lean inward above it."""
        return lid_plan(self)

    def height_over(self, region: BaseGeometry) -> float:
        """The height over a region; lower where there is no ridge."""
        ridge = affinity.scale(ridge_plan(self.ridge), 1, -1, origin=(0, 0)) if self.ridge else Polygon()
        return self.extent_mm[2] if ridge.intersects(region) else self.top_mm

    @property
    def plate_mm(self) -> float:
        """Thickness of its plate."""
        return self.top_mm

    @property
    def rest(self) -> str:
        """The underside."""
        return "the underside"

    def signs(self) -> BaseGeometry:
        """Its title, and the hollow for a thumb."""
        return affinity.scale(unary_union([self.face.relief(), self.thumb]), 1, -1, origin=(0, 0))

    def obstacles(self) -> tuple[BaseGeometry, BaseGeometry]:
        """Dovetails keep clear of the edges and of recesses in the top, which seams avoid if they can."""
        middle = rectangle(self.inner_width_mm - 2 * self.top_mm, self.inner_depth_mm - 2 * self.top_mm, 0.0)
        signs = self.signs()
        return unary_union([self.outline.difference(middle), signs]), signs.buffer(self.foot_relief_mm + SIGN_MM)

    def ready(self, lines: Sequence[Line], joint: Joint) -> SlidingLidSpec:
        """The lid without its thumb hollow if a seam would cross it."""
        through = self.thumb.intersects(band(lines, joint, self.foot_relief_mm))
        return super().ready(lines, joint) if not through else replace(super().ready(lines, joint), thumb=Polygon())
