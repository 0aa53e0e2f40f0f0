"""Room for pieces in the storage box (being written)."""

from __future__ import annotations

from typing import Any


def tray_spec(context: Any, name: str) -> Any:
    """The storage box."""
    return None


def lid_spec(context: Any, name: str) -> Any:
    """The lid."""
    return None
