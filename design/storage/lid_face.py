"""The face of the storage box's lid: the five shapes as outlines in a row, and the game's title below them.

Every stroke is narrow, since the printer bridges over whatever is engraved on the bed side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.faces.face import Face, InkRole, Mark
from design.graphics.art.icons import icon
from design.graphics.colour.palette import Palette, ink_on
from design.graphics.polygons import as_multi
from design.graphics.type.line_breaking import broken
from design.graphics.type.outlines import text_outline
from design.parts.splitting.dovetails import Run

STROKE_MM = 1.8
"""Width of the shapes' outlines; the title's strokes come out similar."""
SHAPE_SHARE = 0.28
"""Field of a shape, as a share of the lid's depth."""
AIR_SHARE = 0.2
"""Least gap between two shapes, as a share of their field."""
COLUMN_SHARE = 0.66
"""Width of the row of shapes and of the title, as a share of the lid's width."""
TITLE_SHARE = 0.2
"""Greatest height of the title's capitals, as a share of the lid's depth."""
GAP_SHARE = 0.18
"""From the shapes to the title, as a share of the lid's depth."""
PART_SHARE = 0.74
"""Width of what a single part of a split lid shows, as a share of the part's width."""
PITCH = 1.6
"""Line spacing of a title in several lines, as a multiple of its capitals' height."""
MOST_LINES = 3


@dataclass(frozen=True)
class Spread:
    """How a title and its shapes make way for seams: `spacing_em` is added between letters, shapes shrink to `share`.

    Letters that fill the column shrink as their spaces widen.
    """

    spacing_em: float = 0.0
    share: float = 1.0


USUAL = Spread()


def lid_face(name: str, title: str, shapes: Sequence[str], trim: Polygon, palette: Palette, spread: Spread = USUAL) -> Face:
    """The lid's top: shapes and title flush left and right, centred on the lid as a group."""
    left, bottom, right, top = trim.bounds
    column, depth = COLUMN_SHARE * (right - left), top - bottom
    _, text = _lettered((title.upper(),), column, TITLE_SHARE * depth, spread.spacing_em)
    row = _row(shapes, spread.share * _field(shapes, SHAPE_SHARE * depth, column), column)
    capital, (low, high) = text.bounds[3] - text.bounds[1], _reach(row)
    gap = GAP_SHARE * depth if row else 0.0
    foot = -(high - low + gap + capital) / 2
    return _face(name, trim, palette, (text, 0, foot + capital / 2), (row, 0, foot + capital + gap - low))


