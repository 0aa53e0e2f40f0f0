"""What a build knows about files: the manifest of an earlier one, and the one it leaves behind."""

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
from tablewright.fingerprint import Key
from tablewright.manifest import FileEntry, GameEntry, Held, Manifest, PieceEntry, digest, read_manifest


def manifest_before(output: Path) -> Manifest:
    """The manifest of an earlier build; empty if there is none or it is damaged."""
    try:
        return read_manifest(output)
    except TablewrightError:
        return Manifest(tablewright=__version__, games={})


def entries_of(stage: Path, made: Made, artifact: Artifact, key: Key) -> list[FileEntry]:
    """The entries of the files made from an artifact below `stage`."""
    return [
        FileEntry(
            path=path,
            medium=artifact.medium.value,
            bytes=(stage / path).stat().st_size,
            sha256=digest(stage / path),
            key=str(key),
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
