"""A second judge of meshes besides trimesh: admesh counts the repairs it made, and each count must be zero."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rules.errors import Problem
from tablewright.inspection.findings import AGAIN
from tablewright.inspection.memory import Memory
from tablewright.inspection.tools import Verdict, find_program, not_done, run_program

CLEAN = (
    "Total disconnected facets",
    "Degenerate facets",
    "Edges fixed",
    "Facets removed",
    "Facets added",
    "Facets reversed",
    "Backwards edges",
    "Normals fixed",
)
"""Counts in admesh's report that must be zero."""
_COUNT = re.compile(r"^([A-Z][A-Za-z ]+?)\s*:\s*(-?\d+)", re.MULTILINE)


def admesh_gate(output: Path, files: Sequence[str], bodies: int = 1, memory: Memory | None = None) -> Verdict:
    """Judge STL files, paths below `output`, each holding so many bodies; not those that a memory knows to be clean."""
    program = find_program("admesh")
    if program is None:
        return not_done("admesh", "admesh")
    verdict = Verdict()
    version = run_program([program, "--version"]).text if memory else ""
    for path in files:
        key = memory.key("admesh", (path,), version, str(bodies)) if memory else ""
        if memory and memory.recall(key):
            continue
        found = admesh_faults(program, output / path, bodies)
        if memory and not found:
            memory.keep(key, True)
        verdict.problems += [Problem(path, f"admesh: {fault}") for fault in found]
    faulty = len({problem.where for problem in verdict.problems})
    verdict.lines.append(f"admesh: {len(files) - faulty} of {len(files)} files clean")
    return verdict


def admesh_faults(program: str, file: Path, bodies: int = 1) -> list[str]:
    """What admesh repairs in a file; a count missing from its report is also a fault."""
    answer = run_program([program, file])
    counts = {name: int(number) for name, number in _COUNT.findall(answer.text)}
    if answer.code != 0 or not counts:
        said = (answer.text.strip().splitlines() or ["nothing"])[-1]
        return [f"ended with code {answer.code} and says: {said}; {AGAIN}"]
    found = []
    for name in CLEAN:
        if name not in counts:
            found.append(f"says nothing of {name.lower()!r}; another version than 0.98?")
        elif counts[name] != 0:
            found.append(f"{name.lower()} = {counts[name]}, must be 0")
    parts = counts.get("Number of parts", 0)
    if parts != bodies:
        found.append(f"number of parts = {parts}, must be {bodies}")
    return found
