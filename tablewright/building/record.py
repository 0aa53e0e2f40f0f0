"""What a build knows about files: which ones from an earlier build are still good, and the manifest it leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from design.plan.artifact import Artifact
from design.plan.planning import Plan
from design.sheets.specs import SheetSpec
from rules.errors import TablewrightError
from rules.game import Medium
from tablewright import __version__
from tablewright.building.workshop import Made
from tablewright.manifest import FileEntry, GameEntry, Held, Manifest, PieceEntry, digest, read_manifest

STEMS = {Medium.CUT: ".", Medium.PLOT: ".", Medium.BEDS: "/", Medium.COLOUR: "/", Medium.PRINT_HOUSE: "/", Medium.IMAGES: "/"}
"""What follows an artifact's path in its files' names, for media with several files per artifact."""


def manifest_before(output: Path) -> Manifest:
    """The manifest of an earlier build; empty if there is none or it is damaged."""
    try:
        return read_manifest(output)
    except TablewrightError:
        return Manifest(tablewright=__version__, games={})


def still_good(output: Path, artifact: Artifact, key: str, before: Manifest) -> list[FileEntry]:
    """The entries of an artifact's files if all are unchanged and were made from the same key; otherwise none."""
    entries = listed_for(artifact, key, before)
    whole = all((output / one.path).is_file() and digest(output / one.path) == one.sha256 for one in entries)
    return entries if whole else []


def listed_for(artifact: Artifact, key: str, manifest: Manifest) -> list[FileEntry]:
    """The entries of an artifact's files that were made from a key."""
    listed = (entry for game in manifest.games.values() for entry in game.files)
    return [entry for entry in listed if _belongs(entry.path, artifact) and entry.key == key]


def _belongs(path: str, artifact: Artifact) -> bool:
    """Whether a file is an artifact's: cut files and split PDFs share its stem, beds and bodies lie in the folder it names."""
    stem = STEMS.get(artifact.medium)
    folder = artifact.path.removesuffix(f".{Medium.COLOUR.value}").removesuffix(f".{Medium.PAPER.value}")
    return path == artifact.path or (stem is not None and path.startswith(folder + stem))


def entries_of(stage: Path, made: Made, artifact: Artifact, key: str) -> list[FileEntry]:
    """The entries of the files made from an artifact below `stage`."""
    return [
        FileEntry(
            path=path,
            medium=artifact.medium.value,
            bytes=(stage / path).stat().st_size,
            sha256=digest(stage / path),
            key=key,
            holds=[Held(piece=piece, copies=copies) for piece, copies in held],
        )
        for path, held in made
    ]


def merged(
    before: Manifest, plans: Sequence[Plan], media: Sequence[Medium], entries: Mapping[str, list[FileEntry]]
) -> Manifest:
    """The new manifest: what was built now, plus what earlier builds made for other games and media."""
    games = dict(before.games)
    names = {medium.value for medium in media}
    for one in plans:
        game, players = one.bill.game.id, one.bill.players
        old = games.get(game)
        kept = [entry for entry in old.files if entry.medium not in names] if old and old.players == players else []
        new = [entry for artifact in one.artifacts for entry in entries.get(artifact.path, [])]
        files = sorted((*kept, *new), key=lambda entry: entry.path)
        kept_pieces = old.pieces if old and old.players == players else {}
        pieces = pieces_of(one) if names & {Medium.PAPER.value, Medium.CUT.value} else kept_pieces
        made = sorted({entry.medium for entry in files})
        games[game] = GameEntry(players=players, media=made, files=files, pieces=pieces)
    return Manifest(tablewright=__version__, games=dict(sorted(games.items())))


def announced(before: Manifest, new: Sequence[FileEntry]) -> Manifest:
    """An earlier build's manifest extended by the files that are about to be put in place."""
    games = dict(before.games)
    for game in dict.fromkeys(entry.path.partition("/")[0] for entry in new):
        old = games.get(game) or GameEntry(players=0, media=[], files=[])
        files = [*old.files, *(entry for entry in new if entry.path.startswith(f"{game}/"))]
        games[game] = old.model_copy(update={"files": sorted(files, key=lambda entry: entry.path)})
    return Manifest(tablewright=__version__, games=dict(sorted(games.items())))


def pieces_of(plan: Plan) -> dict[str, PieceEntry]:
    """What the pieces on a plan's sheets look like, and how many of each there are on every paper."""
    pieces = (piece for one in plan.artifacts if isinstance(one.spec, SheetSpec) for piece in one.spec.pieces)
    return {piece.name: PieceEntry(look=piece.look, copies=piece.copies) for piece in pieces}
