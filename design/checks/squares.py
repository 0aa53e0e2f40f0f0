"""Design rules for boards of squares: what is left below a seat, and that a token stands out far enough to be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config import Loaded
from design.derived import core_mm
from design.plan import Plan, artifacts_of
from design.specs import MarkerSpec, SplitSpec, SquaresSpec
from rules.errors import Problem

GRIP_MM = 1.2
"""What of a token stands out of its seat, at least: six layers of 0.2 mm, enough for two finger nails."""


def squares_problems(loaded: Loaded, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Seats that leave too little below them, or take in too much of a token."""
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
        thinnest = min((one.thickness_mm for one in specs if isinstance(one, MarkerSpec) and boards), default=0.0)
        if any(one.seat_depth_mm > thinnest - GRIP_MM + 1e-9 for one in boards.values()):
            what = f"hides a token of {thinnest:g} mm, of which {GRIP_MM:g} mm must stand out to be taken; make seats less deep"
            yield Problem(loaded.where("squares.seat_depth_mm"), what)
