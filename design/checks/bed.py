"""The printer's bed in words, and where a plate is cut to lie on it."""

from __future__ import annotations

from design.board import Standings, cards
from design.board import board as board_of
from design.config import Config
from design.printer import Printer
from design.splitting import Cut, beside_spacer_mm, joint_of, plate_cuts


def bed_text(printer: Printer) -> str:
    """The usable bed: `210 x 210 mm (printer.preset ender-3)`."""
    return f"{printer.usable_width_mm:g} x {printer.usable_depth_mm:g} mm (printer.preset {printer.preset})"


def plate_cuts_of(config: Config, stands: Standings = cards) -> tuple[Cut, ...] | None:
    """Where a plate is cut so that its pieces lie on the bed; none where it fits whole, None where no cuts do."""
    board, joint = board_of(config, stands(config)), joint_of(config.printer, config.clearances.split_joint_clearance_mm)
    beside = beside_spacer_mm(config.number_board.spacer_width_mm, joint)
    return plate_cuts(board.plate_length_mm, board.plate_height_mm, board.borders_x, beside, config.printer, joint)
