"""Faces of dominoes: a number to read whichever way a domino stands, and small ones on the edges, visible even in a line.

A large face has two halves, as usual for dominoes. The number is upright in the upper one and turned in the lower one, so
that it is upright when the domino lies on its right side. It appears twice on an edge, its head toward either end, so that
one is upright, seen from the side and from above. Numbers that read as another upside down are underlined.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from design.faces.brief import Brief
from design.faces.face import Face, InkRole, Mark
from design.graphics.polygons import as_multi, centred, rounded
from design.graphics.type.outlines import figure_outline

HALF_SHARE = 0.44
"""Height of the number on a large face, as a share of the face's width: two digits and an underline clear the edges."""
EDGE_SHARE = 0.62
"""Height of a number on an edge, as a share of the edge's width."""
LEAST_AIR_MM = 0.5
"""Distance from a number on an edge to where the edge is cut back."""
HEAD_SHARE = 0.45
"""Distance from the end of an edge to the number, as a share of the edge's width; more with larger corners."""
STEM = 0.165
"""Width of the numerals' thinnest strokes, as a share of their height (measured on Manrope Bold)."""
GAP = 0.08
"""Gap between two digits, as a share of their height."""
LINE_SHARE, LINE_AIR = 0.15, 0.17
"""Thickness of an underline and its distance from the number, as shares of the number's height."""
BAR_SHARE, BAR_MM = 0.5, 1.0
"""The bar between the halves: its length as a share of the width, and its thickness."""
TURNED = {"0": "0", "6": "9", "8": "8", "9": "6"}
"""Digits that are still digits upside down; a 1 shows which way is up."""


def reads_otherwise(text: str) -> bool:
    """Whether a number reads as another upside down: 6 and 9, 68 and 89, but neither 8 nor 10."""
    if not text or any(digit not in TURNED for digit in text):
        return False
    turned = "".join(TURNED[digit] for digit in reversed(text))
    return turned != text and not turned.startswith("0")


def numeral(text: str, height_mm: float, line_mm: float = 0.0) -> MultiPolygon:
    """A number centred on the origin, underlined if need be; its strokes are at least `line_mm` wide."""
    shape = _spaced(figure_outline(text, height_mm), line_mm)
    more = max(0.0, line_mm - STEM * height_mm) / 2
    shape = as_multi(shape.buffer(more, quad_segs=8)) if more else shape
    if not reads_otherwise(text):
        return shape
    left, _, right, _ = shape.bounds
    top = -height_mm / 2 - LINE_AIR * height_mm - more
    return as_multi(unary_union([shape, box(left, top - max(LINE_SHARE * height_mm, line_mm), right, top)]))


def _spaced(digits: MultiPolygon, gap_mm: float) -> MultiPolygon:
    """Digits moved apart until the gap between them is at least `gap_mm`; their middle stays in the origin."""
    placed: list[Polygon] = []
    for digit in sorted(digits.geoms, key=lambda one: one.bounds[0]):
        by = max(0.0, placed[-1].bounds[2] + gap_mm - digit.bounds[0]) if placed else 0.0
        placed.append(affinity.translate(digit, by, 0))
    return centred(MultiPolygon(placed))


def domino_face(brief: Brief, trim: Polygon, line_mm: float = 0.0) -> Face:
    """A large face; `trim` is that of an upright domino, `line_mm` the thinnest line that the nozzle draws."""
    left, bottom, right, top = trim.bounds
    shape = numeral(brief.text, HALF_SHARE * (right - left), line_mm)
    upper = affinity.translate(shape, 0, top / 2)
    lower = affinity.translate(affinity.rotate(shape, 90, origin=(0, 0)), 0, bottom / 2)
    reach, half = BAR_SHARE * (right - left) / 2, max(BAR_MM, line_mm) / 2
    bar = rounded(box(-reach, -half, reach, half), 0.49 * half)
    marks = [Mark(role, brief.ink, as_multi(area)) for role, area in _in_roles(upper, lower, bar)]
    return Face(brief.name, trim, brief.ground, tuple(marks))


def _in_roles(upper: MultiPolygon, lower: MultiPolygon, bar: MultiPolygon) -> list[tuple[InkRole, MultiPolygon]]:
    return [(InkRole.INK, upper), (InkRole.INK, lower), (InkRole.ACCENT, bar)]


@dataclass(frozen=True)
class EdgeNumber:
    """How a number is placed on an edge: its height, and whether it is turned to run along the edge."""

    height_mm: float
    along: bool


def edge_number(text: str, width_mm: float, taken_off_mm: float, line_mm: float = 0.0) -> EdgeNumber:
    """A number as high as an edge's width allows; two digits run along the edge if the nozzle cannot draw them across."""
    left, _, right, _ = figure_outline(text, 1.0).bounds
    room = width_mm - 2 * (taken_off_mm + LEAST_AIR_MM)
    # The gap between two digits is at least a line wide.
    more = max(0.0, line_mm - GAP * room / (right - left)) * (len(text) - 1)
    across = float(min(EDGE_SHARE * width_mm, (room - more) / (right - left)))
    if STEM * across >= line_mm or right - left <= 1:
        return EdgeNumber(across, False)
    return EdgeNumber(room, True)


def domino_edge(brief: Brief, trim: Polygon, taken_off_mm: float, corner_mm: float, line_mm: float = 0.0) -> Face:
    """An upright edge, as wide as the domino is thick; its sides are cut back by `taken_off_mm`, its ends by the corners."""
    left, _, right, top = trim.bounds
    wide = right - left
    number = edge_number(brief.text, wide, taken_off_mm, line_mm)
    shape = numeral(brief.text, number.height_mm, line_mm)
    shape = as_multi(affinity.rotate(shape, 90, origin=(0, 0))) if number.along else shape
    head = affinity.translate(shape, 0, top - max(HEAD_SHARE * wide, corner_mm + LEAST_AIR_MM) - shape.bounds[3])
    foot = affinity.rotate(head, 180, origin=(0, 0))
    return Face(brief.name, trim, brief.ground, tuple(Mark(InkRole.INK, brief.ink, as_multi(one)) for one in (head, foot)))
