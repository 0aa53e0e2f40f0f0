"""Design rules for the number board: its plates, its connectors, and whether they fit together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.checks.standing import standing_problems
from design.config.derived import core_mm
from design.config.loading import Config, Loaded
from design.config.printer import Printer
from design.families.number_board.geometry import Board, Standings, cards, standings
from design.families.number_board.geometry import board as board_of
from design.parts.splitting.borders import Cut, beside_spacer_mm, plate_cuts
from design.parts.splitting.split import joint_of
from rules.errors import Problem
from rules.game import Game

KEYS_APART_MM = 0.2
"""Gap between the grooves of both keys, beyond their clearances, so that a wrong plate does not go in."""
FLARE_MM = 0.5
"""Least overhang of a connector's foot on each side: with less, its arc has no room."""


def number_board_problems(loaded: Loaded, games: Sequence[Game], _: object) -> Iterator[Problem]:
    """Problems of the board for each kind of thing that stands in the games' boards."""
    for stands in dict.fromkeys(standings(game) for game in games if "plate" in game.families):
        yield from board_problems(loaded, stands)


def board_problems(loaded: Loaded, stands: Standings = cards) -> Iterator[Problem]:
    """Sizes of the board that contradict each other, the sizes of what stands in it, or the printer's."""
    yield from _plates(loaded, stands)
    yield from _keys(loaded)
    yield from _foot(loaded, stands)
    yield from _bed(loaded, stands)
    yield from standing_problems(loaded, stands)


def _plates(loaded: Loaded, stands: Standings) -> Iterator[Problem]:
    """Recesses in a plate leave a wall, and the plate does not hide what a card or a tile shows."""
    config = loaded.config
    section = stands(config).section
    board, shown, printer = config.number_board, getattr(config, section), config.printer
    core = core_mm(printer.nozzle_mm, printer.layer_mm)
    room = board.plate_thickness_mm - core
    if printer.whole_layers(board.digit_depth_mm) + printer.whole_layers(board.symbol_depth_mm) > room + 1e-9:
        yield Problem(
            loaded.where("number_board.digit_depth_mm"),
            f"with symbol_depth_mm {board.symbol_depth_mm:g} must be at most {room:g} mm in a plate of "
            f"{board.plate_thickness_mm:g} mm, so that {core:g} mm are left between them; make the plate thicker",
        )
    if board.key_depth_mm > room + 1e-9:
        yield Problem(
            loaded.where("number_board.key_depth_mm"),
            f"must be at most {room:g} mm (number_board.plate_thickness_mm less a wall of {core:g}); make the plate thicker",
        )
    window = 0.7 * shown.height_mm - 0.31 * shown.width_mm
    if board.plate_height_mm > window:
        yield Problem(
            loaded.where("number_board.plate_height_mm"),
            f"must be at most {window:.1f} mm for {section}s of {shown.height_mm:g} mm, or the plate hides their shape",
        )


def _keys(loaded: Loaded) -> Iterator[Problem]:
    """Keys keep a wrong plate out, each in its own place within the slot."""
    board, gaps = loaded.config.number_board, loaded.config.clearances
    if board.key_depth_mm < 3 * gaps.connector_slot_clearance_mm - 1e-9:
        least = 3 * gaps.connector_slot_clearance_mm
        yield Problem(
            loaded.where("number_board.key_depth_mm"),
            f"must be at least {least:g} mm (3 x fits.connector_slot_clearance_mm), or a wrong plate slips past the key",
        )
    apart = 0.38 * board.end_length_mm - board.key_width_mm - gaps.connector_key_clearance_mm
    if apart < gaps.connector_key_clearance_mm + KEYS_APART_MM:
        least = (board.key_width_mm + 2 * gaps.connector_key_clearance_mm + KEYS_APART_MM) / 0.38
        yield Problem(
            loaded.where("number_board.end_length_mm"),
            f"must be at least {least:.1f} mm, so that both keys have their own place",
        )
    # The key of the table's plate lies farther from the slot's bottom, by the plate's play at its end.
    key = board_of(loaded.config).key_table
    mouth = board.end_length_mm - gaps.connector_end_clearance_mm - key.at_mm - key.width_mm / 2
    if mouth < -1e-9:
        share = 1 - key.at_mm / board.end_length_mm
        least = (gaps.connector_end_clearance_mm + key.width_mm / 2) / share
        yield Problem(
            loaded.where("number_board.end_length_mm"),
            f"must be at least {least:.1f} mm for a key of {key.width_mm:g} mm and fits.connector_end_clearance_mm "
            f"{gaps.connector_end_clearance_mm:g}, or the key stands out of the slot's mouth",
        )


