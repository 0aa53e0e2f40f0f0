"""Whether a standing domino topples the next one: the mechanics of a row of dominoes, as published.

After J. M. J. van Leeuwen, "The domino effect", American Journal of Physics 78, 721 (2010), arXiv:physics/0401018: a
domino turns about its front lower edge without slipping on the table, the impact is fully inelastic, and from then on
the two stay in contact and slide along each other with friction. Lengths are in mm, angles in radians. Masses are equal
and gravity is 1, since neither affects whether a domino falls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

FRICTION = 0.4
"""Worst case of plastic on plastic; published coefficients of PLA on itself are around 0.2 to 0.4."""
STEPS = 60
"""Number of steps in which the struck domino is followed up to its balance."""
GRID_MM = 0.25
"""Step between the gaps to try."""


@dataclass(frozen=True)
class Standing:
    """A standing domino: its height, and its thickness along the line."""

    height_mm: float
    thickness_mm: float

    @property
    def diagonal_mm(self) -> float:
        """Distance from the edge about which it turns to the opposite upper one."""
        return math.hypot(self.height_mm, self.thickness_mm)

    @property
    def balance(self) -> float:
        """The angle at which it falls by itself."""
        return math.atan2(self.thickness_mm, self.height_mm)

    @property
    def inertia(self) -> float:
        """Moment of inertia of a slab about its lower edge, for a mass of 1."""
        return self.diagonal_mm**2 / 3

    def middle_mm(self, lean: float) -> float:
        """Height of its middle at a lean."""
        return self.diagonal_mm / 2 * math.cos(lean - self.balance)

    def pull(self, lean: float) -> float:
        """Forward torque of its weight."""
        return self.diagonal_mm / 2 * math.sin(lean - self.balance)


@dataclass(frozen=True)
class _Touch:
    """Where a leaning domino touches the next: how far it leans, and the lever arms about either domino's turning edge.

    `arm` and `next_arm` are those of the force with friction, `way` and `next_way` those of the contact's movement.
    """

    lean: float
    arm: float
    next_arm: float
    way: float
    next_way: float


def fells(one: Standing, other: Standing, gap_mm: float, friction: float = FRICTION) -> bool:
    """Whether a single domino that falls from its balance, without any push, topples the next one.

    Args:
        one: the domino that falls.
        other: the next one in the line.
        gap_mm: gap between the two.
        friction: coefficient of friction where they touch.
    """
    touch = _touch(one, other, gap_mm, 0.0, friction)
    if touch is None or touch.next_arm <= 0 or touch.lean <= one.balance:
        return False
    speed = math.sqrt(2 * (one.diagonal_mm / 2 - one.middle_mm(touch.lean)) / one.inertia)
    # A fully inelastic impact: afterwards both move alike where they touch, and one gains the spin that the other loses, by
    # the arms.
    given = speed * touch.way / (touch.next_way * touch.next_arm / other.inertia + touch.way * touch.arm / one.inertia)
    square = (given * touch.next_arm / other.inertia) ** 2
    return _carries(one, other, gap_mm, friction, square)


def _carries(one: Standing, other: Standing, gap_mm: float, friction: float, square: float) -> bool:
    """Whether the struck domino, which turns at the square root of `square`, is pushed on to its balance."""
    step = other.balance / STEPS
    for number in range(STEPS):
        lean = number * step
        touches = [_touch(one, other, gap_mm, lean + offset, friction) for offset in (0.0, step, 2 * step)]
        alone = other.pull(lean) / other.inertia
        gain = alone
        if all(touches) and touches[0] is not None and touches[0].next_arm > 0:
            here, first, second = (touch.lean for touch in touches if touch is not None)
            rate, bend = (first - here) / step, (second - 2 * first + here) / step**2
            ratio = touches[0].arm / touches[0].next_arm
            pushed = one.pull(here) + ratio * other.pull(lean) - one.inertia * bend * square
            # A domino only pushes and never pulls: if the next one runs ahead, it falls alone.
            gain = max(alone, pushed / (one.inertia * rate + ratio * other.inertia))
        square += 2 * gain * step
        if square <= 0:
            return False
    return True


def _touch(one: Standing, other: Standing, gap_mm: float, lean: float, friction: float) -> _Touch | None:
    """Where the two touch when the next one leans by `lean`; None if the first does not reach it."""
    high, thick, deep = one.height_mm, one.thickness_mm, other.thickness_mm
    # The upper rear edge of the next one, from the edge about which the first turns.
    rear_x = gap_mm + deep - deep * math.cos(lean) + other.height_mm * math.sin(lean)
    rear_y = deep * math.sin(lean) + other.height_mm * math.cos(lean)
    reach = math.hypot(rear_x, rear_y)
    if reach <= high:
        # The face of a taller first one lies on that edge.
        angle = math.atan2(rear_x, rear_y)
        x, y = rear_x - gap_mm - deep, rear_y
        way = y * math.cos(angle) + x * math.sin(angle)
        rubbed = y * math.sin(angle) - x * math.cos(angle)
        return _Touch(angle, reach, way - friction * rubbed, reach, way)
    # Its upper front edge lies on the next one's rear face: h sin(a - b) = (s + d) cos b - d.
    sine = ((gap_mm + deep) * math.cos(lean) - deep) / high
    if sine >= 1 or thick <= 0:
        return None
    angle = lean + math.asin(sine)
    between = angle - lean
    up, along = high * math.cos(between), high * math.sin(between)
    # Along the next one's face from its lower rear edge, and from the edge about which it turns.
    next_up = up - (gap_mm + deep) * math.sin(lean)
    return _Touch(angle, up + friction * along, next_up - friction * deep, up, next_up)


def least_gap_mm(standing: Standing) -> float:
    """The gap above which a row of such dominoes keeps falling once pushed: each one's middle ends lower than it began.

    A fallen one lies on the next at cos a = d / (s + d), and its middle must be lower than it was: tan(a / 2) > d / h.
    Infinite for dominoes that are thicker than high.
    """
    slender = standing.height_mm / standing.thickness_mm
    return 2 * standing.thickness_mm / (slender**2 - 1) if slender > 1 else math.inf


@lru_cache(maxsize=256)
def alone_mm(one: Standing, other: Standing) -> tuple[float, float]:
    """The range of gaps over which a domino topples the next one without a push; (inf, 0) if there is none.

    At smaller gaps the two lean on each other before either falls, and it takes a push, such as the row's own.
    """
    found = list(_felling(one, other))
    if not found:
        return math.inf, 0.0
    start = end = found[0]
    for gap in found[1:]:
        if gap - end > GRID_MM + 1e-9:
            break
        end = gap
    return start, end


def _felling(one: Standing, other: Standing) -> Iterator[float]:
    count = math.ceil(one.height_mm / GRID_MM)
    return (step * GRID_MM for step in range(1, count) if fells(one, other, step * GRID_MM))
