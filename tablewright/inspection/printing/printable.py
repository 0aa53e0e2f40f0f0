"""Whether a closed solid can be printed as it lies: layer by layer, what rests on what and how thin it is."""

from __future__ import annotations

from design.config.printer import Printer
from tablewright.inspection.printing.layers import layer_runs
from tablewright.inspection.printing.overhangs import overhang_faults
from tablewright.inspection.printing.slender import column_faults, wall_faults
from tablewright.inspection.solids.measures.stl import Solid

MOST_SAID = 3
"""At most this many faults of a kind are named for a part."""


def printing_faults(solid: Solid, printer: Printer) -> list[str]:
    """Islands, overhangs, long bridges, thin walls and slender columns of a watertight solid that stands on the bed."""
    runs = layer_runs(solid, printer.layer_mm)
    if not any(run.area.area > 0 for run in runs):
        return [f"is so flat that no layer of {printer.layer_mm:g} mm is printed"]
    found = []
    for faults in (overhang_faults(solid, runs, printer), wall_faults(runs, printer), column_faults(runs, printer)):
        found += faults[:MOST_SAID]
        if len(faults) > MOST_SAID:
            found.append(f"and {len(faults) - MOST_SAID} more of that kind")
    return found
