"""What is made again of lost or changed pieces, in an output folder of its own, `<output>/only`, next to the complete set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from design.config.loading import Loaded
from design.plan.planning import Plan
from design.plan.reprint import narrowed, pieces_to_reprint
from rules.errors import ConfigError, Problem
from rules.game import Medium
from rules.media import SOLIDS
from tablewright.building.build import plans_for, with_needed
from tablewright.building.record import pieces_of
from tablewright.manifest import PieceEntry, read_manifest_file


@dataclass(frozen=True)
class Reprint:
    """Plans of what is to be made below `<output>/only`, and how many of each piece that makes, by game.

    Build it in every medium, so that nothing from an earlier call for the same games remains.
    """

    plans: tuple[Plan, ...]
    counts: Mapping[str, Mapping[str, int]]


def reprint_of(loaded: Loaded, games: Sequence[str], texts: Sequence[str], media: Sequence[Medium]) -> Reprint:
    """What to make for `PIECE` or `PIECE=N`.

    Raises:
        ConfigError: with every name that is not a piece, or is not made in these media.
        DesignError: as for a build of the complete set.
    """
    # A tuck box that does not fit a small paper must not stop cards that do.
    plans = plans_for(loaded, games, tuple(SOLIDS))
    media = with_needed(media)
    try:
        wanted = pieces_to_reprint(plans, texts, media)
    except ConfigError as error:
        unmade = [problem for one in plans for problem in one.unmade]
        lacking = {problem.where.split()[0] for problem in unmade}
        wrong = [one for one in error.problems if one.where.removeprefix("--only ").partition("=")[0] not in lacking]
        raise ConfigError([*wrong, *unmade]) from None
    return _narrowed(plans, wanted, media)


def reprint_since(loaded: Loaded, games: Sequence[str], since: Path, media: Sequence[Medium]) -> Reprint:
    """The sheets of the pieces that look different from those in an earlier manifest; no pieces if nothing changed.

    If more copies of an unchanged piece are needed now, only the missing ones are made.

    Raises:
        InspectionError: there is no such manifest.
        ConfigError: the manifest has no pieces of a game.
        DesignError: as for a build of the complete set.
    """
    before = read_manifest_file(since)
    plans = plans_for(loaded, games)
    paper = [one for one in media if one in (Medium.PAPER, Medium.CUT)]
    problems, wanted = [], {}
    for plan in plans:
        game = plan.bill.game.id
        entry = before.games.get(game)
        if entry is None or not entry.pieces:
            what = f"tells nothing of what the pieces of {game} look like; name the manifest of a build with sheets"
            problems.append(Problem(f"--changed-since {since}", what))
        else:
            wanted[game] = changed(entry.pieces, pieces_of(plan))
    if problems:
        raise ConfigError(problems)
    return _narrowed(plans, wanted, paper)


def changed(before: Mapping[str, PieceEntry], now: Mapping[str, PieceEntry]) -> dict[str, int]:
    """How many of each piece to print so that, with the earlier copies, the present set is complete."""
    counts = {
        name: one.copies - (before[name].copies if name in before and before[name].look == one.look else 0)
        for name, one in now.items()
    }
    return {name: count for name, count in counts.items() if count > 0}


def _narrowed(plans: Sequence[Plan], wanted: Mapping[str, Mapping[str, int]], media: Sequence[Medium]) -> Reprint:
    chosen = [narrowed(one, wanted[one.bill.game.id], media) for one in plans if one.bill.game.id in wanted]
    return Reprint(tuple(chosen), {one.bill.game.id: _made(one, wanted[one.bill.game.id]) for one in chosen})


def _made(plan: Plan, counts: Mapping[str, int]) -> dict[str, int]:
    """The requested pieces that these media make; a piece's stickers, for one, exist on paper only."""
    made = {held.piece for one in plan.artifacts for held in one.holds}
    return {piece: count for piece, count in counts.items() if piece in made}
