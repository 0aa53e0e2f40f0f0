"""Design rules for markers and tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import shapely
from shapely import affinity

from design.config.derived import core_mm
from design.config.loading import Loaded
from design.names import component_of
from design.parts.marker import MarkerSpec
from design.plan.planning import Plan, wholes_of
from rules.errors import Problem

HAND_MM = 30.0
"""Width that a closed hand hides: a poker chip of 39 mm shows beside it."""
SAME_SHARE = 0.001
"""Share of its area by which an outline turned over may differ, because curves have facets."""


def held_problems(plans: Sequence[Plan]) -> Iterator[Problem]:
    """Pieces that a closed hand must hide but cannot: too large, or their outline shows which side is up."""
    held = {item.id for plan in plans for item in plan.bill.game.components if item.held}
    for spec in (one for one in wholes_of(plans, MarkerSpec) if component_of(one.name) in held):
        longest = 2 * float(shapely.minimum_bounding_radius(spec.trim))
        if longest > HAND_MM + 1e-6:
            what = f"must be at most {HAND_MM:g} mm across, so that a closed hand hides it; make it smaller"
            yield Problem(f"{spec.name} = {longest:.1f} mm", what)
        over = affinity.scale(spec.trim, -1, 1, origin=(0, 0))
        if over.symmetric_difference(spec.trim).area > SAME_SHARE * spec.trim.area:
            yield Problem(f"{spec.name} outline", "must be the same turned over, or a finger feels which side is up")


def marker_problems(loaded: Loaded, _: object, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Engravings that leave too little of a marker, and pieces that no closed hand hides."""
    yield from held_problems(plans)
    printer = loaded.config.printer
    core = core_mm(printer.nozzle_mm, printer.layer_mm)
    for spec in wholes_of(plans, MarkerSpec):
        if spec.thickness_mm - spec.engrave_mm < core - 1e-9:
            most = spec.thickness_mm - core
            yield Problem(
                f"{spec.name} relief_mm = {spec.engrave_mm:g}",
                f"must be at most {most:g} mm in a marker of {spec.thickness_mm:g} mm, so that {core:g} mm are left; "
                "make the marker thicker",
            )
