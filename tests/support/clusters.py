"""A Dask cluster of two processes on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def cluster_of_two() -> Iterator[str]:
    """The address of its scheduler; workers share nothing but what they are sent."""
    from dask.distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1") as cluster:
        yield cluster.scheduler_address
