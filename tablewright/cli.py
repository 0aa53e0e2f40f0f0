"""The command line. Exit codes: 0 all well, 1 the output does not hold what it should, 2 a wrong command or configuration."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from rules.errors import TablewrightError
from rules.game import SHIPPED, Medium, load_game
from tablewright import __version__

F = TypeVar("F", bound=Callable[..., Any])

CONFIG_NAME = "config.yaml"


def _reporting(command: F) -> F:
    """Print an error's problems, one a line, and leave with its exit code; never a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except TablewrightError as error:
            for problem in error.problems:
                click.echo(f"error: {problem}", err=True)
            raise SystemExit(error.exit_code) from None
        except KeyboardInterrupt:
            click.echo("stopped; the output is as it was", err=True)
            raise SystemExit(130) from None

    return run  # type: ignore[return-value]


def _options(*names: str) -> Callable[[F], F]:
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
    }

    def wrap(command: F) -> F:
        for name in reversed(names):
            command = every[name](command)
        return command

    return wrap


def _load(config_path: Path | None, settings: tuple[str, ...]) -> Any:
    from design.config import load_config

    if config_path is None and Path(CONFIG_NAME).is_file():
        config_path = Path(CONFIG_NAME)
    return load_config(config_path, settings)


def _chosen(loaded: Any, games: tuple[str, ...]) -> list[str]:
    """The games to work on: those named, else those configured. A game not configured takes its defaults."""
    from rules.errors import ConfigError, Problem

    missing = [game for game in games if game not in loaded.config.games]
    if missing:
        there = ", ".join(loaded.config.games)
        raise ConfigError(
            [Problem(f"--game {game}", f"is not in the configuration's games; there are {there}") for game in missing]
        )
    return list(games or loaded.config.games)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablewright")
