"""Resolved specifications of the storage box and its lid, lift-off or sliding."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import MultiPolygon, Polygon

from design.faces.face import Face
from design.faces.filaments import Filament


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
class TraySpec:
    """The storage box: `inner_*` is the room inside its walls, from the floor up to the rim, which is what the lid lies on.

    Walls between stores reach the rim, so that the lid closes each store; they end lower where papers lie in
    `recesses`, and `lip_room_mm` below the rim along the outer walls, `lip_ring_mm` wide, where the lid's lip goes.
    `corner_mm` is the radius of the corners inside, `thumb_mm` that of the half-moons in the rim at the front
    and the back, where the lid is lifted; their middle is at `thumb_x_mm`. `pads` thicken the walls outside
    where a split box is joined. With a sliding lid there is no lip and no half-moon: `rails` stand on the rim.
    """

    name: str
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

    @property
    def rim_mm(self) -> float:
        """Height of what the lid lies on, from the table."""
        return round(self.floor_mm + self.inner_height_mm, 6)

    @property
    def joined_wall_mm(self) -> float:
        """What an outer wall has through its whole height: the hooks of a split box keep out of a groove."""
        return round(self.wall_mm - (self.rails.deep_mm if self.rails else 0.0), 6)

    @property
    def height_mm(self) -> float:
        """Height of the box without its lid."""
        return round(self.rim_mm + (self.rails.high_mm if self.rails else 0.0), 6)


@dataclass(frozen=True)
class LidSpec:
    """The lift-off lid: a plate of the box's outline with a lip that goes into it, and the game's title on top."""

    name: str
    outer_width_mm: float
    outer_depth_mm: float
    corner_mm: float
    top_mm: float
    lip_outer_width_mm: float
    lip_outer_depth_mm: float
    lip_corner_mm: float
    lip_height_mm: float
    lip_wall_mm: float
    face: Face
    engrave_mm: float
    foot_relief_mm: float
    snap_fits: tuple[SnapFit, ...] = ()
    filaments: tuple[Filament, ...] = ()


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
class SlidingLidSpec:
    """The sliding lid: a plate whose edges run in the rails of the box, and at its right end a head as wide as the box.

    `inner_*`, `corner_mm` and `wall_mm` are the box's, `clearance_mm` the air beside the plate, each side. `thumb` is
    a hollow in its top, `thumb_mm` deep, where a thumb pushes it open. The middle of its outline is the origin, which is
    `shift_mm` to the right of the tray's.
    """

    name: str
    inner_width_mm: float
    inner_depth_mm: float
    corner_mm: float
    wall_mm: float
    rails: Rails
    clearance_mm: float
    face: Face
    engrave_mm: float
    thumb: Polygon
    thumb_mm: float
    foot_relief_mm: float
    ridge: Ridge | None = None
    filaments: tuple[Filament, ...] = ()

    @property
    def shift_mm(self) -> float:
        """Its middle, from the tray's, when it closes the box: right of it, or left where the number is negative."""
        return round((self.wall_mm - self.rails.deep_mm + self.clearance_mm) / 2, 6)

    @property
    def top_mm(self) -> float:
        """Its thickness."""
        return self.rails.high_mm

    @property
    def height_mm(self) -> float:
        """Its height as it is printed, with the ridge."""
        return round(self.top_mm + (self.ridge.high_mm if self.ridge else 0.0), 6)

    @property
    def outer_width_mm(self) -> float:
        """Its width, from the left groove to the outer face of the right wall."""
        return round(self.inner_width_mm + self.rails.deep_mm - self.clearance_mm + self.wall_mm, 6)

    @property
    def outer_depth_mm(self) -> float:
        """Its depth: that of the box."""
        return round(self.inner_depth_mm + 2 * self.wall_mm, 6)


AnyLid = LidSpec | SlidingLidSpec
