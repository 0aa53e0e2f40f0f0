"""Parts that are longer than the bed: into how many pieces, and where. Anything that lies on the bed stays whole.

Pieces are the fewest that will do. A plate is cut beside a spacer, so that no number is cut; its pieces are
equal within a place for a card. A box and its lid are cut where fewest walls, openings and letters are met;
their pieces are equal within `SHIFT_SHARE` of one. A board of squares is cut along lines between its columns, also
where it would lie on the bed but is to come in parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.beds import turn_to_fit
from design.faces.trims import rectangle
from design.outlines import as_multi
from design.printer import Printer
from design.rails import lid_plan
from design.seams import PAD_MM, Joint, Line, Run, free_runs, pad_outline, regions, seam, tails
from design.specs import AnyLid, LidSpec, PlateSpec, SlidingLidSpec, SplitSpec, SquaresSpec, TraySpec

MOST_PIECES = 6
"""A part in more pieces is no part of a game any more."""
SHIFT_SHARE = 0.15
"""How far a box's seam may move from where equal pieces would have it, as a share of a piece."""
STEP_MM = 0.5
"""Places that are tried for a box's seam."""
AWAY, HOLD, ENOUGH = 0.3, 4.0, 3
"""What a seam's distance from its place (a mm) and a dovetail are worth, up to so many, in mm2 of walls and openings met."""
RIM_MM = 1.0
"""Border of a plate that its dovetails keep clear of: chamfers are there."""
SIGN_MM = 0.3
"""Air between a dovetail and an engraved sign."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Cut = tuple[float, int]
"""Where a seam is, and the side that its dovetails point to."""


def part_name(piece: str, number: int, count: int) -> str:
    """The name of a part of a split piece: `storage-box.a-of-2`."""
    return f"{piece}.{LETTERS[number]}-of-{count}"


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
        found = _split_box(spec, printer, joint)
    elif isinstance(spec, SquaresSpec) and (spec.parts > 1 or turn_to_fit(spec.length_mm, spec.depth_mm, printer) is None):
        found = _split_squares(spec, printer, joint)
    if found is None:
        return (spec,)
    whole, seams = found
    count = len(seams) + 1
    return tuple(SplitSpec(part_name(spec.name, number, count), whole, number, seams, clearance_mm) for number in range(count))


def plan_outline_size(spec: TraySpec | AnyLid) -> tuple[float, float]:
    """Width and depth of a box's part, without pads."""
    if isinstance(spec, AnyLid):
        return spec.outer_width_mm, spec.outer_depth_mm
    return spec.inner_width_mm + 2 * spec.wall_mm, spec.inner_depth_mm + 2 * spec.wall_mm


def outline_of(whole: PlateSpec | TraySpec | AnyLid | SquaresSpec) -> Polygon:
    """The outline of a whole part in its plan, with the pads of its walls."""
    if isinstance(whole, PlateSpec):
        return rectangle(whole.length_mm, whole.height_mm, 0.0)
    if isinstance(whole, SlidingLidSpec):
        return lid_plan(whole)
    if isinstance(whole, SquaresSpec):
        return rectangle(whole.length_mm, whole.depth_mm, whole.corner_mm)
    width, depth = plan_outline_size(whole)
    if isinstance(whole, LidSpec):
        return rectangle(width, depth, whole.corner_mm)
    outline: Polygon = unary_union([rectangle(width, depth, whole.corner_mm + whole.wall_mm), *whole.pads])
    return outline


def region_of(spec: SplitSpec) -> MultiPolygon:
    """What a part takes of the whole's outline, in the plan of the whole."""
    return regions(spec.seams, outline_of(spec.whole), spec.clearance_mm)[spec.number]


def height_of(whole: PlateSpec | TraySpec | AnyLid | SquaresSpec) -> float:
    """Height of a whole part as it is printed."""
    if isinstance(whole, PlateSpec):
        return whole.thickness_mm + (whole.spacer_height_mm if whole.spacers_x else 0.0)
    if isinstance(whole, TraySpec | SlidingLidSpec):
        return whole.height_mm
    if isinstance(whole, SquaresSpec):
        return whole.thickness_mm
    return whole.top_mm + whole.lip_height_mm


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
        necks = tails(free_runs(signs, (over[0], over[1]), (RIM_MM - half, half - RIM_MM), SIGN_MM), joint)
        # On a low plate the signs leave no room between them: then a dovetail goes through the middle of them.
        necks = necks or tails([(RIM_MM - half, half - RIM_MM)], joint)
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
        seams.append(seam(x, towards, (-half, half), tails(runs, joint), joint))
    return spec, tuple(seams)


def _split_box(spec: TraySpec | AnyLid, printer: Printer, joint: Joint) -> tuple[TraySpec | AnyLid, tuple[Line, ...]] | None:
    width, depth = plan_outline_size(spec)
    pad = joint.pad_mm(spec.joined_wall_mm) if isinstance(spec, TraySpec) else 0.0
    blocked, met = _obstacles(spec)
    for count in range(2, MOST_PIECES + 1):
        longest = _longest(depth + 2 * pad, printer)
        share = width / count
        # A part is longer by its dovetails, and in a box by its hooks at the other end; a middle one has two seams.
        most = SHIFT_SHARE * share
        right = min(most, (longest - share - joint.reach_mm) / (1 if count == 2 else 2))
        left = min(most, right + joint.reach_mm) if count == 2 and not pad else right
        if right < 0:
            continue
        places = [number * share - width / 2 for number in range(1, count)]
        lines = [_best_seam(place, (left, right), (depth, pad), blocked, met, joint) for place in places]
        seams = tuple(line for line in lines if line)
        if len(seams) == len(places):
            return (_padded(spec, seams, joint) if isinstance(spec, TraySpec) else _clear(spec, seams, joint)), seams
    return None


