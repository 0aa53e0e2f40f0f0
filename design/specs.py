"""Resolved specifications: all that a builder sees, so that a file's key follows from it alone."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.back_profile import STAYS, BackProfile
from design.board import Key
from design.box_specs import AnyLid, Catch, LidSpec, Rails, Recess, Ridge, SlidingLidSpec, TraySpec, Well
from design.cutting import Registration
from design.faces.face import Face
from design.filaments import Filament
from design.paper import Duplex, Orientation, PaperSize
from design.printer import Printer
from rules.figures import Band
from rules.words import ENGLISH

if TYPE_CHECKING:
    from design.stowage import Stowage


__all__ = [
    "AnyLid",
    "BedPart",
    "BedsSpec",
    "Catch",
    "ConnectorSpec",
    "Hand",
    "LidSpec",
    "MarkerSpec",
    "PlateSpec",
    "Rails",
    "Recess",
    "Ridge",
    "RuleSheetSpec",
    "SheetPiece",
    "SheetSpec",
    "Side",
    "SlidingLidSpec",
    "SplitSpec",
    "TraySpec",
    "Well",
]


class Hand(StrEnum):
    """The end of the board a connector stands at, from the owner's seat."""

    LEFT = "left"
    RIGHT = "right"


class Side(StrEnum):
    """The side of the board that a plate stands at: its front faces that way."""

    OWNER = "owner"
    TABLE = "table"


@dataclass(frozen=True)
class PlateSpec:
    """A plate of the number board. `front` and `back` have their own origins in the plate's middle.

    Spacers stand at `spacers_x` on the back, from the middle, seen from the front; `key` is the groove
    in the back at both ends, `groove_mm` its clearance a side. Backs stand `channel_mm` apart.
    """

    name: str
    side: Side
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


@dataclass(frozen=True)
class ConnectorSpec:
    """A connector: two slots, `tongue_mm` apart, each with the key of its plate on the tongue.

    The plates' ends stand `plate_end_x_mm` from the board's middle, `end_clearance_mm` before the slot's bottom.
    """

    name: str
    hand: Hand
    height_mm: float
    slot_mm: float
    slot_depth_mm: float
    plate_end_x_mm: float
    end_clearance_mm: float
    tongue_mm: float
    wall_mm: float
    foot_mm: float
    key_owner: Key
    key_table: Key
    foot_relief_mm: float
    filaments: tuple[Filament, ...] = ()

    @property
    def plan_mm(self) -> tuple[float, float]:
        """Length and depth of what it stands on: the foot reaches as far beyond the end wall as it does to either side."""
        body = 2 * (self.slot_mm + self.wall_mm) + self.tongue_mm
        out = max(0.0, (self.foot_mm - body) / 2)
        return round(self.slot_depth_mm + self.wall_mm + out, 6), round(body + 2 * out, 6)


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


@dataclass(frozen=True)
class SplitSpec:
    """One part of a piece that is longer than the bed: `number` from the lowest x, 0 for the first.

    `seams` lie in the plan of the whole as it is printed, from the lowest x, each the corners of its line;
    faces stand `clearance_mm` apart.
    """

    name: str
    whole: PlateSpec | TraySpec | AnyLid | SquaresSpec
    number: int
    seams: tuple[tuple[tuple[float, float], ...], ...]
    clearance_mm: float


@dataclass(frozen=True)
class SheetPiece:
    """A piece on a sheet: printed `copies` times, its back behind its front; a sticker has no back.

    One that is part of a larger piece names it in `whole`. Pieces of one `cell` share a grid although their outlines
    differ; without a name those of one outline do. `look` is a hash of what its sides show, but for the version that may
    stand on them.
    """

    name: str
    copies: int
    front: Face
    back: Face | None
    cell: str = ""
    look: str = ""
    whole: str = ""

    @property
    def faces(self) -> tuple[Face, ...]:
        """The sides that are printed, the front first."""
        return (self.front,) if self.back is None else (self.front, self.back)


@dataclass(frozen=True)
class SheetSpec:
    """Print-and-play sheets of one kind of piece on one paper, as PDF or as SVG.

    `paper` is upright, however sheets lie; `backs` is what is done to pages of backs before they are printed; `stock` is
    what to print on and what to glue with, in words; `called` says what components are called in the list of pieces.
    Both sides are glued on a board that is `backing_mm` thick, if there is one: no sheet goes through a printer twice then.
    """

    name: str
    game: str
    title: str
    paper: PaperSize
    duplex: Duplex
    margin_mm: float
    gap_mm: float
    front_bleed_mm: float
    back_bleed_mm: float
    pieces: tuple[SheetPiece, ...]
    credits: str
    orientation: Orientation = Orientation.BEST
    backs: BackProfile = STAYS
    version: str = ""
    registration: Registration | None = None
    stock: str = ""
    language: str = ENGLISH
    called: tuple[tuple[str, str], ...] = ()
    backing_mm: float = 0.0

    @property
    def cut_side(self) -> str:
        """The side that a machine cuts from: the front, unless its marks are on the back."""
        return self.registration.side if self.registration else "front"

    @property
    def cut_faces(self) -> frozenset[str]:
        """The names of the faces on that side."""
        backs = self.cut_side == "back"
        return frozenset(piece.back.name if backs and piece.back else piece.front.name for piece in self.pieces)

    @property
    def two_sided(self) -> bool:
        """Whether its sheets have backs."""
        return any(piece.back is not None for piece in self.pieces)

    @property
    def folded(self) -> bool:
        """Whether fronts and backs lie on one page, which is folded."""
        return self.duplex is Duplex.GUTTER_FOLD and self.two_sided


@dataclass(frozen=True)
class RuleSheetSpec:
    """The rule sheet: the rules' text with its figures, on one paper; `storage` is the filled box."""

    name: str
    game: str
    title: str
    source: str
    text: str
    paper: PaperSize
    faces: tuple[tuple[str, Face], ...]
    places_x: tuple[float, ...]
    players: int
    credits: str
    figures: tuple[tuple[str, tuple[Band, ...]], ...] = ()
    storage: Stowage | None = None
    version: str = ""
    language: str = ENGLISH


@dataclass(frozen=True)
class BedPart:
    """A part to lay on beds `copies` times: the path of its STL below the output folder, and what that is made from."""

    path: str
    piece: str
    copies: int
    filament: Filament
    spec: Any


@dataclass(frozen=True)
class BedsSpec:
    """All solid parts of a game on a printer's beds, `gap_mm` apart, each bed in one filament."""

    game: str
    printer: Printer
    gap_mm: float
    parts: tuple[BedPart, ...]
