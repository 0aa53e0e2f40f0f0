"""The fit coupon: for each fit of plastic parts a comb of openings, each with its own clearance and the number beside it.

Read off the number of the opening that slides well and write it into the configuration as it is. Openings and the test
piece have the sizes and the print orientation of the real mates, so that they come out alike. With a `fit_correction_mm`
of the printer, an opening is wider by it, as the real mates will be, and its number is still the one to write.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon, box

from design.config.fields import limits
from design.config.loading import Config
from design.config.rail_sizes import SLOPE, RailSizes, rail_sizes
from design.config.settings import LEAST_MM, Fits
from design.families.number_board.geometry import board
from design.graphics.polygons import as_multi, centred, ellipse
from design.graphics.type.fonts import cap_height_mm
from design.graphics.type.outlines import text_outline

COUNT = 6
"""Most openings on a comb."""
BARS_MM, SHELF_LAYERS, ENGRAVE_LAYERS = 4.0, 7, 3
"""Height of the walls between openings; in layers, thickness of the shelf with the numbers and depth of the numbers."""
WALL_MM, EDGE_MM, SPACE_MM = 1.6, 1.0, 2.0
"""Least wall between two openings, room around a number, and room between two numbers."""
NUMBER_MM = 3.8
"""Height of the numbers for a 0.4 mm nozzle: their strokes are two lines wide."""
TITLE_MM = 3.8
WIDE_MM, LONG_MM = 10.0, 6.0
"""Width of an opening for a lid's lip, and depth of openings in the comb where no mate determines it."""
GROOVE_MM, STRIP_MM = 6.0, 14.0
"""Length of a groove for a strip of a sliding lid, and length of that strip."""
DISC_MM = 10.0
"""Diameter of the disc that represents a marker in its store."""
APART_MM = 4.0
"""Distance from the comb to its test piece."""
UNDERCUT_MM, REACH_MM, NECK_MM = 1.0, 1.75, 4.0
"""A dovetail's undercut on each side, its length and its neck's width, as on split parts."""


@dataclass(frozen=True)
class Number:
    """A text engraved in the shelf; `field` is its own part of the shelf."""

    text: str
    area: MultiPolygon
    field: Polygon


@dataclass(frozen=True)
class Trial:
    """The test piece for the openings: an upright prism, chamfered at foot and rim like the real mate."""

    outline: Polygon
    height_mm: float
    foot_mm: float
    rim_mm: float


@dataclass(frozen=True)
class Roof:
    """The profile of a sliding lid's groove, from `floor_mm` above the bed: upright for `land_mm`, then leaning inward.

    The test piece has the same profile and is printed like the lid, with its narrow side on the bed.
    """

    floor_mm: float
    land_mm: float
    high_mm: float

    def lean_mm(self, z_mm: float) -> float:
        """How much narrower a groove is on each side at a height above the bed."""
        return max(0.0, z_mm - self.floor_mm - self.land_mm) / SLOPE


@dataclass(frozen=True)
class CouponSpec:
    """A comb on the bed with its openings at the front. `bars` is `bars_mm` high, the shelf behind it `shelf_mm`.

    Openings go through. At the bed they are `relief_mm` wider on each side and narrow at 45 degrees to their width at that
    height, like the real mates, so that a squashed first layer does not bind. With a `roof` they are grooves instead, open
    to the front and the top. `values` are the clearances in mm, per side, as written in the configuration.
    """

    name: str
    values: tuple[float, ...]
    bars: Polygon
    shelf: Polygon
    bars_mm: float
    shelf_mm: float
    openings: tuple[Polygon, ...]
    relief_mm: float
    numbers: tuple[Number, ...]
    engrave_mm: float
    trial: Trial | None
    roof: Roof | None = None


@dataclass(frozen=True)
class _Fit:
    """A fit to try: key, word on the comb, first clearance, step, opening, and test piece."""

    key: str
    title: str
    first_mm: float
    step_mm: float
    opening: Callable[[float], Polygon]
    trial: Trial | None
    rails: RailSizes | None = None


def coupons(config: Config) -> tuple[CouponSpec, ...]:
    """A comb for each fit of plastic parts, named after its key in the configuration's `fits`."""
    return tuple(_coupon(fit, config) for fit in _fits(config))


def _fits(config: Config) -> tuple[_Fit, ...]:
    geometry, settings, gaps = board(config), config.number_board, config.clearances
    relief = config.printer.foot_relief_mm
    thick, stock = geometry.plate_thickness_mm, config.card.stock_mm
    deep, key = settings.end_length_mm, geometry.key_owner
    key_deep = key.depth_mm + gaps.connector_slot_clearance_mm
    plate = Trial(box(0, 0, 20, deep + 8), thick, relief, 0.4)
    rib = box(-key.width_mm / 2, 7, key.width_mm / 2, 8 + key.depth_mm).union(box(-5, 0, 5, 8))
    lip = Trial(box(0, 0, WIDE_MM, 14), BARS_MM, relief, 0.4)
    marker = config.markers.penalty
    disc = Trial(ellipse(DISC_MM, DISC_MM), config.printer.whole_layers(marker.thickness_mm), relief, 0.4)
    printer, slide = config.printer, gaps.sliding_lid_clearance_mm
    floor = config.storage_box.floor_mm
    rails = rail_sizes(slide, printer.nozzle_mm, printer.layer_mm, printer.foot_relief_mm, floor)
    strip = Trial(box(0, 0, WIDE_MM, STRIP_MM), rails.high_mm, 0.0, 0.0)
    tail = _tail().union(box(-5, -8, 5, 0))
    return (
        _Fit("connector_slot_clearance_mm", "SLOT", 0.1, 0.05, lambda gap: _slot(thick + 2 * gap, deep), plate),
        _Fit(
            "connector_key_clearance_mm",
            "KEY",
            0.1,
            0.05,
            lambda gap: _slot(key.width_mm + 2 * gap, key_deep),
            Trial(rib, BARS_MM, 0.0, 0.0),
        ),
        _Fit("card_channel_clearance_mm", "CARD", 0.1, 0.05, lambda gap: _slot(stock + 2 * gap, LONG_MM), None),
        _Fit("lid_clearance_mm", "LID", 0.1, 0.05, lambda gap: _slot(WIDE_MM + 2 * gap, LONG_MM), lip),
        _Fit("sliding_lid_clearance_mm", "SLIDE", 0.1, 0.05, lambda gap: _slot(WIDE_MM + 2 * gap, GROOVE_MM), strip, rails),
        _Fit("store_clearance_mm", "STORE", 0.3, 0.1, lambda gap: _slot(DISC_MM + 2 * gap, LONG_MM), disc),
        _Fit(
            "split_joint_clearance_mm",
            "SPLIT",
            0.05,
            0.05,
            lambda gap: as_multi(_tail().buffer(gap, join_style="mitre").intersection(box(-20, 0, 20, 20))).geoms[0],
            Trial(tail, BARS_MM, 0.0, 0.0),
        ),
    )


