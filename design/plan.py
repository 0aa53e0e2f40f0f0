"""From bill and configuration to the files that are to be made, and what each of them holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from design.changes import ChangesSpec, PieceChanges, changes_of
from design.config import Config
from design.families import Context, family_of
from design.filaments import ground_filament, with_filaments
from design.fonts import CREDIT
from design.packing import lid_spec, tray_spec
from design.paper import PaperSize
from design.specs import BedPart, BedsSpec, RuleSheetSpec, SheetPiece, SheetSpec, SplitSpec
from design.splitting import split
from design.stickers import STICKERS, Room, stickers_of
from design.stowage import Stowage, stowage
from design.tuck_box import tuck_box_spec
from rules.bill import Bill, BillLine, axis_values, derive_bill, pieces_in
from rules.errors import DesignError, TablewrightError
from rules.game import Game, Medium
from rules.words import load_rulebook, load_words

SPLIT = "fabrication.split:split_part"
CREDITS = f"{CREDIT}. Shapes drawn by Tablewright."


@dataclass(frozen=True)
class Holding:
    """So many of a piece in a file: `copies` is how often the file is to be printed for it."""

    piece: str
    copies: int


@dataclass(frozen=True)
class Artifact:
    """A file, or for cut files the numbered pages of one stem, to be made from a specification.

    `path` lies below the output folder; `builder` is the maker as text, `module:function`.
    """

    path: str
    medium: Medium
    builder: str
    spec: Any
    holds: tuple[Holding, ...]


@dataclass(frozen=True)
class Plan:
    """All files of one game."""

    bill: Bill
    artifacts: tuple[Artifact, ...]


def plan(game: Game, config: Config) -> Plan:
    """The files of a game. Raises all DesignErrors of its pieces at once."""
    bill = derive_bill(game, config.games[game.id].players)
    words = load_words(game.id)
    context = Context.of(bill, config, words)
    problems = []
    artifacts: list[Artifact] = []
    for makers in (_solids, _sheets):
        try:
            artifacts += makers(context)
        except TablewrightError as error:
            problems.append(error)
    if problems:
        raise type(problems[0])([problem for error in problems for problem in error.problems])
    return Plan(
        bill, tuple(artifacts) + tuple(one for more in (_changes, _beds, _stickers) for one in more(context, artifacts))
    )


def stl_path(game: str, piece: str, copies: int) -> str:
    """Where a solid's file lies: its name says how often it is to be printed."""
    return part_path(game, Medium.SOLID, piece, copies)


def part_path(game: str, medium: Medium, piece: str, copies: int) -> str:
    """The same in each medium that a solid comes in; the folder and the ending are the medium's."""
    return f"{game}/{medium.value}/{piece}_x{copies}.{medium.value}"


def _solids(context: Context) -> list[Artifact]:
    made = []
    for line in pieces_in(context.bill, Medium.SOLID):
        family = family_of(line)
        if Medium.SOLID not in family.media:
            continue
        for variant in line.variants:
            piece = line.piece(variant)
            maker = family.solid or _STORAGE[line.component.family]
            spec = with_filaments(maker(context, line.component, variant), context.config.colours)
            copies = context.config.copies(line)
            for one in split(spec, context.config.printer, context.config.clearances.split_joint_clearance_mm):
                # A piece that is longer than the bed is several files, each named and counted as a part of it.
                name, builder = (one.name, SPLIT) if isinstance(one, SplitSpec) else (piece, family.builder)
                holds = (Holding(name, copies),)
                for medium in (Medium.SOLID, Medium.COLOUR, Medium.CAD):
                    path = part_path(context.bill.game.id, medium, name, copies)
                    made.append(Artifact(path, medium, builder, one, holds))
    return made


