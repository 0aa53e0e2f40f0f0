"""What tests share: solids are built once a session, and read back from the files they were written to."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path

import pytest
import trimesh

from design.files import write_whole
from tests.support import made
from tests.support.parts import Settings, solids, stl_of
from tests.support.slow import is_slow
from tests.support.tools import not_judged, tool


def pytest_sessionstart(session: pytest.Session) -> None:
    """What other sources made goes, before any worker starts."""
    if not hasattr(session.config, "workerinput"):
        made.prune()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is slow is marked by the one list of it."""
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker("slow")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Tests that are marked with `needs` are judged by the programs that it names."""
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            tool(name)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None]:
    """The last line says what was not judged because a program is missing."""
    yield
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        said = not_judged(one.longrepr[2] for one in reporter.stats.get("skipped", []) if isinstance(one.longrepr, tuple))
        if said:
            reporter.write_line(said)


@pytest.fixture(scope="session")
def stl(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Settings, str], Path]:
    """A piece's STL as the writer leaves it on disk."""
    folder = tmp_path_factory.mktemp("stl")

    @cache
    def path(settings: Settings, piece: str) -> Path:
        target = folder / hashlib.sha256("".join(settings).encode()).hexdigest()[:12] / f"{piece}.stl"
        write_whole(target, stl_of(solids(settings)[piece]))
        return target

    return path


@pytest.fixture(scope="session")
def mesh(stl: Callable[[Settings, str], Path]) -> Callable[[Settings, str], trimesh.Trimesh]:
    """A piece's mesh, read again from disk."""

    @cache
    def read(settings: Settings, piece: str) -> trimesh.Trimesh:
        return trimesh.load(stl(settings, piece))

    return read


@pytest.fixture(scope="session")
def slicer() -> str:
    """PrusaSlicer."""
    return tool("prusa-slicer")
