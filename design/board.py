"""The number board's geometry: every figure that plates, connectors, cards and checks share.

Board coordinates: X from the owner's left to right, Y from the owner (-) to the table (+), Z up from the
table, the origin in the middle of the channel. Plates and cards stand on z = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from design.config import Config

PLACES = 5
BACK_RIM_MM = 0.4
"""Chamfer around a plate's back: it leads the plate into its slot and clears the foot of the connector's tongue."""


@dataclass(frozen=True)
class Key:
    """A key of a connector: a rib on the tongue, in one of the slots, that only the right plate has a groove for.

    The groove is in the plate's back, which is up in print: a channel without a roof, so nothing has to be bridged.
    `at_mm` is the distance of its middle from the plate's end, `height_mm` how far it reaches up from the
    table: it ends below the top, so that a plate upside down sits on it.
    """

    at_mm: float
    width_mm: float
    depth_mm: float
    height_mm: float


@dataclass(frozen=True)
class Board:
    """Derived sizes of the number board, in mm."""

    pitch_mm: float
    plate_length_mm: float
    plate_height_mm: float
    plate_thickness_mm: float
    tongue_mm: float
    channel_mm: float
    slot_mm: float
    slot_depth_mm: float
    spacer_height_mm: float
    key_owner: Key
    key_table: Key

    @property
    def places_x(self) -> tuple[float, ...]:
        """The middles of the places for cards, from the owner's left, the board's middle at 0."""
        return tuple((place - (PLACES - 1) / 2) * self.pitch_mm for place in range(PLACES))

    @property
    def borders_x(self) -> tuple[float, ...]:
        """The borders between two places, where the spacers stand."""
        return tuple((place - PLACES / 2 + 1) * self.pitch_mm for place in range(PLACES - 1))


def board(config: Config) -> Board:
    """The number board that follows from card, fits and board settings.

    The channel's figures: the tongue between a connector's slots is what keeps the plates apart when both
    lean inward; it is a proper wall and leaves the card its clearance. The spacers of the two plates face
    each other; together they leave the card its clearance too, and never more than the tongue.
    """
    card, gaps, settings = config.card, config.clearances, config.number_board
    layer = config.printer.whole_layers
    tight = card.stock_mm + 2 * gaps.card_channel_clearance_mm
    spacer = layer(tight / 2)
    tongue = round(max(settings.connector_tongue_mm, 2 * spacer), 6)
    pitch = round(card.outer_width_mm + 2 * gaps.card_place_clearance_mm + settings.spacer_width_mm, 6)
    key_height = round(0.6 * settings.plate_height_mm, 6)

    def key(share: float) -> Key:
        at = round(share * settings.end_length_mm, 6)
        return Key(at, settings.key_width_mm, settings.key_depth_mm, key_height)

    return Board(
        pitch_mm=pitch,
        plate_length_mm=round(PLACES * pitch + 2 * settings.end_length_mm, 6),
        plate_height_mm=settings.plate_height_mm,
        plate_thickness_mm=settings.plate_thickness_mm,
        tongue_mm=tongue,
        channel_mm=round(tongue + 2 * gaps.connector_slot_clearance_mm, 6),
        slot_mm=round(settings.plate_thickness_mm + 2 * gaps.connector_slot_clearance_mm, 6),
        slot_depth_mm=settings.end_length_mm,
        spacer_height_mm=spacer,
        key_owner=key(0.31),
        key_table=key(0.69),
    )
