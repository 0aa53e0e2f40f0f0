"""The slicer gate: runs every part through PrusaSlicer and saves the hours and grams it reports in `output/slicing.json`.

The file is not part of the reproducible set, since results differ between versions of the slicer. A part that was already
sliced, with the same bytes and for the same printer, is not sliced again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from design.config.printer import Printer
from design.files import write_whole
from design.names import component_of
from rules.document import StrictModel
from rules.errors import Problem
from tablewright.inspection.printing.gate import parts_of
from tablewright.inspection.printing.slicer import (
    PROGRAMS,
    Sliced,
    find_slicer,
    settings_for,
    slice_bed,
    slice_part,
    slicer_version,
)
from tablewright.inspection.tools import Verdict, not_done
from tablewright.ledger import enter, refuse_foreign
from tablewright.manifest import SLICING, digest, is_foreign
from tablewright.tables import aligned

BEDS = "beds"
"""Folder of a game's beds, each a file of several parts printed together."""
_FILE = re.compile(r"^(?P<piece>.+?)(?:_x(?P<copies>[1-9][0-9]*))?\.stl$")

Progress = Callable[[str, int, int], None]
"""Called with a file's path, the number of files done, and the total."""


class Print(StrictModel):
    """A file as sliced: minutes and grams of one print, `copies` of which are needed."""

    file: str
    sha256: str
    copies: int
    turn_deg: int
    minutes: float
    grams: float

    @property
    def piece(self) -> str:
        """The piece named by the file, or the bed's name."""
        match = _FILE.match(Path(self.file).name)
        return match["piece"] if match else self.file

    @property
    def component(self) -> str:
        """The component that the piece is a variant of."""
        return component_of(self.piece)


class GamePrints(StrictModel):
    """A game's parts, each printed by itself, with the sums over all copies, and its beds."""

    parts: list[Print]
    beds: list[Print]
    hours: float
    grams: float


class Slicing(StrictModel):
    """What a slicer reported, with its options and the printer."""

    slicer: str
    settings: list[str]
    printer: dict[str, Any]
    games: dict[str, GamePrints]


def read_slicing(output: Path) -> Slicing | None:
    """Earlier results; None if there are none or the file is damaged."""
    try:
        return Slicing.model_validate_json((output / SLICING).read_text(encoding="utf-8"))
    except (OSError, ValidationError, ValueError):
        return None


def slice_gate(
    output: Path,
    games: Sequence[str],
    printer: Printer,
    jobs: int,
    progress: Progress,
    others: Sequence[Path] = (),
) -> Verdict:
    """Slice every part and bed of games, several at once, and write the results.

    What another of the output folders in `others` has sliced, of the same name and bytes, is taken over.

    Raises:
        BuildError: `slicing.json` cannot be written, or is someone else's file.
    """
    program = find_slicer()
    if program is None:
        return not_done("slicing", PROGRAMS[0])
    refuse_foreign(path for path in [output / SLICING] if is_foreign(path, "slicer"))
    version, settings = slicer_version(program), settings_for(printer)
    alike = (version, settings, _plain(printer))
    before, *elsewhere = (_games_sliced(folder, *alike) for folder in (output, *others))
    prints = dict(before)
    sliced = (game for sliced in (*elsewhere, before) for game in sliced.values())
    known = {(one.file, one.sha256): one for game in sliced for one in (*game.parts, *game.beds)}
    files = {game: (parts_of(output, [game]), _beds_of(output, game)) for game in games}
    keys = {path: (path, digest(output / path)) for both in files.values() for paths in both for path in paths}
    todo = [path for path in keys if keys[path] not in known]
    problems: list[Problem] = []
    beds = {path for _, laid in files.values() for path in laid}
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        results = pool.map(lambda path: (slice_bed if path in beds else slice_part)(program, output / path, printer), todo)
        for done, (path, result) in enumerate(zip(todo, results, strict=True), 1):
            if isinstance(result, Sliced):
                known[keys[path]] = _print(path, keys[path][1], result)
            else:
                problems += [Problem(path, fault) for fault in result]
            progress(path, done, len(todo))
    for game, both in files.items():
        prints[game] = _sums(*([known[keys[path]] for path in paths if keys[path] in known] for paths in both))
    prints = {game: one for game, one in sorted(prints.items()) if one.parts or one.beds}
    said = Slicing(slicer=version, settings=settings, printer=_plain(printer), games=prints)
    write_whole(output / SLICING, (json.dumps(said.model_dump(), indent=2, sort_keys=True) + "\n").encode())
    enter(output, [output / SLICING])
    lines = [line for game in games if game in prints for line in slicing_table(game, prints[game])]
    good = len(keys) - len({problem.where for problem in problems})
    if keys:
        lines.append(f"slicing: {good} of {len(keys)} files print without supports ({version}, {len(todo)} sliced now)")
    return Verdict(lines, problems)


def _games_sliced(output: Path, slicer: str, settings: list[str], printer: dict[str, Any]) -> dict[str, GamePrints]:
    """What was sliced before in an output folder by the same slicer, with the same settings, for the same printer."""
    before = read_slicing(output)
    same = before is not None and (before.slicer, before.settings, before.printer) == (slicer, settings, printer)
    return dict(before.games) if before is not None and same else {}


def _plain(printer: Printer) -> dict[str, Any]:
    """A printer as the file records it; its bed decides how a part is turned."""
    return printer.model_dump(mode="json")


def _beds_of(output: Path, game: str) -> list[str]:
    return [path.relative_to(output).as_posix() for path in sorted((output / game / BEDS).rglob("*.stl"))]


def _print(path: str, sha256: str, result: Sliced) -> Print:
    match = _FILE.match(Path(path).name)
    copies = int(match["copies"]) if match and match["copies"] else 1
    return Print(file=path, sha256=sha256, copies=copies, turn_deg=result.turn_deg, minutes=result.minutes, grams=result.grams)


def _sums(parts: list[Print], beds: list[Print]) -> GamePrints:
    hours = round(sum(one.copies * one.minutes for one in parts) / 60, 2)
    return GamePrints(parts=parts, beds=beds, hours=hours, grams=round(sum(one.copies * one.grams for one in parts), 2))


def slicing_table(game: str, prints: GamePrints) -> list[str]:
    """A game's parts as aligned plain text: one line per component and bed, with hours and grams of all its copies."""
    rows = []
    for component in dict.fromkeys(one.component for one in prints.parts):
        own = [one for one in prints.parts if one.component == component]
        hours, grams = (sum(one.copies * value for one, value in zip(own, values, strict=True)) for values in _columns(own))
        rows.append((component, str(sum(one.copies for one in own)), f"{hours:.1f}", f"{grams:.0f}"))
    copies = str(sum(one.copies for one in prints.parts))
    rows.append((f"{game}, each part by itself", copies, f"{prints.hours:.1f}", f"{prints.grams:.0f}"))
    rows += [(f"{BEDS}/{one.piece}", "1", f"{one.minutes / 60:.1f}", f"{one.grams:.0f}") for one in prints.beds]
    return aligned([("part", "copies", "hours", "grams"), *rows], right=(1, 2, 3))


def _columns(prints: Sequence[Print]) -> tuple[list[float], list[float]]:
    return [one.minutes / 60 for one in prints], [one.grams for one in prints]
