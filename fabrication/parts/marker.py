"""Markers and tokens: flat pieces whose front is raised and whose back is engraved, so that a finger tells them apart."""

from __future__ import annotations

from design.specs import MarkerSpec
from fabrication.engraving import Recess, engraved, raised, turned_over
from fabrication.part import Body, BodyRole, Part
from fabrication.prisms import chamfered_prism
from rules.errors import BuildError, Problem

RIM_MM = 0.4
"""Chamfer around the top, pleasant to the finger; marks keep 1 mm from the edge."""
CORE_MM = 0.8
"""What must be left above an engraving: four layers of 0.2 mm."""


def marker(spec: MarkerSpec) -> Part:
    """A marker in print orientation: back on the bed, front up; its trim's middle is the origin.

    The body is `thickness_mm` high, the front's relief stands on it by `raise_mm`, the back's is sunk by
    `engrave_mm`. The back shows upright when the marker is turned over about its upright axis.

    Raises:
        BuildError: when it is too thin for its engraving, or a mark reaches over its edge.
    """
    if spec.thickness_mm - spec.engrave_mm < CORE_MM - 1e-9:
        left = f"{spec.thickness_mm:g} mm leave less than {CORE_MM:g} mm"
        what = f"{left} above an engraving of {spec.engrave_mm:g} mm; make it thicker"
        raise BuildError(Problem(spec.name, what))
    body = chamfered_prism(spec.trim, spec.thickness_mm, spec.foot_relief_mm, RIM_MM, spec.name)
    body = engraved(body, [Recess(turned_over(spec.back.relief()), spec.engrave_mm)], spec.name)
    body = raised(body, spec.front.relief(), spec.thickness_mm, spec.raise_mm, spec.name)
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, body),))
