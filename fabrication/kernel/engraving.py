"""Engraves or raises a face's content on a solid: one boolean per solid, with its volume checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cadquery as cq
from shapely.affinity import affine_transform
from shapely.geometry import MultiPolygon

from design.graphics.polygons import as_multi
from fabrication.kernel.booleans import cut, fuse
from fabrication.kernel.prisms import exact_prisms, prisms, simpler
from fabrication.kernel.steps import Step, stepped
from rules.errors import BuildError, Problem

OVERSHOOT_MM = 0.5
"""How far a tool extends out of the solid, or into it, since faces that merely touch are the kernel's hardest case."""
VOLUME_SHARE = 0.002
"""Largest difference between a boolean's volume and area times depth, as a share of it."""


@dataclass(frozen=True)
class Recess:
    """An area sunk to a depth: `top_mm` is the height of the surface it is sunk into, None for the bed side (z = 0)."""

    area: MultiPolygon
    depth_mm: float
    top_mm: float | None = None

    @property
    def outline(self) -> MultiPolygon:
        """The area to cut."""
        return simpler(self.area)

    def tools(self) -> list[cq.Solid]:
        """The solids to cut away."""
        if self.top_mm is None:
            return exact_prisms(self.outline, -OVERSHOOT_MM, self.depth_mm)
        return exact_prisms(self.outline, self.top_mm - self.depth_mm, self.top_mm + OVERSHOOT_MM)

    def steps(self) -> list[Step]:
        """The same as lowered areas of the surface."""
        top, low = (0.0, self.depth_mm) if self.top_mm is None else (self.top_mm, self.top_mm - self.depth_mm)
        return [Step(one, top, low) for one in self.outline.geoms]

    @property
    def volume_mm3(self) -> float:
        """The volume to be removed."""
        return float(self.outline.area) * self.depth_mm


class ExactRecess(Recess):
    """A recess that keeps every point of its outline, so that its filling meets it everywhere."""

    @property
    def outline(self) -> MultiPolygon:
        """The area as given."""
        return self.area


def seen_from_below(area: MultiPolygon) -> MultiPolygon:
    """A face's area lying face down on the bed: turned about the x axis."""
    return as_multi(affine_transform(area, [1, 0, 0, -1, 0, 0]))


def turned_over(area: MultiPolygon) -> MultiPolygon:
    """A back's area beneath a front that faces up: turned about the y axis, as you turn a coin over."""
    return as_multi(affine_transform(area, [-1, 0, 0, 1, 0, 0]))


def turned_about(area: MultiPolygon) -> MultiPolygon:
    """An area turned half way round in its plane."""
    return as_multi(affine_transform(area, [-1, 0, 0, -1, 0, 0]))


def engraved(solid: cq.Solid, recesses: Iterable[Recess], name: str) -> cq.Solid:
    """The solid with all recesses cut into it at once.

    Raises:
        BuildError: naming the part, if recesses overlap, extend past an edge or cut the part in two.
    """
    given = [recess for recess in recesses if not recess.area.is_empty]
    if not given:
        return solid
    result = stepped(solid, [step for recess in given for step in recess.steps()])
    if result is None:
        result = cut(solid, [tool for recess in given for tool in recess.tools()])
    expected = solid.Volume() - sum(recess.volume_mm3 for recess in given)
    return one_solid(result, expected, sum(recess.volume_mm3 for recess in given), name, "engraving")


def raised(solid: cq.Solid, area: MultiPolygon, top_mm: float, height_mm: float, name: str) -> cq.Solid:
    """The solid with an area raised on its top, which is flat at `top_mm`.

    Raises:
        BuildError: naming the part, if the area extends past the edge of the top.
    """
    if area.is_empty:
        return solid
    added = float(simpler(area).area) * height_mm
    result = stepped(solid, [Step(one, top_mm, top_mm + height_mm) for one in simpler(area).geoms])
    if result is None:
        result = fuse(solid, prisms(area, top_mm - min(OVERSHOOT_MM, top_mm / 2), top_mm + height_mm))
    return one_solid(result, solid.Volume() + added, added, name, "relief")


def one_solid(result: cq.Shape, expected_mm3: float, change_mm3: float, name: str, what: str) -> cq.Solid:
    """The single solid left by a boolean; BuildError if there are more, or its volume is wrong."""
    solids = result.Solids()
    if len(solids) != 1:
        raise BuildError(
            Problem(name, f"its {what} leaves {len(solids)} separate solids instead of one; make it shallower or smaller")
        )
    volume = float(solids[0].Volume())
    if abs(volume - expected_mm3) > VOLUME_SHARE * change_mm3 + 1e-6:
        text = f"its {what} left {volume:.3f} mm3 instead of {expected_mm3:.3f}; it overlaps something or reaches over an edge"
        raise BuildError(Problem(name, text))
    return solids[0]
