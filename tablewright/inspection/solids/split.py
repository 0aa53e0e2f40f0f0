"""Whether a solid is the part of a split piece that it must be: its own share of what cuts through the whole show."""

from __future__ import annotations

from design.parts.splitting.spec import SplitSpec
from tablewright.inspection.solids.judge import Judge, judged
from tablewright.inspection.solids.measures.compared import compared
from tablewright.inspection.solids.measures.extents import Size, size_faults
from tablewright.inspection.solids.measures.reliefs import EDGE_MM
from tablewright.inspection.solids.measures.stl import Solid


def split_size(spec: SplitSpec) -> Size:
    """Extents of its region, as high as the whole is there."""
    judge, region = judged(spec.whole), spec.region
    left, bottom, right, top = region.bounds
    high = judge.height_over(spec.whole, region) if judge.height_over else judge.size(spec.whole)[2]
    return right - left, top - bottom, high


def split_faults(solid: Solid, spec: SplitSpec) -> list[str]:
    """A part of a plate, a board, a box or a lid: its size, its outline with the joint, and its share of what the whole shows.

    It may lie on the bed turned by a half turn.
    """
    region, judge = spec.region, judged(spec.whole)
    found = size_faults(solid, split_size(spec))
    if found:
        return found
    inner = region.buffer(-EDGE_MM, join_style="mitre")
    # What lies on the bed may be narrower than the outline: a sliding lid's edges lean.
    for level in judge.levels(spec.whole)[:1]:
        inner = inner.intersection(level.face.trim.buffer(-EDGE_MM, join_style="mitre"))
    cuts = [(what, z, wanted.intersection(region), region.envelope) for what, z, wanted in judge.outline(spec.whole)]
    cuts += [(what, z, wanted, inner) for what, z, wanted in judge.reveals(spec.whole)]
    return compared(solid, cuts, region.bounds)


SPLIT = Judge(split_size, split_faults)
