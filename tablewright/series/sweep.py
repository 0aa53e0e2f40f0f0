"""A sweep from end to end: plans every combination, makes what is missing, reads all of it again, and writes the report."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path

from design.files import write_whole
from rules.game import Medium
from tablewright.building.lock import alone_in
from tablewright.building.workshop import Progress
from tablewright.executors.crew import crew
from tablewright.ledger import enter, is_ours, read_ledger, refuse_foreign
from tablewright.series.making import Count, make_series
from tablewright.series.matrix import Combination, Swept
from tablewright.series.page import report_html
from tablewright.series.planning import Choose, Job, planned, wishes
from tablewright.series.report import report_csv
from tablewright.series.rows import Row, rows_of

CSV, PAGE = "sweep.csv", "sweep.html"


@dataclass(frozen=True)
class Sweep:
    """What is asked for: the configuration, what is combined, the media (all if none is named), and who works on it."""

    config: Path | None
    series: Sequence[Swept]
    wanted: Sequence[Combination]
    media: Sequence[Medium]
    jobs: int
    cluster: str = ""
    sliced: bool = False


def sweep(asked: Sweep, output: Path, choose: Choose, progress: Progress) -> tuple[list[Row], Count]:
    """Make a series below `output`, each combination in a folder of its own, and write the report beside them.

    Raises:
        ConfigError: before anything is made, with every value and folder that cannot be.
        BuildError: workers were lost, or a file that is not ours lies where the report goes.
    """
    found = list(wishes(asked.config, asked.wanted, output, asked.media, choose))
    listed = read_ledger(output)
    reports = [output / CSV, output / PAGE]
    refuse_foreign(path for path in reports if path.exists() and not is_ours(output, path.name, listed.get(path.name, "")))
    with (
        crew(asked.jobs) as here,
        crew(1, asked.cluster) if asked.cluster else nullcontext(here) as workers,
        ExitStack() as stack,
    ):
        stack.enter_context(alone_in(output))
        for one in found:
            if not isinstance(one, Job):
                stack.enter_context(alone_in(one.folder))
        series = planned(found, here)
        count = make_series(series, output, workers, progress)
    rows = list(rows_of(series, asked.jobs, asked.sliced))
    keys = [one.key for one in asked.series]
    title = f"Series of {asked.config.name}" if asked.config else "Series"
    write_whole(reports[0], report_csv(keys, rows).encode())
    write_whole(reports[1], report_html(title, keys, rows).encode())
    enter(output, reports)
    return rows, count
