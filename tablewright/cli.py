"""The command line. Exit codes: 0 success, 1 the output does not hold what it should, 2 a wrong command or configuration."""

from __future__ import annotations

import sys

import click

from tablewright import __version__
from tablewright.commands import files, games
from tablewright.commands.configuration import config_group
from tablewright.commands.playing.play import play_command
from tablewright.commands.playing.prove import prove_command
from tablewright.commands.sweep import sweep_command
from tablewright.commands.watching.watch import watch_command


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablewright")
def main() -> None:
    """Make the physical copy of a small-box board game from its rules, and prove that nothing is missing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


COMMANDS = (
    files.build_command,
    watch_command,
    files.check_command,
    files.clean_command,
    files.coupon_command,
    files.calibrate_command,
    files.gallery_command,
    games.bill_command,
    games.list_command,
    games.init_command,
    games.schema_command,
    config_group,
    play_command,
    prove_command,
    sweep_command,
)
for command in COMMANDS:
    main.add_command(command)
