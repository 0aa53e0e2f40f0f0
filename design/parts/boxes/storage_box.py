"""The specification of the storage box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.faces.filaments import Filament
from design.graphics.polygons import rectangle
from design.parts.boxes.box_part import BoxPartSpec
from design.parts.part_spec import FreeWall, Size
from design.parts.splitting.dovetails import PAD_MM, Joint, Line, pad_outline

OVER_ALL = 0.9
"""Papers over this share of a box leave no walls between stores to brace the outer ones."""


@dataclass(frozen=True)
class Well:
    """A store of the box: `x_mm`, `y_mm` its lower left corner from the tray's middle.

    `label` names what it holds, `holds` each piece with its count. `windows` are openings in its floor, in
    the tray's coordinates, through which a finger pushes the pieces up.
    """

    label: str
    x_mm: float
    y_mm: float
    width_mm: float
    depth_mm: float
    holds: tuple[tuple[str, int], ...]
    windows: tuple[Polygon, ...]


@dataclass(frozen=True)
class SnapFit:
    """A ridge along a lid's lip, or the groove for it in a box's wall, at the front and at the back alike.

    `x_mm` is its middle, `below_rim_mm` its height below the rim, `out_mm` how far it reaches beyond the face.
    """

    x_mm: float
    below_rim_mm: float
    out_mm: float
    length_mm: float


@dataclass(frozen=True)
class Recess:
    """Where papers lie in the rim, flush with it: `deep_mm` below the rim the walls between the stores end.

    `x_mm`, `y_mm` is its lower left corner from the tray's middle. `slivers` are bits of wall beside it that
    would be too thin to print and end as low.
    """

    label: str
    x_mm: float
    y_mm: float
    width_mm: float
    depth_mm: float
    deep_mm: float
    slivers: MultiPolygon = MultiPolygon()  # noqa: RUF009 - shapely's shapes never change


@dataclass(frozen=True)
class Rails:
    """Grooves that a sliding lid runs in, in the front, the back and the left wall; the right wall ends below the lid.

    Heights are from where the lid lies, on top of the walls between the stores. A groove goes `deep_mm` into its wall,
    upright for `land_mm`, and from there its roof leans back over the lid; the walls end at `high_mm`, flush with it. To
    the right of `end_mm`, from the tray's middle, front and back wall end as low as the right one.

    Pads of `pad_mm` stand out of the grooves in front and back wall, and out of the lid's edges, around the same `pads_x`
    (the tray's coordinates): closed, they leave the lid little play upward; on the way a pad only passes another.
    """

    deep_mm: float
    land_mm: float
    high_mm: float
    end_mm: float
    pad_mm: float = 0.0
    pads_x: tuple[float, ...] = ()


@dataclass(frozen=True)
class TraySpec(BoxPartSpec):
    """The storage box: `inner_*` is the room inside its walls, from the floor up to the rim, which is what the lid lies on.

    Walls between stores reach the rim, so that the lid closes each store; they end lower where papers lie in
    `recesses`, and `lip_room_mm` below the rim along the outer walls, `lip_ring_mm` wide, where the lid's lip goes.
    `corner_mm` is the radius of the corners inside, `thumb_mm` that of the half-moons in the rim at the front
    and the back, where the lid is lifted; their middle is at `thumb_x_mm`. `pads` thicken the walls outside
    where a split box is joined. With a sliding lid there is no lip and no half-moon: `rails` stand on the rim.
    """

    inner_width_mm: float
    inner_depth_mm: float
    inner_height_mm: float
    lip_room_mm: float
    lip_ring_mm: float
    wall_mm: float
    floor_mm: float
    corner_mm: float
    thumb_mm: float
    wells: tuple[Well, ...]
    recesses: tuple[Recess, ...]
    foot_relief_mm: float
    thumb_x_mm: float = 0.0
    pads: tuple[Polygon, ...] = ()
    snap_fits: tuple[SnapFit, ...] = ()
    rails: Rails | None = None
    filaments: tuple[Filament, ...] = ()

    rail_side: ClassVar[int] = -1
    """Pads of the rails stand into its room."""

    @property
    def rim_mm(self) -> float:
        """Height of the lid's support above the table."""
        return round(self.floor_mm + self.inner_height_mm, 6)

    @property
    def joined_wall_mm(self) -> float:
        """Wall thickness available over the whole height: the dovetails of a split box keep out of a groove."""
        return round(self.wall_mm - (self.rails.deep_mm if self.rails else 0.0), 6)

    @property
    def height_mm(self) -> float:
        """Height of the box without its lid."""
        return round(self.rim_mm + (self.rails.high_mm if self.rails else 0.0), 6)

    @property
    def extent_mm(self) -> Size:
        """Its outer size without the pads of a split box, and its height without the lid."""
        width, depth = (inner + 2 * self.wall_mm for inner in (self.inner_width_mm, self.inner_depth_mm))
        return width, depth, self.height_mm

    @property
    def outline(self) -> Polygon:
        """Its walls with their pads."""
        width, depth, _ = self.extent_mm
        found: Polygon = unary_union([rectangle(width, depth, self.corner_mm + self.wall_mm), *self.pads])
        return found

    @property
    def foot_chamfer_mm(self) -> float:
        """Its foot's."""
        return self.foot_relief_mm

    @property
    def free_walls(self) -> tuple[FreeWall, ...]:
        """Above the rim a wall is what a groove leaves of it; beside a board nothing holds it from where that lies up."""
        high, key = self.rails.high_mm if self.rails else self.lip_room_mm, "storage_box.wall_mm"
        return FreeWall(key, self.joined_wall_mm, high), FreeWall(key, self.wall_mm, self._beside_boards_mm())

    def _beside_boards_mm(self) -> float:
        """How high the outer walls stand free beside what lies over all stores, a board as a rule; 0 without one."""
        room = OVER_ALL * self.inner_width_mm * self.inner_depth_mm
        over = [one.deep_mm for one in self.recesses if one.width_mm * one.depth_mm >= room]
        return max(over, default=0.0) + (self.rails.high_mm if self.rails and over else 0.0)

    def pad_mm(self, joint: Joint) -> float:
        """How far its walls are thickened outside at a seam."""
        return joint.pad_mm(self.joined_wall_mm)

    def obstacles(self) -> tuple[BaseGeometry, BaseGeometry]:
        """Dovetails keep clear of walls and openings; seams had better meet few of either."""
        stores = [box(one.x_mm, one.y_mm, one.x_mm + one.width_mm, one.y_mm + one.depth_mm) for one in self.wells]
        inside = rectangle(self.inner_width_mm, self.inner_depth_mm, 0.0)
        openings = unary_union([window for well in self.wells for window in well.windows])
        walls = self.outline.difference(unary_union(stores))
        # Between a seam and an opening no sliver is to be left.
        beside = openings.buffer(self.wall_mm / 2)
        return unary_union([walls, openings]), unary_union([walls.intersection(inside), beside])

    def ready(self, lines: Sequence[Line], joint: Joint) -> TraySpec:
        """The box with its walls thickened at the seams, and its half-moons beside them."""
        wall_y = self.inner_depth_mm / 2 + self.wall_mm
        places = [line[0][0] + joint.reach_mm for line in lines]
        pads = tuple(pad_outline(x, side, wall_y, joint, self.joined_wall_mm) for x in places for side in (-1, 1))
        room = joint.reach_mm + PAD_MM + self.pad_mm(joint) + self.thumb_mm + 1.0
        most = int(self.inner_width_mm / 2 - self.thumb_mm - self.corner_mm)
        free = [x for x in range(-most, most + 1) if all(abs(x - place) >= room for place in places)]
        return replace(self, pads=pads, thumb_x_mm=float(min(free, key=lambda x: (abs(x), x), default=0)))
