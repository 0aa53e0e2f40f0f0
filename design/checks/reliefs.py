"""Design rules for what is raised on a part or sunk into it: clear of the edge, marks apart, what stands between them thick.

Raised strokes, and what is left standing between engraved ones, are a line and a half of the nozzle at least, and a
wall of two lines where they are higher than a relief. Inspection asks the same of every layer of the finished part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from shapely.geometry import MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.checks.squares import TOUCH_MM2, seats_meet
from design.config.printer import Printer
from design.faces.face import Face, InkRole
from design.faces.slots import remedy_on
from design.families.number_board.geometry import BACK_RIM_MM
from design.parts.number_board import PlateSpec
from design.parts.pieces import DominoSpec, MarkerSpec, SquaresSpec
from design.parts.splitting.spec import SplitSpec
from design.parts.storage_box import AnyLid
from design.parts.thinness import PLAY_MM, RELIEF_MM, thinner, width_of
from design.plan.planning import Plan, artifacts_of
from rules.errors import Problem
from rules.game import Medium

EDGE_MM = 0.5
"""From a part's edge to what its faces show: rims and feet are chamfered by 0.4 mm at most."""


@dataclass(frozen=True)
class Layer:
    """A layer through a face's marks: its area, how high marks reach, and which keys make them smaller or apart.

    `face` is as it is looked at; `area` is what the printer lays down, in the face's coordinates.
    """

    face: Face
    area: BaseGeometry
    high_mm: float
    remedy: str


def relief_problems(printer: Printer, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Marks at an edge, marks that run together, and what is too thin to be printed beside or between them."""
    for artifact in (one for one in artifacts_of(plans) if one.medium is Medium.SOLID):
        said: set[str] = set()
        for layer in _layers(artifact.spec, printer):
            for problem in _layer_problems(layer, printer) if layer.face.name not in said else ():
                said.add(layer.face.name)
                yield problem


def _layer_problems(layer: Layer, printer: Printer) -> Iterator[Problem]:
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


def _layers(spec: object, printer: Printer) -> list[Layer]:
    """The layers of a part that its faces' marks are in."""
    foot = _at_first_layer(spec, printer)
    if isinstance(spec, MarkerSpec):
        component = "make it larger or its relief lower (width_mm, height_mm and relief_mm of its spec, below markers or tile)"
        below = spec.trim.buffer(-foot, join_style="mitre").difference(spec.back.relief())
        return [
            Layer(spec.front, spec.front.relief(), spec.raise_mm, component),
            Layer(spec.back, below, spec.engrave_mm, component),
        ]
    if isinstance(spec, PlateSpec):
        board = "make number_board.digit_height_mm or digit_depth_mm smaller, or what stands in it larger"
        ends = "make number_board.end_length_mm larger, or key_width_mm or fits.connector_key_clearance_mm smaller"
        signs = "make number_board.symbol_depth_mm smaller, or what stands in it larger"
        front = spec.front.trim.buffer(-foot, join_style="mitre")
        # The highest layer is the narrowest: in its middle the back's rim is this much further in.
        rim = max(0.0, BACK_RIM_MM - printer.layer_mm / 2)
        back = spec.back.trim.buffer(-rim, join_style="mitre")
        return [
            Layer(spec.front, front.difference(spec.front.relief()), spec.front_depth_mm, board),
            Layer(spec.back, back.difference(spec.back.relief()), spec.back_depth_mm, signs),
            Layer(spec.back, back.difference(unary_union(_grooves(spec))), spec.key.depth_mm, ends),
        ]
    if isinstance(spec, DominoSpec):
        return [
            Layer(face, area.difference(face.relief()), deep, "make the domino larger or thicker")
            for face, deep in (
                (spec.front, spec.engrave_mm),
                (spec.back, spec.engrave_mm),
                (spec.side, spec.side_mm),
                (spec.end, spec.side_mm),
            )
            for area in [face.trim.buffer(-max(spec.edge_mm, spec.foot_mm), join_style="mitre")]
        ]
    if isinstance(spec, SplitSpec) and isinstance(spec.whole, SquaresSpec):
        return _layers(spec.whole, printer)
    if isinstance(spec, SquaresSpec):
        return _squares_layers(spec)
    if isinstance(spec, AnyLid):
        top = spec.face.trim.buffer(-foot, join_style="mitre")
        return [Layer(spec.face, top.difference(spec.face.relief()), spec.engrave_mm, "make cards or markers larger")]
    return []


def _squares_layers(spec: SquaresSpec) -> list[Layer]:
    """The board beside its seats and lines, and the floors of its seats."""
    if seats_meet(spec):
        # There is nothing between them; what to do about it is said by design.checks.squares.
        return []
    around = "make squares.square_mm larger, or line_mm or the token (markers.token) smaller"
    inside = "make markers.token larger or squares.line_depth_mm smaller"
    top = spec.top.trim.buffer(-BACK_RIM_MM, join_style="mitre").difference(spec.seats.buffer(spec.lead_mm))
    floors = spec.seats.difference(spec.floors.relief())
    layers = [Layer(spec.top, top.difference(spec.top.relief()), max(spec.line_depth_mm, spec.lead_mm), around)]
    layers.append(Layer(spec.top, spec.top.trim.difference(spec.seats), spec.seat_depth_mm, around))
    return [*layers, Layer(spec.floors, floors, spec.line_depth_mm, inside)] if spec.floors.marks else layers


def _at_first_layer(spec: object, printer: Printer) -> float:
    """How much narrower the first layer is for the chamfer of the foot, each side: in its middle."""
    relief = getattr(spec, "foot_relief_mm", 0.0)
    return max(0.0, float(relief) - printer.layer_mm / 2)


def _grooves(spec: PlateSpec) -> list[Polygon]:
    """The keys' grooves in a plate's back as it is looked at; they are open at the lower edge."""
    half, low = spec.key.width_mm / 2 + spec.groove_mm, -spec.height_mm / 2
    places = [side * (spec.length_mm / 2 - spec.key.at_mm) for side in (-1, 1)]
    return [box(x - half, low - 1, x + half, low + spec.key.height_mm + spec.groove_mm) for x in places]
