"""What people adjust: sizes of cards, boards, markers and the box, and the fits between mating parts.

Every fit is per side and named after its mates and its direction. Ranges come from design rules for
FDM with a 0.4 mm nozzle: walls of at least two lines, sliding fits of 0.2 to 0.3 mm per side.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from design.config.cutting import Punch
from design.config.fields import choice, measure
from design.config.printer import Printer
from rules.document import StrictModel


class Card(StrictModel):
    """Cards. 36 x 50 mm keeps a poker card's proportion; 25 fit one A4 or Letter sheet."""

    width_mm: float = measure(36, 20, 120, "width of a card")
    height_mm: float = measure(50, 30, 180, "height of a card")
    thickness_mm: float = measure(0.3, 0.1, 3, "thickness of the card stock")
    corner_mm: float = measure(3, 0, 10, "radius of the corners")
    sleeve: Literal["none", "standard", "premium", "own"] = choice(
        "none", "sleeves: none, standard (0.04 mm film), premium (0.09), or own with the three figures below"
    )
    sleeve_width_mm: float = measure(39, 20, 130, "outer width of an own sleeve")
    sleeve_height_mm: float = measure(53, 30, 190, "outer height of an own sleeve")
    sleeve_film_mm: float = measure(0.06, 0.02, 0.5, "thickness of one film of an own sleeve")

    @property
    def stock_mm(self) -> float:
        """Thickness of one card as stored: the stock plus both films of its sleeve."""
        return self.thickness_mm + 2 * (self.sleeve_film_mm if self.sleeve == "own" else SLEEVE_FILM_MM[self.sleeve])

    @property
    def outer_width_mm(self) -> float:
        """Width of a card in its sleeve."""
        return self.sleeve_width_mm if self.sleeve == "own" else self.width_mm + SLEEVE_BORDER_MM[self.sleeve]

    @property
    def outer_height_mm(self) -> float:
        """Height of a card in its sleeve."""
        return self.sleeve_height_mm if self.sleeve == "own" else self.height_mm + SLEEVE_BORDER_MM[self.sleeve]


class Tile(StrictModel):
    """Tiles: thick plastic ones that stand by themselves, or paper cards of the same size."""

    width_mm: float = measure(31, 20, 80, "width of a tile")
    height_mm: float = measure(44, 30, 100, "height of a tile")
    thickness_mm: float = measure(10, 4, 30, "thickness of a plastic tile without its relief: thicker ones stand more firmly")
    corner_mm: float = measure(3, 0, 10, "radius of the corners")
    relief_mm: float = measure(0.6, 0.2, 2, "how high the front is raised and how deep the back engraved")


SLEEVE_FILM_MM = {"none": 0.0, "standard": 0.04, "premium": 0.09}
"""Thickness of one film of a sleeve (makers' figures: 40 to 90 micrometres)."""
SLEEVE_BORDER_MM = {"none": 0.0, "standard": 3.0, "premium": 3.0}
"""How much a sleeve adds to a card's width and height: its seams and play."""


class Overview(StrictModel):
    """Each player's overview of actions: a card of standard size, so that it fits a sleeve."""

    width_mm: float = measure(63, 50, 105, "width")
    height_mm: float = measure(88, 70, 150, "height")
    corner_mm: float = measure(3, 0, 10, "radius of the corners")


class Fits(StrictModel):
    """Clearances, per side, for parts that go into each other."""

    connector_slot_clearance_mm: float = measure(0.2, 0.05, 0.6, "plate in a connector's slot, each face")
    connector_key_clearance_mm: float = measure(0.25, 0.05, 0.6, "key of a connector in a plate's groove, each side")
    connector_end_clearance_mm: float = measure(0.3, 0.05, 1, "plate's end to the bottom of the slot, each end")
    card_channel_clearance_mm: float = measure(0.25, 0.05, 2, "card between the plates, each face, at the tightest play")
    card_place_clearance_mm: float = measure(0.3, 0.1, 2, "card between two spacers, each edge")
    lid_clearance_mm: float = measure(0.2, 0.05, 0.6, "lift-off lid's lip inside the box, each side")
    sliding_lid_clearance_mm: float = measure(0.25, 0.1, 0.6, "sliding lid in its grooves, each side")
    store_clearance_mm: float = measure(0.6, 0.2, 3, "pieces in their store, each side")
    token_seat_clearance_mm: float = measure(0.4, 0.1, 2, "token in its seat on a board, each side")
    split_joint_clearance_mm: float = measure(0.15, 0.05, 0.4, "dovetail that joins the parts of a split piece, each side")


