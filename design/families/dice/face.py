"""Faces of dice: pips, or six values of an axis as numbers, words or icons."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon
from shapely.ops import unary_union

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark
from design.families.dominoes.face import numeral
from design.families.marker import bridged
from design.graphics.art.icons import icon
from design.graphics.polygons import as_multi, centred, ellipse
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight

SPREAD = 0.235
"""Distance from the middle of a face to the outer rows of pips, as a share of its width."""
PIP_SHARE, ONE_SHARE = 0.18, 0.26
"""Diameter of a pip, and of a single pip, as shares of a face's width."""
FIELD_SHARE = 0.52
"""Width and height of the field for an icon, a number or a word, as a share of a face's width."""
ON_BED = 1
"""The value that is printed lying on the bed."""
COLUMNS = ((-1, 1), (1, -1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: COLUMNS,
    3: ((0, 0), *COLUMNS),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)),
    6: tuple((x, y) for x in (-1, 1) for y in (-1, 0, 1)),
}
"""Positions of pips, as columns and rows from the middle."""


def die_face(brief: Brief, name: str, trim: Polygon, value: int, line_mm: float) -> Face:
    """The face of a value, 1 to 6; `line_mm` is the thinnest line that the nozzle draws."""
    left, _, right, _ = trim.bounds
    shape = _shape(brief, value, right - left, line_mm)
    return Face(name, trim, brief.ground, (Mark(InkRole.INK, brief.ink, shape),))


def _shape(brief: Brief, value: int, wide: float, line_mm: float) -> MultiPolygon:
    if not brief.row:
        return pips(value, wide)
    field = FIELD_SHARE * wide
    if brief.signs:
        shape = icon(brief.signs[value - 1], field)
        return bridged(shape, line_mm) if value == ON_BED else shape
    text = brief.row[value - 1]
    shape = numeral(text, field, line_mm) if text.isdigit() else centred(text_outline(text, field, Weight.BOLD))
    left, bottom, right, top = shape.bounds
    factor = min(1.0, field / max(right - left, top - bottom))
    return shape if factor == 1.0 else centred(as_multi(affinity.scale(shape, factor, factor, origin=(0, 0))))


def pips(value: int, wide: float) -> MultiPolygon:
    """The pips of a value on a face of this width."""
    size, step = (ONE_SHARE if value == 1 else PIP_SHARE) * wide, SPREAD * wide
    return as_multi(unary_union([affinity.translate(ellipse(size, size), x * step, y * step) for x, y in PIPS[value]]))
