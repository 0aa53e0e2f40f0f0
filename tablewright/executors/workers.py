"""Worker processes; they inherit what is loaded before they start, if the system can fork, and end with what they work for."""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any


class Workers(ProcessPoolExecutor):
    """Processes that stop at once when their work is given up: by Ctrl-C, or by an error."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        if kind is not None:
            for process in list((self._processes or {}).values()):
                process.terminate()
            self.shutdown(wait=True, cancel_futures=True)
        return super().__exit__(kind, error, trace)


def workers(jobs: int, tasks: int, prepare: Callable[..., None] | None = None, given: tuple[Any, ...] = ()) -> Workers:
    """Start up to `jobs` processes, but no more than there are tasks; each first calls `prepare` with `given`."""
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    return Workers(max(1, min(jobs, tasks)), multiprocessing.get_context(method), _begin, (prepare, given))


def _begin(prepare: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    # A terminal's Ctrl-C reaches every process; the one that waits for the workers ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare(*given)


def load(modules: Iterable[str]) -> None:
    """Import modules that workers will need, so that they inherit them."""
    with _uninterrupted():
        for module in modules:
            importlib.import_module(module)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put Ctrl-C off to the end: the CAD kernel's modules would take it for a failed import."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
