"""Design rules for dominoes: they stand both ways, topple each other over a range of gaps, and have room for edge numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from design.config.loading import Loaded
from design.config.printer import Printer
from design.config.settings import Domino
from design.families.dominoes.face import EDGE_SHARE, STEM, edge_number
from design.families.dominoes.pieces import domino_foot_mm
from design.families.dominoes.toppling import Standing, alone_mm, least_gap_mm
from design.names import marks_of
from design.parts.domino import DominoSpec
from design.plan.planning import Plan, wholes_of
from rules.errors import Problem

TIP_DEG = 6.0
"""Least lean at which a domino may fall: a table is never quite level, and hands are near."""
SLENDER = 1.5
"""Least ratio of a domino's height to its thickness, either way: a thicker one falls late or never."""
ROUND_SHARE = 0.95
"""Largest rounding of the edges, as a share of a corner's radius."""
CORE_SHARE = 0.5
"""Least share of the thickness left between front and back engraving."""
THICKER = 1.2
"""Largest factor by which strokes of edge numbers are thickened: beyond it, the numbers fill up."""
WAYS = ("upright", "on its side")


def domino_problems(loaded: Loaded, _: object, plans: Sequence[Plan]) -> Iterator[Problem]:
    """Everything that keeps configured dominoes from standing and falling; nothing if no game has any."""
    specs = list(wholes_of(plans, DominoSpec))
    if not specs:
        return
    size = loaded.config.domino
    yield from _shape(loaded, size)
    yield from _standing(loaded, size)
    yield from _falling(loaded, size)
    yield from _numbers(loaded, specs)


def tip_angles_deg(size: Domino, printer: Printer) -> tuple[float, float]:
    """How far a domino leans before it falls over its foot's nearer edge, upright and on its long side."""
    foot = size.thickness_mm - 2 * domino_foot_mm(size, printer)
    return tuple(math.degrees(math.atan2(foot, high)) for high in (size.height_mm, size.width_mm))  # type: ignore[return-value]


def standings(size: Domino) -> tuple[Standing, Standing]:
    """A domino upright and on its long side."""
    return Standing(size.height_mm, size.thickness_mm), Standing(size.width_mm, size.thickness_mm)


def gap_range_mm(size: Domino) -> tuple[float, float]:
    """The gaps over which every domino topples the next one, whichever way the two stand; (inf, 0) if there are none.

    From the least gap at which a row gains more energy than it loses, up to the widest that a domino bridges alone. At
    every gap between the two, the row's own push or a single domino is enough.
    """
    ways = standings(size)
    return max(map(least_gap_mm, ways)), min(alone_mm(one, other)[1] for one, other in product(ways, repeat=2))


def _shape(loaded: Loaded, size: Domino) -> Iterator[Problem]:
    if size.edge_mm > ROUND_SHARE * size.corner_mm + 1e-9:
        most = ROUND_SHARE * size.corner_mm
        yield Problem(loaded.where("domino.edge_mm"), f"must be at most {most:.2f} mm for corners of {size.corner_mm:g} mm")
    if size.height_mm < size.width_mm + 1e-9:
        yield Problem(
            loaded.where("domino.height_mm"),
            f"must be more than domino.width_mm ({size.width_mm:g} mm), or upright and on its side are alike",
        )
    room = (1 - CORE_SHARE) / 2 * size.thickness_mm
    if size.relief_mm > room + 1e-9:
        yield Problem(
            loaded.where("domino.relief_mm"),
            f"must be at most {room:g} mm in a domino of {size.thickness_mm:g} mm, so that half of it is left; make it thicker",
        )


def _standing(loaded: Loaded, size: Domino) -> Iterator[Problem]:
    printer = loaded.config.printer
    for angle, high, way in zip(tip_angles_deg(size, printer), (size.height_mm, size.width_mm), WAYS, strict=True):
        if angle < TIP_DEG:
            least = high * math.tan(math.radians(TIP_DEG)) + 2 * domino_foot_mm(size, printer)
            yield Problem(
                loaded.where("domino.thickness_mm"),
                f"a domino {way} would fall at {angle:.1f} degrees, and must stand to {TIP_DEG:g}; make it at least "
                f"{least:.1f} mm thick, or domino.edge_mm smaller",
            )


def _falling(loaded: Loaded, size: Domino) -> Iterator[Problem]:
    low = min(size.width_mm, size.height_mm)
    if low < SLENDER * size.thickness_mm:
        yield Problem(
            loaded.where("domino.thickness_mm"),
            f"must be at most {low / SLENDER:.1f} mm: what is less than {SLENDER:g} times as high as thick does not topple",
        )
        return
    least, most = gap_range_mm(size)
    if size.gap_min_mm < least - 1e-9:
        yield Problem(
            loaded.where("domino.gap_min_mm"),
            f"must be at least {least:.1f} mm: closer together, dominoes of {size.thickness_mm:g} mm lean on each other and "
            "stay; make them thinner or the gap wider",
        )
    starts = [alone_mm(one, other)[0] for one, other in product(standings(size), repeat=2)]
    if size.gap_max_mm > most + 1e-9 or size.gap_max_mm < max(starts) - 1e-9:
        ends = f"{max(starts):.2f} to {most:.2f}" if max(starts) <= most else "0"
        yield Problem(
            loaded.where("domino.gap_max_mm"),
            f"one domino alone fells the next one, upright or on its side, over gaps of {ends} mm, and this must be one of "
            "them; change the gap, or make dominoes thinner or larger",
        )
    if size.gap_min_mm > size.gap_max_mm:
        yield Problem(loaded.where("domino.gap_min_mm"), f"must be at most domino.gap_max_mm ({size.gap_max_mm:g} mm)")


def _numbers(loaded: Loaded, specs: Sequence[DominoSpec]) -> Iterator[Problem]:
    """Numbers on the edges are large enough for the nozzle."""
    stroke, nozzle = loaded.config.printer.stroke_mm, loaded.config.printer.nozzle_mm
    one = specs[0]
    texts = sorted({marks_of(spec.name)[-1] for spec in specs})
    height = min(edge_number(text, one.thickness_mm, one.foot_mm, stroke).height_mm for text in texts)
    if THICKER * STEM * height < stroke - 1e-9:
        least = one.thickness_mm + (stroke / (THICKER * STEM) - height) / EDGE_SHARE
        yield Problem(
            loaded.where("domino.thickness_mm"),
            f"must be at least {least:.1f} mm, or printer.nozzle_mm {nozzle:g} cannot draw the numbers on the edges; make it "
            "thicker, domino.edge_mm smaller, or take a finer nozzle",
        )
