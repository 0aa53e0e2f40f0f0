"""How a mistake in the configuration is reported: its place, its key and value, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from design.config.fields import limits
from rules.document import Path as KeyPath
from rules.document import dotted, message_of
from rules.errors import Problem

BUILT_IN = "built-in"
MM_AN_INCH = 25.4
LEAST_INCHES_MM = 10.0
"""Lengths whose lower limit is below this are never given in inches."""


def problem_of(item: ErrorDetails, sources: Mapping[KeyPath, str], root: type[BaseModel]) -> Problem:
    """A pydantic error against the model `root` as a problem; `sources` says where each key was set."""
    path = tuple(step for step in item["loc"] if step != "[key]")
    return problem_at(f"{place_of(path, sources)} {dotted(path)}", item, root)


def problem_at(where: str, item: ErrorDetails, root: type[BaseModel]) -> Problem:
    """A pydantic error against the model `root` as a problem at a known place."""
    path = tuple(step for step in item["loc"] if step != "[key]")
    if item["type"] == "extra_forbidden":
        return Problem(where, f"no such key; {_keys_beside(path, root)}")
    value = "{...}" if isinstance(item["input"], dict) else item["input"]
    range_of = _range_of(path, root)
    if range_of and isinstance(value, int | float):
        range_of += _inches(path, root, value)
    return Problem(f"{where} = {value}", range_of or message_of(item))


def place_of(path: KeyPath, sources: Mapping[KeyPath, str]) -> str:
    """Where a key was set: its own place, or that of the nearest key above it, or that of the first one below it."""
    for length in range(len(path), 0, -1):
        if path[:length] in sources:
            return sources[path[:length]]
    return next((place for key, place in sources.items() if key[: len(path)] == path), BUILT_IN)


def _field_at(path: KeyPath, root: type[BaseModel]) -> Any:
    """The pydantic field at a key path below a model, or None if there is none."""
    model: Any = root
    field: Any = None
    for step in path:
        if not _is_model(model):
            # A key of a mapping; the fields below it are those of its values.
            model = next((one for one in get_args(model) if _is_model(one)), None)
            if model is None:
                return field
            continue
        field = model.model_fields.get(str(step))
        if field is None:
            return None
        model = field.annotation
    return field


def _is_model(thing: Any) -> bool:
    return isinstance(thing, type) and issubclass(thing, BaseModel)


def _keys_beside(path: KeyPath, root: type[BaseModel]) -> str:
    model: Any = root if len(path) == 1 else getattr(_field_at(path[:-1], root), "annotation", None)
    if not _is_model(model):
        model = next((one for one in get_args(model) if _is_model(one)), None)
    return f"there are {', '.join(model.model_fields)}" if model else "nothing goes here"


def _range_of(path: KeyPath, root: type[BaseModel]) -> str:
    field = _field_at(path, root)
    if field is None or field.annotation not in (int, float):
        return ""
    low, high = limits(field)
    unit = (field.json_schema_extra or {}).get("unit", "")
    kind = "a whole number, " if field.annotation is int else "a number, "
    return f"must be {kind}{low:g} to {high:g} {unit}".rstrip()


def _inches(path: KeyPath, root: type[BaseModel], value: float) -> str:
    """A suggestion for a length far too small in mm but in range as inches."""
    low, high = limits(_field_at(path, root))
    if not str(path[-1]).endswith("_mm") or low is None or low < LEAST_INCHES_MM or value >= low / 2:
        return ""
    meant = round(value * MM_AN_INCH, 2)
    return f"; {value:g} looks like inches: that is {meant:g} mm" if low <= meant <= high else ""
