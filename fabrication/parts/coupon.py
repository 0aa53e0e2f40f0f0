"""A comb of the fit coupon with its test piece: printed flat, tried by hand, read off."""

from __future__ import annotations

import cadquery as cq
from shapely.geometry import MultiPolygon

from design.coupon import CouponSpec, Roof, Trial
from design.outlines import as_multi
from fabrication.booleans import cut, fuse
from fabrication.engraving import OVERSHOOT_MM, Recess, engraved, one_solid
from fabrication.part import Body, BodyRole, Part
from fabrication.prisms import chamfered_prism, prisms, stacked
from rules.errors import BuildError, Problem


def coupon(spec: CouponSpec) -> Part:
    """A comb in print orientation, its openings to the front (y = 0), and its test piece before it.

    Raises:
        BuildError: when openings cut it apart, or a number reaches over the shelf's edge.
    """
    for number in spec.numbers:
        if not number.field.covers(number.area):
            raise BuildError(Problem(spec.name, f"its number {number.text} has no room; take a finer nozzle"))
    bodies = [Body(spec.name, BodyRole.GROUND, _comb(spec))]
    if spec.trial is not None:
        piece = _strip(spec.trial, spec.roof) if spec.roof else _trial(spec.trial, spec.name)
        bodies.append(Body(f"{spec.name}.trial", BodyRole.GROUND, piece))
    return Part(spec.name, tuple(bodies))


def _comb(spec: CouponSpec) -> cq.Solid:
    plan = MultiPolygon([spec.bars.union(spec.shelf)])
    body = prisms(plan, 0.0, spec.shelf_mm)[0]
    walls = prisms(MultiPolygon([spec.bars]), spec.shelf_mm - min(OVERSHOOT_MM, spec.shelf_mm / 2), spec.bars_mm)
    added = spec.bars.area * (spec.bars_mm - spec.shelf_mm)
    body = one_solid(fuse(body, walls), body.Volume() + added, added, spec.name, "bars")
    body = _grooved(body, spec, spec.roof) if spec.roof else _opened(body, spec)
    texts = as_multi(MultiPolygon([polygon for number in spec.numbers for polygon in number.area.geoms]))
    return engraved(body, [Recess(texts, spec.engrave_mm, spec.shelf_mm)], spec.name)


def _opened(body: cq.Solid, spec: CouponSpec) -> cq.Solid:
    """The comb with its openings, wider at the foot."""
    openings = as_multi(MultiPolygon(list(spec.openings)).buffer(0))
    wider = as_multi(openings.buffer(spec.relief_mm, join_style="mitre"))
    tools = [*prisms(openings, -OVERSHOOT_MM, spec.bars_mm + OVERSHOOT_MM), *prisms(wider, -OVERSHOOT_MM, spec.relief_high_mm)]
    inside, inside_wider = (area.intersection(spec.bars).area for area in (openings, wider))
    gone = inside * (spec.bars_mm - spec.relief_high_mm) + inside_wider * spec.relief_high_mm
    return one_solid(cut(body, tools), body.Volume() - gone, gone, spec.name, "openings")


def _grooved(body: cq.Solid, spec: CouponSpec, roof: Roof) -> cq.Solid:
    """The comb with grooves as a sliding lid's, from its front to where each ends."""
    low, bend, top = roof.floor_mm, roof.floor_mm + roof.land_mm, spec.bars_mm
    lean = roof.lean_mm(top)
    tools, gone = [], 0.0
    for opening in spec.openings:
        left, _, right, back = opening.bounds
        rings = [(low, 0.0), (bend, 0.0), (top, lean), (top + OVERSHOOT_MM, lean)]
        tools.append(stacked([(z, _ring(left + by, -OVERSHOOT_MM, right - by, back)) for z, by in rings]))
        gone += back * ((right - left) * (top - low) - lean * (top - bend))
    return one_solid(cut(body, tools), body.Volume() - gone, gone, spec.name, "grooves")


def _ring(left: float, front: float, right: float, back: float) -> list[tuple[float, float]]:
    return [(left, front), (right, front), (right, back), (left, back)]


def _strip(trial: Trial, roof: Roof) -> cq.Solid:
    """A strip of a sliding lid as the lid is printed: its narrow top on the bed, its edges leaning outward."""
    left, front, right, back = trial.outline.bounds
    lean = roof.lean_mm(roof.floor_mm + trial.height_mm)
    levels = [(0.0, lean), (trial.height_mm - roof.land_mm, 0.0), (trial.height_mm, 0.0)]
    return stacked([(z, _ring(left + by, front, right - by, back)) for z, by in levels])


def _trial(trial: Trial, name: str) -> cq.Solid:
    if trial.foot_mm or trial.rim_mm:
        return chamfered_prism(trial.outline, trial.height_mm, trial.foot_mm, trial.rim_mm, name)
    return prisms(MultiPolygon([trial.outline]), 0.0, trial.height_mm)[0]