def _changes(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """The list of filament changes for printers with one nozzle, beside the parts in colours."""
    printer, game = context.config.printer, context.bill.game.id
    pieces = [
        PieceChanges(one.path.rpartition("/")[2], held.copies, changes)
        for one in artifacts
        if one.medium is Medium.SOLID and (changes := changes_of(one.spec, printer))
        for held in one.holds
    ]
    path = f"{game}/{Medium.COLOUR.value}/filament-changes.csv"
    spec = ChangesSpec("filament-changes", tuple(pieces))
    return [Artifact(path, Medium.COLOUR, "fabrication.filament_changes:write_changes", spec, ())] if pieces else []


def _beds(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """All solids once more, laid out on beds; how many beds that takes is found when they are made."""
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
    return [Artifact(f"{context.bill.game.id}/beds", Medium.BEDS, "fabrication.bed:write_beds", spec, holds)]


_STORAGE: dict[str, Callable[..., Any]] = {
    "tray": lambda context, item, _: tray_spec(context, item.id),
    "lid": lambda context, item, _: lid_spec(context, item.id),
}


def _sheets(context: Context) -> list[Artifact]:
    settings = context.config.paper
    lines = [line for line in pieces_in(context.bill, Medium.PAPER) if Medium.PAPER in family_of(line).media]
    # A face is the same on every paper, and costs more than all the rest: each is made once.
    pieces_of = {line.component.id: _pieces(context, line) for line in lines if family_of(line).sheet}
    stems = dict.fromkeys(family_of(line).sheet for line in lines if family_of(line).sheet)
    decks = {stem: _by_kit(context, [line for line in lines if family_of(line).sheet == stem], pieces_of) for stem in stems}
    made = []
    for paper in settings.papers():
        for stem, pieces in decks.items():
            made += _deck(context, paper, stem, pieces)
        for line in lines:
            if line.component.family == "tuck-box":
                made += _tuck_box(context, line, paper, pieces_of)
            elif not family_of(line).sheet:
                made.append(_document(context, line, paper, pieces_of))
    return made


def _deck(context: Context, paper: PaperSize, stem: str, pieces: Sequence[SheetPiece]) -> list[Artifact]:
    """The same sheets to print and for a cutting machine."""
    game, settings = context.bill.game, context.config.paper
    spec = SheetSpec(
        name=stem,
        game=game.id,
        title=f"{game.title}: {stem}",
        paper=paper,
        duplex=settings.duplex,
        margin_mm=settings.margin_mm,
        gap_mm=settings.gap_mm,
        front_bleed_mm=settings.front_bleed_mm,
        back_bleed_mm=settings.back_bleed_mm,
        pieces=tuple(pieces),
        credits=CREDITS,
    )
    holds = tuple(Holding(piece.name, piece.copies) for piece in pieces)
    path = f"{game.id}/{{}}/{paper.name}/{stem}"
    return [
        Artifact(path.format("pdf") + ".pdf", Medium.PAPER, "printables.pdf:write_sheets", spec, holds),
        Artifact(path.format("svg"), Medium.CUT, "printables.svg:write_sheets", spec, holds),
    ]


def _stickers(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """What solids show, on label paper, for those who print them in one colour."""
    settings = context.config.paper
    solids = [(getattr(one.spec, "whole", one.spec), one.holds[0].copies) for one in artifacts if one.medium is Medium.SOLID]
    # A split piece is several files of one whole.
    wholes = {spec.name: (spec, copies) for spec, copies in solids}
    pieces = stickers_of(wholes.values(), Room.of(settings))
    if not settings.stickers or not pieces:
        return []
    return [one for paper in settings.papers() for one in _deck(context, paper, STICKERS, pieces)]


Pieces = Mapping[str, list[SheetPiece]]
"""The pieces on sheets, by component."""


def _tuck_box(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> list[Artifact]:
    """The box for what is made on paper, to print and to cut; one however many pages it takes."""
    spec = tuck_box_spec(context, line, pieces_of, paper, CREDITS)
    game, holds = context.bill.game.id, (Holding(spec.name, line.count),)
    return [
        Artifact(f"{game}/pdf/{paper.name}/{spec.name}.pdf", Medium.PAPER, "printables.pdf:write_tuck_box", spec, holds),
        Artifact(f"{game}/svg/{paper.name}/{spec.name}", Medium.CUT, "printables.svg:write_tuck_box", spec, holds),
    ]


def _by_kit(context: Context, lines: list[BillLine], pieces_of: Pieces) -> list[SheetPiece]:
    """A sheet's pieces, those of a player's kit one after the other, so that a row is a set."""
    axes = [kit.by for kit in context.bill.game.kits.values()]
    if not axes or not all(axes[0] in line.component.vary for line in lines):
        return [piece for line in lines for piece in pieces_of[line.component.id]]
    values = axis_values(context.bill.game, context.bill.players, axes[0])
    return [
        piece
        for value in values
        for line in lines
        for variant, piece in zip(line.variants, pieces_of[line.component.id], strict=True)
        if variant.values[axes[0]] == value
    ]


def _pieces(context: Context, line: BillLine) -> list[SheetPiece]:
    faces = family_of(line).faces
    assert faces is not None
    copies = context.config.copies(line)
    return [SheetPiece(line.piece(variant), copies, *faces(context, line.component, variant)) for variant in line.variants]


def _stowage(context: Context) -> Stowage | None:
    """The filled box for the rule sheet's figures; none where there can be no box, which the box itself reports."""
    try:
        return stowage(context)
    except DesignError:
        return None


def _document(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> Artifact:
    game = context.bill.game
    shown = [piece for pieces in pieces_of.values() for piece in pieces]
    faces = tuple((face.name, face) for piece in shown for face in piece.faces)
    spec = RuleSheetSpec(
        name=line.component.id,
        game=game.id,
        title=game.title,
        source=game.source,
        text=load_rulebook(game.id),
        paper=paper,
        faces=faces,
        places_x=context.board.places_x,
        credits=CREDITS,
        storage=_stowage(context),
    )
    path = f"{game.id}/pdf/{paper.name}/{line.component.id}.pdf"
    holds = (Holding(line.component.id, line.count),)
    return Artifact(path, Medium.PAPER, family_of(line).builder, spec, holds)