def _foot(loaded: Loaded, stands: Standings) -> Iterator[Problem]:
    """A foot is as deep as the connector's body, or stands out far enough to be a foot."""
    geometry, foot = board_of(loaded.config, stands(loaded.config)), loaded.config.number_board.connector_foot_mm
    # Anything thicker than a card makes body and foot equally deeper: the configured figure is for a board of cards.
    body = _body_mm(loaded.config, geometry) - (geometry.foot_mm - foot)
    where = loaded.where("number_board.connector_foot_mm")
    if foot < body - 1e-9:
        yield Problem(where, f"must be at least {body:.1f} mm, the connector's own depth")
    elif 1e-9 < (foot - body) / 2 < FLARE_MM:
        yield Problem(
            where, f"must be at least {body + 2 * FLARE_MM:.2f} mm, {FLARE_MM:g} mm beyond the connector's own depth each side"
        )


def _body_mm(config: Config, geometry: Board) -> float:
    """Depth of a connector without its foot: the tongue, two slots and two walls."""
    return 2 * (config.number_board.connector_wall_mm + geometry.slot_mm) + geometry.tongue_mm


def _bed(loaded: Loaded, stands: Standings) -> Iterator[Problem]:
    """Plates fit on the bed, split if need be."""
    config = loaded.config
    if plate_cuts_of(config, stands) is not None:
        return
    least, section = _places_mm(config, stands), stands(config).section
    yield Problem(
        loaded.where(f"{section}.width_mm"),
        f"must be at most {_widest(config, stands):.1f} mm: a plate cut between any two places has a piece of {least:.1f} x "
        f"{config.number_board.plate_height_mm:g} mm, and the usable bed is {bed_text(config.printer)}; "
        f"take smaller {section}s or a larger bed",
    )


def _widest(config: Config, stands: Standings) -> float:
    """The widest card or tile whose plates still fit on the bed, split if need be, in steps of 0.1 mm; 0 if there is none."""
    section = stands(config).section
    settings = getattr(config, section)
    for tenths in range(round(10 * settings.width_mm), 0, -1):
        narrower = settings.model_copy(update={"width_mm": tenths / 10})
        if plate_cuts_of(config.model_copy(update={section: narrower}), stands) is not None:
            return tenths / 10
    return 0.0


def _places_mm(config: Config, stands: Standings) -> float:
    """The longest piece of a plate cut at every border: an end and a place, up to the seam beyond the spacer."""
    board, joint = board_of(config, stands(config)), joint_of(config.printer, config.clearances.split_joint_clearance_mm)
    beside = beside_spacer_mm(config.number_board.spacer_width_mm, joint)
    return board.plate_length_mm / 2 + board.borders_x[0] - beside


def bed_text(printer: Printer) -> str:
    """The usable bed: `210 x 210 mm (printer.preset ender-3)`."""
    return f"{printer.usable_width_mm:g} x {printer.usable_depth_mm:g} mm (printer.preset {printer.preset})"


def plate_cuts_of(config: Config, stands: Standings = cards) -> tuple[Cut, ...] | None:
    """Where a plate is cut so that its pieces fit on the bed; none if it fits whole, None if no cuts help."""
    board, joint = board_of(config, stands(config)), joint_of(config.printer, config.clearances.split_joint_clearance_mm)
    beside = beside_spacer_mm(config.number_board.spacer_width_mm, joint)
    return plate_cuts(board.plate_length_mm, board.plate_height_mm, board.borders_x, beside, config.printer, joint)
