"""The net of a tuck-end box: four panels in a row, a glue flap, lids with rounded tucks, dust flaps, a thumb notch.

Coordinates are the net's as printed: the origin at the lower left corner of the first panel, x to the right, y up; the
print is the outside. The lids hang on the back and tuck in behind the front, so the front has clean edges. A net too large
for the paper comes in parts, cut at folds between panels, each with a glue flap on its left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from shapely.geometry import Point, Polygon, box
from shapely.ops import unary_union

from design.config.settings import TuckBox
from design.faces.face import Ends
from design.families.gluing import LID_PLAY_MM, glue_flap

PANELS = ("back", "side-1", "front", "side-2")
"""The row of panels, from the left."""
DUST_PLAY_MM = 0.8
"""A dust flap is this much narrower at either end; together with the lid's play this leaves a slit for a knife to follow."""
NOTCH_MM = 9.0
"""Radius of the thumb notch: a thumb is about 18 mm wide."""
NOTCH_SHARE = 0.22
"""Largest radius of the notch, as a share of the front's width."""
DUST_MM = 18.0
"""Greatest depth of a dust flap; more holds no better."""
TURN_MM = 1.5
"""Radius of a dust flap's corners."""

Size = tuple[float, float]


@dataclass(frozen=True)
class Inner:
    """The space inside the folded box: width and height of the front, and from front to back, mm."""

    width_mm: float
    height_mm: float
    depth_mm: float


@dataclass(frozen=True)
class Panel:
    """A panel of the row: its lower left corner is at (x, 0)."""

    name: str
    x_mm: float
    width_mm: float
    height_mm: float

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre on the net."""
        return self.x_mm + self.width_mm / 2, self.height_mm / 2


@dataclass(frozen=True)
class NetPart:
    """A part of the net that is cut out whole: its cut outline, its fold lines, and its panels.

    `number` of `parts` counts from 1. The glue flap on its left goes behind the last panel of part `behind`.
    """

    number: int
    parts: int
    behind: int
    cut: Polygon
    folds: tuple[Ends, ...]
    panels: tuple[Panel, ...]
    flap_mm: float

    @property
    def size_mm(self) -> Size:
        """Width and height of the paper that it takes."""
        left, bottom, right, top = self.cut.bounds
        return right - left, top - bottom


def widths(inner: Inner, settings: TuckBox) -> dict[str, float]:
    """Width of each panel from fold to fold, mm; opposite panels are equal, however many parts there are.

    Half a card at either fold; front and back also allow for two glue flaps inside the sides; the sides allow for two glue
    flaps inside front and back, and for the lids' tucks behind the front.
    """
    card = settings.card_mm
    wide, deep = round(inner.width_mm + 3 * card, 6), round(inner.depth_mm + 4 * card, 6)
    return {"back": wide, "side-1": deep, "front": wide, "side-2": deep}


def height(inner: Inner, settings: TuckBox) -> float:
    """Height of the panels, mm: half a card at either fold, and a dust flap under either lid."""
    return round(inner.height_mm + 3 * settings.card_mm, 6)


def inside(front_mm: float, side_mm: float, height_mm: float, card_mm: float) -> Inner:
    """The space inside panels of these sizes: the inverse of `widths` and `height`."""
    return Inner(round(front_mm - 3 * card_mm, 6), round(height_mm - 3 * card_mm, 6), round(side_mm - 4 * card_mm, 6))


def best_cuts(inner: Inner, settings: TuckBox, room_mm: Size) -> tuple[int, ...] | None:
    """Where to cut the net into the fewest parts that each fit an area, turned if need be, with the least paper.

    The numbers of the panels that begin another part; empty if the net fits whole, None if no cuts make it fit.
    """
    panels = _panels(inner, settings)
    for ways in WAYS_TO_CUT:
        made = {cuts: [_size(panels, part) for part in parts] for cuts, parts in ways.items()}
        fitting = [(paper_mm2(sizes), cuts) for cuts, sizes in made.items() if all(lies_in(one, room_mm) for one in sizes)]
        if fitting:
            return min(fitting)[1]
    return None


def part_sizes(inner: Inner, settings: TuckBox, cuts: Sequence[int] = ()) -> list[Size]:
    """Width and height of the paper for each part of a net, mm."""
    panels = _panels(inner, settings)
    return [_size(panels, part) for part in _parts(cuts)]


@dataclass(frozen=True)
class _Panels:
    """Of each panel in order, its width, the flap behind it and what is on either end of it; and their height. All in mm."""

    wide: tuple[float, ...]
    flaps: tuple[float, ...]
    ends: tuple[float, ...]
    high: float


def _panels(inner: Inner, settings: TuckBox) -> _Panels:
    wide, high = widths(inner, settings), height(inner, settings)
    ends = {
        "back": wide["side-1"] - settings.card_mm + _tuck(high, settings),
        "front": 0.0,
        "side-1": _dust_deep(wide["side-1"], wide["back"]),
        "side-2": _dust_deep(wide["side-2"], wide["back"]),
    }
    flaps = tuple(_flap(wide[name], settings) for name in PANELS)
    return _Panels(tuple(wide[name] for name in PANELS), flaps, tuple(ends[name] for name in PANELS), high)


def _size(panels: _Panels, part: tuple[int, int]) -> Size:
    """Width and height of the paper for the panels from one up to, but without, another."""
    start, end = part
    return panels.flaps[start - 1] + sum(panels.wide[start:end]), panels.high + 2 * max(panels.ends[start:end])


def _parts(cuts: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The first panel of each part, and the one after its last."""
    return tuple(pairwise((0, *cuts, len(PANELS))))


