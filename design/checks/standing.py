"""How firmly a number board stands on the table with its cards."""

from __future__ import annotations

import math
from collections.abc import Iterator

from design.board import board as board_of
from design.config import Config, Loaded
from rules.errors import Problem

TIP_DEG = 25.0
"""What stands goes no farther than this before it tips."""
PAPER_DENSITY_G_CM3 = 1.2
"""Heavy coated card stock, the worst case: 0.30 mm of it weighs 360 g a square metre."""


def standing_problems(loaded: Loaded) -> Iterator[Problem]:
    """A board that tips over at a touch."""
    angle = tip_angle_deg(loaded.config)
    if angle < TIP_DEG:
        yield Problem(
            loaded.where("number_board.connector_foot_mm"),
            f"the board with its cards would tip at {angle:.0f} degrees, and must stand to {TIP_DEG:g}; make the foot deeper",
        )


def tip_angle_deg(config: Config) -> float:
    """How far the board with five cards leans before it tips over the foot's edge, in degrees.

    Plates, connectors (as blocks of half the foot's depth) and cards by their boxes' masses.
    """
    board, card, length = config.number_board, config.card, board_of(config).plate_length_mm
    plates = 2 * length * board.plate_height_mm * board.plate_thickness_mm * config.printer.density_g_cm3
    ends = 2 * (board.end_length_mm + board.connector_wall_mm) * board.connector_foot_mm * board.plate_height_mm / 2
    ends *= config.printer.density_g_cm3
    cards = 5 * card.outer_width_mm * card.outer_height_mm * card.stock_mm * PAPER_DENSITY_G_CM3
    centre = ((plates + ends) * board.plate_height_mm / 2 + cards * card.outer_height_mm / 2) / (plates + ends + cards)
    return math.degrees(math.atan2(board.connector_foot_mm / 2 - config.printer.foot_relief_mm, centre))
