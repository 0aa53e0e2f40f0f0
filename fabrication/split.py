"""Parts of a piece that is longer than the bed: the whole solid, cut along its seams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cadquery as cq
from shapely.geometry import Point

from design.parts.splitting.dovetails import Line
from design.parts.splitting.spec import SplitSpec
from fabrication.kernel.booleans import common, cut
from fabrication.kernel.engraving import OVERSHOOT_MM
from fabrication.kernel.prisms import Ring, stacked
from fabrication.part import ColourBody, Part, built
from rules.errors import BuildError, Problem

SEAM_RELIEF_MM = 0.3
"""The chamfer along a seam at the bed, at most: at a dovetail's tips it reaches out twice as far, and a slicer supports
one of 0.4 mm (PrusaSlicer 2.5, layers of 0.2 mm; 0.35 mm it does not)."""
VOLUME_SHARE = 1e-5
"""Largest difference of the parts' volume from the whole's less the seams', as a share of it."""


def split_part(spec: SplitSpec) -> Part:
    """One part of a split piece in print orientation, as the whole is printed; the middle of its plan is the origin.

    Its faces at a seam stand half the clearance from it; at the bed they are relieved as the whole's foot is.
    The frames of the whole are there too, and `whole`, which carries the part to its place in the whole.

    Raises:
        BuildError: when the seams do not leave one solid for each part, or more than the seams is lost.
    """
    whole = built(spec.whole)
    tools = [gap(line, spec) for line in spec.seams]
    region = spec.region
    left, bottom, right, top = region.bounds
    shift = cq.Location((-(left + right) / 2, -(bottom + top) / 2, 0))

    def own(pieces: Sequence[cq.Solid]) -> list[cq.Solid]:
        return [one.moved(shift) for one in pieces if region.contains(Point(*one.Center().toTuple()[:2]))]

    (body,) = whole.bodies
    mine = own(_apart(body.solid, tools, spec))
    if len(mine) != 1:
        raise BuildError(Problem(spec.name, f"its seams leave {len(mine)} solids of it, not 1; change its sizes"))

    def in_colours() -> tuple[ColourBody, ...]:
        shares = [
            (one, own([piece for solid in one.solids for piece in _as_high(cut(solid, tools), solid)]))
            for one in whole.in_colours()
        ]
        return tuple(replace(one, solids=tuple(solids)) for one, solids in shares if solids)

    frames = {name: frame * shift.inverse for name, frame in whole.frames.items()}
    return Part(spec.name, (replace(body, name=spec.name, solid=mine[0]),), {**frames, "whole": shift.inverse}, in_colours)


def _as_high(pieces: cq.Shape, solid: cq.Solid) -> list[cq.Solid]:
    """What a cut left of a solid, without crumbs: above a seam's relief an inlay's edge may be thinner than a layer.

    A part without the spacers or the ridge that stand on the whole is lower than it, and no crumb.
    """
    high = solid.BoundingBox().zlen
    return [one for one in pieces.Solids() if one.BoundingBox().zlen > 0.5 * high]


def _apart(solid: cq.Solid, tools: Sequence[cq.Solid], spec: SplitSpec) -> list[cq.Solid]:
    """The solids between the seams: as many as there are parts, and only the seams are gone."""
    pieces = cut(solid, tools).Solids()
    if len(pieces) != len(tools) + 1:
        what = f"its seams leave {len(pieces)} solids instead of {len(tools) + 1}; change its sizes or take a larger bed"
        raise BuildError(Problem(spec.name, what))
    lost = float(solid.Volume() - sum(one.Volume() for one in pieces))
    expected = sum(float(common(solid, tool).Volume()) for tool in tools)
    if abs(lost - expected) > VOLUME_SHARE * float(solid.Volume()):
        what = f"its seams took {lost:.2f} mm3 instead of {expected:.2f}; please report this as a fault"
        raise BuildError(Problem(spec.name, what))
    return list(pieces)


def gap(line: Line, spec: SplitSpec) -> cq.Solid:
    """What a seam takes away: a band of the clearance through the whole height, wider at the bed, where a foot would swell."""
    half, relief = spec.clearance_mm / 2, min(SEAM_RELIEF_MM, spec.whole.foot_chamfer_mm)
    levels = [(-OVERSHOOT_MM, half + relief + OVERSHOOT_MM), (relief, half), (spec.whole.extent_mm[2] + OVERSHOOT_MM, half)]
    return stacked([(z, band(line, wide)) for z, wide in levels])


def band(line: Line, half_mm: float) -> Ring:
    """The outline of a band along a line, so wide on either side; its corners are those of the line, moved."""
    right, left = ([_moved(line, index, side * half_mm) for index in range(len(line))] for side in (1, -1))
    return [*right, *reversed(left)]


def _moved(line: Line, index: int, by_mm: float) -> tuple[float, float]:
    """A corner of a line whose both edges are moved to their right."""
    normals = []
    for start, end in pairwise(line[max(0, index - 1) : index + 2]):
        across, along = end[0] - start[0], end[1] - start[1]
        length = (across**2 + along**2) ** 0.5
        normals.append((along / length, -across / length))
    one, other = normals[0], normals[-1]
    scale = by_mm / (1 + one[0] * other[0] + one[1] * other[1])
    x, y = line[index]
    return x + scale * (one[0] + other[0]), y + scale * (one[1] + other[1])