def lid_face_by_part(
    name: str, title: str, shapes: Sequence[str], trim: Polygon, palette: Palette, parts: Sequence[Run]
) -> Face:
    """The top of a lid split into parts too short for any seam to pass between letters: each sign is within one part.

    `parts` are the left and right ends of each part. With an even number, the shapes are to the left of the centre and the
    title to its right, in the parts next to it; with an odd number, everything is in the middle part. The title is broken into
    the lines that make it largest.
    """
    depth = trim.bounds[3] - trim.bounds[1]
    beside = len(parts) % 2 == 0 and bool(shapes)
    for_title = parts[len(parts) // 2]
    for_shapes = parts[len(parts) // 2 - 1] if beside else for_title
    columns = [PART_SHARE * (right - left) for left, right in (for_title, for_shapes)]
    # All lines together are at most as high as a shape.
    most = SHAPE_SHARE * depth
    tried = (
        _lettered(tuple(lines), columns[0], min(TITLE_SHARE * depth, most / (1 + PITCH * (len(lines) - 1))))
        for lines in broken(title.upper(), MOST_LINES)
    )
    _, text = max(tried, key=lambda one: one[0])
    row = _row(shapes, _field(shapes, most, columns[1]), columns[1])
    capital, (low, high) = text.bounds[3] - text.bounds[1], _reach(row)
    gap = GAP_SHARE * depth / 2
    up, down = (0.0, 0.0) if beside or not row else ((capital + gap) / 2, (high - low + gap) / 2)
    middles = [sum(part) / 2 for part in (for_title, for_shapes)]
    return _face(name, trim, palette, (text, middles[0], -down), (row, middles[1], up - (low + high) / 2))


def _face(
    name: str,
    trim: Polygon,
    palette: Palette,
    title: tuple[MultiPolygon, float, float],
    shapes: tuple[Sequence[MultiPolygon], float, float],
) -> Face:
    """A lid's face in one ink: title and shapes, each with its offset to the right and up."""
    ground = palette.hex("base")
    ink = ink_on(ground, palette)
    (text, *at), (row, *place) = title, shapes
    marks = [Mark(InkRole.INK, ink, as_multi(affinity.translate(text, *at)))]
    marks += [Mark(InkRole.ACCENT, ink, as_multi(affinity.translate(shape, *place))) for shape in row]
    return Face(name, trim, ground, tuple(marks))


@lru_cache(maxsize=64)
def _lettered(
    texts: tuple[str, ...], width_mm: float, capital_mm: float, spacing_em: float = 0.0
) -> tuple[float, MultiPolygon]:
    """Lines within this width and capital height, each line and the whole centred on the origin, and their scale."""
    lines = [text_outline(text, 10.0, spacing_em=spacing_em) for text in texts]
    widest = max(line.bounds[2] - line.bounds[0] for line in lines)
    capital = max(line.bounds[3] - line.bounds[1] for line in lines)
    factor = min(width_mm / widest, capital_mm / capital)
    laid = []
    for number, line in enumerate(lines):
        left, bottom, right, top = line.bounds
        moved = affinity.translate(line, -(left + right) / 2, -(bottom + top) / 2)
        up = factor * capital * PITCH * ((len(lines) - 1) / 2 - number)
        laid.append(affinity.translate(affinity.scale(moved, factor, factor, origin=(0, 0)), 0, up))
    return factor, MultiPolygon([letter for line in laid for letter in line.geoms])


def _reach(row: Sequence[MultiPolygon]) -> tuple[float, float]:
    """The lowest and highest points of a row of shapes."""
    lows, highs = ([shape.bounds[at] for shape in row] for at in (1, 3))
    return min(lows, default=0.0), max(highs, default=0.0)


def _row(shapes: Sequence[str], field_mm: float, width_mm: float) -> list[MultiPolygon]:
    """The shapes side by side in a field of this size, the first and last flush with the column's edges."""
    outlines = [_outlined(shape, field_mm) for shape in shapes]
    return [as_multi(affinity.translate(one, x, 0)) for one, x in zip(outlines, _columns(outlines, width_mm), strict=True)]


def _field(shapes: Sequence[str], most_mm: float, column_mm: float) -> float:
    """The field of a shape: as large as the lid's depth allows, or smaller if a short lid would leave no gap between shapes."""
    widths = [icon(shape, 1.0).bounds[2] - icon(shape, 1.0).bounds[0] for shape in shapes]
    return min(most_mm, column_mm / (sum(widths) + AIR_SHARE * (len(shapes) - 1))) if shapes else most_mm


def _columns(shapes: Sequence[MultiPolygon], width_mm: float) -> list[float]:
    """Each shape's position: the first and last flush with the column's edges, with equal gaps between."""
    widths = [shape.bounds[2] - shape.bounds[0] for shape in shapes]
    air = (width_mm - sum(widths)) / (len(shapes) - 1) if len(shapes) > 1 else 0.0
    places, x = [], -width_mm / 2 if len(shapes) > 1 else -sum(widths) / 2
    for shape, wide in zip(shapes, widths, strict=True):
        places.append(x - shape.bounds[0])
        x += wide + air
    return places


@lru_cache(maxsize=256)
def _outlined(name: str, field_mm: float) -> MultiPolygon:
    """A line along a shape's outer edge; a hole, such as a ring's, gets none."""
    shape = as_multi(unary_union([Polygon(one.exterior) for one in icon(name, field_mm).geoms]))
    return as_multi(shape - shape.buffer(-STROKE_MM, join_style="mitre"))