WAYS_TO_CUT = tuple(
    {cuts: _parts(cuts) for cuts in combinations(range(1, len(PANELS)), parts - 1)} for parts in range(1, len(PANELS) + 1)
)
"""For each number of parts: the ways to cut the net into them, by the panels that begin another."""


def paper_mm2(sizes: Sequence[Size]) -> float:
    """The paper for parts of these sizes: their bounding rectangles."""
    return sum(wide * high for wide, high in sizes)


def lies_in(size_mm: Size, room_mm: Size) -> bool:
    """Whether a rectangle fits in another, upright or turned."""
    turns = (size_mm, size_mm[::-1])
    return any(wide <= room_mm[0] + 1e-6 and high <= room_mm[1] + 1e-6 for wide, high in turns)


def net_of(inner: Inner, settings: TuckBox, cuts: Sequence[int] = ()) -> tuple[NetPart, ...]:
    """The net, in parts if `cuts` has the numbers of panels that begin another."""
    groups = _groups(cuts)
    return tuple(_part(inner, settings, groups, number) for number in range(len(groups)))


def _groups(cuts: Sequence[int]) -> list[tuple[str, ...]]:
    return [PANELS[start:end] for start, end in _parts(cuts)]


def _flap(behind_mm: float, settings: TuckBox) -> float:
    """Width of a glue flap, which lies behind a panel of this width and must not reach its other fold."""
    return round(min(settings.glue_flap_mm, behind_mm - 1), 6)


def _tuck(high: float, settings: TuckBox) -> float:
    """Depth of a tuck; two of them lie behind the front, one from either end."""
    return min(settings.tuck_flap_mm, high / 2 - 1)


def _dust_deep(side_mm: float, front_mm: float) -> float:
    """Depth of a dust flap; the two at one end do not meet."""
    return min(0.9 * side_mm, DUST_MM, front_mm / 2 - 1)


def _part(inner: Inner, settings: TuckBox, groups: Sequence[Sequence[str]], number: int) -> NetPart:
    wide, high = widths(inner, settings), height(inner, settings)
    flap = _flap(wide[groups[number - 1][-1]], settings)
    areas: list[Polygon] = [glue_flap(flap, high)]
    folds: list[Ends] = [((0.0, 0.0), (0.0, high))]
    panels = []
    x = 0.0
    for name in groups[number]:
        panel = Panel(name, x, wide[name], high)
        panels.append(panel)
        if panel.x_mm > 0:
            folds.append(((panel.x_mm, 0.0), (panel.x_mm, high)))
        x = round(x + panel.width_mm, 6)
        areas.append(box(panel.x_mm, 0, x, high))
        for area, lines in _ends(panel, wide, settings):
            areas.append(area)
            folds += lines
    cut = unary_union(areas)
    cut = cut.difference(unary_union([notch(panel) for panel in panels if panel.name == "front"]))
    rounded = tuple(((round(a, 6), round(b, 6)), (round(c, 6), round(d, 6))) for (a, b), (c, d) in folds)
    return NetPart(number + 1, len(groups), (number - 1) % len(groups) + 1, cut, rounded, tuple(panels), flap)


def notch(front: Panel) -> Polygon:
    """The thumb notch in the upper edge of the front."""
    radius = min(NOTCH_MM, NOTCH_SHARE * front.width_mm, front.height_mm / 4)
    return Point(front.middle[0], front.height_mm).buffer(radius, quad_segs=24)


def _ends(panel: Panel, wide: dict[str, float], settings: TuckBox) -> Iterator[tuple[Polygon, list[Ends]]]:
    """What hangs on the upper and lower ends of a panel: area and folds; nothing on the front."""
    if panel.name == "front":
        return
    made = _lid(panel, wide["side-1"], settings) if panel.name == "back" else _dust(panel, wide["back"])
    area, lines = made
    yield area, lines
    high = panel.height_mm
    down = Polygon([(x, high - y) for x, y in area.exterior.coords])
    yield down, [((a, high - b), (c, high - d)) for (a, b), (c, d) in lines]


def _lid(panel: Panel, side_mm: float, settings: TuckBox) -> tuple[Polygon, list[Ends]]:
    """A lid as deep as a side less the front's card, and its tuck with rounded corners."""
    left, right = panel.x_mm + LID_PLAY_MM, panel.x_mm + panel.width_mm - LID_PLAY_MM
    low = panel.height_mm
    crease = low + side_mm - settings.card_mm
    tuck = _tuck(panel.height_mm, settings)
    turn = min(0.75 * tuck, (right - left) / 4)
    # Round the outer corners only: the inner ones lie far below and are cut off.
    tongue = box(left + turn, crease - 2 * turn, right - turn, crease + tuck - turn).buffer(turn, quad_segs=24)
    tongue = tongue.intersection(box(left, crease, right, crease + tuck))
    area = unary_union([box(left, low, right, crease), tongue])
    return area, [((left, low), (right, low)), ((left, crease), (right, crease))]


def _dust(panel: Panel, front_mm: float) -> tuple[Polygon, list[Ends]]:
    """A dust flap, tapering towards its end."""
    left, right = panel.x_mm + DUST_PLAY_MM, panel.x_mm + panel.width_mm - DUST_PLAY_MM
    low = panel.height_mm
    deep = _dust_deep(panel.width_mm, front_mm)
    slant = min(3.0, panel.width_mm / 6)
    turn = min(TURN_MM, panel.width_mm / 8)
    shape = Polygon(
        [
            (left, low - 2 * turn),
            (left, low + deep / 3),
            (left + slant, low + deep),
            (right - slant, low + deep),
            (right, low + deep / 3),
            (right, low - 2 * turn),
        ]
    )
    shape = shape.buffer(-turn).buffer(turn, quad_segs=12).intersection(box(left, low, right, low + deep))
    return shape, [((left, low), (right, low))]
