"""From bill and configuration to the files that are to be made, and what each of them holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from design.config import Config
from design.families import Context, family_of
from design.fonts import CREDIT
from design.packing import lid_spec, tray_spec
from design.specs import RuleSheetSpec, SheetPiece, SheetSpec
from rules.bill import Bill, BillLine, axis_values, derive_bill, pieces_in
from rules.errors import TablewrightError
from rules.game import Game, Medium
from rules.words import load_rulebook, load_words

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
    return Plan(bill, tuple(artifacts))


def stl_path(game: str, piece: str, copies: int) -> str:
    """Where a solid's file lies: its name says how often it is to be printed."""
    return f"{game}/stl/{piece}_x{copies}.stl"


def _solids(context: Context) -> list[Artifact]:
    made = []
    for line in pieces_in(context.bill, Medium.SOLID):
        family = family_of(line)
        if Medium.SOLID not in family.media:
            continue
        for variant in line.variants:
            piece = line.piece(variant)
            maker = family.solid or _STORAGE[line.component.family]
            spec = maker(context, line.component, variant)
            path = stl_path(context.bill.game.id, piece, line.copies)
            made.append(Artifact(path, Medium.SOLID, family.builder, spec, (Holding(piece, line.copies),)))
    return made


_STORAGE: dict[str, Callable[..., Any]] = {
    "tray": lambda context, item, _: tray_spec(context, item.id),
    "lid": lambda context, item, _: lid_spec(context, item.id),
}


def _sheets(context: Context) -> list[Artifact]:
    game, settings = context.bill.game, context.config.paper
    lines = [line for line in pieces_in(context.bill, Medium.PAPER) if Medium.PAPER in family_of(line).media]
    made = []
    for paper in settings.papers():
        stems = dict.fromkeys(family_of(line).sheet for line in lines if family_of(line).sheet)
        for stem in stems:
            pieces = _by_kit(context, [line for line in lines if family_of(line).sheet == stem])
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
            base = f"{game.id}/pdf/{paper.name}/{stem}.pdf"
            made.append(Artifact(base, Medium.PAPER, "printables.pdf:write_sheets", spec, holds))
            base = f"{game.id}/svg/{paper.name}/{stem}"
            made.append(Artifact(base, Medium.CUT, "printables.svg:write_sheets", spec, holds))
        made += [_document(context, line, paper) for line in lines if not family_of(line).sheet]
    return made


def _by_kit(context: Context, lines: list[BillLine]) -> list[SheetPiece]:
    """A sheet's pieces, those of a player's kit one after the other, so that a row is a set."""
    axes = [kit.by for kit in context.bill.game.kits.values()]
    if not axes or not all(axes[0] in line.component.vary for line in lines):
        return [piece for line in lines for piece in _pieces(context, line)]
    values = axis_values(context.bill.game, context.bill.players, axes[0])
    return [
        piece
        for value in values
        for line in lines
        for variant, piece in zip(line.variants, _pieces(context, line), strict=True)
        if variant.values[axes[0]] == value
    ]


def _pieces(context: Context, line: BillLine) -> list[SheetPiece]:
    faces = family_of(line).faces
    assert faces is not None
    return [SheetPiece(line.piece(variant), line.copies, *faces(context, line.component, variant)) for variant in line.variants]


def _document(context: Context, line: BillLine, paper: Any) -> Artifact:
    game = context.bill.game
    faced = [one for one in context.bill.lines if family_of(one).faces]
    faces = tuple((face.name, face) for one in faced for piece in _pieces(context, one) for face in (piece.front, piece.back))
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
    )
    path = f"{game.id}/pdf/{paper.name}/{line.component.id}.pdf"
    holds = (Holding(line.component.id, line.count),)
    return Artifact(path, Medium.PAPER, family_of(line).builder, spec, holds)
