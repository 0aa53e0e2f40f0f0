"""Design rules for marks raised on a part or sunk into it: clear of the edge, apart, and with enough material between them.

Raised strokes, and what is left between engraved ones, are at least one and a half nozzle lines wide, or two where they
are higher than a relief. Inspection asks the same of every layer of the finished part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from shapely.geometry import MultiPolygon
from shapely.ops import unary_union

from design.config.printer import Printer
from design.faces.face import InkRole
from design.faces.slots import remedy_on
from design.parts.boards.squares import TOUCH_MM2
from design.parts.part_spec import ReliefLayer
from design.parts.thinness import PLAY_MM, RELIEF_MM, thinner, width_of
from design.plan.planning import Plan, parts_of
from rules.errors import Problem

EDGE_MM = 0.5
"""Distance from a part's edge to what its faces show: rims and feet are chamfered by 0.4 mm at most."""


def relief_problems(printer: Printer, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Marks at an edge, marks that run together, and walls beside or between them that are too thin to print."""
    for spec in parts_of(plans):
        said: set[str] = set()
        for layer in spec.reliefs(printer):
            for problem in _layer_problems(layer, printer) if layer.face.name not in said else ():
                said.add(layer.face.name)
                yield problem


@lru_cache(maxsize=4096)
def _layer_problems(layer: ReliefLayer, printer: Printer) -> tuple[Problem, ...]:
    """A layer's first fault, if it has any."""
    return tuple(_faults(layer, printer))


def _faults(layer: ReliefLayer, printer: Printer) -> Iterator[Problem]:
    face, remedy = layer.face, remedy_on(layer.face, layer.remedy)
    marks = [mark.area for mark in face.marks if mark.role is not InkRole.PRINT]
    over = unary_union(marks).difference(face.trim.buffer(-EDGE_MM, join_style="mitre")) if marks else MultiPolygon()
    if over.area > TOUCH_MM2:
        yield Problem(face.name, f"what it shows must keep {EDGE_MM:g} mm from its edge, which is chamfered; {remedy}")
        return
    near = min((one.distance(other) for one, other in combinations(marks, 2)), default=printer.nozzle_mm)
    if near < printer.nozzle_mm - PLAY_MM:
        what = f"its marks are {near:.2f} mm apart, must be at least {printer.nozzle_mm:g} mm (a line of printer.nozzle_mm)"
        yield Problem(face.name, f"{what}; {remedy}")
        return
    least, why = (printer.stroke_mm, "1.5") if layer.high_mm <= RELIEF_MM + PLAY_MM else (printer.wall_mm, "2")
    thin = thinner(layer.area, least, printer.wall_mm)
    if thin:
        thinnest = min(width_of(one) for one in thin)
        yield Problem(
            face.name,
            f"leaves a wall of {thinnest:.2f} mm beside or between its marks, {layer.high_mm:g} mm high, must be at least "
            f"{least:g} mm ({why} x printer.nozzle_mm); {remedy}",
        )
