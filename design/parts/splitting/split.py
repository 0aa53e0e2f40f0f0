"""Parts that are longer than the bed: into how many pieces, and where. Anything that lies on the bed stays whole.

Pieces are the fewest that will do. A plate is cut beside a spacer, so that no number is cut; its pieces are
equal within a place for a card. A box and its lid are cut where fewest walls, openings and letters are met;
their pieces are equal within `SHIFT_SHARE` of one. A board of squares is cut along lines between its columns, also
where it would lie on the bed but is to come in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise, product
from typing import Any

from shapely import affinity

from design.config.printer import Printer, turn_to_fit
from design.names import part_name
from design.parts.number_board import PlateSpec
from design.parts.pieces import SquaresSpec
from design.parts.splitting.box_dovetails import split_box
from design.parts.splitting.dovetails import SIGN_MM, Joint, Line, dovetails, free_runs, seam
from design.parts.splitting.footprints import plan_outline_size
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid, TraySpec

RIM_MM = 1.0
"""Border of a plate that its dovetails keep clear of: chamfers are there."""

Cut = tuple[float, int]
"""Where a seam is, and the side that its dovetails point to."""


def joint_of(printer: Printer, clearance_mm: float) -> Joint:
    """The joint's sizes on a printer."""
    return Joint(clearance_mm, printer.wall_mm)


def split(spec: Any, printer: Printer, clearance_mm: float) -> tuple[Any, ...]:
    """The specification itself, or those of its parts; the whole where no split makes it fit, which design rules report."""
    joint = joint_of(printer, clearance_mm)
    found: tuple[Any, tuple[Line, ...]] | None = None
    if isinstance(spec, PlateSpec) and turn_to_fit(spec.length_mm, spec.height_mm, printer) is None:
        found = _split_plate(spec, printer, joint)
    elif isinstance(spec, TraySpec | AnyLid) and turn_to_fit(*plan_outline_size(spec), printer) is None:
        found = split_box(spec, printer, joint)
    elif isinstance(spec, SquaresSpec) and (spec.parts > 1 or turn_to_fit(spec.length_mm, spec.depth_mm, printer) is None):
        found = _split_squares(spec, printer, joint)
    if found is None:
        return (spec,)
    whole, seams = found
    count = len(seams) + 1
    return tuple(SplitSpec(part_name(spec.name, number, count), whole, number, seams, clearance_mm) for number in range(count))


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


def _split_plate(spec: PlateSpec, printer: Printer, joint: Joint) -> tuple[PlateSpec, tuple[Line, ...]] | None:
    beside = beside_spacer_mm(spec.spacer_width_mm, joint)
    cuts = plate_cuts(spec.length_mm, spec.height_mm, spec.spacers_x, beside, printer, joint)
    if cuts is None:
        return None
    # As it is printed: the front turned about the x axis, the back half way round.
    signs = affinity.scale(spec.back.relief(), -1, -1, origin=(0, 0))
    signs = signs.union(affinity.scale(spec.front.relief(), 1, -1, origin=(0, 0)))
    half = spec.height_mm / 2
    seams = []
    for x, towards in cuts:
        over = sorted((x - towards * SIGN_MM, x + towards * (joint.reach_mm + SIGN_MM)))
        necks = dovetails(free_runs(signs, (over[0], over[1]), (RIM_MM - half, half - RIM_MM), SIGN_MM), joint)
        # On a low plate the signs leave no room between them: then a dovetail goes through the middle of them.
        necks = necks or dovetails([(RIM_MM - half, half - RIM_MM)], joint)
        seams.append(seam(x, towards, (-half, half), necks, joint))
    return spec, tuple(seams)


def _split_squares(spec: SquaresSpec, printer: Printer, joint: Joint) -> tuple[SquaresSpec, tuple[Line, ...]] | None:
    """Along lines between columns; dovetails stand where four squares meet, out of the way of the seats."""
    cuts = plate_cuts(spec.length_mm, spec.depth_mm, spec.borders_x, 0.0, printer, joint, spec.parts - 1)
    if cuts is None:
        return None
    half, seats = spec.depth_mm / 2, spec.seats.buffer(spec.lead_mm)
    seams = []
    for x, towards in cuts:
        over = sorted((x - towards * joint.wall_mm, x + towards * (joint.reach_mm + joint.wall_mm)))
        runs = free_runs(seats, (over[0], over[1]), (RIM_MM - half, half - RIM_MM), joint.wall_mm)
        seams.append(seam(x, towards, (-half, half), dovetails(runs, joint), joint))
    return spec, tuple(seams)