def main() -> None:
    """Make the physical copy of a small-box board game from its rules, and prove that nothing is missing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@main.command("build")
@_options("config", "set", "output", "game")
@click.option(
    "--medium",
    "media",
    multiple=True,
    type=click.Choice([one.value for one in Medium]),
    help="Only this medium; may be repeated.",
)
@click.option(
    "--only",
    "pieces",
    multiple=True,
    metavar="PIECE[=N]",
    help="Lost pieces again, into a folder of their own (only/); a component is one of each variant; may be repeated.",
)
@click.option("--jobs", type=click.IntRange(1, 64), help="Files at once; as many as there are cores.")
@_reporting
def build_command(
    config_path: Path | None,
    settings: tuple[str, ...],
    output: Path,
    games: tuple[str, ...],
    media: tuple[str, ...],
    pieces: tuple[str, ...],
    jobs: int | None,
) -> None:
    """Make the files that are missing or changed, then read all of them again and count."""
    from tablewright.build import build, media_of_all
    from tablewright.inspection.report import inspect, inspect_only
    from tablewright.making import default_jobs
    from tablewright.manifest import ONLY
    from tablewright.only import build_only
    from tablewright.telling import progress, tell_boxes, tell_counts, tell_parts

    loaded = _load(config_path, settings)
    chosen, jobs = _chosen(loaded, games), jobs or default_jobs()
    made_of = [Medium(one) for one in media] or media_of_all(output, chosen)
    if pieces:
        outcome, counts = build_only(loaded, output, chosen, pieces, made_of, jobs, progress())
        output, chosen = output / ONLY, list(counts)
    else:
        outcome = build(loaded, output, chosen, made_of, jobs, progress())
    for path in outcome.removed:
        click.echo(f"removed {path}: nobody asks for it any more")
    click.echo(f"{outcome.made} files made, {outcome.kept} kept as they were, in {output}")
    report = inspect_only(output, loaded.config, counts) if pieces else inspect(output, loaded.config, chosen)
    good = tell_counts(report, whole=False)
    if Medium.SOLID in made_of and not pieces:
        tell_boxes(loaded.config, chosen)
    if not tell_parts(output, chosen, loaded.config.printer, jobs, sliced=False) or not good:
        raise SystemExit(1)


@main.command("check")
@_options("config", "set", "output", "game")
@click.option("--slice", "sliced", is_flag=True, help="Slice every part too (PrusaSlicer): supports, hours, grams.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Parts at once; as many as there are cores.")
@_reporting
def check_command(
    config_path: Path | None, settings: tuple[str, ...], output: Path, games: tuple[str, ...], sliced: bool, jobs: int | None
) -> None:
    """Read the files on disk again and compare them with the bill, both ways."""
    from tablewright.inspection.report import inspect
    from tablewright.making import default_jobs
    from tablewright.telling import tell_counts, tell_parts

    loaded = _load(config_path, settings)
    chosen = _chosen(loaded, games)
    good = tell_counts(inspect(output, loaded.config, chosen if games else None), whole=True)
    if not tell_parts(output, chosen, loaded.config.printer, jobs or default_jobs(), sliced) or not good:
        raise SystemExit(1)


@main.command("coupon")
@_options("config", "set", "output")
@_reporting
def coupon_command(config_path: Path | None, settings: tuple[str, ...], output: Path) -> None:
    """Make the fit coupon: small combs that show which clearances your printer needs."""
    from tablewright.coupon import make_coupon

    for path in make_coupon(_load(config_path, settings).config, output):
        click.echo(f"{path}: numbers and openings as they must be")


@main.command("clean")
@_options("output")
@_reporting
def clean_command(output: Path) -> None:
    """Remove the files that builds made, as their manifest lists them; nothing else."""
    from tablewright.stale import clean

    click.echo(f"{clean(output)} files removed from {output}")


@main.command("bill")
@_options("config", "set", "game")
@click.option("--players", type=int, help="For so many players; without it, for every number the game is for.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@_reporting
def bill_command(
    config_path: Path | None, settings: tuple[str, ...], games: tuple[str, ...], players: int | None, as_json: bool
) -> None:
    """What each game needs, how many of it, and the rule each count follows from."""
    from tablewright.bill_text import bill_json, bill_table

    chosen = list(games) or list(_load(config_path, settings).config.games)
    show = bill_json if as_json else bill_table
    click.echo(show([load_game(game) for game in chosen], players))


@main.command("list")
@_reporting
def list_command() -> None:
    """The games there are."""
    for name in SHIPPED:
        game = load_game(name)
        low, high = game.players.min, game.players.max
        click.echo(f"{name:20} {game.title}, {low if low == high else f'{low} to {high}'} players")


@main.group("config")
def config_group() -> None:
    """The configuration."""


@config_group.command("show")
@_options("config", "set")
@_reporting
def config_show(config_path: Path | None, settings: tuple[str, ...]) -> None:
    """Every value that applies, with where it came from."""
    from design.config_text import applied_text

    click.echo(applied_text(_load(config_path, settings)), nl=False)


@config_group.command("default")
@_reporting
def config_default() -> None:
    """The built-in defaults as a commented file to start from."""
    from design.config_text import default_text

    click.echo(default_text(), nl=False)


@config_group.command("table")
@_reporting
def config_table() -> None:
    """Every key with its default and range, as a Markdown table."""
    from design.config_text import parameter_table

    click.echo(parameter_table(), nl=False)


@main.command("gallery")
@_options("config", "set", "output")
@click.option(
    "--pictures", type=click.Path(path_type=Path), default=Path("docs/pictures"), show_default=True, help="Where they go."
)
@_reporting
def gallery_command(config_path: Path | None, settings: tuple[str, ...], output: Path, pictures: Path) -> None:
    """Draw the pictures of parts, board, box and pages that the documentation shows."""
    from tablewright.gallery import gallery

    for path in gallery(_load(config_path, settings).config, output, pictures):
        click.echo(str(path))
