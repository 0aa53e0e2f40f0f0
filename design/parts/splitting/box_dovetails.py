"""Where a storage box and its lid are cut: where fewest walls, openings and letters are met."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Protocol

from shapely import affinity
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.config.printer import Printer, turn_to_fit
from design.faces.face import Face
from design.graphics.polygons import as_multi
from design.parts.splitting.dovetails import SIGN_MM, Joint, Line, Run, dovetails, free_runs, seam

MOST_PIECES = 6
"""A part in more pieces is no part of a game any more."""
SHIFT_SHARE = 0.15
"""How far a box's seam may move from where equal pieces would have it, as a share of a piece."""
STEP_MM = 0.5
"""Places that are tried for a box's seam."""
AWAY, HOLD, ENOUGH = 0.3, 4.0, 3
"""What a seam's distance from its place (a mm) and a dovetail are worth, up to so many, in mm2 of walls and openings met."""


class BoxPart(Protocol):
    """What is asked of a box or a lid that is to be cut."""

    @property
    def extent_mm(self) -> tuple[float, float, float]:
        """Width, depth and height, without pads."""

    def obstacles(self) -> tuple[BaseGeometry, BaseGeometry]:
        """What dovetails keep clear of, and what seams avoid if they can."""

    def pad_mm(self, joint: Joint) -> float:
        """How far its walls are thickened outside at a seam."""

    def lies_on(self, printer: Printer) -> bool:
        """Whether it lies on the bed as it is."""


class LidPart(BoxPart, Protocol):
    """A lid: what is engraved in its face."""

    @property
    def face(self) -> Face:
        """Its top."""

    @property
    def foot_relief_mm(self) -> float:
        """Its chamfer at the bed."""


def split_box(spec: BoxPart, printer: Printer, joint: Joint) -> tuple[Line, ...] | None:
    """The seams of a box or a lid from the lowest x; None where no seams make it fit the bed."""
    width, depth, _ = spec.extent_mm
    pad = spec.pad_mm(joint)
    blocked, met = spec.obstacles()
    for places, shift in _choices((width, depth), pad, printer, joint):
        lines = [_best_seam(place, shift, (depth, pad), blocked, met, joint) for place in places]
        seams = tuple(line for line in lines if line)
        if len(seams) == len(places):
            return seams
    return None


def _choices(size_mm: tuple[float, float], pad_mm: float, printer: Printer, joint: Joint) -> Iterator[tuple[list[float], Run]]:
    """For each number of parts, from the least: where seams make them equal, and how far left and right each may move."""
    width, depth = size_mm
    longest = _longest(depth + 2 * pad_mm, printer)
    for count in range(2, MOST_PIECES + 1):
        share = width / count
        # A part is longer by its dovetails, and in a box by its hooks at the other end; a middle one has two seams.
        most = SHIFT_SHARE * share
        right = min(most, (longest - share - joint.reach_mm) / (1 if count == 2 else 2))
        left = min(most, right + joint.reach_mm) if count == 2 and not pad_mm else right
        if right >= 0:
            yield [number * share - width / 2 for number in range(1, count)], (left, right)


def _best_seam(
    at_mm: float, shift_mm: Run, sizes: tuple[float, float], blocked: BaseGeometry, met: BaseGeometry, joint: Joint
) -> Line | None:
    """Of the seams near a place the one that meets least, the nearest of those alike; None if none has room for a dovetail."""
    depth, pad = sizes
    half = depth / 2
    best: tuple[float, Line] | None = None
    steps = range(-int(shift_mm[0] / STEP_MM), int(shift_mm[1] / STEP_MM) + 1)
    between = [middle for middle, _ in _gaps(met) if -shift_mm[0] <= middle - at_mm <= shift_mm[1]]
    for x in sorted({*(round(at_mm + step * STEP_MM, 6) for step in steps), *between}):
        across = (x - joint.wall_mm, x + joint.reach_mm + joint.wall_mm)
        necks = dovetails(free_runs(blocked, across, (-half, half), joint.wall_mm + joint.clearance_mm), joint)
        if not necks:
            continue
        line = seam(x, 1, (-half - pad, half + pad), necks, joint, (-half - pad, half + pad) if pad else None)
        near = LineString(line).buffer(joint.wall_mm + joint.clearance_mm / 2)
        cost = near.intersection(met).area + AWAY * abs(x - at_mm) - HOLD * min(len(necks), ENOUGH)
        if best is None or cost < best[0] - 1e-9:
            best = cost, line
    return best[1] if best else None


def passes_signs(spec: LidPart, printer: Printer, joint: Joint) -> bool:
    """Whether a lid comes in one part, or in parts and no wall along a seam goes through what is engraved in its top."""
    if spec.lies_on(printer):
        return True
    _, signs = spec.obstacles()
    places, shift = _first_choice(spec, printer, joint)
    wide = 2 * joint.wall_mm + joint.clearance_mm
    fitting = [middle for middle, gap in _gaps(signs) if gap >= wide]
    # Soon found out: without a gap from top to bottom near each place, no seam need be tried.
    if not all(any(-shift[0] <= middle - at <= shift[1] for middle in fitting) for at in places):
        return False
    found = split_box(spec, printer, joint)
    if found is None:
        return False
    return not band(found, joint, spec.foot_relief_mm).buffer(SIGN_MM).intersects(spec.face.relief())


def equal_parts(spec: LidPart, printer: Printer, joint: Joint) -> list[Run]:
    """Left and right of each part that a lid comes in, were its seams where they make them equal."""
    half = spec.extent_mm[0] / 2
    places, _ = _first_choice(spec, printer, joint)
    return list(pairwise([-half, *places, half]))


def _first_choice(spec: LidPart, printer: Printer, joint: Joint) -> tuple[list[float], Run]:
    """Where a lid's fewest seams make its parts equal, and how far each may move; no seam where none will do."""
    return next(_choices(spec.extent_mm[:2], 0.0, printer, joint), ([], (0.0, 0.0)))


def _gaps(area: BaseGeometry) -> Iterator[tuple[float, float]]:
    """Middle and width of each gap along x in which an area has nothing at any y."""
    reached = -math.inf
    for left, right in sorted((one.bounds[0], one.bounds[2]) for one in as_multi(area).geoms):
        if reached < left and reached > -math.inf:
            yield round((reached + left) / 2, 6), left - reached
        reached = max(reached, right)


def band(lines: Sequence[Line], joint: Joint, foot_relief_mm: float) -> BaseGeometry:
    """What the seams of a lid and the walls along them take of its top, as that is seen."""
    reach = joint.wall_mm + joint.clearance_mm / 2 + foot_relief_mm
    return affinity.scale(unary_union([LineString(line).buffer(reach) for line in lines]), 1, -1, origin=(0, 0))


@lru_cache(maxsize=64)
def _longest(depth_mm: float, printer: Printer) -> float:
    """The longest piece of a depth that lies on the bed, to 0.1 mm; 0 if there is none."""
    tenths = int(10 * (printer.usable_width_mm + printer.usable_depth_mm))
    while tenths > 0 and turn_to_fit(tenths / 10, depth_mm, printer) is None:
        tenths -= 1
    return tenths / 10