class NumberBoard(StrictModel):
    """The number board: two plates, numbers outward, held at both ends by connectors."""

    plate_height_mm: float = measure(20, 12, 80, "height of a plate; the card above it is the window")
    plate_thickness_mm: float = measure(2, 1.2, 6, "thickness of a plate")
    digit_height_mm: float = measure(12, 5, 40, "height of the numbers")
    digit_depth_mm: float = measure(0.6, 0.2, 3, "depth of the numbers in the front")
    symbol_depth_mm: float = measure(0.4, 0.2, 3, "depth of the symbols in the back")
    spacer_width_mm: float = measure(1, 0.8, 4, "width of the spacers between two places for cards")
    end_length_mm: float = measure(7.5, 5, 20, "length of a plate's end that stands in the connector")
    connector_wall_mm: float = measure(1.6, 0.8, 5, "walls of a connector")
    connector_tongue_mm: float = measure(1, 0.8, 5, "wall between a connector's two slots, at least: the channel's width")
    connector_foot_mm: float = measure(16, 10, 60, "depth of a connector's foot, from the owner to the table")
    key_width_mm: float = measure(1.2, 0.8, 3, "width of the key that lets only the right plate in")
    key_depth_mm: float = measure(1, 0.6, 3, "how far the key stands out")


class MarkerSize(StrictModel):
    """One sort of marker."""

    outline: Literal["circle", "square", "door", "star"] = choice("circle", "outline: circle, square, door or star")
    width_mm: float = measure(20, 12, 80, "width")
    height_mm: float = measure(20, 12, 80, "height")
    thickness_mm: float = measure(2.8, 1.2, 10, "thickness without what is raised")
    relief_mm: float = measure(0.6, 0.2, 2, "how high the front is raised and how deep the back engraved")
    punch: Punch = choice("none", "a hole punch to cut it with, which makes it a circle of that size: none, 25mm, 1in or 3/4in")


class Markers(StrictModel):
    """Markers and tokens, the same in plastic and on paper."""

    door: MarkerSize = MarkerSize(outline="door", width_mm=24, height_mm=32)
    score: MarkerSize = MarkerSize(outline="square")
    penalty: MarkerSize = MarkerSize(outline="circle")
    leader: MarkerSize = MarkerSize(outline="star", width_mm=36, height_mm=36, thickness_mm=4)
    guess: MarkerSize = MarkerSize(outline="circle", width_mm=26, height_mm=26)
    point: MarkerSize = MarkerSize(outline="circle", width_mm=18, height_mm=18, thickness_mm=2.4)
    token: MarkerSize = MarkerSize(outline="circle", width_mm=26, height_mm=26, thickness_mm=3.4)


class Domino(StrictModel):
    """Dominoes that stand on the short end and on the long side; 24 x 48 x 8 mm is the usual size for toppling."""

    width_mm: float = measure(24, 16, 60, "width: the height of one that stands on its long side")
    height_mm: float = measure(48, 28, 120, "height of one that stands upright")
    thickness_mm: float = measure(8, 5, 24, "thickness, along the line")
    corner_mm: float = measure(2, 0.5, 6, "radius of the corners of the large faces")
    edge_mm: float = measure(0.6, 0.2, 2, "chamfer of the edges around the large faces")
    relief_mm: float = measure(0.4, 0.2, 1.5, "depth of the numbers")
    gap_min_mm: float = measure(4, 0.5, 100, "smallest gap between two dominoes in a line at which each must topple the next")
    gap_max_mm: float = measure(18, 1, 120, "largest such gap")


