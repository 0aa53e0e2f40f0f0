"""The inspection of an output folder: the bill, derived again, against what every file on disk really holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from design.config import Config
from rules.bill import BillLine
from rules.errors import InspectionError, Problem
from rules.game import SHIPPED, Component, Game, Medium, Role, load_game
from tablewright.inspection.disk import compare_holdings, compare_with_manifest, files_of
from tablewright.inspection.findings import Findings
from tablewright.inspection.wanted import PieceSet, Wanted, wanted
from tablewright.manifest import Manifest, read_manifest

if TYPE_CHECKING:
    from tablewright.inspection.pictures import Gallery


@dataclass(frozen=True)
class Row:
    """A component of a game: how many there must be, and how many each set of files holds; spares come on top.

    `found` has an entry for each set that was made and that the component belongs in (`stl`, `pdf a4`).
    `complete`: it is in one set at least, and each has exactly what it must.
    """

    game: str
    component: str
    role: Role
    expected: int
    found: Mapping[str, int]
    spares: Mapping[str, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every set that it belongs in holds its full count."""
        return bool(self.found) and all(count == self.expected + self.spares.get(name, 0) for name, count in self.found.items())

    @property
    def covered(self) -> int:
        """So many of it are there in every set that it belongs in."""
        return min((min(count, self.expected) for count in self.found.values()), default=0)


@dataclass(frozen=True)
class Report:
    """What an inspection found. `notes` say what was not made yet, in media that no build was asked for."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """Whether all of every game is there, and nothing else."""
        return not self.problems and all(row.complete for row in self.rows)

    def parts(self, game: str) -> tuple[int, int]:
        """How many of a game's parts are covered, and how many there must be."""
        rows = [row for row in self.rows if row.game == game and row.role is Role.PART]
        return sum(row.covered for row in rows), sum(row.expected for row in rows)


def inspect(output: Path, config: Config, games: Sequence[str] | None = None) -> Report:
    """Read the files of games below `output` again, with other libraries than wrote them, and count.

    Args:
        output: the folder that builds write to.
        config: the configuration that the files must be made for.
        games: the games to look at; all configured ones if None.

    Raises:
        DesignError, ConfigError: the configuration cannot be made, so nothing can be compared with it.
    """
    problems: list[Problem] = []
    manifest: Manifest | None = None
    try:
        manifest = read_manifest(output)
    except InspectionError as error:
        problems += error.problems
    rows: list[Row] = []
    notes: list[Problem] = []
    for game in games if games is not None else config.games:
        one = _inspect_game(output, config, load_game(game), manifest)
        rows += one.rows
        problems += one.problems
        notes += one.notes
    if games is None:
        problems += _strangers(output, config)
    return Report(tuple(rows), tuple(dict.fromkeys(problems)), tuple(notes))


def _strangers(output: Path, config: Config) -> list[Problem]:
    """Games that lie in the output folder and that the configuration does not name."""
    what = "is no game of the configuration; add it to games, or remove the folder"
    return [Problem(game, what) for game in SHIPPED if game not in config.games and (output / game).is_dir()]


def _inspect_game(output: Path, config: Config, game: Game, manifest: Manifest | None) -> Report:
    needed = wanted(game, config)
    files = files_of(output, game.id)
    entry = manifest.games.get(game.id) if manifest else None
    problems = []
    if manifest and entry is None:
        problems.append(Problem(game.id, "the manifest has nothing of it; run a build (make all)"))
    media = {medium.value for medium in Medium if (output / game.id / medium.value).is_dir()}
    if entry is not None:
        media = set(entry.media) | {one.medium for one in entry.files}
        if entry.players != needed.bill.players:
            what = f"was made for {entry.players} players, must be for {needed.bill.players}; run a build again"
            problems.append(Problem(game.id, what))
        problems += compare_with_manifest(output, game.id, files, entry)
    made = [one for one in needed.sets if one.medium.value in media]
    measured = _measure(output, config, needed, made, files)
    for name in made:
        problems += measured[name.name].problems
        problems += _differences(name, measured[name.name].found, files)
    problems += _unread(game.id, files, media)
    if entry is not None:
        holds = {path: held for findings in measured.values() for path, held in findings.holds.items()}
        problems += compare_holdings(entry, holds)
    rows = _rows(needed, made, {name: findings.found for name, findings in measured.items()})
    lacking = [row for row in rows if not row.found]
    notes = []
    for row in lacking:
        makers = [f"make {one}" for one in _media_of(needed, row)]
        if makers:
            what = f"expected {row.expected}, not made yet; it comes with {' or '.join(makers)}"
            notes.append(Problem(row.component, what))
        else:
            problems.append(Problem(row.component, f"expected {row.expected}, found 0: no medium makes it"))
    return Report(tuple(rows), tuple(problems), tuple(notes))


