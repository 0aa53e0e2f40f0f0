"""Commands that make, read and remove files: build, check, clean, coupon, calibrate, gallery."""

from __future__ import annotations

from pathlib import Path

import click

from rules.game import Medium
from tablewright.commands.options import chosen_of, load, options
from tablewright.commands.reporting import reporting


@click.command("build")
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
    """Make the files that are missing or changed, then read all of them back and count."""
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


@click.command("check")
@options("config", "set", "output", "game")
@click.option("--slice", "sliced", is_flag=True, help="Slice every part too (PrusaSlicer): supports, hours, grams.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Files at once; as many as there are cores.")
@reporting
def check_command(
    config_path: Path | None, settings: tuple[str, ...], output: Path, games: tuple[str, ...], sliced: bool, jobs: int | None
) -> None:
    """Read the files on disk again and compare them with the bill, in both directions."""
    from tablewright.building.workshop import default_jobs
    from tablewright.commands.output import print_counts, print_parts
    from tablewright.inspection.report import inspect

    loaded = load(config_path, settings, output)
    chosen, jobs = chosen_of(loaded, games), jobs or default_jobs()
    good = print_counts(inspect(output, loaded.config, chosen if games else None, jobs), whole=True)
    if not print_parts(output, chosen, loaded.config.printer, jobs, sliced) or not good:
        raise SystemExit(1)


@click.command("clean")
@options("output")
@reporting
def clean_command(output: Path) -> None:
    """Remove the files that builds made, as listed in their manifests, and nothing else."""
    from tablewright.building.stale import clean

    click.echo(f"{clean(output)} files removed from {output}")


@click.command("coupon")
@options("config", "set", "output")
@reporting
def coupon_command(config_path: Path | None, settings: tuple[str, ...], output: Path) -> None:
    """Make the fit coupon: small combs that show which clearances your printer needs."""
    from tablewright.coupon import make_coupon

    for path in make_coupon(load(config_path, settings, output).config, output):
        click.echo(f"{path}: numbers and openings as they must be")


@click.command("calibrate")
@options("config", "set", "output")
@click.option(
    "--read", "readings", multiple=True, metavar="A=0:0.4,-2:-0.3", help="What the sheet says at A, B or C; may be repeated."
)
@click.option("--paper", metavar="NAME", help="Only for this one of paper.sizes.")
@reporting
def calibrate_command(
    config_path: Path | None, settings: tuple[str, ...], output: Path, readings: tuple[str, ...], paper: str | None
) -> None:
    """Make the calibration sheet for printers whose backs do not line up; with --read, print the settings to use."""
    from tablewright.calibrate import lines_of, make_calibration, on_paper

    config = on_paper(load(config_path, settings, output).config, paper)
    if readings:
        click.echo(lines_of(config, readings))
        return
    for path in make_calibration(config, output):
        click.echo(f"{path}: print it on both sides as it says, and read it against the light")


@click.command("gallery")
@options("config", "set", "output")
@click.option(
    "--pictures", type=click.Path(path_type=Path), default=Path("docs/pictures"), show_default=True, help="Where they go."
)
@reporting
def gallery_command(config_path: Path | None, settings: tuple[str, ...], output: Path, pictures: Path) -> None:
    """Draw the documentation's pictures of parts, board, box and pages."""
    from tablewright.gallery import gallery

    for path in gallery(load(config_path, settings).config, output, pictures):
        click.echo(str(path))
