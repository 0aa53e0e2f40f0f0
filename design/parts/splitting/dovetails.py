"""The line that a part is split along: straight, with dovetails where there is room, and hooks in a box's walls.

A seam lies in the plan of the part as it is printed and goes through its whole height, so the pieces slide
together from above, and every piece prints flat without supports.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from design.graphics.polygons import as_multi

UNDERCUT_MM = 1.0
"""What a dovetail holds by, each side, after its clearance is taken off: 0.3 mm pulls out, 1 mm holds."""
FLANK_DEG = 30.0
"""Angle of a dovetail's flanks to the direction it is pulled in: so steep that play along it is twice the clearance."""
NECK_MM = 8.0
"""Width of a dovetail's neck at most."""
APART_MM = 24.0
"""Room along the seam for each dovetail, where there is more than one."""
BEYOND_MM = 5.0
"""How far a seam reaches out of the part."""
PAD_MM = 3.0
"""Wall of full thickness on either side of a hook."""
SIGN_MM = 0.3
"""Air between an engraved sign and a dovetail, or the wall along a lid's seam."""

Line = tuple[tuple[float, float], ...]
"""Corners of a seam, from one side of the part to the other; mm in the plan of the whole."""
Run = tuple[float, float]


@dataclass(frozen=True)
class Joint:
    """Sizes of a joint: `clearance_mm` between its two faces, `wall_mm` the thinnest wall of the printer."""

    clearance_mm: float
    wall_mm: float

    @property
    def undercut_mm(self) -> float:
        """How much wider a dovetail is at its tip, each side, before both faces give half the clearance away.

        The tip's corner moves back by half the clearance and its flank in by as much; the mouth grows likewise.
        """
        flank = math.radians(FLANK_DEG)
        return round(UNDERCUT_MM + self.clearance_mm * (1 / math.cos(flank) + math.tan(flank)), 6)

    @property
    def reach_mm(self) -> float:
        """How far a dovetail reaches into the other piece."""
        return round(self.undercut_mm / math.tan(math.radians(FLANK_DEG)), 6)

    @property
    def hook_mm(self) -> float:
        """Thickness of a wall that holds a hook and its cheek, each two lines of the nozzle, and the undercut."""
        return round(2 * self.wall_mm + self.undercut_mm + 2 * self.clearance_mm, 6)

    def pad_mm(self, wall_mm: float) -> float:
        """What is added outside to a wall of this thickness."""
        return round(max(0.0, self.hook_mm - wall_mm), 6)


def dovetails(runs: Sequence[Run], joint: Joint) -> list[tuple[float, float]]:
    """Middle and neck of each dovetail that goes into free runs along a seam; a run too short for one stays straight."""
    least = 2 * joint.wall_mm
    found = []
    for low, high in runs:
        length = high - low
        count = max(1, int(length // APART_MM))
        # A third of the room is the neck, the rest the flanks and the cheeks of the other piece.
        neck = min(NECK_MM, max(length / count / 3, min(length / count - 2 * joint.undercut_mm, least)))
        if neck >= least - 1e-9 and neck + 2 * joint.undercut_mm <= length / count + 1e-9:
            found += [(low + (number + 0.5) * length / count, neck) for number in range(count)]
    return found


def seam(
    x_mm: float, towards: int, reach_y: Run, necks: Sequence[tuple[float, float]], joint: Joint, pad: Run | None = None
) -> Line:
    """A seam at x, its dovetails pointing to +x (1) or -x (-1), through a part that reaches over `reach_y`.

    Args:
        x_mm: where its straight parts are.
        towards: the side its dovetails point to.
        reach_y: lowest and highest y of the part.
        necks: middle and neck of each dovetail, from the lowest y.
        joint: its sizes.
        pad: for a box, the outer faces of its thickened walls: there each wall has half a dovetail, its flank outward.
    """
    deep, under = joint.reach_mm, joint.undercut_mm
    low, high = reach_y[0] - BEYOND_MM, reach_y[1] + BEYOND_MM
    points = [(0.0, low)]
    if pad:
        tip = pad[0] + joint.wall_mm + joint.clearance_mm
        points = [(-deep, low), (-deep, tip + under), (0.0, tip)]
    for middle, neck in necks:
        half = neck / 2
        points += [(0.0, middle - half), (deep, middle - half - under), (deep, middle + half + under), (0.0, middle + half)]
    if pad:
        tip = pad[1] - joint.wall_mm - joint.clearance_mm
        points += [(0.0, tip), (-deep, tip - under), (-deep, high)]
    else:
        points.append((0.0, high))
    return tuple((round(x_mm + towards * x, 6), round(y, 6)) for x, y in points)


def free_runs(blocked: BaseGeometry, between_x: Run, between_y: Run, margin_mm: float) -> list[Run]:
    """The parts of a strip along y that nothing blocks, each shorter by a margin at either end."""
    strip = box(between_x[0], between_y[0], between_x[1], between_y[1])
    taken = sorted((one.bounds[1], one.bounds[3]) for one in as_multi(blocked.intersection(strip)).geoms)
    runs, start = [], between_y[0]
    for low, high in [*taken, (between_y[1], between_y[1])]:
        if low - start > 2 * margin_mm:
            runs.append((start + margin_mm, low - margin_mm))
        start = max(start, high)
    return runs


def regions(seams: Sequence[Line], outline: Polygon, clearance_mm: float) -> list[MultiPolygon]:
    """What each piece takes of an outline, from the lowest x: between the seams, each face half the clearance from its seam."""
    left, _, right, _ = outline.buffer(2 * BEYOND_MM).bounds
    rest: BaseGeometry = outline
    found = []
    for line in seams:
        before = Polygon([(left, line[0][1]), *line, (left, line[-1][1])])
        beside = Polygon([(right, line[0][1]), *line, (right, line[-1][1])])
        gap = LineString(line).buffer(clearance_mm / 2, cap_style="flat", join_style="mitre")
        found.append(as_multi(rest.intersection(before).difference(gap)))
        rest = rest.intersection(beside).difference(gap)
    return [*found, as_multi(rest)]


def pad_outline(x_mm: float, side: int, wall_y_mm: float, joint: Joint, wall_mm: float) -> Polygon:
    """What a wall is thickened by outside for the hook of a seam at x: `side` -1 in front, 1 at the back."""
    thick, deep = joint.pad_mm(wall_mm), joint.reach_mm
    left, right, root = -deep - PAD_MM, PAD_MM, -wall_mm / 2
    corners = [
        (left - thick, 0.0),
        (left, thick),
        (right, thick),
        (right + thick, 0.0),
        (right + thick, root),
        (left - thick, root),
    ]
    return affinity.translate(affinity.scale(Polygon(corners), 1, side, origin=(0, 0)), x_mm, side * wall_y_mm)
