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
from design.faces.typeset import broken
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
PART_SHARE = 0.74
"""Width of what a part of a split lid shows by itself, as a share of the part's width."""
PITCH = 1.6
"""From line to line of a title in several, as a multiple of its capitals' height."""
MOST_LINES = 3


@dataclass(frozen=True)
class Spread:
    """How a title and its shapes leave room between them: `spacing_em` more from letter to letter, shapes of `share` the size.

    Letters that fill the column are as much smaller as their spaces are wider.
    """

    spacing_em: float = 0.0
    share: float = 1.0


USUAL = Spread()
Part = tuple[float, float]
"""Left and right of a part of a split lid, in mm."""


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


def lid_face_by_part(
    name: str, title: str, shapes: Sequence[str], trim: Polygon, palette: Palette, parts: Sequence[Part]
) -> Face:
    """The top of a lid that is split so short that no seam finds a way between its letters: each sign in one of the parts.

    With an even number of parts the shapes are left of the middle and the title right of it, in the parts beside the
    middle; with an odd number all is in the middle one. The title goes in as many lines as make it largest.
    """
    depth = trim.bounds[3] - trim.bounds[1]
    ground = palette.hex("base")
    ink = ink_on(ground, palette)
    beside = len(parts) % 2 == 0 and bool(shapes)
    for_title = parts[len(parts) // 2]
    for_shapes = parts[len(parts) // 2 - 1] if beside else for_title
    text = _lines(title, PART_SHARE * (for_title[1] - for_title[0]), TITLE_SHARE * depth, SHAPE_SHARE * depth)
    column = PART_SHARE * (for_shapes[1] - for_shapes[0])
    outlines = [_outlined(shape, _field(shapes, SHAPE_SHARE * depth, column)) for shape in shapes]
    row = unary_union([affinity.translate(one, x, 0) for one, x in zip(outlines, _columns(outlines, column), strict=True)])
    low, high = (row.bounds[1], row.bounds[3]) if outlines else (0.0, 0.0)
    text_high, gap = text.bounds[3] - text.bounds[1], GAP_SHARE * depth / 2
    up = 0.0 if beside or not outlines else (text_high + gap) / 2
    down = 0.0 if beside or not outlines else (high - low + gap) / 2
    marks = [Mark(InkRole.INK, ink, as_multi(affinity.translate(text, sum(for_title) / 2, -down)))]
    middle = sum(for_shapes) / 2
    for shape, x in zip(outlines, _columns(outlines, column), strict=True):
        marks.append(Mark(InkRole.ACCENT, ink, as_multi(affinity.translate(shape, middle + x, up - (low + high) / 2))))
    return Face(name, trim, ground, tuple(marks))


@lru_cache(maxsize=64)
def _lines(title: str, width_mm: float, capital_mm: float, height_mm: float) -> MultiPolygon:
    """A title broken between words where its letters come out largest; each line and the whole centred on the origin."""
    best: tuple[float, list[MultiPolygon], float] | None = None
    for texts in broken(title.upper(), MOST_LINES):
        lines = [text_outline(text, 10.0) for text in texts]
        widest = max(line.bounds[2] - line.bounds[0] for line in lines)
        capital = max(line.bounds[3] - line.bounds[1] for line in lines)
        most = min(capital_mm, height_mm / (1 + PITCH * (len(lines) - 1)))
        factor = min(width_mm / widest, most / capital)
        if best is None or factor > best[0]:
            best = factor, lines, capital
    assert best is not None
    factor, lines, capital = best
    down = [factor * capital * PITCH * ((len(lines) - 1) / 2 - number) for number in range(len(lines))]
    laid = []
    for line, y in zip(lines, down, strict=True):
        left, bottom, right, top = line.bounds
        centred = affinity.translate(line, -(left + right) / 2, -(bottom + top) / 2)
        laid.append(affinity.translate(affinity.scale(centred, factor, factor, origin=(0, 0)), 0, y))
    return as_multi(unary_union(laid))


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
