"""A comb of the fit coupon with its test piece: printed flat, tried by hand, read off."""

from __future__ import annotations

import cadquery as cq
from shapely.geometry import MultiPolygon, box
from shapely.geometry.polygon import orient

from design.families.coupon import CouponSpec, Roof, Trial
from design.graphics.polygons import as_multi
from fabrication.kernel.booleans import cut, fuse
from fabrication.kernel.engraving import OVERSHOOT_MM, Recess, engraved, one_solid
from fabrication.kernel.prisms import chamfered_prism, inset, prisms, stacked
from fabrication.part import Body, BodyRole, Part
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
    """The comb with its openings, chamfered at the foot: a step there would hang free, and a slicer would support it."""
    relief, tools, gone = spec.relief_mm, [], 0.0
    for opening in spec.openings:
        # On the comb's front it goes on before it, so that no faces fall together there.
        front = [x for x, y in opening.exterior.coords if abs(y) < 1e-9]
        straight = orient(opening.union(box(min(front), -OVERSHOOT_MM, max(front), 0)))
        wide = orient(straight.buffer(relief, join_style="mitre"))
        rings = [
            (-OVERSHOOT_MM, list(wide.exterior.coords)[:-1]),
            (spec.bars_mm + OVERSHOOT_MM, list(straight.exterior.coords)[:-1]),
        ]
        if relief:
            ring = rings[0][1]
            rings[1:] = [(0.0, ring), (relief, narrow := inset(ring, relief, spec.name)), (spec.bars_mm + OVERSHOOT_MM, narrow)]
        tools.append(stacked(rings))
        foot, middle, above = (
            straight.buffer(by, join_style="mitre").intersection(spec.bars).area for by in (relief, relief / 2, 0.0)
        )
        gone += relief * (foot + 4 * middle + above) / 6 + above * (spec.bars_mm - relief)
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
