"""Commands about games: what each needs, which ones exist, and how to start your own."""

from __future__ import annotations

from pathlib import Path

import click

from rules.game import SHIPPED, load_game
from rules.templates import TEMPLATES
from tablewright.commands.options import CONFIG_NAME, load, options
from tablewright.commands.reporting import reporting


@click.command("bill")
@options("config", "set", "game")
@click.option("--players", type=int, help="For so many players; without it, for every number the game is for.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@reporting
def bill_command(
    config_path: Path | None, settings: tuple[str, ...], games: tuple[str, ...], players: int | None, as_json: bool
) -> None:
    """What each game needs, how many of it, and the rule behind each count."""
    from tablewright.commands.bill_text import bill_json, bill_table

    config = load(config_path, settings).config
    found = [config.game(game) if game in config.games else load_game(game) for game in games or config.games]
    click.echo((bill_json if as_json else bill_table)(found, players))


@click.command("list")
@reporting
def list_command() -> None:
    """The available games."""
    for name in SHIPPED:
        game = load_game(name)
        low, high = game.players.min, game.players.max
        click.echo(f"{name:20} {game.title}, {low if low == high else f'{low} to {high}'} players")


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--template", type=click.Choice(TEMPLATES), default=TEMPLATES[0], show_default=True, help="What it starts from.")
@reporting
def init_command(folder: Path, template: str) -> None:
    """Start a game of your own in a new FOLDER: a small game.yaml, its rules, and what they need, ready to build."""
    from tablewright.commands.starting import start_game

    for path in start_game(folder, template):
        click.echo(str(path))
    click.echo(f'build it: tablewright build --set "games=[{folder}]", or write games: [{folder}] into {CONFIG_NAME}')


@click.command("schema")
@reporting
def schema_command() -> None:
    """The schema of game.yaml as JSON Schema, for editors."""
    import json

    from rules.schema import game_schema

    click.echo(json.dumps(game_schema(), indent=1))
