"""Whether a folder may be built into: it must not hold anyone's sources or links that lead out of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import rules
from design.config.loading import Loaded
from rules.errors import ConfigError, Problem
from rules.game import GAME_FILE
from tablewright.building.record import manifest_before
from tablewright.ledger import LEDGER
from tablewright.manifest import NAME, REPRINT, SLICING

CONFIG_NAME = "config.yaml"
PROJECT = Path(rules.__file__).resolve().parent.parent
"""Where our own packages are."""
PACKAGES = ("rules", "design", "fabrication", "printables", "tablewright")
OURS = (REPRINT, "coupon", "calibration", "proof", NAME, LEDGER, SLICING, "verdicts.json")
"""What commands write at the top of the output folder, beside a folder for each game."""
REMEDY = "builds write and remove files there; name a folder of its own, as --output output"


def refuse_output(output: Path, loaded: Loaded) -> None:
    """Refuse an output folder that holds a game, a configuration or this project, or links that lead out of it.

    Raises:
        ConfigError: with everything in the folder that must not be there.
    """
    problems = [*_sources(output, loaded), *_links(output, loaded)]
    if problems:
        raise ConfigError(problems)


def _sources(output: Path, loaded: Loaded) -> list[Problem]:
    where, target = f"--output {output}", output.resolve()
    found: list[str] = []
    if PROJECT.is_relative_to(target) or any(target.is_relative_to(PROJECT / name) for name in PACKAGES):
        found.append(f"holds the program itself ({PROJECT})")
    if loaded.path is not None and loaded.path.resolve().is_relative_to(target):
        found.append(f"holds the configuration {loaded.path}")
    elif (target / CONFIG_NAME).is_file():
        found.append(f"holds a configuration ({CONFIG_NAME})")
    folders = {Path(game.folder).resolve() for game in loaded.config.games.values() if game.folder}
    folders |= {path.parent for path in (target / GAME_FILE, *target.glob(f"*/{GAME_FILE}")) if path.is_file()}
    found += [f"holds a game ({folder})" for folder in sorted(folders) if folder.is_relative_to(target)]
    return [Problem(where, f"{what}; {REMEDY}") for what in found]


def _links(output: Path, loaded: Loaded) -> list[Problem]:
    """Links inside the output folder that lead out of it; the folder itself may be one."""
    names = sorted({*OURS, *loaded.config.games, *manifest_before(output).games})
    what = "is a link that leads out of the output folder; put a folder or file of its own in its place"
    links = (link for name in names for link in _links_at(output / name))
    return [Problem(str(link), what) for link in links if _leads_out(link, output)]


def _links_at(top: Path) -> Iterator[Path]:
    """A file or folder that is a link, or else the links below it."""
    if top.is_symlink():
        yield top
        return
    for folder, folders, files in os.walk(top):
        yield from (Path(folder) / name for name in sorted((*folders, *files)) if (Path(folder) / name).is_symlink())


def _leads_out(link: Path, output: Path) -> bool:
    try:
        return not link.resolve().is_relative_to(output.resolve())
    except RuntimeError:  # a link that leads to itself
        return True
