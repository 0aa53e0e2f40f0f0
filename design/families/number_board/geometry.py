"""The number board's geometry: every figure shared by plates, connectors, cards and checks.

Board coordinates: X points from the owner's left to right, Y from the owner (-) to the table (+), Z up from the
table. The origin is the middle of the channel. Plates and cards stand on z = 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from design.config.loading import Config
from design.context import Context
from design.parts.boards.number_board import Key
from rules.game import Game

PLACES = 5
PAPER_DENSITY_G_CM3 = 1.2
"""Worst case, heavy coated card stock: 0.30 mm of it weighs 360 g per square metre."""
SPACER_MOST_MM = 2.0
"""Greatest height of spacers between tiles: tiles keep the plates apart, and flatter plates lie closer in the box."""


@dataclass(frozen=True)
class Standing:
    """What stands in the places of a board: its size as inserted, and its density.

    `section` is the configuration's section with its figures.
    """

    width_mm: float
    height_mm: float
    thick_mm: float
    density_g_cm3: float
    section: str


def cards(config: Config) -> Standing:
    """Cards of paper in their sleeves."""
    card = config.card
    return Standing(card.outer_width_mm, card.outer_height_mm, card.stock_mm, PAPER_DENSITY_G_CM3, "card")


def tiles(config: Config) -> Standing:
    """Plastic tiles, with the relief on their fronts."""
    tile, layer = config.tile, config.printer.whole_layers
    thick = round(layer(tile.thickness_mm) + layer(tile.relief_mm), 6)
    return Standing(tile.width_mm, tile.height_mm, thick, config.printer.density_g_cm3, "tile")


Standings = Callable[[Config], Standing]


def standings(game: Game) -> Standings:
    """What stands in a game's boards: its tiles, or its cards if it has no tiles."""
    return tiles if "tile" in game.families else cards


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
    foot_mm: float
    key_owner: Key
    key_table: Key

    @property
    def places_x(self) -> tuple[float, ...]:
        """The middles of the places for cards, from the owner's left; the board's middle is 0."""
        return tuple((place - (PLACES - 1) / 2) * self.pitch_mm for place in range(PLACES))

    @property
    def borders_x(self) -> tuple[float, ...]:
        """The borders between places, where the spacers stand."""
        return tuple((place - PLACES / 2 + 1) * self.pitch_mm for place in range(PLACES - 1))


def board(config: Config, standing: Standing | None = None) -> Board:
    """The number board that follows from what stands in it (cards by default), fits and board settings.

    The channel's figures: the tongue between a connector's slots keeps the plates apart when both lean
    inward; it is a proper wall and leaves the card its clearance. The spacers of the two plates face
    each other; together they too leave the card its clearance, and never more than the tongue. Anything
    thicker than a card makes the connectors' feet deeper by the same amount.
    """
    gaps, settings, card = config.clearances, config.number_board, cards(config)
    stands = standing or card
    (spacer, tongue), (_, usual) = (_channel(config, one) for one in (stands, card))
    pitch = round(stands.width_mm + 2 * gaps.card_place_clearance_mm + settings.spacer_width_mm, 6)
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
        foot_mm=round(settings.connector_foot_mm + max(0.0, tongue - usual), 6),
        key_owner=key(0.31),
        key_table=key(0.69),
    )


def _channel(config: Config, stands: Standing) -> tuple[float, float]:
    """Height of a spacer and width of a connector's tongue for what stands in the channel."""
    tight = round(stands.thick_mm + 2 * config.clearances.card_channel_clearance_mm, 6)
    # Cards are too soft to keep plates apart.
    most = tight / 2 if stands.section == "card" else SPACER_MOST_MM
    spacer = config.printer.whole_layers(min(tight / 2, most))
    return spacer, round(max(config.number_board.connector_tongue_mm, 2 * spacer, tight), 6)


def board_of(context: Context) -> Board:
    """The number board of a context's game, for what stands in it."""
    return board(context.config, standings(context.bill.game)(context.config))
