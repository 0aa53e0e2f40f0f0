"""Worker processes; they inherit what is loaded before they start, if the system can fork."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any


def workers(
    jobs: int, tasks: int, prepare: Callable[..., None] | None = None, given: tuple[Any, ...] = ()
) -> ProcessPoolExecutor:
    """Start up to `jobs` processes, but no more than there are tasks; each first calls `prepare` with `given`."""
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    return ProcessPoolExecutor(max(1, min(jobs, tasks)), multiprocessing.get_context(method), prepare, given)