class Die(StrictModel):
    """Dice with six faces."""

    edge_mm: float = measure(16, 12, 40, "length of an edge")
    corner_mm: float = measure(2, 0.5, 8, "radius of the edges that stand upright in print")
    rounding_mm: float = measure(1.2, 0.2, 4, "setback of the other edges: rounded above, chamfered below")
    relief_mm: float = measure(
        0.6, 0.2, 1.5, "depth of pips, numbers or icons; on upright faces at most one line of the nozzle"
    )

    @property
    def width_mm(self) -> float:
        """Width of the cube."""
        return self.edge_mm

    @property
    def height_mm(self) -> float:
        """Height of the cube."""
        return self.edge_mm

    @property
    def thickness_mm(self) -> float:
        """Thickness of the cube."""
        return self.edge_mm


class Squares(StrictModel):
    """Boards of squares with a seat for a token in each."""

    square_mm: float = measure(31, 16, 100, "side of a square, from the middle of a line to that of the next")
    border_mm: float = measure(4, 2, 30, "border around the squares")
    corner_mm: float = measure(4, 0, 20, "radius of the corners")
    thickness_mm: float = measure(3.6, 2, 12, "thickness of the board")
    seat_depth_mm: float = measure(1.2, 0.4, 6, "depth of the seat that a token lies in")
    line_mm: float = measure(1, 0.6, 3, "width of the lines between the squares")
    line_depth_mm: float = measure(0.4, 0.2, 2, "depth of the lines, and of numbers in seats")
    parts: int = Field(2, ge=1, le=5, description="least number of parts of a board of rows; more fit a smaller box")


class StorageBox(StrictModel):
    """The box that all of it fits in, sized from the bill."""

    wall_mm: float = measure(1.6, 0.8, 5, "outer walls")
    divider_mm: float = measure(1.2, 0.8, 4, "walls between two stores")
    floor_mm: float = measure(1.2, 0.6, 5, "floor of the box and top of the lid")
    lid: Literal["lift-off", "sliding"] = choice("lift-off", "lid: lift-off, with a lip that clicks in, or sliding, in grooves")
    lid_lip_mm: float = measure(3, 1.5, 10, "height of the lip that holds a lift-off lid in the box")
    lid_grip_mm: float = measure(0.15, 0, 0.4, "how far ridges of the lid reach into the box's walls: it clicks; 0 for none")
    headroom_mm: float = measure(1, 0.2, 10, "air above the highest stack")
    row_play_mm: float = measure(0.1, 0, 1, "air for each piece of a row on edge: printed heights add up along it")
    sort: Literal["kits", "kinds"] = choice("kits", "a store for each player's set (kits) or for each kind of piece (kinds)")


class TuckBox(StrictModel):
    """The tuck box of card, for the game made on paper: for those without a 3D printer."""

    card_mm: float = measure(0.35, 0.15, 0.8, "thickness of its card: 250 to 300 g/m2 has 0.3 to 0.4 mm")
    clearance_mm: float = measure(1, 0.2, 5, "air beside each stack, and above all of them")
    glue_flap_mm: float = measure(12, 6, 25, "width of the glue flaps")
    tuck_flap_mm: float = measure(16, 8, 30, "depth of the flaps that tuck in behind the front")


LEAST_MM = 0.02
"""Parts with a smaller gap than this touch once printed."""


def corrected(fits: Fits, printer: Printer) -> Fits:
    """The gaps between mates, per side: every fit plus the printer's `fit_correction_mm`.

    The only place where the correction is applied; solids, checks and inspection use this result.
    """
    gaps = {key: round(value + printer.fit_correction_mm, 6) for key, value in fits.model_dump().items()}
    # Ranges apply to configured values; the correction may take a gap outside them.
    return Fits.model_construct(**gaps)


def too_tight(fits: Fits, printer: Printer) -> Iterator[tuple[str, str]]:
    """The key of each fit that has no gap left after the correction, and what is wrong with it."""
    for key, gap in corrected(fits, printer).model_dump().items():
        if gap <= LEAST_MM:
            left = f"with printer.fit_correction_mm {printer.fit_correction_mm:g} a gap of {gap:g} mm is left"
            more = f"{round(LEAST_MM - printer.fit_correction_mm, 6):g}"
            yield key, f"{left}, must be more than {LEAST_MM:g} mm; set more than {more} mm, or correct by less"
