"""Design rules for boards of squares: what is left below a seat, and that a token stands out far enough to be taken."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

from design.config.derived import core_mm
from design.config.loading import Loaded
from design.parts.pieces import MarkerSpec, SquaresSpec
from design.parts.splitting.spec import SplitSpec
from design.plan.planning import Plan, artifacts_of
from rules.errors import Problem

TOUCH_MM2 = 1e-6
"""Areas that share less than this only touch."""
GRIP_MM = 1.2
"""What of a token stands out of its seat, at least: six layers of 0.2 mm, enough for two finger nails."""


def seats_meet(spec: SquaresSpec) -> bool:
    """Whether a board's seats run into each other, or into the lines between them, their chamfers included."""
    if _pitch_mm(spec) < _mouth_mm(spec) + 1e-6:
        return True
    mouths = spec.seats.buffer(spec.lead_mm, join_style="mitre")
    return float(spec.top.relief().intersection(mouths).area) > TOUCH_MM2


def squares_problems(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Seats that run into each other, leave too little below them, or take in too much of a token."""
    printer = loaded.config.printer
    core = core_mm(printer.nozzle_mm, printer.layer_mm)
    for plan in plans:
        specs = [one.spec.whole if isinstance(one.spec, SplitSpec) else one.spec for one in artifacts_of([plan])]
        boards = {one.name: one for one in specs if isinstance(one, SquaresSpec)}
        for spec in boards.values():
            left = round(spec.floor_mm - (spec.line_depth_mm if spec.floors.marks else 0.0), 6)
            if left < core - 1e-9:
                what = f"leaves {left:g} mm below a seat of {spec.name}, must be at least {core:g} mm; make the board thicker"
                yield Problem(loaded.where("squares.thickness_mm"), what)
        # Between two seats lies a line, and on either side of it what the nozzle draws: where seats are apart,
        # design.checks.reliefs asks for that.
        between = loaded.config.squares.line_mm + 2 * printer.stroke_mm
        least = max((_mouth_mm(one) + between for one in boards.values() if seats_meet(one)), default=0.0)
        if least:
            take = "for seats that take the token; make squares larger, or the token (markers.token) smaller"
            what = f"must be at least {least:.4g} mm {take}"
            yield Problem(loaded.where("squares.square_mm"), what)
        thinnest = min((one.thickness_mm for one in specs if isinstance(one, MarkerSpec) and boards), default=0.0)
        if any(one.seat_depth_mm > thinnest - GRIP_MM + 1e-9 for one in boards.values()):
            what = f"hides a token of {thinnest:g} mm, of which {GRIP_MM:g} mm must stand out to be taken; make seats less deep"
            yield Problem(loaded.where("squares.seat_depth_mm"), what)


def _pitch_mm(spec: SquaresSpec) -> float:
    """From the middle of a seat to that of the next."""
    return min((math.dist(one, other) for one, other in combinations(spec.middles, 2)), default=math.inf)


def _mouth_mm(spec: SquaresSpec) -> float:
    """The longer side of a seat where it is widest: at the top of its chamfer."""
    left, bottom, right, top = spec.seat.bounds
    return float(max(right - left, top - bottom)) + 2 * spec.lead_mm
