"""Dice: cubes with rounded edges, and pips, numbers or icons engraved in all six faces."""

from __future__ import annotations

from design.parts.die import DieSpec
from fabrication.part import Part
from fabrication.parts.block import block


def die(spec: DieSpec) -> Part:
    """A die in print orientation: 1 on the bed, 6 up, 3 at +Y; raises what `block` does."""
    return block(spec)
