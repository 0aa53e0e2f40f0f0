"""The inspection of an output folder: compares a freshly derived bill with what every file on disk really holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from design.config.loading import Config
from design.names import stem_of
from rules.errors import InspectionError, Problem
from rules.game import SHIPPED, Medium
from rules.media import SOLIDS
from rules.supply import judge_supply
from tablewright.inspection.counts import Report, Row, media_of, rows_of
from tablewright.inspection.disk import compare_holdings, compare_with_manifest, files_of
from tablewright.inspection.expected import Expected, PieceSet, expected_of, expected_reprint
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.measuring import Reading, measure
from tablewright.inspection.memory import Memory
from tablewright.manifest import GameEntry, Manifest, read_manifest


@dataclass(frozen=True)
class _Asked:
    """A game to inspect: what there must be, its manifest entry, its files on disk, and the sets that were made."""

    needed: Expected
    manifest: Manifest | None
    entry: GameEntry | None
    files: list[str]
    media: set[str]
    made: Sequence[PieceSet]


def inspect(
    output: Path, config: Config, games: Sequence[str] | None = None, jobs: int = 1, memory: Memory | None = None
) -> Report:
    """Read the files of games below `output` again, with other libraries than wrote them, and count.

    It also judges whether the bill itself suffices for play, by the results of the proofs and the source's own list.

    Args:
        output: the folder that builds write to.
        config: the configuration that the files must be made for.
        games: the games to look at; all configured ones if None.
        jobs: so many sets of files are read at once.
        memory: verdicts of earlier inspections, taken where nothing about them changed; None reads every file.

    Raises:
        DesignError, ConfigError: the configuration cannot be made, so there is nothing to compare with.
    """
    problems: list[Problem] = []
    manifest: Manifest | None = None
    try:
        manifest = read_manifest(output)
    except InspectionError as error:
        problems += error.problems
    rows: list[Row] = []
    notes: list[Problem] = []
    warnings: list[Problem] = []
    needed = [expected_of(config.game(game), config) for game in (games if games is not None else config.games)]
    for one in _inspect_games(output, config, needed, manifest, jobs, memory):
        rows += one.rows
        problems += one.problems
        notes += one.notes
    for game in needed:
        supply = judge_supply(game.bill.game, game.bill.players)
        problems += supply.errors
        warnings += supply.warnings
    if games is None:
        problems += _strangers(output, config)
    return Report(tuple(rows), tuple(dict.fromkeys(problems)), tuple(notes), tuple(warnings))


def inspect_reprint(output: Path, config: Config, counts: Mapping[str, Mapping[str, int]], jobs: int = 1) -> Report:
    """Inspect a folder that holds just these pieces, by game: one row per piece, and nothing else may be there."""
    manifest = read_manifest(output)
    needed = [expected_reprint(expected_of(config.game(game), config), pieces) for game, pieces in counts.items()]
    reports = _inspect_games(output, config, needed, manifest, jobs)
    problems = dict.fromkeys(problem for one in reports for problem in one.problems)
    return Report(tuple(row for one in reports for row in one.rows), tuple(problems), sum((one.notes for one in reports), ()))


def _strangers(output: Path, config: Config) -> list[Problem]:
    """Games in the output folder that the configuration does not name."""
    what = "is no game of the configuration; add it to games, or remove the folder"
    return [Problem(game, what) for game in SHIPPED if game not in config.games and (output / game).is_dir()]


def _inspect_games(
    output: Path, config: Config, needed: Sequence[Expected], manifest: Manifest | None, jobs: int, memory: Memory | None = None
) -> list[Report]:
    asked = [_asked(output, one, manifest) for one in needed]
    readings = [
        Reading(one.needed.bill.game.id, made, one.needed.papers, tuple(one.files)) for one in asked for made in one.made
    ]
    measured = iter(measure(output, config.printer, readings, jobs, memory))
    return [_judged(output, one, {made.name: next(measured) for made in one.made}) for one in asked]


def _asked(output: Path, needed: Expected, manifest: Manifest | None) -> _Asked:
    game = needed.bill.game.id
    entry = manifest.games.get(game) if manifest else None
    media = {medium.value for medium in Medium if (output / game / medium.value).is_dir()}
    if entry is not None:
        media = set(entry.media) | {one.medium for one in entry.files}
    # If something cannot be made, files of it from an earlier configuration are not compared.
    made = [one for one in needed.sets if one.medium.value in media and not (needed.unmade and one.medium not in SOLIDS)]
    return _Asked(needed, manifest, entry, files_of(output, game), media, made)


def _judged(output: Path, asked: _Asked, measured: Mapping[str, Findings]) -> Report:
    needed, entry, files, made = asked.needed, asked.entry, asked.files, asked.made
    game = needed.bill.game
    problems = []
    if asked.manifest and entry is None:
        problems.append(Problem(game.id, "the manifest has nothing of it; run a build (make all)"))
    if entry is not None:
        if entry.players != needed.bill.players:
            what = f"was made for {entry.players} players, must be for {needed.bill.players}; {AGAIN}"
            problems.append(Problem(game.id, what))
        problems += compare_with_manifest(output, game.id, files, entry)
    for name in made:
        problems += measured[name.name].problems
        problems += _differences(name, measured[name.name].found, files)
    problems += _unread(game.id, files, asked.media)
    if entry is not None:
        holds = {path: held for findings in measured.values() for path, held in findings.holds.items()}
        problems += compare_holdings(entry, holds)
    rows = rows_of(needed, made, {name: findings.found for name, findings in measured.items()})
    notes = list(needed.unmade)
    sheets = [one.medium.value for one in needed.sets if one.medium not in SOLIDS and one.medium.value in asked.media]
    if needed.unmade and sheets:
        kept = ", ".join(dict.fromkeys(sheets))
        notes.append(Problem(f"{game.id} {kept}", "of an earlier configuration is left as it was and was not compared"))
    for row in rows:
        if row.found:
            continue
        makers = [f"make {one}" for one in media_of(needed, row)]
        if makers:
            what = f"expected {row.expected}, not made yet; it comes with {' or '.join(makers)}"
            notes.append(Problem(row.component, what))
        else:
            problems.append(Problem(row.component, f"expected {row.expected}, found 0: no medium makes it"))
    return Report(tuple(rows), tuple(problems), tuple(notes))


def _unread(game: str, files: Sequence[str], media: set[str]) -> list[Problem]:
    """Files of media that no build requested, or of no medium at all."""
    folders = tuple(f"{game}/{medium.value}/" for medium in Medium if medium.value in media)
    return [Problem(path, NOT_ASKED) for path in files if not path.startswith(folders)]


def _differences(one: PieceSet, found: Counter[str], files: Sequence[str]) -> list[Problem]:
    """Every piece whose count in a set differs from the bill, with the files that hold it or should."""
    problems = []
    for piece, expected in one.counts.items():
        if found[piece] != expected:
            artifact = one.artifact_of(piece)
            where = artifact.path if artifact else one.name
            stem = stem_of(where) if one.medium in (Medium.SOLID, Medium.COLOUR, Medium.CAD) else where
            stem = stem.removesuffix(".pdf")
            there = [path for path in files if path == where or (stem and path.startswith((f"{stem}_x", f"{stem}.")))]
            problems.append(
                Problem(", ".join(there) or where, f"{piece}: expected {expected}, found {found[piece]} in {one.name}")
            )
    return problems
