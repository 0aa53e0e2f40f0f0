"""Commands that make, read and remove files: build, check, clean, coupon, calibrate, gallery."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rules.game import Medium
from tablewright.commands.options import chosen_of, load, options
from tablewright.commands.reporting import reporting

if TYPE_CHECKING:
    from design.config.loading import Loaded
    from tablewright.building.build import Outcome
    from tablewright.building.reprint import Reprint


@click.command("build")
@options("config", "set", "output", "game", "medium", "jobs")
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
@click.option("--dry-run", "dry", is_flag=True, help="Say which files would be made and why, and write nothing.")
@reporting
def build_command(
    config_path: Path | None,
    settings: tuple[str, ...],
    output: Path,
    games: tuple[str, ...],
    media: tuple[str, ...],
    pieces: tuple[str, ...],
    since: Path | None,
    dry: bool,
    jobs: int | None,
) -> None:
    """Make the files that are missing or changed, then read all of them again and count."""
    from tablewright.building.build import media_of_all
    from tablewright.building.workshop import default_jobs

    if pieces and since:
        raise click.UsageError("--only and --changed-since each say what to make; give one of them")
    loaded = load(config_path, settings, output)
    chosen, jobs = chosen_of(loaded, games), jobs or default_jobs()
    made_of = [Medium(one) for one in media] or media_of_all(output, chosen)
    again = _again(loaded, chosen, made_of, pieces, since)
    if dry:
        _preview(loaded, output, chosen, made_of, again)
        return
    good = _build_again(loaded, output, again, since, jobs) if again else _build_all(loaded, output, chosen, made_of, jobs)
    if not good:
        raise SystemExit(1)


def _build_all(loaded: Loaded, output: Path, chosen: list[str], media: list[Medium], jobs: int) -> bool:
    """Build games and say what came of it; whether all is well. Where nothing has changed, that is said again."""
    from tablewright.commands.unchanged import LastTime
    from tablewright.inspection.memory import Memory

    asked = ("build", *(one.value for one in media))
    if LastTime(Memory(output), loaded, chosen, output, *asked).said():
        return True

    from tablewright.building.build import build
    from tablewright.commands.output import print_boxes, print_counts, print_ink, print_parts, progress
    from tablewright.inspection.report import inspect

    with progress() as show:
        outcome = build(loaded, output, chosen, media, jobs, show)
    _print_outcome(outcome, output)
    memory = Memory(output)
    last = LastTime(memory, loaded, chosen, output, *asked)
    with last.listening(f"0 files made, {outcome.made + outcome.kept} kept as they were, in {output}") as keep:
        for line in outcome.sheets:
            click.echo(line)
        good = print_counts(inspect(output, loaded.config, chosen, jobs, memory), whole=False)
        if Medium.SOLID in media:
            print_boxes(loaded.config, chosen)
        if Medium.PAPER in media:
            print_ink(output, loaded.config, chosen, memory)
        good = print_parts(output, chosen, loaded.config.printer, jobs, memory) and good
    if good:
        keep()
    memory.save()
    return good


def _again(
    loaded: Loaded, chosen: list[str], media: list[Medium], pieces: tuple[str, ...], since: Path | None
) -> Reprint | None:
    """Which lost or changed pieces are to be made again; None where the complete set is."""
    from tablewright.building.reprint import reprint_of, reprint_since

    if since:
        return reprint_since(loaded, chosen, since, media)
    return reprint_of(loaded, chosen, pieces, media) if pieces else None


def _preview(loaded: Loaded, output: Path, chosen: list[str], media: list[Medium], again: Reprint | None) -> None:
    """Say what a build would do."""
    from tablewright.building.build import plans_for
    from tablewright.building.preview import preview
    from tablewright.commands.output import print_preview
    from tablewright.manifest import REPRINT

    if again:
        print_preview(preview(again.plans, output / REPRINT, list(Medium)), output / REPRINT)
    else:
        print_preview(preview(plans_for(loaded, chosen, media), output, media), output)


def _build_again(loaded: Loaded, output: Path, again: Reprint, since: Path | None, jobs: int) -> bool:
    """Make lost or changed pieces again, into a folder of their own, and say what came of it; whether all is well."""
    from tablewright.building.build import build_plans
    from tablewright.commands.output import print_counts, print_parts, progress
    from tablewright.inspection.report import inspect_reprint
    from tablewright.manifest import REPRINT

    output = output / REPRINT
    with progress() as show:
        outcome = build_plans(again.plans, output, list(Medium), jobs, show)
    _print_outcome(outcome, output)
    for line in outcome.sheets:
        click.echo(line)
    if since and not any(again.counts.values()):
        click.echo(f"nothing looks other than {since} says")
        return True
    good = print_counts(inspect_reprint(output, loaded.config, again.counts, jobs), whole=False)
    return print_parts(output, list(again.counts), loaded.config.printer, jobs) and good


def _print_outcome(outcome: Outcome, output: Path) -> None:
    for path in outcome.removed:
        click.echo(f"removed {path}: nobody asks for it any more")
    click.echo(f"{outcome.made} files made, {outcome.kept} kept as they were, in {output}")


@click.command("check")
@options("config", "set", "output", "game", "jobs")
@click.option("--slice", "sliced", is_flag=True, help="Slice every part too (PrusaSlicer): supports, hours, grams.")
@click.option("--fresh", is_flag=True, help="Read every file, whatever an earlier inspection found.")
@reporting
def check_command(
    config_path: Path | None,
    settings: tuple[str, ...],
    output: Path,
    games: tuple[str, ...],
    sliced: bool,
    fresh: bool,
    jobs: int | None,
) -> None:
    """Read the files on disk again and compare them with the bill, both ways.

    What was found right before, and has not changed since, is not read again; --fresh reads every file.
    """
    from tablewright.building.workshop import default_jobs
    from tablewright.commands.unchanged import LastTime
    from tablewright.inspection.memory import Memory

    loaded = load(config_path, settings, output)
    chosen, jobs = chosen_of(loaded, games), jobs or default_jobs()
    memory = Memory(output, fresh)
    last = LastTime(memory, loaded, chosen, output, "check", "all" if not games else "these")
    if not sliced and last.said():
        return

    from tablewright.commands.output import print_counts, print_parts, print_slicing
    from tablewright.inspection.report import inspect

    with last.listening() as keep:
        good = print_counts(inspect(output, loaded.config, chosen if games else None, jobs, memory), whole=True)
        good = print_parts(output, chosen, loaded.config.printer, jobs, memory) and good
    if good:
        keep()
    memory.save()
    if sliced:
        good = print_slicing(output, chosen, loaded.config.printer, jobs) and good
    if not good:
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
