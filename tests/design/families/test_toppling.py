"""Dominoes that fell each other: the mechanics against others' ways to reckon them, and the rules that follow."""

from __future__ import annotations

import math
from itertools import product

import pytest
from scipy.optimize import brentq

from design.checks import find_problems
from design.checks.dominoes import gap_range_mm, standings
from design.config.settings import Domino
from design.families.dominoes.toppling import Standing, alone_mm, fells, least_gap_mm
from tests.support.dominoes import game, loaded, planned

UPRIGHT, LYING = Standing(48, 8), Standing(24, 8)
PAIRS = list(product((UPRIGHT, LYING), repeat=2))


def middle(high: float, thick: float, lean: float) -> float:
    """Height of a slab's middle when it leans about its lower edge: plain geometry of its half diagonals."""
    return high / 2 * math.cos(lean) + thick / 2 * math.sin(lean)


def lean_of_first(high: float, thick: float, gap: float, lean: float) -> float:
    """How far the first leans when its upper corner lies on the next one's rear face: found, not solved."""

    def off(angle: float) -> float:
        x, y = high * math.sin(angle), high * math.cos(angle)
        # The rear face runs from its lower edge, lifted, in the direction that the next one leans.
        foot_x, foot_y = gap + thick - thick * math.cos(lean), thick * math.sin(lean)
        return (x - foot_x) * math.cos(lean) - (y - foot_y) * math.sin(lean)

    return brentq(off, lean, math.pi / 2 + lean, xtol=1e-12)


def fells_by_energy(high: float, thick: float, gap: float) -> bool:
    """Equal dominoes without friction: what is left after the blow, and what the two give and take in height."""
    inertia = (high**2 + thick**2) / 3
    start, balance = lean_of_first(high, thick, gap, 0.0), math.atan2(thick, high)
    if start <= balance:
        return False
    speed = math.sqrt(2 * (math.hypot(high, thick) / 2 - middle(high, thick, start)) / inertia)
    # Equal arms and equal slabs: each turns half as fast afterwards.
    left = 2 * inertia * (speed / 2) ** 2 / 2
    before = middle(high, thick, start) + high / 2
    for step in range(1, 201):
        lean = balance * step / 200
        height = middle(high, thick, lean_of_first(high, thick, gap, lean)) + middle(high, thick, lean)
        if left + before - height < 0:
            return False
    return True


@pytest.mark.parametrize(("high", "thick"), [(48, 8), (24, 8), (50, 6), (60, 20)])
def test_it_agrees_with_the_balance_of_energy_where_there_is_no_friction(high, thick):
    one = Standing(high, thick)
    gaps = [0.5 * step for step in range(2, 2 * high)]
    differ = [gap for gap in gaps if fells(one, one, gap, 0.0) != fells_by_energy(high, thick, gap)]
    # The two reckonings step differently: they may disagree at the very border, which is two gaps at most.
    assert len(differ) <= 2
    assert any(fells_by_energy(high, thick, gap) for gap in gaps)
    assert not all(fells_by_energy(high, thick, gap) for gap in gaps)


def test_the_least_gap_is_where_a_fallen_one_lies_no_lower_than_it_stood():
    for high, thick in ((48, 8), (24, 8), (50, 6)):
        gap = least_gap_mm(Standing(high, thick))
        # One that lies on the next: its face on the next one's upper edge, cos a = d / (s + d).
        lean = math.acos(thick / (gap + thick))
        assert middle(high, thick, lean) == pytest.approx(high / 2)
    assert least_gap_mm(UPRIGHT) == pytest.approx(16 / 35)
    assert least_gap_mm(LYING) == pytest.approx(2.0)
    assert math.isinf(least_gap_mm(Standing(8, 8)))


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_nothing_is_felled_that_is_out_of_reach(one, other):
    assert not fells(one, other, one.height_mm)
    assert not fells(one, other, one.height_mm + 20)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_friction_never_helps(one, other):
    for gap in range(2, 48, 2):
        assert fells(one, other, gap, 0.0) or not fells(one, other, gap, 0.4)


def test_the_default_range_of_gaps_lies_within_what_the_mechanics_allow():
    size = Domino()
    least, most = gap_range_mm(size)
    assert least <= size.gap_min_mm <= size.gap_max_mm <= most
    assert (least, most) == pytest.approx((2.0, 21.25))
    # No gap up to the widest is too wide for a push and too narrow for a domino alone.
    starts = [alone_mm(one, other)[0] for one, other in product(standings(size), repeat=2)]
    assert max(starts) < size.gap_max_mm


def problems(*settings: str) -> list[str]:
    return [str(one) for one in find_problems(loaded(*settings), [game(*settings)], [planned(*settings)])]


def test_the_default_has_no_problem():
    assert problems() == []


BROKEN = {
    "gaps that no domino bridges": ("domino.gap_max_mm=30", "domino.gap_max_mm = 30.0: one domino alone fells the next one"),
    "gaps in which dominoes lean and stay": (
        "domino={gap_min_mm: 1}",
        "domino.gap_min_mm = 1.0: must be at least 2.0 mm",
    ),
    # (48 tan 6 degrees) and twice 0.8 mm.
    "too thin to stand": ("domino.thickness_mm=6", "a domino upright would fall at 5.2 degrees, and must stand to 6"),
    "too thick to fall": ("domino.thickness_mm=20", "domino.thickness_mm = 20.0: must be at most 16.0 mm"),
    "edges wider than corners": ("domino={edge_mm: 1.2, corner_mm: 1}", "domino.edge_mm = 1.2: must be at most 0.95 mm"),
    "numbers on edges that no nozzle draws": ("printer.nozzle_mm=0.8", "domino.thickness_mm = 8.0: must be at least"),
    "as wide as high": ("domino={width_mm: 30, height_mm: 30}", "must be more than domino.width_mm (30 mm)"),
    "numbers too deep": ("domino={thickness_mm: 5.6, relief_mm: 1.5}", "domino.relief_mm = 1.5: must be at most 1.4 mm"),
    "the widest gap below the narrowest": (
        "domino={gap_min_mm: 19}",
        "domino.gap_min_mm = 19.0: must be at most domino.gap_max_mm (18 mm)",
    ),
    "a chip that a hand does not hide": (
        "markers={guess: {width_mm: 31, height_mm: 31}}",
        "guess-chip = 31.0 mm: must be at most 30 mm across",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_each_rule_bites(case):
    setting, expected = BROKEN[case]
    assert any(expected in one for one in problems(setting)), problems(setting)
