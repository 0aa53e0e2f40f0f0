"""The picture of the fit coupon: every comb as printed, its test piece in front of it, the numbers shaded."""

from __future__ import annotations

import cadquery as cq

from design.config.loading import Config
from design.families.coupon import CouponSpec, coupons
from design.parts.part_spec import NEUTRAL
from fabrication.parts.coupon import coupon
from fabrication.scenes.drawing import shaded
from fabrication.scenes.surfaces import Band, Drawn

GAP_MM = 8.0
"""Gap between two combs."""
ROW_MM = 160.0
"""Greatest length of a row."""


def coupon_scene(config: Config) -> list[Drawn]:
    """All combs in rows from the back, the shortest first, with their backs aligned."""
    drawn: list[Drawn] = []
    x, y, deepest = 0.0, 0.0, 0.0
    for spec in sorted(coupons(config), key=lambda one: _size(one)[0]):
        wide, deep = _size(spec)
        if x > 0 and x + wide > ROW_MM:
            x, y, deepest = 0.0, y - deepest - GAP_MM, 0.0
        drawn += _drawn(spec, x, y - spec.shelf.bounds[3])
        x, deepest = x + wide + GAP_MM, max(deepest, deep)
    return drawn


def _size(spec: CouponSpec) -> tuple[float, float]:
    """Width and depth in mm of a comb with its test piece."""
    front = spec.trial.outline.bounds[1] if spec.trial else spec.bars.bounds[1]
    return spec.shelf.bounds[2], spec.shelf.bounds[3] - front


def _drawn(spec: CouponSpec, x_mm: float, y_mm: float) -> list[Drawn]:
    sunk = spec.shelf_mm - spec.engrave_mm
    band = Band(sunk, sunk, shaded(NEUTRAL))
    return [Drawn(body.solid, NEUTRAL, cq.Location((x_mm, y_mm, 0)), (band,)) for body in coupon(spec).bodies]
