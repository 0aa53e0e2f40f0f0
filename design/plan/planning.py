"""From bill and configuration to the files to make, and what each of them holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from design.config.loading import Config
from design.context import Context
from design.faces.filaments import ground_filament, with_filaments
from design.families.registry import family_of, form_of
from design.names import part_path
from design.parts.bed_specs import BedPart, BedsSpec
from design.parts.filament_changes import ChangesSpec, PieceChanges, changes_of
from design.parts.part_spec import PartSpec
from design.parts.splitting.split import split
from design.plan.artifact import Artifact, Holding
from design.plan.booklets import booklets
from design.plan.decks import for_others
from design.plan.sheets import sheets, sticker_sheets
from rules.bill import Bill, pieces_in
from rules.errors import DesignError, Problem, TablewrightError
from rules.game import Game, Medium
from rules.media import SOLIDS

Kind = TypeVar("Kind", bound=PartSpec)


@dataclass(frozen=True)
class Plan:
    """All files of one game; `unmade` says why some or all of its sheets are missing because they cannot be made."""

    bill: Bill
    artifacts: tuple[Artifact, ...]
    unmade: tuple[Problem, ...] = ()


def artifacts_of(plans: Iterable[Plan]) -> Iterator[Artifact]:
    """The files of all plans, plan by plan."""
    return chain.from_iterable(one.artifacts for one in plans)


def parts_of(plans: Iterable[Plan]) -> Iterator[PartSpec]:
    """The specifications of all solids, one per file."""
    return (one.spec for one in artifacts_of(plans) if one.medium is Medium.SOLID)


def wholes_of(plans: Iterable[Plan], kind: type[Kind]) -> Iterator[Kind]:
    """The whole parts of one kind; a split one appears once for each of its parts."""
    return (whole for whole in (spec.whole_part for spec in parts_of(plans)) if isinstance(whole, kind))


def plan(game: Game, config: Config, media: Collection[Medium] = tuple(Medium)) -> Plan:
    """The files of a game.

    Args:
        game: the game to make.
        config: its players, sizes and papers.
        media: what to make. If that is only solids, a sheet that fits on no paper is not an error: the plan then lacks the
            sheet and says why.

    Raises:
        DesignError: with everything that is wrong with its pieces.
    """
    context = Context.of_game(game, config)
    problems: list[TablewrightError] = []
    unmade: list[Problem] = []
    artifacts: list[Artifact] = []
    try:
        artifacts += _solids(context)
    except TablewrightError as error:
        problems.append(error)
    further: list[Artifact] = []
    try:
        made, lacking = sheets(context)
        artifacts += made
        unmade += lacking
        if not problems:
            further += (one for more in _OF_SHEETS for one in more(context, artifacts))
    except DesignError as error:
        unmade += error.problems
    except TablewrightError as error:
        problems.append(error)
    if problems or (unmade and not SOLIDS.issuperset(media)):
        kind = type(problems[0]) if problems else DesignError
        raise kind(dict.fromkeys([*(problem for error in problems for problem in error.problems), *unmade]))
    further = [*_changes(context, artifacts), *_beds(context, artifacts), *further]
    return Plan(context.bill, (*artifacts, *further), tuple(dict.fromkeys(unmade)))


def _solids(context: Context) -> list[Artifact]:
    made = []
    for line in pieces_in(context.bill, Medium.SOLID):
        family = family_of(line)
        if Medium.SOLID not in family.media:
            continue
        for variant in line.variants:
            assert family.solid is not None
            spec = with_filaments(family.solid(context, line.component, variant), context.config.colours)
            copies = context.config.copies(line, variant)
            for one in split(spec, context.config.printer, context.config.clearances.split_joint_clearance_mm):
                # A piece longer than the bed is several files, each named and counted as a part of it.
                holds = (Holding(one.name, copies),)
                for medium in (Medium.SOLID, Medium.COLOUR, Medium.CAD):
                    path = part_path(context.bill.game.id, medium, one.name, copies)
                    made.append(Artifact(path, medium, form_of(one).builder, one, holds))
    return made


def _changes(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """The list of filament changes for printers with one nozzle, next to the coloured parts."""
    printer, game = context.config.printer, context.bill.game.id
    pieces = [
        PieceChanges(one.path.rpartition("/")[2], held.copies, changes)
        for one in artifacts
        if one.medium is Medium.SOLID and (changes := changes_of(one.spec, printer))
        for held in one.holds
    ]
    path = f"{game}/{Medium.COLOUR.value}/filament-changes.csv"
    spec = ChangesSpec("filament-changes", tuple(pieces))
    return [Artifact(path, Medium.COLOUR, "fabrication.writers.filament_changes:write_changes", spec, ())] if pieces else []


def _beds(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """All solids again, laid out on beds; the number of beds is determined when they are made."""
    solids = [one for one in artifacts if one.medium is Medium.SOLID]
    if not solids:
        return []
    config = context.config
    parts = [
        BedPart(one.path, held.piece, held.copies, ground_filament(one.spec, config.colours), one.spec)
        for one in solids
        for held in one.holds
    ]
    spec = BedsSpec(context.bill.game.id, config.printer, config.printer.part_gap_mm, tuple(parts))
    holds = tuple(held for one in solids for held in one.holds)
    return [Artifact(f"{context.bill.game.id}/beds", Medium.BEDS, "fabrication.writers.bed:write_beds", spec, holds)]


_OF_SHEETS = (sticker_sheets, booklets, for_others)
"""Makers of further files from the sheets' contents, or from the solids on sheets of their own."""
