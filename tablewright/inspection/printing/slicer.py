"""PrusaSlicer as a judge: a part fails if it needs supports, cannot be sliced or has an empty layer."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from design.config.printer import Printer, turns_to_fit
from tablewright.inspection.solids.measures.stl import REST_MM, read_stl, too_large
from tablewright.inspection.tools import find_program, run_program

PROGRAMS = ("prusa-slicer", "PrusaSlicer", "/Applications/PrusaSlicer.app/Contents/MacOS/PrusaSlicer")
"""The program's names: Debian's, its own builds', and on a Mac."""
OVERHANG_DEG = 45
"""PrusaSlicer supports anything that leans out further (FACTS: `--support-material-threshold 45`)."""
SUPPORT = ";TYPE:Support"
"""How a line of support begins in the G-code."""
WARNINGS = re.compile(r"print warning: .*|.*\[(?:error|fatal)\].*|.*Empty layer.*|.*No layers were detected.*|.*what\(\):.*")
"""Output that means failure."""
MOST_TURNS = 6
"""The most turns tried for a part that gets supports in its first."""
_TIME = re.compile(r"^; estimated printing time \(normal mode\) = (.+)$", re.MULTILINE)
_GRAMS = re.compile(r"^; total filament used \[g\] = ([\d.]+)$", re.MULTILINE)
_SECONDS = {"d": 86400, "h": 3600, "m": 60, "s": 1}


@dataclass(frozen=True)
class Sliced:
    """What the slicer reports for one print: its turn on the bed, minutes and grams."""

    turn_deg: int
    minutes: float
    grams: float


def find_slicer() -> str | None:
    """The slicer's program; None if it is not installed."""
    return find_program(*PROGRAMS)


def slicer_version(program: str) -> str:
    """The slicer's name and version, like `PrusaSlicer-2.5.0`."""
    match = re.search(r"PrusaSlicer-[\d.]+", run_program([program, "--help"]).text)
    return match[0] if match else "PrusaSlicer"


def settings_for(printer: Printer) -> list[str]:
    """The options for a printer: bed, nozzle and layers of its profile, and supports wherever they would be needed.

    The first layer is as high as the others, since reliefs are whole layers from the bed up.
    """
    width, depth = printer.bed_width_mm, printer.bed_depth_mm
    return [
        *("--bed-shape", f"0x0,{width:g}x0,{width:g}x{depth:g},0x{depth:g}"),
        *("--nozzle-diameter", f"{printer.nozzle_mm:g}"),
        *("--layer-height", f"{printer.layer_mm:g}"),
        *("--first-layer-height", f"{printer.layer_mm:g}"),
        *("--filament-density", f"{printer.density_g_cm3:g}"),
        *("--support-material", "--support-material-auto"),
        *("--support-material-threshold", str(OVERHANG_DEG)),
    ]


def turns_for(width_mm: float, depth_mm: float, printer: Printer) -> list[int]:
    """The turns, in degrees, in which to slice a part, one after the other, until one needs no supports.

    PrusaSlicer searches for a bridge's direction in steps and misses some at odd angles (the roof of a groove 2 mm wide, at
    30 degrees), so straight and half turns come first.
    """
    fitting = turns_to_fit(width_mm, depth_mm, printer)
    first = [turn for turn in (0, 90, 45) if turn in fitting]
    others = [turn for turn in fitting if turn not in first]
    count = min(len(others), max(0, MOST_TURNS - len(first)))
    return first + [others[index * (len(others) - 1) // max(1, count - 1)] for index in range(count)]


def slice_part(program: str, file: Path, printer: Printer) -> Sliced | list[str]:
    """Slice a part as it lies, or turned if it fits the bed only that way; returns the faults if no turn avoids supports."""
    solid = read_stl(file)
    if isinstance(solid, str):
        return [solid]
    width, depth, height = solid.size_mm
    turns = turns_for(width, depth, printer)
    if not turns or height > printer.bed_height_mm:
        return [too_large(solid.size_mm, printer)]
    first: list[str] = []
    for turn in turns:
        result = slice_turned(program, file, settings_for(printer), turn)
        if isinstance(result, Sliced):
            return result
        first = first or result
        if not any("supports" in fault for fault in result):
            return result
    return first


def slice_bed(program: str, file: Path, printer: Printer) -> Sliced | list[str]:
    """Slice a bed as arranged: never turned, and clear of the reserved corner."""
    solid = read_stl(file)
    if isinstance(solid, str):
        return [solid]
    free = printer.usable_width_mm, printer.usable_depth_mm, printer.bed_height_mm
    if any(size > room + REST_MM for size, room in zip(solid.size_mm, free, strict=True)):
        return [too_large(solid.size_mm, printer)]
    return slice_turned(program, file, settings_for(printer), 0)


def slice_turned(program: str, file: Path, settings: Sequence[str], turn_deg: int) -> Sliced | list[str]:
    """Slice a file once; the G-code is read and discarded."""
    with tempfile.TemporaryDirectory(prefix="tablewright-") as folder:
        code = Path(folder) / "out.gcode"
        turned = ["--rotate", str(turn_deg)] if turn_deg else []
        answer = run_program([program, "--export-gcode", *settings, *turned, "--loglevel", "3", "-o", code, file.resolve()])
        found = [" ".join(said.split()) for said in dict.fromkeys(WARNINGS.findall(answer.text))]
        if answer.code != 0 or not code.is_file():
            said = found or (answer.text.strip().splitlines() or ["nothing"])[-1:]
            return [f"the slicer ended with code {answer.code} and says: {'; '.join(said)}"]
        text = code.read_text(encoding="utf-8", errors="replace")
    found = [f"the slicer says: {said}" for said in found]
    supports = sum(line.startswith(SUPPORT) for line in text.splitlines())
    if supports:
        found.append(f"the slicer supports it in {supports} places; every part must print without supports")
    minutes, grams = _TIME.search(text), _GRAMS.search(text)
    if minutes is None or grams is None:
        found.append("the slicer's G-code names no printing time or no grams")
    if found or minutes is None or grams is None:
        return found
    return Sliced(turn_deg, round(seconds_of(minutes[1]) / 60, 2), float(grams[1]))


def seconds_of(text: str) -> int:
    """Seconds in a duration as the slicer writes it: `1d 2h 3m 4s`."""
    return sum(int(number) * _SECONDS[unit] for number, unit in re.findall(r"(\d+)([dhms])", text))
