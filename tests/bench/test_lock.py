"""Builds that meet in one output folder, and what a killed build left there."""

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from rules.errors import BuildError
from tablewright.building.lock import MARK, NAME, alone_in
from tests.support.places import ROOT

HOLDING = """
import sys, time
from pathlib import Path
from tablewright.building.lock import alone_in
with alone_in(Path(sys.argv[1])):
    print("here", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def holder(tmp_path):
    """Another process at work in `out`; it ends when a line is written to it."""
    call = [sys.executable, "-c", HOLDING, str(tmp_path / "out")]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout.readline() == "here\n"
        yield process
        process.kill()


def test_a_second_build_waits_and_says_for_whom(holder, tmp_path, capsys):
    worked = threading.Event()

    def build():
        with alone_in(tmp_path / "out"):
            worked.set()

    second = threading.Thread(target=build)
    second.start()
    assert not worked.wait(0.5)
    assert f"waiting for process {holder.pid} on " in capsys.readouterr().err
    holder.stdin.write("\n")
    holder.stdin.flush()
    assert worked.wait(10)
    second.join(10)
    assert not (tmp_path / "out" / NAME).exists()


def test_the_lock_of_a_killed_build_stops_nobody(holder, tmp_path, capsys):
    holder.kill()
    holder.wait()
    assert (tmp_path / "out" / NAME).exists()
    begun = time.monotonic()
    with alone_in(tmp_path / "out"):
        assert time.monotonic() - begun < 5
    assert capsys.readouterr().err == ""


def test_folders_of_killed_builds_go_and_no_others(tmp_path):
    ours, others = tmp_path / ".building-abcd1234", tmp_path / ".building-mine_123"
    for folder in (ours, others, tmp_path / ".building-notes"):
        folder.mkdir()
        (folder / "door.stl").write_text("solid", encoding="utf-8")
    (ours / MARK).touch()
    with alone_in(tmp_path):
        assert sorted(path.name for path in tmp_path.iterdir()) == [".building-mine_123", ".building-notes", NAME]


def test_a_folder_that_nothing_came_to_lie_in_goes_again(tmp_path):
    with pytest.raises(RuntimeError), alone_in(tmp_path / "out"):
        raise RuntimeError
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(BuildError, match="name another folder"), alone_in(tmp_path / "file" / "out"):
        raise AssertionError


def test_many_builds_at_once_end_one_after_the_other(tmp_path):
    inside, most = [], []

    def build():
        with alone_in(Path(tmp_path)):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.02)
            inside.pop()

    threads = [threading.Thread(target=build) for _ in range(6)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(20)
    assert most == [1] * 6
