"""A game's output made by hand, by other means than the program's: what inspection must find to be right."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from design.config.loading import Config, load_config
from design.config.printer import Printer
from design.plan.artifact import Artifact
from design.plan.documents import RuleSheetSpec
from design.tuck_box.box import TuckBoxSpec
from rules.game import Game, Medium, load_game
from tablewright.fingerprint import keys_of
from tablewright.inspection.counts import Report
from tablewright.inspection.expected import Expected, expected_of
from tablewright.inspection.findings import Findings
from tablewright.inspection.measuring import Reading, measure
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.report import inspect
from tablewright.manifest import FileEntry, GameEntry, Held, Manifest, digest, write_manifest
from tests.support.hand_sheets import imposed, write_document, write_pdf, write_svg
from tests.support.hand_solids import LAYERS, stack
from tests.support.hand_tuck_box import write_tuck_pdf, write_tuck_svg
from tests.support.made import filled, made

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
        _WANTED[key] = made("output", f"expected {key}", lambda: expected_of(game, config))
    return _WANTED[key]


def write_by_hand(config: Config, output: Path, chosen: Callable[[Artifact], bool]) -> Path:
    """Write the chosen files of a configuration below `output`, made once."""
    for artifact in filter(chosen, artifacts(config).values()):
        filled(output, "hand", f"{artifact.path} {keys_of([artifact])[0]}", partial(make, artifact))
    return output


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

    def inspect(self, relist: bool = True, whole: bool = False, games: Sequence[str] | None = None) -> Report:
        """Inspect all games or some, by default after the manifest was written anew, so that it takes the files as they are.

        What was measured before with the same bytes is not measured again, but `whole` measures all at once as a check does.
        """
        if relist:
            listed(self.output, self.config, self.media)
        with patch("tablewright.inspection.report.expected_of", _wanted):
            if whole:
                return inspect(self.output, self.config, games)
            gallery = _galleries(self.config.model_dump_json())
            remembering = partial(_remembering, self.config)
            with (
                patch("tablewright.inspection.report.measure", remembering),
                patch("tablewright.inspection.recognition.gallery.Gallery", lambda: gallery),
            ):
                return inspect(self.output, self.config, games)


@cache
def _galleries(_: str) -> Gallery:
    """The faces of a configuration, drawn once."""
    return Gallery()


ALONE = {
    Medium.SOLID: re.compile(r".*"),
    Medium.PAPER: re.compile(r".*?(?=(\.fronts|\.backs)?\.pdf$)"),
    Medium.CUT: re.compile(r".*?(?=\.\d+\.(front|back|both)\.svg$)"),
    Medium.PLOT: re.compile(r".*?(?=\.\d+\.(front|back)\.dxf$)"),
}
"""What the names of files have in common that are measured together, by no others; a medium that is not here is all one."""
_MEASURED: dict[tuple[Any, ...], Findings] = {}


def _remembering(config: Config, output: Path, printer: Printer, readings: Sequence[Reading], *_: Any) -> list[Findings]:
    """What `measure` finds, each group of files measured once for its bytes and what it must hold."""
    return [_found(config, output, printer, one) for one in readings]


def _found(config: Config, output: Path, printer: Printer, reading: Reading) -> Findings:
    folder = f"{reading.game}/{reading.pieces.medium.value}/"
    groups: dict[str, list[str]] = {}
    for path in (one for one in reading.files if one.startswith(folder)):
        common = ALONE.get(reading.pieces.medium, re.compile("")).match(path)
        groups.setdefault(common[0] if common else path, []).append(path)
    together = Findings()
    for files in groups.values():
        key = (config.model_dump_json(), reading.pieces.name, *((path, digest(output / path)) for path in files))
        if key not in _MEASURED:
            (_MEASURED[key],) = measure(output, printer, [replace(reading, files=tuple(files))], 1)
        one = _MEASURED[key]
        together.found += one.found
        together.holds |= one.holds
        together.problems += one.problems
    return together


def complaints(report: Report, *words: str) -> list[str]:
    """The problems that name all of these."""
    return [str(problem) for problem in report.problems if all(word in str(problem) for word in words)]
