"""Who does the work makes no difference to what comes of it."""

from __future__ import annotations

import pytest

from rules.errors import BuildError, ConfigError, Problem
from rules.proof import Method
from rules.sufficiency import Task, prove
from tablewright.executors import crew as crew_module
from tablewright.executors.crew import crew
from tests.support.clusters import cluster_of_two
from tests.support.searches import Memory

TASK = Task("dokojong", 4, Method.RANDOM)
GAMES = 40


def square(number):
    return number * number


def lost(number):
    raise RuntimeError(f"no memory for {number}")


def refused(number):
    raise BuildError(Problem(f"file {number}", "is in the way"))


@pytest.fixture(scope="module")
def cluster():
    with cluster_of_two() as address:
        yield address


@pytest.fixture(scope="module")
def alone():
    """Random play in this process, seed by seed."""
    return prove(TASK, Memory(), GAMES, lines=True)


def test_one_process_works_when_it_is_asked():
    asked = []
    with crew() as spread:
        results = spread(square, (asked.append(number) or number for number in range(3)))
        assert next(results) == 0
        assert len(asked) == 1


def test_several_processes_give_the_results_in_order_and_the_same_proof(alone):
    with crew(2) as spread:
        assert list(spread(square, range(7))) == [0, 1, 4, 9, 16, 25, 36]
        assert prove(TASK, Memory(), GAMES, True, spread) == alone
        with pytest.raises(BuildError, match=r"file \d: is in the way"):
            list(spread(refused, range(3)))
        with pytest.raises(BuildError, match=r"workers: were lost .*no memory for \d"):
            list(spread(lost, range(3)))


def test_a_cluster_s_workers_give_the_same_proof_and_stop_when_they_are_told(alone, cluster):
    with crew(1, cluster) as spread:
        assert prove(TASK, Memory(), GAMES, True, spread) == alone
        store = Memory(stop_after=1)
        with pytest.raises(KeyboardInterrupt):
            prove(TASK, store, 100, True, spread)
        assert store.kept[TASK]["games"] == 50


def test_workers_of_another_version_are_refused_by_name(cluster, monkeypatch):
    monkeypatch.setattr(crew_module, "__version__", "9.9.9")
    crew_module.told.cache_clear()
    try:
        with pytest.raises(ConfigError) as caught, crew(1, cluster):
            pass
    finally:
        monkeypatch.undo()
        crew_module.told.cache_clear()
    assert len(caught.value.problems) == 2
    for problem in caught.value.problems:
        assert problem.where.startswith("worker tcp://127.0.0.1:")
        assert "must run tablewright 9.9.9" in problem.what


def test_nobody_at_the_address_is_an_error_with_a_remedy(monkeypatch):
    monkeypatch.setattr(crew_module, "CONNECT_S", 0.3)
    with (
        pytest.raises(ConfigError, match=r"--cluster tcp://127.0.0.1:1: cannot be reached .* tcp://192"),
        crew(1, "tcp://127.0.0.1:1"),
    ):
        pass


def test_without_dask_its_installation_is_the_remedy(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "dask.distributed", None)
    with pytest.raises(ConfigError, match=r"pip install 'tablewright\[cluster\]'"), crew(1, "tcp://127.0.0.1:8786"):
        pass
