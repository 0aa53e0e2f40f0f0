"""Boards of squares as pieces: of plastic with a seat in each square, and of paper in tiles."""

from __future__ import annotations

from shapely.geometry import Polygon

from design.config.settings import Squares
from design.context import Context, Item, brief_of, settings_of
from design.faces.face import Face, InkRole
from design.faces.trims import marker_trim
from design.families.squares.face import Grid, grid_of, squares_face, tiles, with_roles
from design.graphics.polygons import rectangle
from design.parts.boards.squares import SquaresSpec
from rules.bill import Variant, piece_name
from rules.errors import DesignError, Problem


def _board_face(context: Context, item: Item, variant: Variant) -> tuple[Face, Grid, Polygon]:
    """A board's face, its squares, and the outline of a seat: that of the token that lies in it, plus its clearance."""
    size: Squares = settings_of(context.config, item)
    shown = brief_of(context, item, variant, "front")
    grid = grid_of(item.id, shown.pattern, size.square_mm, size.border_mm)
    tokens = [one for one in context.bill.game.components if one.id in getattr(item, "mates", ()) and one.family == "marker"]
    if not tokens:
        raise DesignError(Problem(f"{item.id} mates", "must name the tokens that lie on it, which are markers"))
    token = settings_of(context.config, tokens[0])
    gap = context.config.clearances.token_seat_clearance_mm
    seat = marker_trim(token.outline, token.width_mm, token.height_mm).buffer(gap, join_style="mitre")
    return squares_face(shown, grid, rectangle(*grid.size_mm, size.corner_mm), seat, size.line_mm), grid, seat


def board_tiles(context: Context, item: Item, variant: Variant, room: tuple[float, float]) -> list[Face]:
    """The faces in which a board is printed, as large as a page allows."""
    face, grid, _ = _board_face(context, item, variant)
    return tiles(face, grid, board_parts(context, item), room, piece_name(item.id, variant), context.said.glue_strip)


def board_parts(context: Context, item: Item) -> int:
    """The least number of a board's parts; a single row of squares is a strip, and small enough as one."""
    size: Squares = settings_of(context.config, item)
    grid = grid_of(item.id, item.faces["front"].pattern or "", size.square_mm, size.border_mm)
    return min(size.parts, grid.columns) if grid.rows > 1 else 1


def squares_board(context: Context, item: Item, variant: Variant) -> SquaresSpec:
    """A board of plastic."""
    size: Squares = settings_of(context.config, item)
    face, grid, seat = _board_face(context, item, variant)
    layer = context.config.printer.whole_layers
    return SquaresSpec(
        name=piece_name(item.id, variant),
        length_mm=grid.size_mm[0],
        depth_mm=grid.size_mm[1],
        corner_mm=size.corner_mm,
        thickness_mm=layer(size.thickness_mm),
        top=with_roles(face, InkRole.ACCENT),
        floors=with_roles(face, InkRole.INK),
        seat=seat,
        middles=grid.middles,
        seat_depth_mm=layer(size.seat_depth_mm),
        line_depth_mm=layer(size.line_depth_mm),
        borders_x=grid.lines_x[1:-1],
        parts=board_parts(context, item),
        foot_relief_mm=context.config.printer.foot_relief_mm,
    )
