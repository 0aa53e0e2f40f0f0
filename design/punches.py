"""Markers that are cut with a hole punch: a circle of the punch's size, on paper and in plastic alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from design.config_errors import place_of
from design.cutting import PUNCHES_MM
from design.settings import Markers
from rules.document import Path as KeyPath
from rules.errors import Problem

PUNCHED = ("outline", "width_mm", "height_mm")
"""What a punch settles of a marker."""


def _punched(punch: str) -> dict[str, Any]:
    return dict(zip(PUNCHED, ("circle", PUNCHES_MM[punch], PUNCHES_MM[punch]), strict=True))


def apply_punches(merged: dict[str, Any], sources: dict[KeyPath, str]) -> None:
    """A punch settles what nobody changed of the markers that are cut with it: what is set as it is built in counts as that."""
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
    """Markers whose own figures a punch cannot cut."""
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
