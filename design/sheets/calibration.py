"""The calibration sheet: derives the correction that lines up backs on a printer from readings on the sheet.

Each station has two scales for x and two for y. On the coarse one a line on the back lies next to a ruler on the front, and
you read whole millimetres. On the fine one, lines are 2.1 mm apart on the front and 2 mm on the back, so each further
0.1 mm of offset makes the next pair of lines coincide. That pattern repeats every 2 mm, and the coarse reading resolves it.
The numbers are to be added to the values the sheet was printed with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from design.config.loading import Config
from design.config.paper import BackProfile, Duplex, Orientation, PaperSize
from rules.errors import ConfigError, DesignError, Problem
from rules.sheet_words import load_sheet_words
from rules.words import ENGLISH

FRONT_PITCH_MM = 2.1
BACK_PITCH_MM = 2.0
TICKS = 10
"""Lines of the fine scale on either side of 0: up to 1 mm, half the repeat."""
MOST_MM = 5
"""How far the coarse scale extends to either side."""
X_FINE_AT, Y_FINE_AT = (10.0, -16.0), (-28.0, -9.0)
"""The zeros of a station's fine scales, from its centre on the front."""
X_COARSE_AT, Y_COARSE_AT = (10.0, 8.0), (-28.0, 23.0)
"""The zeros of its coarse scales."""
HALF_WIDE_MM, HALF_HIGH_MM = 44.0, 32.0
"""Half the size of a station with both its scales, from its centre."""
OFF_MM = 1.0
"""Distance of stations and text from the margin."""
DECIMALS = {"back_offset_x_mm": 2, "back_offset_y_mm": 2, "back_rotation_deg": 3, "back_scale": 5}

Point = tuple[float, float]


@dataclass(frozen=True)
class CalibrationSpec:
    """A sheet for measuring a printer; `paper` is the page in its orientation, `backs` the present correction.

    `stations` are the centres of A, B and C, from the page's centre, seen from the front.
    """

    title: str
    paper: PaperSize
    duplex: Duplex
    margin_mm: float
    backs: BackProfile
    stations: tuple[tuple[str, Point], ...]
    credits: str
    language: str = ENGLISH


def calibration_specs(config: Config, credits: str) -> list[CalibrationSpec]:
    """A sheet for each paper.

    Raises:
        ConfigError: sheets do not go through the printer twice, so there is nothing to correct.
        DesignError: a paper is too small for three stations.
    """
    paper = config.paper
    if not paper.duplex.printed_twice:
        what = "prints one side of each sheet, so there is nothing to measure; it is for long-edge, short-edge and separate"
        raise ConfigError(Problem(f"paper.duplex = {paper.duplex.value}", what))
    said = load_sheet_words(config.language).calibration
    pages = [one.turned if paper.orientation is Orientation.LANDSCAPE else one for one in paper.papers()]
    return [
        CalibrationSpec(
            (said.landscape if page.landscape else said.title).format(paper=page.title),
            page,
            paper.duplex,
            paper.margin_mm,
            paper.backs,
            _stations(page, paper.margin_mm + paper.backs.reach_mm(page.width_mm, page.height_mm)),
            credits,
            config.language,
        )
        for page in pages
    ]


def _stations(page: PaperSize, margin: float) -> tuple[tuple[str, Point], ...]:
    """A at the upper left, B in the centre, C at the lower right."""
    x = page.width_mm / 2 - margin - OFF_MM - HALF_WIDE_MM
    y = page.height_mm / 2 - margin - OFF_MM - HALF_HIGH_MM
    if x < 2 * HALF_WIDE_MM and y < 2 * HALF_HIGH_MM:
        least = 2 * (3 * HALF_HIGH_MM + margin + OFF_MM)
        what = f"is too small to measure a printer with: a side must be {least:.0f} mm; take a larger paper for it"
        raise DesignError(Problem(f"paper {page.title}", what))
    return ("A", (-x, y)), ("B", (0.0, 0.0)), ("C", (x, -y))


