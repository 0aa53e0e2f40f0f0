"""Pieces that were lost, made again: an output folder of its own, `<output>/only`, beside the complete set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from design.config import Loaded
from design.only import narrowed, only_of
from design.plan import Plan
from rules.game import Medium
from tablewright.build import Outcome, build_plans, plans_for, with_needed
from tablewright.making import Progress
from tablewright.manifest import ONLY


def build_only(
    loaded: Loaded,
    output: Path,
    games: Sequence[str],
    texts: Sequence[str],
    media: Sequence[Medium],
    jobs: int,
    progress: Progress,
) -> tuple[Outcome, Mapping[str, Mapping[str, int]]]:
    """Make `PIECE` or `PIECE=N` below `<output>/only`; what an earlier call made of the same games goes.

    Returns:
        What the build did, and how many of each piece it made, by game.

    Raises:
        ConfigError: with every name that is no piece, or not made in these media.
        DesignError, BuildError: as a build of the complete set.
    """
    plans = plans_for(loaded, games)
    media = with_needed(media)
    wanted = only_of(plans, texts, media)
    chosen = [narrowed(one, wanted[one.bill.game.id], media) for one in plans if one.bill.game.id in wanted]
    # Every medium is asked for, so that none of an earlier call stays.
    outcome = build_plans(chosen, output / ONLY, list(Medium), jobs, progress)
    return outcome, {one.bill.game.id: _made(one, wanted[one.bill.game.id]) for one in chosen}


def _made(plan: Plan, counts: Mapping[str, int]) -> dict[str, int]:
    """Of what was asked for, what these media make: a piece's stickers are for paper alone."""
    made = {held.piece for one in plan.artifacts for held in one.holds}
    return {piece: count for piece, count in counts.items() if piece in made}
