"""A design rule: an engraving in the side on the bed is printed as a bridge, which must not be too long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config.printer import Printer
from design.faces.slots import remedy_on
from design.graphics.polygons import as_multi
from design.parts.bridges import BRIDGE_MM, bridge_over_recess
from design.plan.planning import Plan, parts_of
from rules.errors import Problem


def bed_side_problems(plans: Sequence[Plan], printer: Printer) -> Iterator[Problem]:
    """Faces on the bed that need too long a bridge, each with its longest."""
    for side in (spec.bed_side for spec in parts_of(plans)):
        if side is None:
            continue
        found = [bridge_over_recess(one, printer.nozzle_mm) for one in as_multi(side.face.relief()).geoms]
        longest = max((one.span_mm for one in found if not one.holds), default=0.0)
        if longest > 0:
            yield Problem(
                side.face.name,
                f"engraved in the side on the bed it would be a bridge of {longest:.1f} mm, must be at most "
                f"{BRIDGE_MM:g} mm; {remedy_on(side.face, side.remedy)}",
            )
