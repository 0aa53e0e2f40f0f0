"""Reads each set's files with the reader for its medium, several sets at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from design.config.printer import Printer
from rules.game import Medium
from tablewright.inspection.expected import TABLETOP, PieceSet
from tablewright.inspection.findings import Findings
from tablewright.workers import workers

if TYPE_CHECKING:
    from tablewright.inspection.recognition.pictures import Gallery


@dataclass(frozen=True)
class Reading:
    """A set of a game's pieces to read: the game's files, as paths below the output folder, and all its papers by name."""

    game: str
    pieces: PieceSet
    papers: tuple[str, ...]
    files: tuple[str, ...]


def measure(output: Path, printer: Printer, readings: Sequence[Reading], jobs: int) -> list[Findings]:
    """What the files of each reading hold, in order; up to `jobs` sets are read at once."""
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
        one = reading.pieces
        folder = f"{reading.game}/{one.medium.value}/"
        inside = [path for path in reading.files if path.startswith(folder)]
        if one.medium is Medium.SOLID:
            from tablewright.inspection.solids.solids import count_solids

            return count_solids(self._output, inside, one, self._printer)
        if one.medium is Medium.COLOUR:
            from tablewright.inspection.models.coloured import count_coloured

            return count_coloured(self._output, inside, one, self._printer)
        if one.medium is Medium.CAD:
            from tablewright.inspection.models.step import count_steps

            return count_steps(self._output, inside, one)
        if one.medium is Medium.BEDS:
            from tablewright.inspection.models.beds import count_beds

            return count_beds(self._output, inside, next(iter(one.artifacts.values())))
        if one.medium is Medium.PRINT_HOUSE:
            from tablewright.inspection.documents.printhouse import count_print_house

            return count_print_house(self._output, inside, one)
        if one.medium is Medium.IMAGES:
            from tablewright.inspection.documents.images import count_faces, count_tabletop

            in_decks = [path for path in inside if path.startswith(f"{folder}{TABLETOP}/")]
            if one.name == TABLETOP:
                return count_tabletop(self._output, in_decks, one)
            return count_faces(self._output, [path for path in inside if path not in in_decks], one)
        return self._paper(reading, folder, inside)

    def _paper(self, reading: Reading, folder: str, inside: list[str]) -> Findings:
        one = reading.pieces
        assert one.paper is not None
        own = [path for path in inside if path.startswith(f"{folder}{one.paper.name}/")]
        if one.paper.name == reading.papers[0]:
            # Files in no paper's folder belong to no set; the first set reports them.
            own += [path for path in inside if path.removeprefix(folder).partition("/")[0] not in reading.papers]
        if one.medium is Medium.BOOKLET:
            from tablewright.inspection.documents.booklets import count_booklets

            return count_booklets(self._output, own, one)
        if one.medium is Medium.PLOT:
            from tablewright.inspection.sheets.plots import count_dxf

            return count_dxf(self._output, own, one)
        from tablewright.inspection.recognition.pictures import Gallery
        from tablewright.inspection.sheets.papers import count_pdf, count_svg

        gallery = self._galleries.setdefault(reading.game, Gallery())
        return (count_pdf if one.medium is Medium.PAPER else count_svg)(self._output, own, one, gallery)


_DESKS: list[_Desk] = []
"""A worker's own desk; its data is sent to the worker once, not with every reading."""


def _prepare(output: Path, printer: Printer, readings: Sequence[Reading]) -> None:
    _DESKS[:] = [_Desk(output, printer, readings)]


def _measured(number: int) -> Findings:
    return _DESKS[0].measured(number)
