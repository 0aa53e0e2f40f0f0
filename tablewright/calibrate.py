"""The calibration sheet on disk, `<output>/calibration/<paper>.pdf`: made, read back, and turned into configuration lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from design.config.loading import Config, load_config
from design.sheets.calibration import MOST_MM, Point, calibration_specs, figures, profile_read, together
from design.sheets.captions import credits_for
from rules.errors import ConfigError, InspectionError, Problem
from tablewright.ledger import enter, renew

FOLDER = "calibration"
_NUMBER = r"[-−+]?[0-9]*\.?[0-9]+"
_READ = re.compile(rf"^(?P<name>[ABC])=(?P<x>{_NUMBER}(:{_NUMBER})?),(?P<y>{_NUMBER}(:{_NUMBER})?)$")
EXAMPLE = "A=0:0.4,-2:-0.3"


def make_calibration(config: Config, output: Path) -> list[Path]:
    """Write a calibration sheet for each paper below `output` and read each back; older ones are removed first.

    Raises:
        ConfigError: sheets are printed on one side only.
        DesignError: a paper is too small.
        BuildError: a file cannot be written, or a file that no command wrote is in the way.
        InspectionError: the file read back is not the sheet; say, a line on the back is not behind its front.
    """
    from printables.pdf import write_calibration
    from tablewright.inspection.documents.calibration import calibration_faults

    specs = calibration_specs(config, credits_for([], (), config.language))
    papers = {spec.paper.name for spec in specs}
    renew(output, FOLDER, (path for path in (output / FOLDER).glob("*.pdf") if path.name.partition(".")[0] in papers))
    written: list[Path] = []
    problems: list[Problem] = []
    try:
        for spec in specs:
            paths = write_calibration(spec, output / FOLDER / f"{spec.paper.name}.pdf")
            written += paths
            faults = calibration_faults(paths, spec)
            problems += (Problem(str(path), f"{fault}; please report this as a fault") for path, fault in faults)
    finally:
        enter(output, written)
    if problems:
        raise InspectionError(problems)
    return written


def on_paper(config: Config, name: str | None) -> Config:
    """The configuration with just one of its papers; ConfigError if it has no such paper."""
    if name is None:
        return config
    names = [paper.name for paper in config.paper.papers()]
    if name not in names:
        raise ConfigError(Problem(f"--paper {name}", f"is not among paper.sizes; there are {', '.join(names)}"))
    return config.model_copy(update={"paper": config.paper.model_copy(update={"sizes": (name,)})})


def lines_of(config: Config, texts: Sequence[str]) -> str:
    """The configuration lines that follow from readings like `A=0:0.4,-2:-0.3`, added to the present values.

    Raises:
        ConfigError: with every invalid reading, or with results that are out of range.
    """
    problems, read = [], {}
    for text in texts:
        match = _READ.match(text.replace(" ", ""))
        x, y = (_value(match[axis]) for axis in ("x", "y")) if match else (0.0, 0.0)
        if match is None or max(abs(x), abs(y)) > MOST_MM + 1:
            what = f"must be a station with x and y up to {MOST_MM:g} mm, each the coarse reading and the fine, as {EXAMPLE}"
            problems.append(Problem(f"--read {text}", what))
        elif match["name"] in read:
            problems.append(Problem(f"--read {text}", f"{match['name']} is there twice"))
        else:
            read[match["name"]] = (x, y)
    if problems:
        raise ConfigError(problems)
    found = {_lines(config, paper.name, read) for paper in config.paper.papers()}
    if len(found) > 1:
        papers = ", ".join(paper.name for paper in config.paper.papers())
        what = f"stations lie elsewhere on each paper; say which one you measured: {papers}"
        raise ConfigError(Problem("--paper", what))
    return found.pop()


def _value(text: str) -> float:
    """A coarse and a fine reading, `-2:-0.3`, or a single number that combines them."""
    numbers = [float(one.replace("−", "-")) for one in text.split(":")]
    return numbers[0] if len(numbers) == 1 else together(*numbers)


def _lines(config: Config, name: str, read: dict[str, Point]) -> str:
    (spec,) = calibration_specs(on_paper(config, name), credits_for([], (), config.language))
    before, after = figures(spec.backs), figures(profile_read(spec, read))
    # Report a value out of range just as if it had been typed in.
    load_config(None, [f"paper.{key}={value!r}" for key, value in after.items()])
    rows = [f"  {key}: {value:g}".ljust(32) + f"# was {before[key]:g}" for key, value in after.items()]
    return "\n".join(["paper:", *rows])
