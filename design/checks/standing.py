"""How firmly a number board stands on the table with its cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from design.config.fields import limits
from design.config.loading import Config, Loaded
from design.config.settings import NumberBoard, Tile
from design.context import settings_of
from design.families.number_board.geometry import Standings, cards
from design.families.number_board.geometry import board as board_of
from rules.errors import DesignError, Problem
from rules.game import Game

TIP_DEG = 25.0
"""Least lean at which a board may tip."""
TILE_TIP_DEG = 10.0
"""Least lean at which a tile by itself may tip: a little more than for a domino of 48 x 24 x 7.5 mm on its end
(9 degrees), which is pushed over on purpose.
"""
EDGE_MM = 0.4
"""Chamfers around a tile's faces: each makes its foot narrower on one side."""


def standing_problems(loaded: Loaded, stands: Standings = cards) -> Iterator[Problem]:
    """Boards that tip over at a touch."""
    angle = tip_angle_deg(loaded.config, stands)
    if angle < TIP_DEG:
        yield Problem(
            loaded.where("number_board.connector_foot_mm"),
            f"the board with its {stands(loaded.config).section}s would tip at {angle:.0f} degrees, and must stand to "
            f"{TIP_DEG:g}; {_least_foot(loaded.config, stands)}",
        )


def _least_foot(config: Config, stands: Standings) -> str:
    """What to do about a board that tips: the least foot that holds it, if any does."""
    _, most = limits(NumberBoard.model_fields["connector_foot_mm"])
    for foot in range(math.ceil(config.number_board.connector_foot_mm), math.floor(most) + 1):
        deeper = config.number_board.model_copy(update={"connector_foot_mm": float(foot)})
        if tip_angle_deg(config.model_copy(update={"number_board": deeper}), stands) >= TIP_DEG:
            return f"make it {foot} mm at least"
    return f"no foot up to {most:g} mm holds it: make what stands in the board lower, or the plates heavier"


def tile_problems(loaded: Loaded, games: Sequence[Game], _: object) -> Iterator[Problem]:
    """Tiles that fall over at a touch before they stand in their board."""
    for item in (one for game in games for one in game.components if one.family == "tile"):
        try:
            tile = settings_of(loaded.config, item)
        except DesignError:
            continue  # planning says what is wrong with its figures
        angle = tile_tip_deg(tile)
        if angle >= TILE_TIP_DEG:
            continue
        least = 2 * (tile.height_mm / 2 * math.tan(math.radians(TILE_TIP_DEG)) + EDGE_MM)
        own = isinstance(item.spec, dict)
        yield Problem(
            f"{item.id} spec.thickness_mm = {tile.thickness_mm:g}" if own else loaded.where("tile.thickness_mm"),
            f"a tile of {tile.height_mm:g} mm would tip at {angle:.1f} degrees, and must stand to {TILE_TIP_DEG:g}; "
            f"make it {math.ceil(10 * least) / 10:g} mm thick at least, or lower",
        )


def tile_tip_deg(tile: Tile) -> float:
    """How far a tile by itself, as a block of even weight, leans before it tips over its lower edge, in degrees."""
    return math.degrees(math.atan2(tile.thickness_mm / 2 - EDGE_MM, tile.height_mm / 2))


def tip_angle_deg(config: Config, stands: Standings = cards) -> float:
    """Tipping angle of the board with five cards or tiles, over the edge of its foot, in degrees.

    Plates, connectors (as blocks of half the foot's depth) and what stands in the board count as boxes of even weight.
    """
    board, standing = config.number_board, stands(config)
    geometry = board_of(config, standing)
    length, foot = geometry.plate_length_mm, geometry.foot_mm
    plates = 2 * length * board.plate_height_mm * board.plate_thickness_mm * config.printer.density_g_cm3
    ends = 2 * (board.end_length_mm + board.connector_wall_mm) * foot * board.plate_height_mm / 2
    ends *= config.printer.density_g_cm3
    five = 5 * standing.width_mm * standing.height_mm * standing.thick_mm * standing.density_g_cm3
    centre = ((plates + ends) * board.plate_height_mm / 2 + five * standing.height_mm / 2) / (plates + ends + five)
    return math.degrees(math.atan2(foot / 2 - config.printer.foot_relief_mm, centre))
