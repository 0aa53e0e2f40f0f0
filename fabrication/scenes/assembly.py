"""Assembled parts: each where its frame `assembly` puts it, with the cards that stand between them."""

from __future__ import annotations

from dataclasses import dataclass

import cadquery as cq


@dataclass(frozen=True)
class PlacedBody:
    """A solid in place: `name` says whose it is."""

    name: str
    solid: cq.Shape


def upright(thick_mm: float, high_mm: float, x_mm: float) -> cq.Location:
    """From lying on z = 0, upper edge towards +Y, to its place on a number board: upright, front towards the owner (-Y)."""
    return cq.Location((x_mm, thick_mm / 2, high_mm / 2), (1, 0, 0), 90)
