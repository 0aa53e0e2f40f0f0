"""Whether a solid is a domino: numbers on both large faces, on two long edges and on two short ones."""

from __future__ import annotations

from design.parts.domino import DominoSpec
from tablewright.inspection.solids.blocks import Sides, block_faults, block_judge
from tablewright.inspection.solids.measures.stl import Solid


def domino_sides(spec: DominoSpec) -> Sides:
    """Both edges of a kind show the same, whichever end is up."""
    return spec.front, spec.back, spec.side, spec.side, spec.end, spec.end


def domino_faults(solid: Solid, spec: DominoSpec) -> list[str]:
    """A domino, lying on its back."""
    return block_faults(solid, spec, domino_sides(spec))


DOMINO = block_judge(domino_sides, domino_faults)