def _measure(
    output: Path, config: Config, needed: Wanted, made: Sequence[PieceSet], files: Sequence[str]
) -> dict[str, Findings]:
    """Each set's findings; the readers, and what they import, are loaded only for sets that were made."""
    game = needed.bill.game.id
    measured = {}
    gallery: Gallery | None = None
    papers = [one.paper.name for one in needed.sets if one.paper]
    for one in made:
        folder = f"{game}/{one.medium.value}/"
        inside = [path for path in files if path.startswith(folder)]
        if one.medium is Medium.SOLID:
            from tablewright.inspection.solids import count_solids

            measured[one.name] = count_solids(output, inside, one, config.printer)
            continue
        if one.medium is Medium.COLOUR:
            from tablewright.inspection.coloured import count_coloured

            measured[one.name] = count_coloured(output, inside, one, config.printer)
            continue
        if one.medium is Medium.CAD:
            from tablewright.inspection.step import count_steps

            measured[one.name] = count_steps(output, inside, one)
            continue
        if one.medium is Medium.BEDS:
            from tablewright.inspection.beds import count_beds

            measured[one.name] = count_beds(output, inside, next(iter(one.artifacts.values())))
            continue
        from tablewright.inspection.papers import count_pdf, count_svg
        from tablewright.inspection.pictures import Gallery

        gallery = gallery or Gallery()
        assert one.paper is not None
        own = [path for path in inside if path.startswith(f"{folder}{one.paper.name}/")]
        if one.paper.name == papers[0]:
            # What lies in no paper's folder is nobody's: the first set reports it.
            own += [path for path in inside if path.removeprefix(folder).partition("/")[0] not in papers]
        measured[one.name] = (count_pdf if one.medium is Medium.PAPER else count_svg)(output, own, one, gallery)
    return measured


def _unread(game: str, files: Sequence[str], media: set[str]) -> list[Problem]:
    """Files of media that no build was asked for, or of none."""
    folders = tuple(f"{game}/{medium.value}/" for medium in Medium if medium.value in media)
    what = "the rules ask for no such file; run a build to remove it"
    return [Problem(path, what) for path in files if not path.startswith(folders)]


def _differences(one: PieceSet, found: Counter[str], files: Sequence[str]) -> list[Problem]:
    """Every piece whose count in a set is not what the bill asks for, with the files that hold it or ought to."""
    problems = []
    for piece, expected in one.counts.items():
        if found[piece] != expected:
            artifact = one.artifact_of(piece)
            where = artifact.path if artifact else one.name
            stem = where.rpartition("_x")[0] if one.medium in (Medium.SOLID, Medium.COLOUR, Medium.CAD) else where
            there = [path for path in files if path == where or (stem and path.startswith((f"{stem}_x", f"{stem}.")))]
            problems.append(
                Problem(", ".join(there) or where, f"{piece}: expected {expected}, found {found[piece]} in {one.name}")
            )
    return problems


def _rows(needed: Wanted, made: Sequence[PieceSet], found: Mapping[str, Counter[str]]) -> list[Row]:
    return [
        Row(
            game=needed.bill.game.id,
            component=line.component.id,
            role=line.component.role if isinstance(line.component, Component) else Role.PART,
            expected=line.count,
            found={one.name: count for one in made if (count := _found(needed, one, line, found[one.name])) is not None},
            spares={one.name: count for one in made if (count := one.spares.get(line.component.id, 0))},
        )
        for line in needed.bill.lines
    ]


def _found(needed: Wanted, one: PieceSet, line: BillLine, found: Counter[str]) -> int | None:
    """So many of a component in a set, by its own pieces or by those that stand in for it; None if it belongs elsewhere."""
    own = [piece for piece in one.counts if one.components[piece] == line.component.id]
    if own:
        return one.whole_pieces(line.component.id, found)
    for stand_in in needed.bill.game.stand_ins:
        if stand_in.medium == one.medium.value and line.component.id in stand_in.replaces:
            names = {piece.id for piece in stand_in.pieces}
            pieces = [piece for piece in one.counts if one.components[piece] in names]
            if pieces:
                return min(line.count * found[piece] // one.counts[piece] for piece in pieces)
    return None


def _media_of(needed: Wanted, row: Row) -> tuple[str, ...]:
    """The media that make a component."""
    line = needed.bill.line(row.component)
    return tuple(dict.fromkeys(one.medium.value for one in needed.sets if _found(needed, one, line, Counter()) is not None))


def table(report: Report) -> str:
    """The counts as aligned plain text, a line a component, and for each game how many parts are covered."""
    sets = list(dict.fromkeys(name for row in report.rows for name in row.found))
    lines = []
    for game in dict.fromkeys(row.game for row in report.rows):
        rows = [row for row in report.rows if row.game == game]
        cells = [["component", "must be", *sets, ""]]
        for row in rows:
            counts = [str(row.found[name]) if name in row.found else "-" for name in sets]
            cells.append([row.component, _must(row), *counts, "complete" if row.complete else _why(row)])
        widths = [max(len(line[column]) for line in cells) for column in range(len(cells[0]))]
        for line in cells:
            first, *numbers, last = (
                text.ljust(width) if column in (0, len(widths) - 1) else text.rjust(width)
                for column, (text, width) in enumerate(zip(line, widths, strict=True))
            )
            lines.append("  ".join([first, *numbers, last]).rstrip())
        covered, parts = report.parts(game)
        lines += [f"{game}: {covered} of {parts} parts covered", ""]
    return "\n".join(lines).rstrip("\n")


def _must(row: Row) -> str:
    spares = max(row.spares.values(), default=0)
    return f"{row.expected} + {spares} spare{'s' if spares > 1 else ''}" if spares else str(row.expected)


def _why(row: Row) -> str:
    return "differs" if row.found else "not made"
