"""The inspection of an output folder: the bill, derived again, against what every file on disk really holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from design.config import Config
from rules.errors import InspectionError, Problem
from rules.game import SHIPPED, Medium
from rules.media import SOLIDS
from rules.supply import judge_supply
from tablewright.inspection.counts import Report, Row, media_of, rows_of
from tablewright.inspection.disk import compare_holdings, compare_with_manifest, files_of
from tablewright.inspection.findings import Findings
from tablewright.inspection.wanted import TABLETOP, PieceSet, Wanted, wanted, wanted_only
from tablewright.manifest import Manifest, read_manifest

if TYPE_CHECKING:
    from tablewright.inspection.pictures import Gallery


def inspect(output: Path, config: Config, games: Sequence[str] | None = None) -> Report:
    """Read the files of games below `output` again, with other libraries than wrote them, and count.

    Whether the bill itself suffices for play is judged too, by what the proofs found and what the source lists.

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
    warnings: list[Problem] = []
    for game in games if games is not None else config.games:
        needed = wanted(config.game(game), config)
        one = _inspect_game(output, config, needed, manifest)
        supply = judge_supply(needed.bill.game, needed.bill.players)
        rows += one.rows
        problems += [*one.problems, *supply.errors]
        notes += one.notes
        warnings += supply.warnings
    if games is None:
        problems += _strangers(output, config)
    return Report(tuple(rows), tuple(dict.fromkeys(problems)), tuple(notes), tuple(warnings))


def inspect_only(output: Path, config: Config, counts: Mapping[str, Mapping[str, int]]) -> Report:
    """The same of a folder that holds so many of some pieces alone, by game: a row a piece, and nothing else may be there."""
    manifest = read_manifest(output)
    needed = [wanted_only(wanted(config.game(game), config), pieces) for game, pieces in counts.items()]
    reports = [_inspect_game(output, config, one, manifest) for one in needed]
    problems = dict.fromkeys(problem for one in reports for problem in one.problems)
    return Report(tuple(row for one in reports for row in one.rows), tuple(problems), sum((one.notes for one in reports), ()))


def _strangers(output: Path, config: Config) -> list[Problem]:
    """Games that lie in the output folder and that the configuration does not name."""
    what = "is no game of the configuration; add it to games, or remove the folder"
    return [Problem(game, what) for game in SHIPPED if game not in config.games and (output / game).is_dir()]


def _inspect_game(output: Path, config: Config, needed: Wanted, manifest: Manifest | None) -> Report:
    game = needed.bill.game
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
    sheets = [one for one in needed.sets if one.medium not in SOLIDS and one.medium.value in media]
    # What cannot be made is not compared with what lies there of an earlier configuration.
    made = [one for one in needed.sets if one.medium.value in media and not (needed.unmade and one in sheets)]
    measured = _measure(output, config, needed, made, files)
    for name in made:
        problems += measured[name.name].problems
        problems += _differences(name, measured[name.name].found, files)
    problems += _unread(game.id, files, media)
    if entry is not None:
        holds = {path: held for findings in measured.values() for path, held in findings.holds.items()}
        problems += compare_holdings(entry, holds)
    rows = rows_of(needed, made, {name: findings.found for name, findings in measured.items()})
    lacking = [row for row in rows if not row.found]
    notes = list(needed.unmade)
    if needed.unmade and sheets:
        kept = ", ".join(dict.fromkeys(one.medium.value for one in sheets))
        notes.append(Problem(f"{game.id} {kept}", "of an earlier configuration is left as it was and was not compared"))
    for row in lacking:
        makers = [f"make {one}" for one in media_of(needed, row)]
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
        if one.medium is Medium.PRINT_HOUSE:
            from tablewright.inspection.printhouse import count_print_house

            measured[one.name] = count_print_house(output, inside, one)
            continue
        if one.medium is Medium.IMAGES:
            from tablewright.inspection.images import count_faces, count_tabletop

            in_decks = [path for path in inside if path.startswith(f"{folder}{TABLETOP}/")]
            if one.name == TABLETOP:
                measured[one.name] = count_tabletop(output, in_decks, one)
            else:
                measured[one.name] = count_faces(output, [path for path in inside if path not in in_decks], one)
            continue
        from tablewright.inspection.papers import count_pdf, count_svg
        from tablewright.inspection.pictures import Gallery

        gallery = gallery or Gallery()
        assert one.paper is not None
        own = [path for path in inside if path.startswith(f"{folder}{one.paper.name}/")]
        if one.paper.name == papers[0]:
            # What lies in no paper's folder is nobody's: the first set reports it.
            own += [path for path in inside if path.removeprefix(folder).partition("/")[0] not in papers]
        if one.medium is Medium.BOOKLET:
            from tablewright.inspection.booklets import count_booklets

            measured[one.name] = count_booklets(output, own, one)
            continue
        if one.medium is Medium.PLOT:
            from tablewright.inspection.plots import count_dxf

            measured[one.name] = count_dxf(output, own, one)
            continue
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
            stem = stem.removesuffix(".pdf")
            there = [path for path in files if path == where or (stem and path.startswith((f"{stem}_x", f"{stem}.")))]
            problems.append(
                Problem(", ".join(there) or where, f"{piece}: expected {expected}, found {found[piece]} in {one.name}")
            )
    return problems
