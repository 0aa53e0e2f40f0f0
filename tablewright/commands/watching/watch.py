"""The command that builds, and again at each save: `tablewright watch`."""

from __future__ import annotations

import signal
import threading
from functools import partial
from pathlib import Path
from typing import NoReturn

import click

from rules.game import Medium
from tablewright.commands.options import CONFIG_NAME, load, options
from tablewright.commands.reporting import reporting


@click.command("watch")
@options("config", "set", "output", "game", "medium", "jobs")
@reporting
def watch_command(
    config_path: Path | None,
    settings: tuple[str, ...],
    output: Path,
    games: tuple[str, ...],
    media: tuple[str, ...],
    jobs: int | None,
) -> None:
    """Build, then make and check again what each save changes; Ctrl-C ends it.

    It watches the configuration and the folders of your own games. It says what is wrong and waits for the next save.
    """
    from tablewright.building.workshop import default_jobs
    from tablewright.commands.watching.bench import Bench
    from tablewright.commands.watching.sources import Sources, difference, saved_since

    if config_path is None and Path(CONFIG_NAME).is_file():
        config_path = Path(CONFIG_NAME)
    if config_path is not None and not config_path.is_file():
        load(config_path, settings)  # says so
    sources = Sources(config_path, settings, output)
    bench = Bench(config_path, settings, output, games, tuple(Medium(one) for one in media), jobs or default_jobs())
    stop = threading.Event()
    signal.signal(signal.SIGINT, partial(_interrupted, stop))
    state = sources.state()
    places = ", ".join(map(str, sources.places()))
    bench.work(places)
    bench.get_ready()
    click.echo(f"watching {places}; Ctrl-C ends it")
    while True:
        try:
            now = saved_since(sources, state, stop)
        except KeyboardInterrupt:
            click.echo("no longer watching", err=True)
            return
        saved = difference(state, now)
        names = ", ".join(file.name for file in saved.files)
        if saved.matters:
            bench.work(names)
        else:
            click.echo(f"{names}: says what it said before, nothing to do")
        state = now


def _interrupted(stop: threading.Event, _number: int, _frame: object) -> NoReturn:
    """Ctrl-C. Python drops an exception that comes while it tidies up, so the wish is noted too."""
    stop.set()
    raise KeyboardInterrupt
