"""Whether a solid is the marker, token or tile it must be, in one colour or in several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapely.geometry import MultiPolygon

from design.faces.filaments import seen
from design.parts.marker import MarkerSpec
from tablewright.inspection.solids.judge import RELIEF, ColourLevel, Judge
from tablewright.inspection.solids.measures.extents import SIZE_MM, Size, size_faults, volume_faults
from tablewright.inspection.solids.measures.reliefs import EDGE_MM, chamfers_mm3, cut_at, relief_faults
from tablewright.inspection.solids.measures.sections import seen_from_below
from tablewright.inspection.solids.measures.stl import Solid, together


def marker_size(spec: MarkerSpec) -> Size:
    """Its trim, and its thickness with what is raised, if anything is."""
    raised = spec.raise_mm if not spec.front.relief().is_empty else 0.0
    return (*spec.front.size_mm, spec.thickness_mm + raised)


def marker_faults(solid: Solid, spec: MarkerSpec) -> list[str]:
    """A marker: the front up and raised, the back on the bed and engraved."""
    front, back = spec.front.relief(), spec.back.relief()
    top = marker_size(spec)[2]
    volume = (
        spec.trim.area * spec.thickness_mm
        + front.area * spec.raise_mm
        - back.area * spec.engrave_mm
        - chamfers_mm3(spec.front, spec.foot_relief_mm)
    )
    found = size_faults(solid, marker_size(spec)) + volume_faults(solid, volume)
    if found:
        return found
    inner = spec.trim.buffer(-EDGE_MM)
    raised = cut_at(solid, top - spec.raise_mm / 2) if front.area > 0 else MultiPolygon()
    engraved = inner.difference(cut_at(solid, spec.engrave_mm / 2))
    return relief_faults([(spec.front, raised), (spec.back, seen_from_below(engraved))], inner)


def _levels(spec: MarkerSpec) -> tuple[ColourLevel, ...]:
    top = spec.thickness_mm
    back = ColourLevel(spec.back, 0.0, spec.engrave_mm, True, seen(spec.back))
    return back, ColourLevel(spec.front, top, top + spec.raise_mm, False, seen(spec.front, RELIEF))


def _grounds(spec: MarkerSpec) -> list[str]:
    return list(dict.fromkeys([spec.back.ground, spec.front.ground]))


def _in_colours(bodies: Sequence[Any], spec: MarkerSpec) -> list[str]:
    """Extents and volume of the whole, and each ground from where to where it reaches."""
    grounds = [body for body in bodies if body.role == "ground"]
    whole = together([body.solid for body in bodies])
    found = size_faults(whole, marker_size(spec))
    found += volume_faults(whole, spec.trim.area * spec.thickness_mm + spec.front.relief().area * spec.raise_mm)
    seams = [0.0, spec.thickness_mm] if len(grounds) == 1 else [0.0, spec.seam_mm, spec.thickness_mm]
    order = {colour: index for index, colour in enumerate(_grounds(spec))}
    for ground in grounds:
        low, high = seams[order[ground.colour]], seams[order[ground.colour] + 1]
        if abs(ground.solid.low[2] - low) > SIZE_MM or abs(ground.solid.high[2] - high) > SIZE_MM:
            reach = f"{ground.solid.low[2]:.2f} to {ground.solid.high[2]:.2f}"
            found.append(f"its body {ground.name} reaches from z = {reach} mm, must be {low:g} to {high:g}")
    return found


MARKER = Judge(marker_size, marker_faults, grounds=_grounds, levels=_levels, whole_in_colours=_in_colours)
