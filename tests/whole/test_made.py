"""What is made once for all tests: once a key, again when its sources change, and never half of it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.support import made
from tests.support.places import ROOT


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    monkeypatch.setattr(made, "FOLDER", tmp_path)


def counted(value: object) -> tuple[Callable[[], object], list[object]]:
    """A maker, and a list of what it made."""
    calls: list[object] = []

    def make() -> object:
        calls.append(value)
        return value

    return make, calls


def test_the_same_key_is_made_once_and_each_caller_has_a_copy():
    make, calls = counted([1, 2])
    one, other = made.made("plan", "a", make), made.made("plan", "a", make)
    assert one == other == [1, 2]
    assert one is not other
    assert len(calls) == 1
    made.made("plan", "b", make)
    made.made("part", "a", make)
    assert len(calls) == 3


def test_nothing_made_is_kept_too():
    make, calls = counted(None)
    assert made.made("plan", "a", make) is made.made("plan", "a", make) is None
    assert len(calls) == 1


def test_what_failed_is_made_again():
    def fail() -> None:
        raise ValueError

    with pytest.raises(ValueError, match=r"^$"):
        made.made("plan", "a", fail)
    make, calls = counted(1)
    assert made.made("plan", "a", make) == 1
    assert len(calls) == 1


def test_other_sources_make_it_again_and_what_they_left_goes(monkeypatch, tmp_path):
    make, calls = counted(1)
    made.made("plan", "a", make)
    monkeypatch.setattr(made, "state", lambda kind: f"another {kind}")
    made.made("plan", "a", make)
    assert len(calls) == 2
    assert len(list((tmp_path / "plan").iterdir())) == 2
    made.prune()
    assert [one.name for one in (tmp_path / "plan").iterdir()] == ["another plan"]


def test_the_state_is_that_of_the_sources(monkeypatch, tmp_path):
    for package in made.PACKAGES["plan"]:
        (tmp_path / package).mkdir()
    monkeypatch.setattr(made, "ROOT", tmp_path)
    before = made.state.__wrapped__("plan")
    (tmp_path / "rules" / "words.en.yaml").write_text("agree: Agree")
    after = made.state.__wrapped__("plan")
    assert before != after
    (tmp_path / "rules" / "__pycache__").mkdir()
    (tmp_path / "rules" / "__pycache__" / "bill.pyc").write_bytes(b"1")
    assert made.state.__wrapped__("plan") == after


SCRIPT = """
import sys, time
from pathlib import Path
from tests.support import made
made.FOLDER = Path(sys.argv[1])
def make():
    with (made.FOLDER / "calls").open("a") as stream:
        stream.write("made\\n")
    time.sleep(1)
    return 42
print(made.made("plan", "a", make))
"""


def test_who_asks_while_it_is_made_waits(tmp_path):
    command = [sys.executable, "-c", SCRIPT, tmp_path]
    running = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    assert [one.communicate()[0].strip() for one in running] == ["42", "42"]
    assert (tmp_path / "calls").read_text() == "made\n"