def _obstacles(spec: TraySpec | AnyLid) -> tuple[BaseGeometry, BaseGeometry]:
    """What dovetails keep clear of, and what seams had better not meet: walls and openings, or lip and title."""
    if isinstance(spec, SlidingLidSpec):
        title = affinity.scale(unary_union([spec.face.relief(), spec.thumb]), 1, -1, origin=(0, 0))
        middle = rectangle(spec.inner_width_mm - 2 * spec.top_mm, spec.inner_depth_mm - 2 * spec.top_mm, 0.0)
        return unary_union([outline_of(spec).difference(middle), title]), title
    if isinstance(spec, LidSpec):
        lip = rectangle(spec.lip_outer_width_mm, spec.lip_outer_depth_mm, spec.lip_corner_mm)
        lip = lip.difference(lip.buffer(-spec.lip_wall_mm))
        title = affinity.scale(spec.face.relief(), 1, -1, origin=(0, 0))
        edge = outline_of(spec).difference(lip.convex_hull)
        return unary_union([edge, lip, title]), title
    stores = [box(one.x_mm, one.y_mm, one.x_mm + one.width_mm, one.y_mm + one.depth_mm) for one in spec.wells]
    inside = rectangle(spec.inner_width_mm, spec.inner_depth_mm, 0.0)
    openings = unary_union([window for well in spec.wells for window in well.windows])
    walls = outline_of(spec).difference(unary_union(stores))
    # Between a seam and an opening no sliver is to be left.
    beside = openings.buffer(spec.wall_mm / 2)
    return unary_union([walls, openings]), unary_union([walls.intersection(inside), beside])


def _best_seam(
    at_mm: float, shift_mm: Run, sizes: tuple[float, float], blocked: BaseGeometry, met: BaseGeometry, joint: Joint
) -> Line | None:
    """Of the seams near a place the one that meets least, the nearest of those alike; None if none has room for a dovetail."""
    depth, pad = sizes
    half = depth / 2
    best: tuple[float, Line] | None = None
    for step in range(-int(shift_mm[0] / STEP_MM), int(shift_mm[1] / STEP_MM) + 1):
        x = round(at_mm + step * STEP_MM, 6)
        across = (x - joint.wall_mm, x + joint.reach_mm + joint.wall_mm)
        necks = tails(free_runs(blocked, across, (-half, half), joint.wall_mm + joint.clearance_mm), joint)
        if not necks:
            continue
        line = seam(x, 1, (-half - pad, half + pad), necks, joint, (-half - pad, half + pad) if pad else None)
        near = LineString(line).buffer(joint.wall_mm + joint.clearance_mm / 2)
        cost = near.intersection(met).area + AWAY * abs(x - at_mm) - HOLD * min(len(necks), ENOUGH)
        if best is None or cost < best[0] - 1e-9:
            best = cost, line
    return best[1] if best else None


def _padded(spec: TraySpec, lines: Sequence[Line], joint: Joint) -> TraySpec:
    """The tray with its walls thickened at the seams, and its half-moons beside them."""
    wall_y = spec.inner_depth_mm / 2 + spec.wall_mm
    places = [line[0][0] + joint.reach_mm for line in lines]
    pads = tuple(pad_outline(x, side, wall_y, joint, spec.joined_wall_mm) for x in places for side in (-1, 1))
    room = joint.reach_mm + PAD_MM + joint.pad_mm(spec.joined_wall_mm) + spec.thumb_mm + 1.0
    most = int(spec.inner_width_mm / 2 - spec.thumb_mm - spec.corner_mm)
    free = [x for x in range(-most, most + 1) if all(abs(x - place) >= room for place in places)]
    return replace(spec, pads=pads, thumb_x_mm=float(min(free, key=lambda x: (abs(x), x), default=0)))


def _clear(spec: AnyLid, lines: Sequence[Line], joint: Joint) -> AnyLid:
    """The lid with a wall along its seams where its title is not engraved: open at a seam it would hang in the air."""
    band = unary_union(
        [LineString(line).buffer(joint.wall_mm + joint.clearance_mm / 2 + spec.foot_relief_mm) for line in lines]
    )
    band = affinity.scale(band, 1, -1, origin=(0, 0))
    marks = []
    for mark in spec.face.marks:
        # What is left of a stroke and thinner than a wall of the nozzle would not print.
        left = [one for one in as_multi(mark.area.difference(band)).geoms if not one.buffer(-joint.wall_mm / 2).is_empty]
        marks.append(replace(mark, area=MultiPolygon(left)) if mark.area.intersects(band) else mark)
    if isinstance(spec, SlidingLidSpec) and spec.thumb.intersects(band):
        spec = replace(spec, thumb=Polygon())
    return replace(spec, face=replace(spec.face, marks=tuple(marks)))


def _longest(depth_mm: float, printer: Printer) -> float:
    """The longest piece of a depth that lies on the bed, to 0.1 mm; 0 if there is none."""
    tenths = int(10 * (printer.usable_width_mm + printer.usable_depth_mm))
    while tenths > 0 and turn_to_fit(tenths / 10, depth_mm, printer) is None:
        tenths -= 1
    return tenths / 10
