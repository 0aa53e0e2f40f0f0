"""Families: how a component is made, in which media, by which builder, and to which specification.

Four games share these and have no code of their own in either producer. Builders are named as text and
found when a file is about to be made, so that neither CAD nor PDF is imported before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shapely.geometry import Polygon

from design.context import Context, Item, brief_of, settings_of
from design.faces.face import Face
from design.faces.slots import refuse_pixels, slots_face
from design.faces.trims import marker_trim
from design.families.card import OUTLINE_MM, card_face
from design.families.dominoes.pieces import domino, domino_faces, domino_net
from design.families.marker import marker_face
from design.families.number_board.pieces import board_connector, board_of_card, number_plate, trough_parts
from design.families.overview import overview_face
from design.families.squares.pieces import board_tiles, squares_board
from design.graphics.polygons import rectangle
from design.parts.pieces import MarkerSpec
from design.parts.thinness import RELIEF_MM
from rules.bill import BillLine, Variant, piece_name
from rules.errors import DesignError, Problem
from rules.game import Medium

__all__ = ["FAMILIES", "Context", "Family", "Item", "family_of", "settings_of"]


@dataclass(frozen=True)
class Family:
    """How a family is made.

    media: what it is made in. builder: the maker of its solid, as text. sheet: the stem of the print-and-play
    sheets that its pieces go on. solid, faces: functions of (context, component, variant): `faces` are the sides
    that are printed (a piece that is folded has no back), and `shown` those that figures may show besides. tiles: in place
    of faces for what has one side and may be too large for a page: the faces it is printed in, `room` being what a page
    takes. slots: whether a face may be laid out by its owner.
    """

    media: frozenset[Medium]
    builder: str = ""
    sheet: str = ""
    solid: Callable[[Context, Item, Variant], Any] | None = None
    faces: Callable[[Context, Item, Variant], tuple[Face, Face | None]] | None = None
    shown: Callable[[Context, Item, Variant], tuple[Face, ...]] | None = None
    tiles: Callable[[Context, Item, Variant, tuple[float, float]], list[Face]] | None = None
    slots: bool = False


def _card_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    return _on_cards(context, item, variant, trim, OUTLINE_MM)


def _on_cards(context: Context, item: Item, variant: Variant, trim: Polygon, line_mm: float) -> tuple[Face, Face]:
    """Both sides as cards show them, laid out by their owner where he did; around a shape is a line so wide."""
    briefs = [brief_of(context, item, variant, side) for side in ("front", "back")]
    front, back = (slots_face(one, trim, context.bleed_mm) if one.slots else card_face(one, trim, line_mm) for one in briefs)
    return front, back


def _overview_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    briefs = [brief_of(context, item, variant, side) for side in ("front", "back")]
    missing = [one.words for one in briefs if one.words not in context.words.blocks]
    if missing:
        raise DesignError([Problem(f"{item.id} words = {one}", "the game's words have no such block") for one in missing])
    front, back = (overview_face(one, trim, context.words.blocks[one.words]) for one in briefs)
    return front, back


def _marker_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    size = settings_of(context.config, item)
    trim = marker_trim(size.outline, size.width_mm, size.height_mm)
    printer = context.config.printer
    # What stands higher than a relief is a wall.
    line = printer.stroke_mm if printer.whole_layers(size.relief_mm) <= RELIEF_MM else printer.wall_mm
    briefs = {side: brief_of(context, item, variant, side) for side in ("front", "back")}
    front, back = (
        slots_face(one, trim, context.bleed_mm) if one.slots else marker_face(one, trim, side, line)
        for side, one in briefs.items()
    )
    return front, back


def _marker(context: Context, item: Item, variant: Variant) -> MarkerSpec:
    size = settings_of(context.config, item)
    front, back = _marker_faces(context, item, variant)
    refuse_pixels((front, back))
    layer = context.config.printer.whole_layers
    return MarkerSpec(
        name=piece_name(item.id, variant),
        trim=front.trim,
        thickness_mm=layer(size.thickness_mm),
        front=front,
        back=back,
        raise_mm=layer(size.relief_mm),
        engrave_mm=layer(size.relief_mm),
        foot_relief_mm=context.config.printer.foot_relief_mm,
        seam_mm=layer((size.thickness_mm + size.relief_mm) / 2),
    )


def _tile(context: Context, item: Item, variant: Variant) -> MarkerSpec:
    """A thick marker that stands: printed in its set's colour, its front's ground from the middle up."""
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    # No line around a shape: it would be finer than the nozzle draws.
    front, back = _on_cards(context, item, variant, trim, 0.0)
    refuse_pixels((front, back))
    layer = context.config.printer.whole_layers
    return MarkerSpec(
        name=piece_name(item.id, variant),
        trim=trim,
        thickness_mm=layer(size.thickness_mm),
        front=front,
        back=back,
        raise_mm=layer(size.relief_mm),
        engrave_mm=layer(size.relief_mm),
        foot_relief_mm=context.config.printer.foot_relief_mm,
        seam_mm=layer(size.thickness_mm / 2),
        body=back.ground,
    )


_SHEETS = frozenset({Medium.PAPER, Medium.CUT})

FAMILIES: dict[str, Family] = {
    "plate": Family(frozenset({Medium.SOLID}), "fabrication.parts.plate:plate", solid=number_plate),
    "connector": Family(frozenset({Medium.SOLID}), "fabrication.parts.connector:connector", solid=board_connector),
    "marker": Family(
        _SHEETS | {Medium.SOLID}, "fabrication.parts.marker:marker", "markers", _marker, _marker_faces, slots=True
    ),
    "domino": Family(_SHEETS | {Medium.SOLID}, "fabrication.parts.domino:domino", "dominoes", domino, domino_net, domino_faces),
    "board": Family(
        _SHEETS | {Medium.SOLID}, "fabrication.parts.squares:squares_board", "boards", squares_board, tiles=board_tiles
    ),
    "card": Family(_SHEETS, sheet="cards", faces=_card_faces, slots=True),
    "tile": Family(_SHEETS | {Medium.SOLID}, "fabrication.parts.marker:marker", "tiles", _tile, _card_faces, slots=True),
    "folding-board": Family(_SHEETS, sheet="boards", faces=board_of_card),
    "trough-board": Family(_SHEETS, sheet="boards", tiles=trough_parts),
    "overview": Family(_SHEETS, sheet="overviews", faces=_overview_faces),
    "rule-sheet": Family(frozenset({Medium.PAPER}), "printables.documents.rulesheet:write_rule_sheet"),
    "tuck-box": Family(_SHEETS),
    "tray": Family(frozenset({Medium.SOLID}), "fabrication.parts.storage_box:tray"),
    "lid": Family(frozenset({Medium.SOLID}), "fabrication.parts.storage_box:lid"),
}


def family_of(line: BillLine) -> Family:
    """A bill line's family; DesignError lists the families there are, or those that draw slots where it is none of them."""
    name = line.component.family
    if name not in FAMILIES:
        what = f"this version cannot make it yet; it makes {', '.join(FAMILIES)}"
        raise DesignError(Problem(f"{line.component.id} family = {name}", what))
    family = FAMILIES[name]
    laid_out = [side for side, face in getattr(line.component, "faces", {}).items() if face.slots]
    if laid_out and not family.slots:
        able = ", ".join(one for one, other in FAMILIES.items() if other.slots)
        what = f"has its own figures and draws no slots; take them away, or a family that does ({able})"
        raise DesignError([Problem(f"{line.component.id} faces.{side}.slots", f"family {name} {what}") for side in laid_out])
    return family


BOXES = frozenset({"tray", "lid", "tuck-box"})
"""Families that hold the others, and so are in no store themselves."""
