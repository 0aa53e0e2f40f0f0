"""What is made of a bill on paper: sheets of pieces, stickers, the tuck box and the rule sheet."""

from __future__ import annotations

from collections.abc import Sequence

from design.artifact import Artifact, Holding
from design.families import Context, family_of
from design.fonts import CREDIT
from design.paper import PaperSize
from design.specs import RuleSheetSpec, SheetPiece, SheetSpec
from design.stickers import STICKERS, Room, stickers_of
from design.stowage import Stowage, stowage
from design.tuck_box import tuck_box_spec
from design.tuck_contents import Pieces
from rules.bill import BillLine, axis_values, pieces_in
from rules.errors import DesignError
from rules.figures import load_figures
from rules.game import Medium
from rules.words import load_rulebook

CREDITS = f"{CREDIT}. Shapes drawn by Tablewright."


def sheets(context: Context) -> list[Artifact]:
    """The sheets of a game, each for every paper; DesignError names what does not go on one."""
    settings = context.config.paper
    lines = [line for line in pieces_in(context.bill, Medium.PAPER) if Medium.PAPER in family_of(line).media]
    # A face is the same on every paper, and costs more than all the rest: each is made once.
    room = Room.of(settings)
    pieces_of = {line.component.id: _pieces(context, line, room) for line in lines if family_of(line).sheet}
    stems = dict.fromkeys(family_of(line).sheet for line in lines if family_of(line).sheet)
    decks = {stem: _by_kit(context, [line for line in lines if family_of(line).sheet == stem], pieces_of) for stem in stems}
    filled = _stowage(context)
    made = []
    for paper in settings.papers():
        for stem, pieces in decks.items():
            made += _deck(context, paper, stem, pieces)
        for line in lines:
            if line.component.family == "tuck-box":
                made += _tuck_box(context, line, paper, pieces_of)
            elif not family_of(line).sheet:
                made.append(_document(context, line, paper, pieces_of, filled))
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


def sticker_sheets(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """What solids show, on label paper, for those who print them in one colour."""
    settings = context.config.paper
    solids = [(getattr(one.spec, "whole", one.spec), one.holds[0].copies) for one in artifacts if one.medium is Medium.SOLID]
    # A split piece is several files of one whole.
    wholes = {spec.name: (spec, copies) for spec, copies in solids}
    pieces = stickers_of(wholes.values(), Room.of(settings))
    if not settings.stickers or not pieces:
        return []
    return [one for paper in settings.papers() for one in _deck(context, paper, STICKERS, pieces)]


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


def _pieces(context: Context, line: BillLine, room: Room) -> list[SheetPiece]:
    faces, tiles = family_of(line).faces, family_of(line).tiles
    if tiles is not None:
        return [
            SheetPiece(
                face.name.rpartition(".")[0], context.config.copies(line, variant), face, None, whole=line.piece(variant)
            )
            for variant in line.variants
            for face in tiles(context, line.component, variant, (room.length_mm, room.width_mm))
        ]
    assert faces is not None
    return [
        SheetPiece(line.piece(variant), context.config.copies(line, variant), *faces(context, line.component, variant))
        for variant in line.variants
    ]


def _stowage(context: Context) -> Stowage | None:
    """The filled box for the rule sheet's figures; none where there can be no box, which the box itself reports."""
    try:
        return stowage(context)
    except DesignError:
        return None


def _document(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces, filled: Stowage | None) -> Artifact:
    game = context.bill.game
    shown = [piece for pieces in pieces_of.values() for piece in pieces]
    faces = tuple((face.name, face) for piece in shown for face in piece.faces)
    spec = RuleSheetSpec(
        name=line.component.id,
        game=game.id,
        title=game.title,
        source=game.source,
        text=load_rulebook(game.reference),
        paper=paper,
        faces=faces,
        places_x=context.board.places_x,
        players=context.bill.players,
        credits=CREDITS,
        figures=tuple(load_figures(game.reference).items()),
        storage=filled,
    )
    path = f"{game.id}/pdf/{paper.name}/{line.component.id}.pdf"
    holds = (Holding(line.component.id, line.count),)
    return Artifact(path, Medium.PAPER, family_of(line).builder, spec, holds)
