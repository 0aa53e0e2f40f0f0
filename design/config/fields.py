"""Fields of the configuration: type, unit, range and description in one place.

Help, the commented `config.yaml`, the documentation's table and the messages all read these.
"""

from __future__ import annotations

from typing import Any

from pydantic import Field


def measure(default: float, low: float, high: float, text: str, unit: str = "mm") -> Any:
    """A number with unit and range; `text` describes it in the table."""
    return Field(float(default), ge=low, le=high, allow_inf_nan=False, description=text, json_schema_extra={"unit": unit})


def limits(field: Any) -> tuple[Any, Any]:
    """The least and the most that a model's field accepts; None for no limit."""
    low = next((item.ge for item in field.metadata if hasattr(item, "ge")), None)
    return low, next((item.le for item in field.metadata if hasattr(item, "le")), None)


def choice(default: Any, text: str) -> Any:
    """One of a few words, or a list of them."""
    return Field(default, description=text)
