"""Where plates and boards are cut: along the borders between their places, the pieces as equal as that allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product

from shapely.geometry.base import BaseGeometry

from design.config.printer import Printer, turn_to_fit
from design.parts.splitting.dovetails import Joint, Line, Run, dovetails, free_runs, seam

RIM_MM = 1.0
"""Border of a plate that its dovetails keep clear of: chamfers are there."""

Cut = tuple[float, int]
"""Where a seam is, and the side that its dovetails point to."""


def plate_cuts(
    length_mm: float,
    height_mm: float,
    spacers_x: Sequence[float],
    beside_mm: float,
    printer: Printer,
    joint: Joint,
    least: int = 0,
) -> tuple[Cut, ...] | None:
    """Where a plate is cut: beside spacers, the pieces as equal as that allows; None where no cuts make it fit.

    `beside_mm` is the distance of a cut from the middle of its spacer. There are `least` cuts: none where
    the plate fits as it is.
    """
    for count in range(min(least, len(spacers_x)), len(spacers_x) + 1):
        fitting = []
        for spacers, ways in product(combinations(spacers_x, count), product((1, -1), repeat=count)):
            cuts = tuple((round(x + towards * beside_mm, 6), towards) for x, towards in zip(spacers, ways, strict=True))
            lengths = _lengths(length_mm, cuts, joint.reach_mm)
            if all(turn_to_fit(one, height_mm, printer) is not None for one in lengths):
                fitting.append((round(max(lengths), 6), cuts))
        if fitting:
            return min(fitting)[1]
    return None


def beside_spacer_mm(spacer_mm: float, joint: Joint) -> float:
    """How far from the middle of a spacer a seam keeps: a wall is left beside it."""
    return round(spacer_mm / 2 + joint.wall_mm + joint.clearance_mm / 2, 6)


def _lengths(length_mm: float, cuts: Sequence[Cut], reach_mm: float) -> list[float]:
    """Lengths of the pieces with the dovetails that stand out of them."""
    ends = [(-length_mm / 2, 0), *cuts, (length_mm / 2, 0)]
    return [
        right - left + (reach_mm if into > 0 else 0.0) + (reach_mm if back < 0 else 0.0)
        for (left, back), (right, into) in pairwise(ends)
    ]


def seams_at(
    cuts: Sequence[Cut], depth_mm: float, keeps_off: BaseGeometry, air_mm: float, joint: Joint, otherwise: Sequence[Run] = ()
) -> tuple[Line, ...]:
    """The seams of cuts through a part of this depth, its middle the origin.

    Dovetails stand off what they keep off by `air_mm`; where that leaves them no room they stand in the runs of `otherwise`.
    """
    half = depth_mm / 2
    seams = []
    for x, towards in cuts:
        over = sorted((x - towards * air_mm, x + towards * (joint.reach_mm + air_mm)))
        necks = dovetails(free_runs(keeps_off, (over[0], over[1]), (RIM_MM - half, half - RIM_MM), air_mm), joint)
        seams.append(seam(x, towards, (-half, half), necks or dovetails(otherwise, joint), joint))
    return tuple(seams)
