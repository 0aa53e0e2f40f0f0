"""Worker processes: none outlives the process that it works for."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.support.places import ROOT

EMPLOYER = """
import os, time
from tablewright.executors.workers import workers

def work(_):
    print(os.getpid(), flush=True)
    time.sleep(60)

with workers(2, 2) as crew:
    list(crew.map(work, range(2)))
"""
PATIENCE_S = 20


def is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.skipif(os.name != "posix", reason="made for systems with signals")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_the_process_that_they_work_for(how):
    employer = subprocess.Popen([sys.executable, "-c", EMPLOYER], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
    assert employer.stdout is not None
    processes = [int(employer.stdout.readline()) for _ in range(2)]
    assert all(map(is_there, processes))
    employer.send_signal(how)
    employer.wait()
    end = time.monotonic() + PATIENCE_S
    while any(map(is_there, processes)) and time.monotonic() < end:
        time.sleep(0.1)
    assert not any(map(is_there, processes))
