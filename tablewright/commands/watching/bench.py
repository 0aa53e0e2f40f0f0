"""One round of the warm process: what was saved is read, made and checked, and a line says what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import click

from rules.errors import Problem, TablewrightError
from rules.game import Medium
from tablewright.building.build import Outcome, build_plans, media_of_all, plans_for, wanted_of, with_needed
from tablewright.commands.options import chosen_of, load
from tablewright.commands.output import progress
from tablewright.commands.reporting import tell
from tablewright.inspection.memory import Memory
from tablewright.inspection.printing.gate import mesh_gate
from tablewright.inspection.report import inspect


@dataclass(frozen=True)
class Bench:
    """What is made, of what, and where; all that was loaded and worked out stays for the next round."""

    config: Path | None
    settings: tuple[str, ...]
    output: Path
    games: tuple[str, ...]
    media: tuple[Medium, ...]
    jobs: int

    def work(self, saved: str) -> None:
        """Make and check what changed, and say in a line what came of the files that were saved; before it, what is wrong.

        The output is as it was where not all could be made.
        """
        begun = time.monotonic()
        try:
            outcome, problems = self._made_and_checked()
        except TablewrightError as error:
            tell(error.problems)
            click.echo(f"{saved}: nothing made; the output is as it was")
            return
        tell(problems)
        verdict = f"{len(problems)} problems" if problems else "all of it checked"
        did = f"{saved}: {outcome.made} files made, {outcome.kept} kept, {len(outcome.removed)} removed"
        click.echo(f"{did}; {verdict}, in {time.monotonic() - begun:.1f} s")

    def _made_and_checked(self) -> tuple[Outcome, list[Problem]]:
        loaded = load(self.config, self.settings, self.output)
        chosen = chosen_of(loaded, self.games)
        media = list(self.media) or media_of_all(self.output, chosen)
        plans = plans_for(loaded, chosen, media)
        with progress() as show:
            outcome = build_plans(plans, self.output, media, self.jobs, show)
        memory = Memory(self.output)
        report = inspect(self.output, loaded.config, chosen, self.jobs, memory)
        verdict = mesh_gate(self.output, chosen, loaded.config.printer, self.jobs, memory)
        memory.save()
        return outcome, [*report.problems, *verdict.problems]

    def get_ready(self) -> None:
        """Load what makes and reads the files, once, so that no later round waits for it."""
        from tablewright.building import workshop
        from tablewright.inspection import measuring

        try:
            loaded = load(self.config, self.settings, self.output)
            chosen = chosen_of(loaded, self.games)
            media = list(self.media) or media_of_all(self.output, chosen)
            wanted = wanted_of(plans_for(loaded, chosen, media), with_needed(media))
        except TablewrightError:
            return  # told already; what it needs is loaded when it is right
        workshop.get_ready(wanted)
        measuring.get_ready(wanted)
