"""A comb of the fit coupon as its STL holds it: openings as wide as their numbers say, and no number blank."""

from __future__ import annotations

from pathlib import Path

from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

from design.families.coupon import CouponSpec
from tablewright.inspection.solids.measures.sections import Agreement, agreement, section
from tablewright.inspection.solids.measures.stl import REST_MM, read_stl

WIDTH_MM = 0.01
"""An opening's width agrees to this: a fifth of the step between two openings."""


def coupon_faults(path: Path, spec: CouponSpec) -> list[str]:
    """Why a file is not the comb of this specification with its test piece; an empty list if it is."""
    solid = read_stl(path)
    if isinstance(solid, str):
        return [solid]
    found = []
    if not solid.mesh.is_watertight or not solid.mesh.is_winding_consistent or solid.volume_mm3 <= 0:
        found.append("is not a closed body, wound outward")
    bodies = 1 if spec.trial is None else 2
    if int(solid.mesh.body_count) != bodies:
        found.append(f"holds {int(solid.mesh.body_count)} bodies, must be {bodies}")
    if abs(solid.low[2]) > REST_MM:
        found.append(f"its lowest point is at z = {solid.low[2]:.3f} mm, must be 0")
    return found + _opening_faults(solid.mesh, spec) + _number_faults(solid.mesh, spec)


def _opening_faults(mesh: object, spec: CouponSpec) -> list[str]:
    """Each opening against the one that its clearance asks for: halfway up the bars, and at its foot or its upright part."""
    heights = [(spec.shelf_mm + spec.bars_mm) / 2]
    if spec.roof:
        heights.append(spec.roof.floor_mm + spec.roof.land_mm / 2)
    elif spec.relief_mm:
        heights.append(spec.relief_mm / 2)
    found = []
    for z in heights:
        cut = section(mesh, z)
        for value, opening in zip(spec.values, spec.openings, strict=True):
            must = _opening_at(opening, spec, z)
            left, bottom, right, top = must.bounds
            free = box(left - 0.5, bottom, right + 0.5, top + 0.5).difference(cut)
            sides = [(one.bounds[0], one.bounds[2]) for one in (must, free)]
            off = max(abs(a - b) for a, b in zip(*sides, strict=True))
            if off > WIDTH_MM or not agreement(free, must).good:
                wide = sides[1][1] - sides[1][0]
                found.append(f"its opening {value:.2f} is {wide:.2f} mm wide at z = {z:.2f} mm, must be {right - left:.2f}")
    return found


def _opening_at(opening: Polygon, spec: CouponSpec, z_mm: float) -> BaseGeometry:
    """What an opening leaves free of the comb at a height."""
    if spec.roof:
        left, bottom, right, top = opening.intersection(spec.bars).bounds
        lean = spec.roof.lean_mm(z_mm)
        return box(left + lean, bottom, right - lean, top)
    return opening.buffer(max(0.0, spec.relief_mm - z_mm), join_style="mitre").intersection(spec.bars)


def _number_faults(mesh: object, spec: CouponSpec) -> list[str]:
    """Each number against its outline, halfway down its engraving."""
    cut = section(mesh, spec.shelf_mm - spec.engrave_mm / 2)
    # What lies beside the shelf is no engraving.
    shelf = spec.shelf.buffer(-0.05, join_style="mitre")
    found = []
    for number in spec.numbers:
        sunk = number.field.intersection(shelf).difference(cut)
        match: Agreement = agreement(sunk, number.area)
        if not match.good:
            found.append(f"its number {number.text} is {'blank' if sunk.area < 0.1 else 'another'}: {match}")
    return found
