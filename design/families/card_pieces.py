"""Cards, tiles and overviews as pieces, with the same faces on paper and in plastic."""

from __future__ import annotations

from shapely.geometry import Polygon

from design.context import Context, Item, brief_of, settings_of
from design.faces.face import Face
from design.faces.slots import slots_face
from design.families.card import OUTLINE_MM, card_face
from design.families.marker_pieces import flat_piece
from design.families.overview import overview_face
from design.graphics.polygons import rectangle
from design.parts.marker import MarkerSpec
from rules.bill import Variant, piece_name
from rules.errors import DesignError, Problem


def card_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    """Front and back of a card, or of a tile on paper."""
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    return _on_cards(context, item, variant, trim, OUTLINE_MM)


def _on_cards(context: Context, item: Item, variant: Variant, trim: Polygon, line_mm: float) -> tuple[Face, Face]:
    """Both sides as cards show them, or as their owner laid them out; `line_mm` is the line around a shape."""
    briefs = [brief_of(context, item, variant, side) for side in ("front", "back")]
    front, back = (slots_face(one, trim, context.bleed_mm) if one.slots else card_face(one, trim, line_mm) for one in briefs)
    return front, back


def overview_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    """Both sides of an overview; DesignError names missing blocks of words."""
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    briefs = [brief_of(context, item, variant, side) for side in ("front", "back")]
    missing = [one.words for one in briefs if one.words not in context.words.blocks]
    if missing:
        raise DesignError([Problem(f"{item.id} words = {one}", "the game's words have no such block") for one in missing])
    front, back = (overview_face(one, trim, context.words.blocks[one.words]) for one in briefs)
    return front, back


def tile(context: Context, item: Item, variant: Variant) -> MarkerSpec:
    """A thick marker that stands, printed in its set's colour, with the front's ground from the middle up."""
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    # No line around a shape: the nozzle could not draw it.
    front, back = _on_cards(context, item, variant, trim, 0.0)
    return flat_piece(context, piece_name(item.id, variant), size, (front, back), size.thickness_mm / 2, back.ground)
