"""Reads each set's files with the reader for its medium, several sets at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from design.config.printer import Printer
from design.families.family import found
from design.plan.artifact import Artifact
from rules.game import Medium
from tablewright.executors.workers import load, workers
from tablewright.fingerprint import digest_of
from tablewright.inspection.expected import TABLETOP, PieceSet
from tablewright.inspection.findings import Findings
from tablewright.inspection.memory import Memory, as_data, of_data
from tablewright.inspection.units import WHOLE, units_of

if TYPE_CHECKING:
    from tablewright.inspection.recognition.gallery import Gallery


READERS = {
    Medium.SOLID: "tablewright.inspection.solids.solids:count_solids",
    Medium.COLOUR: "tablewright.inspection.models.coloured:count_coloured",
    Medium.CAD: "tablewright.inspection.models.step:count_steps",
    Medium.BEDS: "tablewright.inspection.models.beds:count_beds",
    Medium.PAPER: "tablewright.inspection.sheets.papers:count_pdf",
    Medium.CUT: "tablewright.inspection.sheets.papers:count_svg",
    Medium.PLOT: "tablewright.inspection.sheets.plots:count_dxf",
    Medium.BOOKLET: "tablewright.inspection.documents.booklets:count_booklets",
    Medium.PRINT_HOUSE: "tablewright.inspection.documents.printhouse:count_print_house",
    Medium.IMAGES: "tablewright.inspection.documents.images:count_faces",
}
"""Who reads the files of each medium; loaded only for sets that were made."""
TABLETOP_READER = "tablewright.inspection.documents.images:count_tabletop"


@dataclass(frozen=True)
class Reading:
    """A set of a game's pieces to read: the game's files, as paths below the output folder, and all its papers by name."""

    game: str
    pieces: PieceSet
    papers: tuple[str, ...]
    files: tuple[str, ...]


def measure(
    output: Path, printer: Printer, readings: Sequence[Reading], jobs: int, memory: Memory | None = None
) -> list[Findings]:
    """What the files of each reading hold, in their order; up to `jobs` at once.

    With a memory each unit of a set is looked at by itself where it is not known. What is not right is read again among all
    of its set, which tells what it may be instead.
    """
    if memory is None:
        return _measure(output, printer, readings, jobs)
    units = [(number, unit) for number, one in enumerate(readings) for unit in units_of(one.pieces, files_read(one))[0]]
    keys = [memory.key("holds", (*unit.files, *unit.beside), unit.expected, digest_of(printer)) for _, unit in units]
    known = [memory.recall(key) for key in keys]
    todo = [
        replace(readings[number], pieces=unit.pieces, files=unit.files)
        for (number, unit), verdict in zip(units, known, strict=True)
        if verdict is None
    ]
    measured = iter(_measure(output, printer, todo, jobs))
    gathered, wrong = [Findings() for _ in readings], {number: set[str]() for number in range(len(readings))}
    for (number, unit), key, verdict in zip(units, keys, known, strict=True):
        findings = next(measured) if verdict is None else of_data(verdict)
        if findings.problems:
            wrong[number] |= set(unit.files)
            continue
        gathered[number].add(findings)
        if verdict is None:
            memory.keep(key, as_data(findings))
    again = {number: one for number, reading in enumerate(readings) if (one := _to_read_again(reading, wrong[number]))}
    for (number, reading), findings in zip(again.items(), _measure(output, printer, list(again.values()), jobs), strict=True):
        if reading.pieces.medium in WHOLE:
            gathered[number] = Findings()
        gathered[number].add(findings)
    return gathered


def _to_read_again(reading: Reading, wrong: set[str]) -> Reading | None:
    """What is read among all of its set: files that are not right or belong to nothing, or where something is missing."""
    files = files_read(reading)
    _, strays, missing = units_of(reading.pieces, files)
    medium = reading.pieces.medium
    if not wrong and not strays and not (missing and medium in (*WHOLE, Medium.COLOUR)):
        return None
    if medium in WHOLE:
        return reading
    # The list of filament changes holds no piece, and its reader says if it is missing.
    lists = {path for path in files if medium is Medium.COLOUR and path.endswith(".csv")}
    return replace(reading, files=tuple(sorted(wrong | set(strays) | lists)))


def files_read(reading: Reading) -> list[str]:
    """The files of a game that are read for a set: those in its medium's folder, and of sheets in its paper's."""
    one = reading.pieces
    folder = f"{reading.game}/{one.medium.value}/"
    inside = [path for path in reading.files if path.startswith(folder)]
    if one.medium is Medium.IMAGES:
        return [path for path in inside if path.startswith(f"{folder}{TABLETOP}/") == (one.name == TABLETOP)]
    if one.paper is None or one.medium is Medium.PRINT_HOUSE:
        return inside
    own = [path for path in inside if path.startswith(f"{folder}{one.paper.name}/")]
    if one.paper.name == reading.papers[0]:
        # What lies in no paper's folder is nobody's: the first set reports it.
        own += [path for path in inside if path.removeprefix(folder).partition("/")[0] not in reading.papers]
    return own


def _measure(output: Path, printer: Printer, readings: Sequence[Reading], jobs: int) -> list[Findings]:
    if jobs == 1 or len(readings) < 2:
        desk = _Desk(output, printer, readings)
        return [desk.measured(number) for number in range(len(readings))]
    with workers(jobs, len(readings), _prepare, (output, printer, readings)) as pool:
        return list(pool.map(_measured, range(len(readings))))


class _Desk:
    """A place to do readings, where pictures of a game's faces are drawn only once."""

    def __init__(self, output: Path, printer: Printer, readings: Sequence[Reading]) -> None:
        self._output, self._printer, self._readings = output, printer, readings
        self._galleries: dict[str, Gallery] = {}

    def measured(self, number: int) -> Findings:
        """The findings of a reading; readers and their imports are loaded only for sets that were made."""
        reading = self._readings[number]
        one, inside = reading.pieces, files_read(reading)
        read: Callable[..., Findings] = found(_reader_of(one))
        if one.medium in (Medium.SOLID, Medium.COLOUR):
            return read(self._output, inside, one, self._printer)
        if one.medium is Medium.BEDS:
            return read(self._output, inside, next(iter(one.artifacts.values())))
        if one.medium in (Medium.PAPER, Medium.CUT):
            from tablewright.inspection.recognition.gallery import Gallery

            return read(self._output, inside, one, self._galleries.setdefault(reading.game, Gallery()))
        return read(self._output, inside, one)


def _reader_of(pieces: PieceSet) -> str:
    tabletop = pieces.medium is Medium.IMAGES and pieces.name == TABLETOP
    return TABLETOP_READER if tabletop else READERS[pieces.medium]


def get_ready(artifacts: Iterable[Artifact]) -> None:
    """Load what reads and judges artifacts, for the workers that are started later."""
    artifacts = list(artifacts)
    load(sorted({READERS[one.medium].partition(":")[0] for one in artifacts}))
    if any(one.medium is Medium.SOLID for one in artifacts):
        from tablewright.inspection.solids.judge import judge_of

        for kind in {type(one.spec) for one in artifacts if one.medium is Medium.SOLID}:
            judge_of(kind)


_DESKS: list[_Desk] = []
"""A worker's own desk; its data is sent to the worker once, not with every reading."""


def _prepare(output: Path, printer: Printer, readings: Sequence[Reading]) -> None:
    _DESKS[:] = [_Desk(output, printer, readings)]


def _measured(number: int) -> Findings:
    return _DESKS[0].measured(number)
