"""Parts put together: each where its frame `assembly` puts it, and the cards that stand between them."""

from __future__ import annotations

from dataclasses import dataclass

import cadquery as cq


@dataclass(frozen=True)
class PlacedBody:
    """A solid where it stands: `name` says whose it is."""

    name: str
    solid: cq.Shape


def upright(thick_mm: float, high_mm: float, x_mm: float) -> cq.Location:
    """From lying on z = 0, the upper edge toward +Y, to a place of a number board: stood up, its front to the owner (-Y)."""
    return cq.Location((x_mm, thick_mm / 2, high_mm / 2), (1, 0, 0), 90)
