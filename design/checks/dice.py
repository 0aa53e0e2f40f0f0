"""Design rules for dice: round edges fit together, and marks lie on the flat part of a face."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config.loading import Loaded
from design.parts.die import DieSpec
from design.plan.planning import Plan, wholes_of
from rules.errors import Problem

ROUND_SHARE = 0.95
"""Largest rounding of the other edges, as a share of the upright edges' radius."""
FLAT_MM = 0.1
"""Distance from a mark to where its face bends."""


def die_problems(_: Loaded, __: object, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Dice whose edges do not meet, or whose marks reach into them."""
    for spec in dict.fromkeys(wholes_of(plans, DieSpec)):
        most = ROUND_SHARE * spec.corner_mm
        if spec.edge_mm > most + 1e-9:
            yield Problem(
                f"{spec.name} rounding_mm = {spec.edge_mm:g}",
                f"must be at most {most:.2f} mm for upright edges of {spec.corner_mm:g} mm radius; make corner_mm larger",
            )
        off = max(spec.taken_off_mm, spec.corner_mm) + FLAT_MM
        for face in spec.values:
            if not face.trim.buffer(-off, join_style="mitre").covers(face.relief()):
                yield Problem(face.name, f"what it shows reaches into the round edges ({off:g} mm); {spec.larger}")
