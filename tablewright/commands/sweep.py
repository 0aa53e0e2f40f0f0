"""`tablewright sweep`: a configuration with several values for some keys, each combination made into a folder of its own."""

from __future__ import annotations

from pathlib import Path

import click

from rules.game import Medium
from tablewright.commands.options import CONFIG_NAME, chosen_of, options
from tablewright.commands.reporting import reporting

MOST_REASONS = 3
"""So many reasons a combination are printed."""


@click.command("sweep")
@click.argument("config_path", metavar="[CONFIG]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--set",
    "settings",
    multiple=True,
    required=True,
    metavar="KEY=V1,V2",
    help="Values to combine with those of the other keys; may be repeated.",
)
@options("game")
@click.option(
    "--medium",
    "media",
    multiple=True,
    type=click.Choice([one.value for one in Medium]),
    help="Only this medium; may be repeated.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=Path("sweep"),
    show_default=True,
    help="Where the folders go.",
)
@click.option("--most", type=click.IntRange(1), default=60, show_default=True, help="No more combinations than this.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes of this machine; as many as there are cores.")
@options("cluster")
@click.option("--slice", "sliced", is_flag=True, help="Slice every part too (PrusaSlicer), for hours and grams.")
@reporting
def sweep_command(
    config_path: Path | None,
    settings: tuple[str, ...],
    games: tuple[str, ...],
    media: tuple[str, ...],
    output: Path,
    most: int,
    jobs: int | None,
    cluster: str,
    sliced: bool,
) -> None:
    """Make every combination of some values, each in a folder of its own, and one report of all: sweep.csv and sweep.html.

    CONFIG is the configuration that they start from; config.yaml here if there is one. What combinations share is made once,
    and a sweep that is run again makes only what changed.
    """
    from tablewright.building.workshop import default_jobs
    from tablewright.commands.output import progress
    from tablewright.series.matrix import combinations, swept
    from tablewright.series.rows import COMPLETE, REFUSED
    from tablewright.series.sweep import CSV, PAGE, Sweep, sweep
    from tablewright.tables import aligned

    if config_path is None and Path(CONFIG_NAME).is_file():
        config_path = Path(CONFIG_NAME)
    series = swept(settings)
    wanted = combinations(series, most)
    chosen_media = [Medium(one) for one in media]
    asked = Sweep(config_path, series, wanted, chosen_media, jobs or default_jobs(), cluster, sliced)
    try:
        with progress() as show:
            rows, count = sweep(asked, output, lambda loaded: chosen_of(loaded, games), show)
    except KeyboardInterrupt:
        click.echo("stopped; the folders that were filled stay, and the same command goes on from there", err=True)
        raise SystemExit(130) from None
    for line in aligned([(row.name, row.verdict) for row in rows]):
        click.echo(line)
    for row in rows:
        refused = row.verdict == REFUSED
        for reason in row.reasons[:MOST_REASONS]:
            click.echo(f"{'refused' if refused else 'error'}: {row.name}: {reason}", err=not refused)
        if len(row.reasons) > MOST_REASONS:
            click.echo(f"{row.name}: and {len(row.reasons) - MOST_REASONS} more reasons, all of them in {output / CSV}")
    click.echo(f"{count.made} files made, {count.taken} taken over from another combination, {count.kept} kept as they were")
    click.echo(f"report: {output / PAGE}, {output / CSV}")
    if not all(row.verdict.startswith((COMPLETE, REFUSED)) for row in rows):
        raise SystemExit(1)
