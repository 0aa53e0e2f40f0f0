"""What the commands share: their options, and how the configuration is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rules.game import Medium

if TYPE_CHECKING:
    from design.config.loading import Loaded

F = TypeVar("F", bound=Callable[..., Any])

CONFIG_NAME = "config.yaml"


def options(*names: str) -> Callable[[F], F]:
    """The options that several commands share, by name."""
    every = {
        "config": click.option(
            "--config",
            "config_path",
            type=click.Path(path_type=Path),
            help=f"Configuration; {CONFIG_NAME} here if there is one.",
        ),
        "set": click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="One value, before the file's."),
        "output": click.option(
            "--output",
            type=click.Path(path_type=Path),
            default=Path("output"),
            show_default=True,
            help="Folder of what is made.",
        ),
        "game": click.option("--game", "games", multiple=True, metavar="ID", help="Only this game; may be repeated."),
        "medium": click.option(
            "--medium",
            "media",
            multiple=True,
            type=click.Choice([one.value for one in Medium]),
            help="Only this medium; may be repeated.",
        ),
        "jobs": click.option("--jobs", type=click.IntRange(1, 64), help="Files at once; as many as there are cores."),
        "cluster": click.option(
            "--cluster", default="", metavar="ADDRESS", help="Let a Dask cluster work: its scheduler, as tcp://host:8786."
        ),
    }

    def wrap(command: F) -> F:
        for name in reversed(names):
            command = every[name](command)
        return command

    return wrap


def load(config_path: Path | None, settings: tuple[str, ...], output: Path | None = None) -> Loaded:
    """Load the configuration for a command; refuses an `output` folder that must not be written to."""
    from design.config.loading import load_config

    if config_path is None and Path(CONFIG_NAME).is_file():
        config_path = Path(CONFIG_NAME)
    loaded = load_config(config_path, settings)
    if output is not None:
        from tablewright.building.output_folder import refuse_output

        refuse_output(output, loaded)
    return loaded


def chosen_of(loaded: Loaded, games: tuple[str, ...]) -> list[str]:
    """The games to work on: those named, or else those configured. A game that is not configured gets its defaults."""
    from rules.errors import ConfigError, Problem

    missing = [game for game in games if game not in loaded.config.games]
    if missing:
        there = ", ".join(loaded.config.games)
        raise ConfigError(
            [Problem(f"--game {game}", f"is not in the configuration's games; there are {there}") for game in missing]
        )
    return list(games or loaded.config.games)
