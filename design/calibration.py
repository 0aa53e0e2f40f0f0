"""The calibration sheet: what backs need so that they land behind their fronts on a printer, from what is read on it.

Each station has two vernier scales, one for x and one for y: lines of the front stand 1.5 mm apart, those of the back
1.3 mm, so that with backs off by 0.2 mm the next pair of lines is one. Numbers are those to be added to the figures the
sheet was printed with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from design.back_profile import BackProfile
from design.config import Config
from design.paper import Duplex, Orientation, PaperSize
from rules.errors import ConfigError, DesignError, Problem

FRONT_PITCH_MM = 1.5
BACK_PITCH_MM = 1.3
TICKS = 20
"""On either side of 0: readings to 4 mm."""
HALF_WIDE_MM, HALF_HIGH_MM = 44.0, 32.0
"""A station with both its scales, from its middle."""
OFF_MM = 1.0
"""From the margin to stations and texts."""
MOST_MM = TICKS * (FRONT_PITCH_MM - BACK_PITCH_MM)
DECIMALS = {"back_offset_x_mm": 2, "back_offset_y_mm": 2, "back_rotation_deg": 3, "back_scale": 5}

Point = tuple[float, float]


@dataclass(frozen=True)
class CalibrationSpec:
    """A sheet to measure a printer with; `paper` is the page as it lies, `backs` what backs are printed with now.

    `stations` are the middles of A, B and C, from the page's middle, as the front is looked at.
    """

    title: str
    paper: PaperSize
    duplex: Duplex
    margin_mm: float
    backs: BackProfile
    stations: tuple[tuple[str, Point], ...]
    credits: str


def calibration_specs(config: Config, credits: str) -> list[CalibrationSpec]:
    """A sheet for each paper.

    Raises:
        ConfigError: sheets do not go through the printer twice, so there is nothing to set right.
        DesignError: a paper is too small for three stations.
    """
    paper = config.paper
    if not paper.duplex.printed_twice:
        what = "prints one side of each sheet, so there is nothing to measure; it is for long-edge, short-edge and separate"
        raise ConfigError(Problem(f"paper.duplex = {paper.duplex.value}", what))
    pages = [one.turned if paper.orientation is Orientation.LANDSCAPE else one for one in paper.papers()]
    return [
        CalibrationSpec(
            f"Calibration, {page.title}{', landscape' if page.landscape else ''}",
            page,
            paper.duplex,
            paper.margin_mm,
            paper.backs,
            _stations(page, paper.margin_mm + paper.backs.reach_mm(page.width_mm, page.height_mm)),
            credits,
        )
        for page in pages
    ]


def _stations(page: PaperSize, margin: float) -> tuple[tuple[str, Point], ...]:
    """A at the upper left, B in the middle, C at the lower right."""
    x = page.width_mm / 2 - margin - OFF_MM - HALF_WIDE_MM
    y = page.height_mm / 2 - margin - OFF_MM - HALF_HIGH_MM
    if x < 2 * HALF_WIDE_MM and y < 2 * HALF_HIGH_MM:
        least = 2 * (3 * HALF_HIGH_MM + margin + OFF_MM)
        what = f"is too small to measure a printer with: a side must be {least:.0f} mm; take a larger paper for it"
        raise DesignError(Problem(f"paper {page.title}", what))
    return ("A", (-x, y)), ("B", (0.0, 0.0)), ("C", (x, -y))


def profile_read(spec: CalibrationSpec, read: Mapping[str, Point]) -> BackProfile:
    """The figures for backs from what was read at stations, added to those the sheet was printed with.

    B alone gives the offset; A and C together the rotation and the scale too, and B then makes the offset surer.

    Raises:
        ConfigError: other stations than these, or figures that no printer needs.
    """
    if set(read) not in ({"B"}, {"A", "C"}, {"A", "B", "C"}):
        raise ConfigError(
            Problem(f"--read of {', '.join(sorted(read)) or 'nothing'}", "must be of B, or of A and C, or of all")
        )
    shifts = {name: complex(*point) for name, point in read.items()}
    offset = sum(shifts.values()) / len(shifts)
    turned = 1 + 0j
    if "A" in shifts:
        # Backs are read from behind: what is at the left on the front is at the right there.
        at = {name: complex(-x, y) for name, (x, y) in spec.stations}
        turned += (shifts["A"] - shifts["C"]) / (at["A"] - at["C"])
    return spec.backs.after(BackProfile.of(offset, turned))


def figures(backs: BackProfile) -> dict[str, float]:
    """The keys of the section `paper` with their values."""
    values = (backs.x_mm, backs.y_mm, backs.rotation_deg, backs.scale)
    return {key: round(value, DECIMALS[key]) + 0.0 for key, value in zip(DECIMALS, values, strict=True)}
