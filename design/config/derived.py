"""Sizes that follow from the printer: walls in whole nozzle lines, depths in whole layers.

They override the built-in defaults but not the file: a key that is set keeps its value, and the design rules judge it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from design.config.cutting import PUNCHES_MM
from design.config.errors import place_of
from design.config.rail_sizes import rail_wall_mm
from design.config.settings import Markers
from rules.document import Path as KeyPath
from rules.errors import Problem

Key = tuple[str, str]

LINES = 2
"""A wall is at least two nozzle lines: a single line has no neighbour to hold on to."""
TARGETS_MM: Mapping[Key, float] = {
    ("number_board", "connector_wall_mm"): 1.6,
    ("storage_box", "wall_mm"): 1.6,
    ("storage_box", "divider_mm"): 1.2,
}
"""Walls made of whole lines, with their least thickness."""
LEAST_MM: Mapping[Key, float] = {
    ("number_board", "connector_tongue_mm"): 1.0,
    ("number_board", "spacer_width_mm"): 1.0,
    ("number_board", "key_width_mm"): 1.2,
    ("squares", "line_mm"): 1.0,
}
"""Walls whose size has another reason, thickened only if the nozzle needs it."""
END_MM, END_NOZZLES = 7.5, 10.75
"""A plate's end: at least this long and this many nozzles, to leave a line and a half between a key's groove and the rim."""
PLATE_MM = 2.0
FLOOR_MM, FLOOR_LAYERS = 1.2, 3
"""Least thickness of the box's floor and the lid's top, in mm and in layers; any thinner and the contents show through."""
CORE_MM, CORE_LAYERS = 0.8, 3
"""Least material behind a recess: this many mm, this many layers, and two lines."""


def core_mm(nozzle_mm: float, layer_mm: float) -> float:
    """The least thickness that an engraving or a groove may leave, in mm."""
    return round(max(CORE_MM, LINES * nozzle_mm, CORE_LAYERS * layer_mm), 6)


def derived_keys() -> frozenset[Key]:
    """Every key that follows from the printer unless it is set."""
    own = {("printer", "layer_mm"), ("number_board", "plate_thickness_mm"), ("storage_box", "floor_mm")}
    own |= {("number_board", "end_length_mm")}
    return frozenset({*own, *TARGETS_MM, *LEAST_MM})


def follow(values: Mapping[str, Mapping[str, Any]]) -> dict[Key, float]:
    """The derived keys' values for the merged values; empty if a figure that they need is not a number."""
    printer, board = values["printer"], values["number_board"]
    nozzle = printer.get("nozzle_mm")
    depths = [board.get(key) for key in ("digit_depth_mm", "symbol_depth_mm", "key_depth_mm")]
    if not all(_is_size(value) for value in (nozzle, *depths)):
        return {}
    assert isinstance(nozzle, int | float)
    made: dict[Key, float] = {key: _whole(target / nozzle, nozzle) for key, target in TARGETS_MM.items()}
    made |= {key: round(max(least, LINES * nozzle), 6) for key, least in LEAST_MM.items()}
    made["storage_box", "wall_mm"] = max(made["storage_box", "wall_mm"], _grooved_mm(values, nozzle))
    made["number_board", "end_length_mm"] = max(END_MM, _whole(END_NOZZLES * nozzle / 0.1, 0.1))
    made["printer", "layer_mm"] = round(nozzle / 2, 2)
    layer = printer.get("layer_mm", made["printer", "layer_mm"])
    if not _is_size(layer):
        return made
    assert isinstance(layer, int | float)
    digit, symbol, key = (float(depth) for depth in depths if depth is not None)
    faces = _whole(digit / layer, layer) + _whole(symbol / layer, layer)
    made["storage_box", "floor_mm"] = round(max(FLOOR_MM, FLOOR_LAYERS * layer), 6)
    made["number_board", "plate_thickness_mm"] = round(max(PLATE_MM, core_mm(nozzle, layer) + max(faces, key)), 6)
    return made


def _grooved_mm(values: Mapping[str, Mapping[str, Any]], nozzle_mm: float) -> float:
    """The box's wall with a sliding lid's groove in it; 0 if there is no groove, or its clearance is not a number."""
    fits = values.get("fits")
    gap = fits.get("sliding_lid_clearance_mm") if isinstance(fits, Mapping) else None
    more = values["printer"].get("fit_correction_mm", 0.0)
    if values["storage_box"].get("lid") != "sliding" or not _is_size(gap) or not isinstance(more, int | float):
        return 0.0
    assert isinstance(gap, int | float)
    return rail_wall_mm(gap + more, nozzle_mm)


def _is_size(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0


def _whole(count: float, unit: float) -> float:
    return round(math.ceil(round(count, 6)) * unit, 6)


PUNCHED = ("outline", "width_mm", "height_mm")
"""What a punch determines for a marker."""


def _punched(punch: str) -> dict[str, Any]:
    return dict(zip(PUNCHED, ("circle", PUNCHES_MM[punch], PUNCHES_MM[punch]), strict=True))


def apply_punches(merged: dict[str, Any], sources: dict[KeyPath, str]) -> None:
    """Let a punch set its markers' sizes; built-in values count as not set."""
    defaults = Markers().model_dump()
    markers = merged.get("markers")
    for name, marker in markers.items() if isinstance(markers, dict) else ():
        punch = marker.get("punch") if isinstance(marker, dict) else None
        if not isinstance(punch, str) or punch not in PUNCHES_MM:
            continue
        for key, value in _punched(punch).items():
            if ("markers", name, key) not in sources or marker.get(key) == defaults.get(name, {}).get(key):
                marker[key] = value
                sources[("markers", name, key)] = f"follows from markers.{name}.punch"


def punch_problems(markers: Markers, sources: Mapping[KeyPath, str]) -> list[Problem]:
    """Markers whose explicit sizes a punch cannot cut."""
    problems = []
    for name in type(markers).model_fields:
        marker = getattr(markers, name)
        for key, value in _punched(marker.punch).items() if marker.punch != "none" else ():
            found, path = getattr(marker, key), ("markers", name, key)
            if found != value:
                must = value if isinstance(value, str) else f"{value:g} mm"
                what = f"a punch of {marker.punch} cuts {must}: leave this key out, or set markers.{name}.punch to none"
                problems.append(Problem(f"{place_of(path, sources)} {'.'.join(path)} = {found}", what))
    return problems
