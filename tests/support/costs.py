"""What each test costs in seconds of CPU, set-up and programs with it: `make test PYTEST_ARGS="-p tests.support.costs"`.

Unlike wall time it is nearly the same on a busy machine, so it says which tests ought to be marked `slow`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator
from typing import Any

import pytest

SHOWN = 40


def _cpu_s() -> float:
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    item.stash[_BEGUN] = _cpu_s()
    return (yield)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, Any]:
    report = yield
    if call.when == "teardown":
        report.user_properties.append(("cpu_s", _cpu_s() - item.stash[_BEGUN]))
    return report


@pytest.hookimpl
def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The costliest tests, and what all of them cost by module."""
    tests = {
        one.nodeid: value
        for reports in terminalreporter.stats.values()
        for one in reports
        if getattr(one, "when", "") == "teardown"
        for name, value in one.user_properties
        if name == "cpu_s"
    }
    modules: Counter[str] = Counter()
    for test, value in tests.items():
        modules[test.partition("::")[0]] += value
    terminalreporter.section(f"CPU seconds of tests: {sum(tests.values()):.0f}")
    for costs in (tests, modules):
        for name, value in sorted(costs.items(), key=lambda one: -one[1])[:SHOWN]:
            terminalreporter.line(f"{value:8.1f}  {name}")


_BEGUN = pytest.StashKey[float]()
