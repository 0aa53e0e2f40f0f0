"""Markers and tokens: flat pieces whose front is raised and whose back is engraved, so that a finger tells them apart."""

from __future__ import annotations

import cadquery as cq

from design.parts.marker import MarkerSpec
from fabrication.kernel.booleans import common
from fabrication.kernel.colours import filling, flush_shares, ground, inlays, relief_shares, whole
from fabrication.kernel.engraving import OVERSHOOT_MM, ExactRecess, Recess, engraved, raised, turned_over
from fabrication.kernel.prisms import chamfered_prism
from fabrication.part import Body, BodyRole, ColourBody, Part
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
    plain = chamfered_prism(spec.trim, spec.thickness_mm, spec.foot_relief_mm, RIM_MM, spec.name)
    body = engraved(plain, [Recess(turned_over(spec.back.relief()), spec.engrave_mm)], spec.name)
    body = raised(body, spec.front.relief(), spec.thickness_mm, spec.raise_mm, spec.name)
    return Part(spec.name, (Body(spec.name, BodyRole.GROUND, body),), in_colours=lambda: _coloured(spec, plain))


def _coloured(spec: MarkerSpec, plain: cq.Solid) -> tuple[ColourBody, ...]:
    """The marker in colours: the back's marks flush in it, the front's standing on it, each side on its own ground."""
    top, sunk = spec.thickness_mm, spec.engrave_mm
    back, front = flush_shares(spec.back, turned_over), relief_shares(spec.front, lambda area: area)
    recess = ExactRecess(whole(back), sunk)
    if spec.front.ground == spec.back.ground:
        grounds = [ground(spec, spec.back.ground, engraved(plain, [recess], spec.name))]
    else:
        lower = chamfered_prism(spec.trim, spec.seam_mm, spec.foot_relief_mm, 0.0, spec.name)
        upper = _upper(spec, plain)
        grounds = [ground(spec, spec.back.ground, engraved(lower, [recess], spec.name))]
        grounds.append(ground(spec, spec.front.ground, upper))
    shown = inlays(spec, [(back, 0.0, sunk), (front, top, top + spec.raise_mm)])
    raised_mm3 = float(whole(front).area) * spec.raise_mm
    return filling(spec.name, [*grounds, *shown], float(plain.Volume()) + raised_mm3)


def _upper(spec: MarkerSpec, plain: cq.Solid) -> cq.Solid:
    """The front's ground: what lies above the seam."""
    height = spec.thickness_mm - spec.seam_mm
    if height > RIM_MM + 1e-9:
        return chamfered_prism(spec.trim, height, 0.0, RIM_MM, spec.name).moved(cq.Location((0, 0, spec.seam_mm)))
    # Coarse layers leave it no more than its chamfer: it is taken off the whole.
    left, bottom, right, top = spec.trim.buffer(OVERSHOOT_MM).bounds
    slab = cq.Solid.makeBox(right - left, top - bottom, height, cq.Vector(left, bottom, spec.seam_mm))
    return common(plain, slab).Solids()[0]
