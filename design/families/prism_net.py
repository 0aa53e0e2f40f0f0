"""The net of a hollow paper prism: four panels in a row, a glue flap at the left, and two lids that are glued shut.

Coordinates are those of the printed net: the origin is the lower left corner of the first panel, x points right and y up.
The print is on the outside.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box
from shapely.ops import unary_union

from design.faces.face import Ends, Face, InkRole, Mark
from design.families.gluing import LID_PLAY_MM, glue_flap
from design.graphics.polygons import as_multi, centred
from design.graphics.type.fonts import cap_height_mm
from design.graphics.type.outlines import text_outline
from design.graphics.type.typefaces import Weight

FLAP_MM = 7.0
"""Width of a glue flap: as much as glue needs to hold."""
LEAST_FLAP_MM = 4.0
WORD_MM = 2.1
"""Em of the word on the flaps: 6 points; it is hidden inside once glued."""


@dataclass(frozen=True)
class PrismNet:
    """The outline to cut, the lines to fold, the middle of each panel, and the words on the flaps."""

    cut: Polygon
    folds: tuple[Ends, ...]
    middles: dict[str, tuple[float, float]]
    words: tuple[MultiPolygon, ...]


def prism_net(width_mm: float, height_mm: float, depth_mm: float, glue: str) -> PrismNet:
    """The net of a prism; width and height are those of its front, and depth is from front to back.

    From the left: glue flap, front, right, back, left. The lids are attached to the front and have glue flaps that go behind
    the other panels' edges. `glue` is the word on the flaps.
    """
    wide, high, deep = width_mm, height_mm, depth_mm
    flap = max(LEAST_FLAP_MM, min(FLAP_MM, deep - 1))
    edges = [0.0, wide, wide + deep, 2 * wide + deep, 2 * wide + 2 * deep]
    areas: list[Polygon] = [glue_flap(flap, high), box(0, 0, edges[-1], high)]
    folds: list[Ends] = [((x, 0.0), (x, high)) for x in edges[:-1]]
    words = [_word(glue, -flap / 2, high / 2, 90)]
    for low, up in ((high, 1), (0.0, -1)):
        areas += [_at(area, low, up) for area in _lid(wide, deep, flap)]
        folds += [
            ((LID_PLAY_MM, low), (wide - LID_PLAY_MM, low)),
            ((LID_PLAY_MM, low + up * deep), (wide - LID_PLAY_MM, low + up * deep)),
            ((LID_PLAY_MM, low), (LID_PLAY_MM, low + up * deep)),
            ((wide - LID_PLAY_MM, low), (wide - LID_PLAY_MM, low + up * deep)),
        ]
        words.append(_word(glue, wide / 2, low + up * (deep + flap / 2), 0))
    middles = {
        "front": (wide / 2, high / 2),
        "right": (wide + deep / 2, high / 2),
        "back": (1.5 * wide + deep, high / 2),
        "left": (2 * wide + 1.5 * deep, high / 2),
        "head": (wide / 2, high + deep / 2),
        "foot": (wide / 2, -deep / 2),
    }
    return PrismNet(unary_union(areas), tuple(_rounded(fold) for fold in folds), middles, tuple(words))


def _lid(wide: float, deep: float, flap: float) -> list[Polygon]:
    """A lid on a panel that ends at y = 0: a little narrower than the panel, with a glue flap at each free edge."""
    left, right = LID_PLAY_MM, wide - LID_PLAY_MM
    side = affinity.translate(glue_flap(min(flap, deep - 1), deep), left, 0)
    far = affinity.rotate(glue_flap(flap, right - left), -90, origin=(0, 0))
    return [
        box(left, 0, right, deep),
        side,
        affinity.translate(affinity.scale(side, -1, 1, origin=(left, 0)), right - left, 0),
        affinity.translate(far, left, deep),
    ]


def _at(area: Polygon, low: float, up: int) -> Polygon:
    return affinity.translate(affinity.scale(area, 1, up, origin=(0, 0)), 0, low)


def _word(text: str, x: float, y: float, turn: float) -> MultiPolygon:
    """A word as a shape, centred on a point."""
    outline = centred(text_outline(text, WORD_MM / cap_height_mm(1.0), Weight.REGULAR))
    return as_multi(affinity.translate(affinity.rotate(outline, turn, origin=(0, 0)), x, y))


def _rounded(fold: Ends) -> Ends:
    (a, b), (c, d) = fold
    return (round(a, 6), round(b, 6)), (round(c, 6), round(d, 6))


Sides = tuple[Face, Face, Face, Face, Face, Face]
"""Front, back, right, left, upper and lower end of a block, each as seen from outside."""


def net_face(name: str, net: PrismNet, sides: Sides, ends_deg: tuple[float, float] = (90.0, 90.0)) -> Face:
    """The net of a paper block with what its six faces show, centred on the origin.

    `ends_deg` is how far the ends' faces are turned on the net.
    """
    head, foot = ends_deg
    panels = (("front", 0.0), ("back", 0.0), ("right", 0.0), ("left", 0.0), ("head", head), ("foot", foot))
    marks: list[Mark] = []
    for face, (panel, turn) in zip(sides, panels, strict=True):
        x, y = net.middles[panel]
        for mark in face.marks:
            area = affinity.translate(affinity.rotate(mark.area, turn, origin=(0, 0)), x, y)
            marks.append(Mark(InkRole.PRINT, mark.colour, as_multi(area)))
    ink = sides[0].marks[0].colour
    marks += [Mark(InkRole.PRINT, ink, area) for area in net.words]
    left, bottom, right, top = net.cut.bounds
    face = Face(name, net.cut, sides[0].ground, tuple(marks), net.folds)
    return face.moved(-(left + right) / 2, -(bottom + top) / 2)
