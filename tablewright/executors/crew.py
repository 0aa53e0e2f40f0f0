"""Who does the work: this process, several of this machine, or the workers of a Dask cluster; joblib hands it out.

Results come in the order of the work, whoever did it. Neither joblib nor Dask is imported before it is needed.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, simplefilter

from rules.errors import BuildError, ConfigError, Problem, TablewrightError
from rules.game import SHIPPED
from rules.proof import fingerprint
from tablewright import __version__
from tablewright.fingerprint import digest_of, surroundings
from tablewright.media import MEDIA

if TYPE_CHECKING:
    from dask.distributed import Client

Spread = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""Does the same work on several things, as `map` does: a function of the top of a module, and what it is called with."""
PACKAGES = ("rules", "design", "fabrication", "printables", "tablewright")
CONNECT_S = 10
"""So long a cluster may take to answer."""
START = "start some with `dask worker ADDRESS --nthreads 1`"


@contextmanager
def crew(jobs: int = 1, cluster: str = "") -> Iterator[Spread]:
    """The workers of a cluster if its address is given, else so many processes; with one job, this process.

    Raises:
        ConfigError: Dask is not installed, nobody answers at the address, or workers there run other code than this.
        BuildError: when it is used, workers were lost or joined with other code.
    """
    if cluster:
        with _client(cluster) as client:
            yield partial(_spread, backend="dask", jobs=-1, told=told(), client=client)
    elif jobs == 1:
        yield map
    else:
        try:
            yield partial(_spread, backend="loky", jobs=jobs, told="")
        finally:
            from joblib.externals.loky import get_reusable_executor

            # Idle processes would stay for minutes, and whoever forks later must not find their threads.
            get_reusable_executor(max_workers=1, reuse=True).shutdown(wait=True, kill_workers=True)


def _spread(
    function: Callable[[Any], Any], items: Iterable[Any], backend: str, jobs: int, told: str, **options: Any
) -> Iterator[Any]:
    from joblib import Parallel, delayed, parallel_config

    with parallel_config(backend=backend, n_jobs=jobs, **options):
        parallel = Parallel(return_as="generator", batch_size=1)
    results = parallel(delayed(_done)(function, told, item) for item in items)
    try:
        for one in results:  # noqa: UP028 (closed below, quietly)
            yield one
    except TablewrightError:
        raise
    except Exception as error:
        what = f"were lost ({type(error).__name__}: {error}); see that they have memory enough, and start again"
        raise BuildError(Problem("workers", what)) from None
    finally:
        with catch_warnings():
            simplefilter("ignore")  # whoever stops early knows that work is left
            results.close()


def _done(function: Callable[[Any], Any], wanted: str, item: Any) -> Any:
    """The work of one worker; of a cluster's, only if its code is what the others run."""
    if wanted and told() != wanted:
        raise BuildError(Problem(f"worker on {platform.node()}", _other(told(), wanted)))
    return function(item)


@cache
def told() -> str:
    """What runs here, in words: the version, a hash of our code and of the libraries' versions, and Python's version."""
    libraries = tuple(sorted({name for one in MEDIA.values() for name in one.libraries}))
    code = digest_of(surroundings(PACKAGES, libraries), *map(fingerprint, SHIPPED))
    python = ".".join(platform.python_version_tuple()[:2])
    return f"tablewright {__version__} (code and libraries {code[:12]}) on Python {python}"


def _other(found: str, wanted: str) -> str:
    return f"runs {found}, must run {wanted}; install the same version with the same packages there"


@contextmanager
def _client(address: str) -> Iterator[Client]:
    where = f"--cluster {address}"
    try:
        from dask.distributed import Client
    except ImportError:
        what = "needs Dask, which is not installed: pip install 'tablewright[cluster]'"
        raise ConfigError(Problem(where, what)) from None
    try:
        client = Client(address, timeout=CONNECT_S, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        what = f"cannot be reached ({error}); name a scheduler that runs, as tcp://192.168.1.5:8786"
        raise ConfigError(Problem(where, what)) from None
    with client:
        _refuse_others(client, where)
        yield client


def _refuse_others(client: Client, where: str) -> None:
    """ConfigError with every worker that runs other code than this, or if there is no worker."""
    found = client.run(told, on_error="return")
    if not found:
        raise ConfigError(Problem(where, f"has no workers; {START}"))
    others = [
        Problem(f"worker {name}", _other(said if isinstance(said, str) else f"no tablewright that works ({said})", told()))
        for name, said in sorted(found.items())
        if said != told()
    ]
    if others:
        raise ConfigError(others)
