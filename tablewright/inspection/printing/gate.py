"""The mesh gate: reads every part back and judges it with admesh, and layer by layer as it would be printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from design.config.printer import Printer
from rules.errors import Problem
from rules.game import Medium
from tablewright.executors.workers import workers
from tablewright.fingerprint import digest_of
from tablewright.inspection.memory import Memory
from tablewright.inspection.printing.admesh import admesh_gate
from tablewright.inspection.printing.printable import printing_faults
from tablewright.inspection.solids.measures.stl import faults, read_stl
from tablewright.inspection.tools import Verdict

FEW = 4
"""Up to this many files are judged in this process, since starting others takes longer."""


def parts_of(output: Path, games: Sequence[str]) -> list[str]:
    """The STL file of every part of some games, as paths below `output`."""
    folders = [output / game / Medium.SOLID.value for game in games]
    return [path.relative_to(output).as_posix() for folder in folders for path in sorted(folder.glob("*.stl"))]


def mesh_gate(output: Path, games: Sequence[str], printer: Printer, jobs: int, memory: Memory | None = None) -> Verdict:
    """Judge every part of games below `output`, several at once; nothing is said where no part was made.

    What a memory knows to be right is not judged again.
    """
    files = parts_of(output, games)
    if not files:
        return Verdict()
    verdict = admesh_gate(output, files, memory=memory)
    wrong = 0
    for path, found in zip(files, _known_or_judged(output, files, printer, jobs, memory), strict=True):
        verdict.problems += [Problem(path, f"{fault}; change the sizes that make it so") for fault in found or ()]
        wrong += found != []
    what = "without supports: no island, overhang, long bridge, thin wall or slender column"
    verdict.lines.append(f"layers: {len(files) - wrong} of {len(files)} parts print {what}")
    return verdict


def _known_or_judged(
    output: Path, files: Sequence[str], printer: Printer, jobs: int, memory: Memory | None
) -> list[list[str] | None]:
    if memory is None:
        return _judged([output / path for path in files], printer, jobs)
    keys = {path: memory.key("layers", (path,), digest_of(printer)) for path in files}
    todo = [path for path in files if not memory.recall(keys[path])]
    found = dict(zip(todo, _judged([output / path for path in todo], printer, jobs), strict=True))
    for path, faults_found in found.items():
        if faults_found == []:
            memory.keep(keys[path], True)
    return [found.get(path, []) for path in files]


def _judged(files: Sequence[Path], printer: Printer, jobs: int) -> list[list[str] | None]:
    printers = [printer] * len(files)
    if jobs == 1 or len(files) <= FEW:
        return [file_faults(file, printer) for file in files]
    with workers(jobs, len(files)) as pool:
        return list(pool.map(file_faults, files, printers))


def file_faults(file: Path, printer: Printer) -> list[str] | None:
    """What keeps a part from printing as it lies; None if it is not a closed solid, which the count of parts reports."""
    solid = read_stl(file)
    if isinstance(solid, str) or not solid.mesh.is_watertight or faults(solid, printer):
        return None
    return printing_faults(solid, printer)
