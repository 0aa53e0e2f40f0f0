"""Design rules for boards of squares: enough is left below a seat, and a token stands out far enough to be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from design.config.derived import core_mm
from design.config.loading import Loaded
from design.parts.boards.squares import SquaresSpec
from design.parts.marker import MarkerSpec
from design.plan.planning import Plan, wholes_of
from rules.errors import Problem

GRIP_MM = 1.2
"""Least height by which a token stands out of its seat: six layers of 0.2 mm, enough for two fingernails."""


def squares_problems(loaded: Loaded, _: object, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Seats that run into each other, leave too little below them, or hide too much of a token."""
    printer = loaded.config.printer
    core = core_mm(printer.nozzle_mm, printer.layer_mm)
    for plan in plans:
        boards = {one.name: one for one in wholes_of([plan], SquaresSpec)}
        for spec in boards.values():
            left = round(spec.floor_mm - (spec.line_depth_mm if spec.floors.marks else 0.0), 6)
            if left < core - 1e-9:
                what = f"leaves {left:g} mm below a seat of {spec.name}, must be at least {core:g} mm; make the board thicker"
                yield Problem(loaded.where("squares.thickness_mm"), what)
        # Between two seats lies a line with a nozzle's stroke on either side. Where seats are apart,
        # design.checks.reliefs asks for that.
        between = loaded.config.squares.line_mm + 2 * printer.stroke_mm
        least = max((one.mouth_mm + between for one in boards.values() if one.seats_meet), default=0.0)
        if least:
            take = "for seats that take the token; make squares larger, or the token (markers.token) smaller"
            what = f"must be at least {least:.4g} mm {take}"
            yield Problem(loaded.where("squares.square_mm"), what)
        thinnest = min((one.thickness_mm for one in wholes_of([plan], MarkerSpec) if boards), default=0.0)
        if any(one.seat_depth_mm > thinnest - GRIP_MM + 1e-9 for one in boards.values()):
            what = f"hides a token of {thinnest:g} mm, of which {GRIP_MM:g} mm must stand out to be taken; make seats less deep"
            yield Problem(loaded.where("squares.seat_depth_mm"), what)
