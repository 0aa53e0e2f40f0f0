"""The dry run: what a build would make and why, what it would keep and remove, without a byte written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from design.plan.planning import Plan
from rules.game import Medium
from tablewright.building.build import wanted_of, with_needed
from tablewright.building.decisions import Decision, decisions
from tablewright.building.layout import lay_out
from tablewright.building.record import manifest_before, merged
from tablewright.building.stale import listed_in, stale_in
from tablewright.ledger import refuse_foreign
from tablewright.manifest import NAME, is_foreign


@dataclass(frozen=True)
class Preview:
    """What a build would do: the files it would make, how many it would keep, those it would remove.

    `in_the_way` are files that no build made where it would put its own; it stops there, unless they are the very same.
    """

    made: tuple[Decision, ...]
    kept: int
    removed: tuple[str, ...]
    in_the_way: tuple[str, ...] = ()


def preview(plans: Sequence[Plan], output: Path, media: Sequence[Medium]) -> Preview:
    """What `build_plans` would do with the same arguments.

    Of files made again it is taken that there are as many as before: how many pages of cut files, or beds, is known when
    they are made.

    Raises:
        DesignError: as a build does.
        BuildError: the manifest's place is taken by somebody else's file.
    """
    media = with_needed(media)
    before = manifest_before(output)
    decided = decisions(output, wanted_of(plans, media), before)
    made = tuple(one for one in decided if one.why)
    lay_out([one.artifact for one in made])
    if is_foreign(output / NAME):
        refuse_foreign([output / NAME])
    now = merged(before, plans, media, {one.artifact.path: list(one.listed) for one in decided})
    paths = (one.artifact.path for one in made)
    listed = listed_in(before)
    in_the_way = tuple(path for path in paths if path not in listed and (output / path).is_file())
    return Preview(made, sum(len(one.kept) for one in decided), stale_in(output, before, now), in_the_way)
