"""What the builders of markers, dominoes and boards of squares see."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.faces.face import Face
from design.faces.filaments import Filament


@dataclass(frozen=True)
class MarkerSpec:
    """A flat piece with two faces: the front raised by `raise_mm`, the back engraved by `engrave_mm`.

    In colours the back's ground reaches up to `seam_mm`, a whole layer, and the front's from there. In one filament it
    is printed in the colour `body`, where none is given in the front's ground.
    """

    name: str
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


@dataclass(frozen=True)
class DominoSpec:
    """A domino that stands both ways, its large faces engraved by `engrave_mm` and its edges by `side_mm`.

    `front` and `back` are its large faces, `side` the two long edges, `end` the two short ones, each as it is looked at
    with the upper end up (a `side` and an `end` are narrow, `thickness_mm` wide). The edges around the large faces are
    taken off by `edge_mm`: rounded around the front, up to `foot_mm` around the back, which lies on the bed. What is engraved
    in upright faces gets deeper in steps from its upper edge down, a step a layer of `layer_mm`.
    """

    name: str
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


@dataclass(frozen=True)
class SquaresSpec:
    """A board of squares: lines sunk into its top, and a seat for a token in each square.

    `top` shows the lines, `floors` what is sunk into the floors of the seats; both lie in the board's plan, its middle the
    origin. `seat` is a seat's outline and `middles` where seats are. `borders_x` are the lines between two columns, along
    which it may be split; it comes in `parts` at least.
    """

    name: str
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


SEAT_LEAD_MM = 0.4
"""Chamfer around a seat, at most: as that around a marker's top."""
