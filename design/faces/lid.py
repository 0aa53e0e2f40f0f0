"""Face of the storage box's lid: the five shapes as outlines in a row, and the game's title below them.

Every stroke is narrow, since the printer bridges over what is engraved in the bed side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.faces.face import Face, InkRole, Mark
from design.icons import icon
from design.outlines import as_multi, text_outline
from design.palette import Palette, ink_on

STROKE_MM = 1.8
"""Width of the shapes' outlines; the title's strokes come out about as wide."""
SHAPE_SHARE = 0.28
"""Field of a shape, as a share of the lid's depth."""
AIR_SHARE = 0.2
"""Air between two shapes at least, as a share of their field."""
COLUMN_SHARE = 0.66
"""Width of the row of shapes and of the title, as a share of the lid's width."""
TITLE_SHARE = 0.2
"""Height of the title's capitals at most, as a share of the lid's depth."""
GAP_SHARE = 0.18
"""From the shapes to the title, as a share of the lid's depth."""


@dataclass(frozen=True)
class Spread:
    """How a title and its shapes leave room between them: `spacing_em` more from letter to letter, shapes of `share` the size.

    Letters that fill the column are as much smaller as their spaces are wider.
    """

    spacing_em: float = 0.0
    share: float = 1.0


USUAL = Spread()


def lid_face(name: str, title: str, shapes: Sequence[str], trim: Polygon, palette: Palette, spread: Spread = USUAL) -> Face:
    """The lid's top: shapes and title flush left and right, together in the middle of the lid."""
    left, bottom, right, top = trim.bounds
    column, depth = COLUMN_SHARE * (right - left), top - bottom
    ground = palette.hex("base")
    ink = ink_on(ground, palette)
    text = _title(title, column, TITLE_SHARE * depth, spread.spacing_em)
    capital = text.bounds[3] - text.bounds[1]
    field = spread.share * _field(shapes, SHAPE_SHARE * depth, column)
    outlines = [_outlined(shape, field) for shape in shapes]
    high = max((shape.bounds[3] for shape in outlines), default=0.0)
    low = min((shape.bounds[1] for shape in outlines), default=0.0)
    gap = GAP_SHARE * depth if outlines else 0.0
    foot = -(high - low + gap + capital) / 2
    marks = [Mark(InkRole.INK, ink, as_multi(affinity.translate(text, 0, foot + capital / 2)))]
    for shape, x in zip(outlines, _columns(outlines, column), strict=True):
        marks.append(Mark(InkRole.ACCENT, ink, as_multi(affinity.translate(shape, x, foot + capital + gap - low))))
    return Face(name, trim, ground, tuple(marks))


def _field(shapes: Sequence[str], most_mm: float, column_mm: float) -> float:
    """The field of a shape: as large as the lid's depth allows, smaller where a short lid leaves no air between them."""
    widths = [icon(shape, 1.0).bounds[2] - icon(shape, 1.0).bounds[0] for shape in shapes]
    return min(most_mm, column_mm / (sum(widths) + AIR_SHARE * (len(shapes) - 1))) if shapes else most_mm


def _columns(shapes: Sequence[MultiPolygon], width_mm: float) -> list[float]:
    """Where each shape goes: the first and the last flush with the column's edges, equal air between them."""
    widths = [shape.bounds[2] - shape.bounds[0] for shape in shapes]
    air = (width_mm - sum(widths)) / (len(shapes) - 1) if len(shapes) > 1 else 0.0
    places, x = [], -width_mm / 2 if len(shapes) > 1 else -sum(widths) / 2
    for shape, wide in zip(shapes, widths, strict=True):
        places.append(x - shape.bounds[0])
        x += wide + air
    return places


@lru_cache(maxsize=256)
def _outlined(name: str, field_mm: float) -> MultiPolygon:
    """A line along a shape's outer edge; a hole, as a ring has, is no edge."""
    shape = as_multi(unary_union([Polygon(one.exterior) for one in icon(name, field_mm).geoms]))
    return as_multi(shape - shape.buffer(-STROKE_MM, join_style="mitre"))


@lru_cache(maxsize=64)
def _title(title: str, width_mm: float, height_mm: float, spacing_em: float) -> MultiPolygon:
    """The title in one line, as wide as the column unless its letters would be too high; centred on the origin."""
    outline = text_outline(title.upper(), 10.0, spacing_em=spacing_em)
    left, bottom, right, top = outline.bounds
    factor = min(width_mm / (right - left), height_mm / (top - bottom))
    moved = affinity.translate(outline, -(left + right) / 2, -(bottom + top) / 2)
    return as_multi(affinity.scale(moved, factor, factor, origin=(0, 0)))