def _values(fit: _Fit, correction_mm: float) -> tuple[float, ...]:
    """Clearances to try for a fit: each leaves a gap on this printer and is within the key's range."""
    _, most = limits(Fits.model_fields[fit.key])
    steps = [round(fit.first_mm + number * fit.step_mm, 3) for number in range(round((most - fit.first_mm) / fit.step_mm) + 1)]
    return tuple(value for value in steps if value + correction_mm > LEAST_MM)[:COUNT]


def _slot(width_mm: float, depth_mm: float) -> Polygon:
    return box(-width_mm / 2, 0, width_mm / 2, depth_mm)


def _tail() -> Polygon:
    """A dovetail that reaches up from y = 0 and a little below it, to hold on."""
    half, wide = NECK_MM / 2, NECK_MM / 2 + UNDERCUT_MM
    return Polygon([(-half, -1), (half, -1), (half, 0), (wide, REACH_MM), (-wide, REACH_MM), (-half, 0)])


def _coupon(fit: _Fit, config: Config) -> CouponSpec:
    printer = config.printer
    scale = max(1.0, printer.nozzle_mm / 0.4)
    values = _values(fit, printer.fit_correction_mm)
    shapes = [fit.opening(round(value + printer.fit_correction_mm, 6)) for value in values]
    texts = [_text(f"{value:.2f}", NUMBER_MM * scale) for value in values]
    long, high = (max(_size(text)[axis] for text in texts) for axis in (0, 1))
    widest = max(shape.bounds[2] - shape.bounds[0] for shape in shapes) + WALL_MM
    # A number runs along its opening if the opening is narrower than the number is long.
    turned = widest < long
    pitch = max(widest, high + 1.2 if turned else long + SPACE_MM)
    title = _text(fit.title, TITLE_MM * scale, turned)
    lead = EDGE_MM + _size(title)[0] + SPACE_MM
    deepest = max(shape.bounds[3] for shape in shapes)
    width, back = lead + len(values) * pitch + WALL_MM / 2, deepest + WALL_MM
    shelf_deep = max(long if turned else high, _size(title)[1]) + 2 * EDGE_MM
    middle = back + shelf_deep / 2
    places = [lead + (number + 0.5) * pitch for number in range(len(values))]
    numbers = [Number(fit.title, centred(title, EDGE_MM + _size(title)[0] / 2, middle), box(0, back, lead, back + shelf_deep))]
    for value, text, x in zip(values, texts, places, strict=True):
        area = centred(affinity.rotate(text, 90) if turned else text, x, middle)
        numbers.append(Number(f"{value:.2f}", area, box(x - pitch / 2, back, x + pitch / 2, back + shelf_deep)))
    layer = printer.layer_mm
    shelf = round(max(SHELF_LAYERS * layer, printer.wall_mm + ENGRAVE_LAYERS * layer), 6)
    roof = Roof(shelf, fit.rails.land_mm, fit.rails.high_mm) if fit.rails else None
    return CouponSpec(
        name=fit.key,
        values=values,
        bars=box(0, 0, width, back),
        shelf=box(0, back, width, back + shelf_deep),
        bars_mm=round(shelf + roof.high_mm, 6) if roof else printer.whole_layers(BARS_MM),
        shelf_mm=shelf,
        openings=tuple(affinity.translate(shape, x, 0) for shape, x in zip(shapes, places, strict=True)),
        relief_mm=printer.foot_relief_mm,
        numbers=tuple(numbers),
        engrave_mm=round(ENGRAVE_LAYERS * layer, 6),
        trial=_beside(fit.trial, printer.whole_layers),
        roof=roof,
    )


def _beside(piece: Trial | None, layers: Callable[[float], float]) -> Trial | None:
    """The test piece placed in front of the comb."""
    if piece is None:
        return None
    left, _, _, top = piece.outline.bounds
    outline = affinity.translate(piece.outline, -left, -top - APART_MM)
    return Trial(outline, layers(piece.height_mm), piece.foot_mm, piece.rim_mm)


def _text(text: str, height_mm: float, turned: bool = False) -> MultiPolygon:
    outline = text_outline(text, height_mm / cap_height_mm(1.0))
    return as_multi(affinity.rotate(outline, 90)) if turned else outline


def _size(shape: MultiPolygon) -> tuple[float, float]:
    left, bottom, right, top = shape.bounds
    return math.ceil(100 * (right - left)) / 100, math.ceil(100 * (top - bottom)) / 100
