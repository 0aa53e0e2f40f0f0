"""Worker processes; they inherit what is loaded before they start, if the system can fork, and end with what they work for."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

LOOK_S = 0.5
"""Workers look this often whether the process that they work for is still there."""


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
    context = multiprocessing.get_context(method)
    return Workers(max(1, min(jobs, tasks)), context, _begin, (os.getpid(), prepare, given))


def _begin(employer: int, prepare: Callable[..., None] | None, given: tuple[Any, ...]) -> None:
    # A terminal's Ctrl-C reaches every process; the one that waits for the workers ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(employer,), daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _end_with(employer: int) -> None:
    """End this worker once the process that it works for is gone, however that was killed."""
    while os.getppid() == employer:
        time.sleep(LOOK_S)
    os._exit(1)


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
