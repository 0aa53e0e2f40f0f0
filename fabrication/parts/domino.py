"""Dominoes: slabs that stand on the short end and on the long side, with numbers engraved in all six faces."""

from __future__ import annotations

from design.parts.domino import DominoSpec
from fabrication.part import Part
from fabrication.parts.block import block


def domino(spec: DominoSpec) -> Part:
    """A domino in print orientation: back on the bed, its upper end at +Y; raises what `block` does."""
    return block(spec)
