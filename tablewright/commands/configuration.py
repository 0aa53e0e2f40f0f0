"""Commands about the configuration: the values in force, the defaults, and every key."""

from __future__ import annotations

from pathlib import Path

import click

from tablewright.commands.options import load, options
from tablewright.commands.reporting import reporting


@click.group("config")
def config_group() -> None:
    """The configuration."""


@config_group.command("show")
@options("config", "set")
@reporting
def config_show(config_path: Path | None, settings: tuple[str, ...]) -> None:
    """Every value in force, with where it came from."""
    from design.config.text import applied_text

    click.echo(applied_text(load(config_path, settings)), nl=False)


@config_group.command("default")
@reporting
def config_default() -> None:
    """The built-in defaults as a commented file to start from."""
    from design.config.text import default_text

    click.echo(default_text(), nl=False)


@config_group.command("table")
@reporting
def config_table() -> None:
    """Every key with its default and range, as a Markdown table."""
    from design.config.text import parameter_table

    click.echo(parameter_table(), nl=False)
