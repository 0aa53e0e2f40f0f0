"""The command line. Exit codes: 0 all well, 1 the output does not hold what it should, 2 a wrong command or configuration."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from rules.game import SHIPPED, Medium, load_game
from rules.templates import TEMPLATES
from tablewright import __version__
from tablewright.commands.options import CONFIG_NAME, chosen_of, load, options
from tablewright.commands.play import play_command
from tablewright.commands.prove import prove_command
from tablewright.commands.reporting import reporting


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tablewright")
def main() -> None:
    """Make the physical copy of a small-box board game from its rules, and prove that nothing is missing."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


@main.command("build")
@options("config", "set", "output", "game")
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
@click.option(
    "--changed-since",
    "since",
    type=click.Path(path_type=Path),
    metavar="MANIFEST",
    help="Only sheets of the pieces that look other than an earlier build's manifest.json says, into only/.",
)
@click.option("--jobs", type=click.IntRange(1, 64), help="Files at once; as many as there are cores.")
@reporting
def build_command(
    config_path: Path | None,
    settings: tuple[str, ...],
    output: Path,
    games: tuple[str, ...],
    media: tuple[str, ...],
    pieces: tuple[str, ...],
    since: Path | None,
    jobs: int | None,
) -> None:
    """Make the files that are missing or changed, then read all of them again and count."""
    from tablewright.building.build import build, media_of_all
    from tablewright.building.reprint import build_changed, build_reprint
    from tablewright.building.workshop import default_jobs
    from tablewright.commands.output import print_boxes, print_counts, print_ink, print_parts, progress
    from tablewright.inspection.report import inspect, inspect_reprint
    from tablewright.manifest import REPRINT

    loaded = load(config_path, settings, output)
    chosen, jobs = chosen_of(loaded, games), jobs or default_jobs()
    made_of = [Medium(one) for one in media] or media_of_all(output, chosen)
    if pieces and since:
        raise click.UsageError("--only and --changed-since each say what to make; give one of them")
    with progress() as show:
        if since:
            outcome, counts = build_changed(loaded, output, chosen, since, made_of, jobs, show)
        elif pieces:
            outcome, counts = build_reprint(loaded, output, chosen, pieces, made_of, jobs, show)
        else:
            outcome = build(loaded, output, chosen, made_of, jobs, show)
    if pieces or since:
        output, chosen = output / REPRINT, list(counts)
    for path in outcome.removed:
        click.echo(f"removed {path}: nobody asks for it any more")
    click.echo(f"{outcome.made} files made, {outcome.kept} kept as they were, in {output}")
    for line in outcome.sheets:
        click.echo(line)
    if since and not any(counts.values()):
        click.echo(f"nothing looks other than {since} says")
        return
    lost = pieces or since
    report = inspect_reprint(output, loaded.config, counts, jobs) if lost else inspect(output, loaded.config, chosen, jobs)
    good = print_counts(report, whole=False)
    if Medium.SOLID in made_of and not lost:
        print_boxes(loaded.config, chosen)
    if Medium.PAPER in made_of and not lost:
        print_ink(output, loaded.config, chosen)
    if not print_parts(output, chosen, loaded.config.printer, jobs, sliced=False) or not good:
        raise SystemExit(1)


@main.command("check")
@options("config", "set", "output", "game")
@click.option("--slice", "sliced", is_flag=True, help="Slice every part too (PrusaSlicer): supports, hours, grams.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Files at once; as many as there are cores.")
@reporting
def check_command(
    config_path: Path | None, settings: tuple[str, ...], output: Path, games: tuple[str, ...], sliced: bool, jobs: int | None
) -> None:
    """Read the files on disk again and compare them with the bill, both ways."""
    from tablewright.building.workshop import default_jobs
    from tablewright.commands.output import print_counts, print_parts
    from tablewright.inspection.report import inspect

    loaded = load(config_path, settings, output)
    chosen, jobs = chosen_of(loaded, games), jobs or default_jobs()
    good = print_counts(inspect(output, loaded.config, chosen if games else None, jobs), whole=True)
    if not print_parts(output, chosen, loaded.config.printer, jobs, sliced) or not good:
        raise SystemExit(1)


