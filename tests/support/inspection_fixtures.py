"""A game's output made by hand, by other means than the program's: what inspection must find to be right."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from design.config.loading import Config, load_config
from design.plan.artifact import Artifact
from design.plan.documents import RuleSheetSpec
from design.tuck_box.box import TuckBoxSpec
from rules.game import Game, Medium, load_game
from tablewright.inspection.counts import Report
from tablewright.inspection.expected import Expected, expected_of
from tablewright.inspection.report import inspect
from tablewright.manifest import FileEntry, GameEntry, Held, Manifest, digest, write_manifest
from tests.support.hand_sheets import imposed, write_document, write_pdf, write_svg
from tests.support.hand_solids import LAYERS, stack
from tests.support.hand_tuck_box import write_tuck_pdf, write_tuck_svg

GAME = "geometric-chamber"
PLAYERS = 2


def small_config(*settings: str) -> Config:
    """Two players, one paper size: every kind of piece and the least to make."""
    return load_config(None, [f"games=[{GAME}]", f"games.{GAME}.players={PLAYERS}", "paper.sizes=[a4]", *settings]).config


_WANTED: dict[str, Expected] = {}


def _wanted(game: Game, config: Config) -> Expected:
    """What must be there, planned once a configuration: it depends on nothing else, and planning takes a while."""
    key = game.id + config.model_dump_json()
    if key not in _WANTED:
        _WANTED[key] = expected_of(game, config)
    return _WANTED[key]


def make(artifact: Artifact, output: Path) -> None:
    path = output / artifact.path
    path.parent.mkdir(parents=True, exist_ok=True)
    if artifact.medium is Medium.SOLID:
        path.write_bytes(stack(LAYERS[type(artifact.spec)](artifact.spec)).export(file_type="stl"))
    elif isinstance(artifact.spec, RuleSheetSpec):
        write_document(artifact.spec, path)
    elif isinstance(artifact.spec, TuckBoxSpec):
        (write_tuck_pdf if artifact.medium is Medium.PAPER else write_tuck_svg)(artifact.spec, path)
    elif artifact.medium is Medium.PAPER:
        write_pdf(artifact.spec, path)
    else:
        write_svg(artifact.spec, path)


def artifacts(config: Config) -> dict[str, Artifact]:
    return {path: artifact for one in _wanted(load_game(GAME), config).sets for path, artifact in one.artifacts.items()}


def listed(output: Path, config: Config, media: Sequence[str]) -> None:
    """Write the manifest that a build would: every file there is, with what it ought to hold."""
    entries = []
    for artifact in artifacts(config).values():
        if artifact.medium.value not in media:
            continue
        holds = [Held(piece=one.piece, copies=one.copies) for one in artifact.holds]
        files = [(output / artifact.path, holds)]
        if isinstance(artifact.spec, TuckBoxSpec) and artifact.medium is Medium.CUT:
            files = [
                (output / f"{artifact.path}.{part.number}.front.svg", holds if part.number == 1 else [])
                for part in artifact.spec.net
            ]
        elif artifact.medium is Medium.CUT:
            files = []
            names = {face.name: piece.name for piece in artifact.spec.pieces for face in piece.faces}
            sheet = 0
            for side, spots in imposed(artifact.spec):
                sheet += side == "front"
                count = Counter(names[spot.face.name] for spot in spots)
                file = output / f"{artifact.path}.{sheet}.{side}.svg"
                files.append((file, [Held(piece=piece, copies=number) for piece, number in count.items()]))
        for file, held in files:
            if file.is_file():
                path = file.relative_to(output).as_posix()
                size = file.stat().st_size
                entries.append(
                    FileEntry(path=path, medium=artifact.medium.value, bytes=size, sha256=digest(file), key="", holds=held)
                )
    game = GameEntry(players=PLAYERS, media=list(media), files=entries)
    write_manifest(output, Manifest(tablewright="0", games={GAME: game}))


class Bench:
    """A copy of an output folder that a test may spoil, and its inspection."""

    def __init__(self, source: Path, folder: Path, config: Config, media: Sequence[str]) -> None:
        self.output, self.config, self.media = folder / "output", config, media
        shutil.copytree(source, self.output)

    def file(self, name: str) -> Path:
        """The one file whose path ends so."""
        found = [path for path in self.output.rglob("*") if path.as_posix().endswith(name)]
        assert len(found) == 1, f"{name}: {found}"
        return found[0]

    def inspect(self, relist: bool = True) -> Report:
        """Inspect; by default after the manifest was written anew, so that it takes the files as they are."""
        if relist:
            listed(self.output, self.config, self.media)
        with patch("tablewright.inspection.report.expected_of", _wanted):
            return inspect(self.output, self.config)


def complaints(report: Report, *words: str) -> list[str]:
    """The problems that name all of these."""
    return [str(problem) for problem in report.problems if all(word in str(problem) for word in words)]