@dataclass(frozen=True)
class Scale:
    """A scale of a station: where its zero is on the front, whether it measures x, and whether it is the fine one."""

    station: str
    x_mm: float
    y_mm: float
    for_x: bool
    fine: bool

    @property
    def front(self) -> list[tuple[int, float]]:
        """The front's lines by number, with each one's distance from the zero."""
        most, pitch = (TICKS, FRONT_PITCH_MM) if self.fine else (MOST_MM, 1.0)
        return [(tick, tick * pitch) for tick in range(-most, most + 1)]

    @property
    def back(self) -> list[tuple[int, float]]:
        """The back's lines; the coarse scale has only one."""
        return [(tick, tick * BACK_PITCH_MM) for tick in range(-TICKS, TICKS + 1)] if self.fine else [(0, 0.0)]

    def label(self, tick: int) -> str:
        """The value to add, printed at a line on the front; empty for most lines.

        Backs too far right, as seen from the front, are too far left as you read them, so they must move right. Backs
        that are too high must move down.
        """
        if tick % (5 if self.fine else 2):
            return ""
        step = FRONT_PITCH_MM - BACK_PITCH_MM if self.fine else 1.0
        return f"{round((1 if self.for_x else -1) * tick * step, 3) + 0.0:g}"


def scales(spec: CalibrationSpec) -> Iterator[Scale]:
    """The four scales of each station."""
    for name, (x, y) in spec.stations:
        at_x, at_y = x + spec.paper.width_mm / 2, y + spec.paper.height_mm / 2
        for (to_x, to_y), for_x, fine in (
            (X_FINE_AT, True, True),
            (X_COARSE_AT, True, False),
            (Y_FINE_AT, False, True),
            (Y_COARSE_AT, False, False),
        ):
            yield Scale(name, at_x + to_x, at_y + to_y, for_x, fine)


def together(coarse: float, fine: float) -> float:
    """Combine both scales: of all values that match the fine reading, the one nearest to the coarse."""
    return fine + BACK_PITCH_MM * round((coarse - fine) / BACK_PITCH_MM)


def profile_read(spec: CalibrationSpec, read: Mapping[str, Point]) -> BackProfile:
    """The correction for backs from readings at stations, added to the one the sheet was printed with.

    B alone gives the offset. A and C together also give rotation and scale, and B then makes the offset more accurate.

    Raises:
        ConfigError: any other combination of stations, or a correction that no printer needs.
    """
    if set(read) not in ({"B"}, {"A", "C"}, {"A", "B", "C"}):
        raise ConfigError(
            Problem(f"--read of {', '.join(sorted(read)) or 'nothing'}", "must be of B, or of A and C, or of all")
        )
    import numpy as np

    # Each reading is an equation: the offset plus how far a rotation and a scaling about the sheet's centre move that
    # scale.
    rows, values = [], []
    at = dict(spec.stations)
    for name, (for_x, for_y) in sorted(read.items()):
        # Backs are read from behind, so left on the front is right there.
        x, y = -(at[name][0] + X_FINE_AT[0]), at[name][1] + X_FINE_AT[1]
        rows.append((1.0, 0.0, x, -y))
        x, y = -(at[name][0] + Y_FINE_AT[0]), at[name][1] + Y_FINE_AT[1]
        rows.append((0.0, 1.0, y, x))
        values += [for_x, for_y]
    known = 4 if "A" in read else 2
    matrix = np.array(rows)[:, :known]
    found = [float(one) for one in np.linalg.lstsq(matrix, np.array(values), rcond=None)[0]]
    grown, turned = found[2:] or (0.0, 0.0)
    return spec.backs.after(BackProfile.of(complex(*found[:2]), complex(1 + grown, turned)))


def figures(backs: BackProfile) -> dict[str, float]:
    """The keys of the section `paper` with their values."""
    values = (backs.x_mm, backs.y_mm, backs.rotation_deg, backs.scale)
    return {key: round(value, DECIMALS[key]) + 0.0 for key, value in zip(DECIMALS, values, strict=True)}
