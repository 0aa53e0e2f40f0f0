"""Number boards as pieces: two plates and two connectors of plastic, or a strip of card to fold."""

from __future__ import annotations

from design.context import Context, Item, brief_of, settings_of
from design.faces.face import Face
from design.families.number_board.folding_board import folding_board
from design.families.number_board.geometry import board_of, standings
from design.families.number_board.plate import plate_back, plate_front
from design.families.number_board.trough import Trough, trough
from design.families.number_board.trough_board import parts_of, trough_board
from design.graphics.polygons import rectangle
from design.parts.boards.connector import ConnectorSpec
from design.parts.boards.number_board import BoardSide, Hand
from design.parts.boards.plate import PlateSpec
from rules.bill import Variant, piece_name


def number_plate(context: Context, item: Item, variant: Variant) -> PlateSpec:
    """A plate with a row of numbers; the owner's reads 1 to 5."""
    geometry, settings = board_of(context), context.config.number_board
    layer = context.config.printer.whole_layers
    trim = rectangle(geometry.plate_length_mm, geometry.plate_height_mm, 0.0)
    front_brief = brief_of(context, item, variant, "front")
    back_brief = brief_of(context, item, variant, "back")
    stroke = context.config.printer.stroke_mm
    return PlateSpec(
        name=piece_name(item.id, variant),
        side=BoardSide.OWNER if ascending(item) else BoardSide.TABLE,
        length_mm=geometry.plate_length_mm,
        height_mm=geometry.plate_height_mm,
        thickness_mm=geometry.plate_thickness_mm,
        front=plate_front(front_brief, trim, geometry.places_x, settings.digit_height_mm, stroke),
        back=plate_back(back_brief, trim, geometry.places_x, settings.spacer_width_mm, stroke),
        front_depth_mm=layer(settings.digit_depth_mm),
        back_depth_mm=layer(settings.symbol_depth_mm),
        spacers_x=geometry.borders_x,
        spacer_width_mm=settings.spacer_width_mm,
        spacer_height_mm=geometry.spacer_height_mm,
        key=geometry.key_owner if ascending(item) else geometry.key_table,
        groove_mm=context.config.clearances.connector_key_clearance_mm,
        channel_mm=geometry.channel_mm,
        foot_relief_mm=context.config.printer.foot_relief_mm,
    )


def board_connector(context: Context, item: Item, variant: Variant) -> ConnectorSpec:
    """The connector that holds two plates at one end."""
    geometry, settings = board_of(context), context.config.number_board
    return ConnectorSpec(
        name=piece_name(item.id, variant),
        hand=Hand(variant.values["hand"]),
        height_mm=geometry.plate_height_mm,
        slot_mm=geometry.slot_mm,
        slot_depth_mm=geometry.slot_depth_mm,
        plate_end_x_mm=geometry.plate_length_mm / 2,
        end_clearance_mm=context.config.clearances.connector_end_clearance_mm,
        tongue_mm=geometry.tongue_mm,
        wall_mm=settings.connector_wall_mm,
        foot_mm=geometry.foot_mm,
        key_owner=geometry.key_owner,
        key_table=geometry.key_table,
        foot_relief_mm=context.config.printer.foot_relief_mm,
    )


def board_of_card(context: Context, item: Item, variant: Variant) -> tuple[Face, None]:
    """The same board of card, folded like a tent."""
    settings = settings_of(context.config, item)
    stands = standings(context.bill.game)(context.config)
    owner, table = (brief_of(context, item, variant, side) for side in ("front", "back"))
    return folding_board(owner, table, settings.plate_height_mm, settings.digit_height_mm, stands.width_mm), None


def trough_of(context: Context, item: Item) -> Trough:
    """The sizes of a card board with a channel for what stands in the game's boards; it is made of the tuck box's card."""
    config = context.config
    stands = standings(context.bill.game)(config)
    height = settings_of(config, item).plate_height_mm
    clearance = config.clearances.card_channel_clearance_mm
    return trough(stands, board_of(context).pitch_mm, height, clearance, config.tuck_box.card_mm)


def trough_parts(context: Context, item: Item, variant: Variant, room: tuple[float, float]) -> list[Face]:
    """A card board with a channel: one face, or several if it fits on no page."""
    board = trough_of(context, item)
    owner, table = (brief_of(context, item, variant, side) for side in ("front", "back"))
    digit, paper = settings_of(context.config, item).digit_height_mm, context.config.colours.hex("paper")
    face = trough_board(owner, table, board, digit, paper, context.said.steps["trough-board"])
    return parts_of(face, board, room, context.said.glue_strip)


def ascending(item: Item) -> bool:
    """Whether a plate's row reads 1 2 3, as the owner's does."""
    return item.faces["front"].order == "ascending"
