"""A few of the game's pieces made in colours and for CAD, for tests that read them again or spoil them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from fabrication.part import Part
from rules.game import Medium
from tablewright.inspection.expected import PieceSet
from tests.support.parts import part_of as made_part
from tests.support.plans import configured, expected

CONFIG = configured()
SETS = {one.medium: one for one in expected().sets if one.paper is None}
PIECES = ("number-plate-owner.gold", "connector.left", "penalty-marker.gold", "door-marker.3", "door-marker.4", "leader-token")


def spec_of(piece: str) -> Any:
    """A piece's specification, as it is planned."""
    artifact = SETS[Medium.SOLID].artifact_of(piece)
    assert artifact is not None
    return artifact.spec


@cache
def part_of(piece: str) -> Part:
    """A piece's part."""
    artifact = SETS[Medium.SOLID].artifact_of(piece)
    assert artifact is not None
    return made_part(artifact)


def write_all(medium: Medium, write: Callable[[Part, Path], Any], output: Path) -> None:
    """Write the pieces in a medium below `output`, where a build would."""
    for piece in PIECES:
        artifact = SETS[medium].artifact_of(piece)
        assert artifact is not None
        write(part_of(piece), output / artifact.path)


def files_of(output: Path) -> list[str]:
    """Paths below `output`."""
    return sorted(path.relative_to(output).as_posix() for path in output.rglob("*") if path.is_file())


def pieces_of(one: PieceSet) -> dict[str, int]:
    """How many there must be of the pieces that are made here."""
    return {piece: one.counts[piece] for piece in PIECES}
