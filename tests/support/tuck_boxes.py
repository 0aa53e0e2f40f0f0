"""Specifications of tuck boxes, as they are planned."""

from __future__ import annotations

from functools import cache

from tests.support.plans import GAME, planned

BIG = (
    "card={width_mm: 63, height_mm: 88, sleeve: premium}",
    "markers={penalty: {width_mm: 40, height_mm: 40}, score: {width_mm: 30, height_mm: 30}}",
    "markers={leader: {width_mm: 60, height_mm: 60}}",
    "printer={bed_width_mm: 500, bed_depth_mm: 500}",
)
"""Settings of a box in two parts."""


@cache
def boxes(*settings, paper="a4"):
    made = planned((f"paper.sizes=[{paper}]", *settings)).artifacts
    return [one.spec for one in made if one.path == f"{GAME}/pdf/{paper}/tuck-box.pdf"]