@main.command("coupon")
@options("config", "set", "output")
@reporting
def coupon_command(config_path: Path | None, settings: tuple[str, ...], output: Path) -> None:
    """Make the fit coupon: small combs that show which clearances your printer needs."""
    from tablewright.coupon import make_coupon

    for path in make_coupon(load(config_path, settings, output).config, output):
        click.echo(f"{path}: numbers and openings as they must be")


@main.command("calibrate")
@options("config", "set", "output")
@click.option(
    "--read", "readings", multiple=True, metavar="A=0:0.4,-2:-0.3", help="What the sheet says at A, B or C; may be repeated."
)
@click.option("--paper", metavar="NAME", help="Only for this one of paper.sizes.")
@reporting
def calibrate_command(
    config_path: Path | None, settings: tuple[str, ...], output: Path, readings: tuple[str, ...], paper: str | None
) -> None:
    """Make the calibration sheet for printers whose backs land beside their fronts; with --read tell the figures."""
    from tablewright.calibrate import lines_of, make_calibration, on_paper

    config = on_paper(load(config_path, settings, output).config, paper)
    if readings:
        click.echo(lines_of(config, readings))
        return
    for path in make_calibration(config, output):
        click.echo(f"{path}: print it on both sides as it says, and read it against the light")


@main.command("clean")
@options("output")
@reporting
def clean_command(output: Path) -> None:
    """Remove the files that builds made, as their manifest lists them; nothing else."""
    from tablewright.building.stale import clean

    click.echo(f"{clean(output)} files removed from {output}")


@main.command("bill")
@options("config", "set", "game")
@click.option("--players", type=int, help="For so many players; without it, for every number the game is for.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@reporting
def bill_command(
    config_path: Path | None, settings: tuple[str, ...], games: tuple[str, ...], players: int | None, as_json: bool
) -> None:
    """What each game needs, how many of it, and the rule each count follows from."""
    from tablewright.commands.bill_text import bill_json, bill_table

    config = load(config_path, settings).config
    found = [config.game(game) if game in config.games else load_game(game) for game in games or config.games]
    click.echo((bill_json if as_json else bill_table)(found, players))


@main.command("list")
@reporting
def list_command() -> None:
    """The games there are."""
    for name in SHIPPED:
        game = load_game(name)
        low, high = game.players.min, game.players.max
        click.echo(f"{name:20} {game.title}, {low if low == high else f'{low} to {high}'} players")


@main.command("init")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--template", type=click.Choice(TEMPLATES), default=TEMPLATES[0], show_default=True, help="What it starts from.")
@reporting
def init_command(folder: Path, template: str) -> None:
    """Begin a game of your own in a new FOLDER: a small game.yaml, its rules, and what they need, ready to build."""
    from tablewright.commands.starting import start_game

    for path in start_game(folder, template):
        click.echo(str(path))
    click.echo(f'build it: tablewright build --set "games=[{folder}]", or write games: [{folder}] into {CONFIG_NAME}')


@main.command("schema")
@reporting
def schema_command() -> None:
    """The form of a game.yaml as JSON Schema, for editors."""
    import json

    from rules.schema import game_schema

    click.echo(json.dumps(game_schema(), indent=1))


@main.group("config")
def config_group() -> None:
    """The configuration."""


@config_group.command("show")
@options("config", "set")
@reporting
def config_show(config_path: Path | None, settings: tuple[str, ...]) -> None:
    """Every value that applies, with where it came from."""
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


@main.command("gallery")
@options("config", "set", "output")
@click.option(
    "--pictures", type=click.Path(path_type=Path), default=Path("docs/pictures"), show_default=True, help="Where they go."
)
@reporting
def gallery_command(config_path: Path | None, settings: tuple[str, ...], output: Path, pictures: Path) -> None:
    """Draw the pictures of parts, board, box and pages that the documentation shows."""
    from tablewright.gallery import gallery

    for path in gallery(load(config_path, settings).config, output, pictures):
        click.echo(str(path))


main.add_command(prove_command)
main.add_command(play_command)
