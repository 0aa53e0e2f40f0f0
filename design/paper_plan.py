"""What is made of a bill on paper: sheets of pieces, stickers, the tuck box and the rule sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from design.artifact import Artifact, Holding
from design.config import Config
from design.faces.face import Face
from design.faces.inking import inked
from design.faces.version import stamped
from design.families import FAMILIES, Context, family_of
from design.fonts import credit, missing_characters
from design.looks import look_of
from design.paper import PaperSize, VersionOn
from design.specs import RuleSheetSpec, SheetPiece, SheetSpec
from design.stickers import STICKERS, Room, stickers_of
from design.stowage import Stowage, stowage
from design.tuck_box import tuck_box_spec
from design.tuck_contents import Pieces
from rules.bill import BillLine, axis_values, pieces_in
from rules.errors import DesignError, Problem
from rules.figures import load_figures
from rules.game import Medium
from rules.words import load_rulebook, with_counts


def credits_for(texts: Iterable[str], faces: Iterable[Face] = ()) -> str:
    """The line of credits of a file with these texts and faces: every typeface that is in it, and who drew the shapes."""
    shown = (mark.run.text for face in faces for mark in face.marks if mark.run)
    return f"{credit(*texts, *shown)}. Shapes drawn by Tablewright."


def sheets(context: Context) -> list[Artifact]:
    """The sheets of a game, each for every paper; DesignError names what does not go on one."""
    settings = context.config.paper
    _check_version(context)
    lines = [line for line in pieces_in(context.bill, Medium.PAPER) if Medium.PAPER in family_of(line).media]
    # A face is the same on every paper, and costs more than all the rest: each is made once.
    room = Room.of(settings, context.config.sheet_margin_mm)
    pieces_of = {line.component.id: _pieces(context, line, room) for line in lines if family_of(line).sheet}
    stems = dict.fromkeys(family_of(line).sheet for line in lines if family_of(line).sheet)
    decks = {stem: _by_kit(context, [line for line in lines if family_of(line).sheet == stem], pieces_of) for stem in stems}
    papers = settings.papers()
    documents = {
        line.component.id: _document(context, line, papers[0], pieces_of)
        for line in lines
        if not family_of(line).sheet and line.component.family != "tuck-box"
    }
    made = []
    for paper in papers:
        for stem, pieces in decks.items():
            made += _deck(context, paper, stem, pieces)
        for line in lines:
            if line.component.family == "tuck-box":
                made += _tuck_box(context, line, paper, pieces_of)
            elif line.component.id in documents:
                path = f"{context.bill.game.id}/pdf/{paper.name}/{line.component.id}.pdf"
                spec, holds = replace(documents[line.component.id], paper=paper), (Holding(line.component.id, line.count),)
                made.append(Artifact(path, Medium.PAPER, family_of(line).builder, spec, holds))
    return made


def _check_version(context: Context) -> None:
    """The version can be written, and there is one where pieces are to carry it."""
    game = context.bill.game
    version, where = context.config.version_of(game), f"games.{game.id}.version"
    if missing := missing_characters(version):
        raise DesignError(Problem(f"{where} = {version}", f"has characters that the typeface lacks: {missing}; leave them out"))
    if not version and context.config.paper.version_on is not VersionOn.NONE:
        what = 'is empty, and paper.version_on wants it on each piece; write version: "1" or the like'
        raise DesignError(Problem(where, what))


def _deck(context: Context, paper: PaperSize, stem: str, pieces: Sequence[SheetPiece]) -> list[Artifact]:
    """The same sheets to print and for a cutting machine."""
    game, settings = context.bill.game, context.config.paper
    spec = SheetSpec(
        name=stem,
        game=game.id,
        title=f"{game.title}: {stem}",
        paper=paper,
        duplex=settings.duplex,
        margin_mm=context.config.sheet_margin_mm,
        gap_mm=settings.gap_mm,
        front_bleed_mm=settings.front_bleed_mm,
        back_bleed_mm=settings.back_bleed_mm,
        pieces=tuple(pieces),
        credits=credits_for([game.title], (face for piece in pieces for face in piece.faces)),
        orientation=settings.orientation,
        backs=settings.backs,
        version=context.config.version_of(game),
        registration=context.config.cutting.marks_for(any(piece.back for piece in pieces)),
        stock=context.sheet_words.stock.get(_stock(pieces, stem), ""),
    )
    holds = tuple(Holding(piece.name, piece.copies) for piece in pieces)
    path = f"{game.id}/{{}}/{paper.name}/{stem}"
    return [
        Artifact(path.format("pdf") + ".pdf", Medium.PAPER, "printables.pdf:write_sheets", spec, holds),
        Artifact(path.format("svg"), Medium.CUT, "printables.svg:write_sheets", spec, holds),
        Artifact(path.format("dxf"), Medium.PLOT, "printables.dxf:write_sheets", spec, holds),
    ]


def _stock(pieces: Sequence[SheetPiece], stem: str) -> str:
    """What a sheet's advice is called: boards that are folded want another card than those that lie on the table."""
    return "squares" if stem == "boards" and not any(piece.front.folds for piece in pieces) else stem


def sticker_sheets(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """What solids show, on label paper, for those who print them in one colour."""
    settings = context.config.paper
    solids = [(getattr(one.spec, "whole", one.spec), one.holds[0].copies) for one in artifacts if one.medium is Medium.SOLID]
    # A split piece is several files of one whole.
    wholes = {spec.name: (spec, copies) for spec, copies in solids}
    room = Room.of(settings, context.config.sheet_margin_mm)
    pieces = [inked_piece(context.config, one) for one in stickers_of(wholes.values(), room)]
    if not settings.stickers or not pieces:
        return []
    pieces = [replace(piece, look=look_of(piece.faces)) for piece in pieces]
    return [one for paper in settings.papers() for one in _deck(context, paper, STICKERS, pieces)]


def _tuck_box(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> list[Artifact]:
    """The box for what is made on paper, to print and to cut; one however many pages it takes."""
    spec = tuck_box_spec(context, line, pieces_of, paper, credits_for)
    game, holds = context.bill.game.id, (Holding(spec.name, line.count),)
    return [
        Artifact(f"{game}/pdf/{paper.name}/{spec.name}.pdf", Medium.PAPER, "printables.pdf:write_tuck_box", spec, holds),
        Artifact(f"{game}/svg/{paper.name}/{spec.name}", Medium.CUT, "printables.svg:write_tuck_box", spec, holds),
        Artifact(f"{game}/dxf/{paper.name}/{spec.name}", Medium.PLOT, "printables.dxf:write_tuck_box", spec, holds),
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
        for piece in pieces_of[line.component.id]
        # What a page does not take is several pieces of one whole.
        if (piece.whole or piece.name) in {line.piece(one) for one in line.variants if one.values[axes[0]] == value}
    ]


def _pieces(context: Context, line: BillLine, room: Room) -> list[SheetPiece]:
    faces, tiles = family_of(line).faces, family_of(line).tiles
    if tiles is not None:
        pieces = [
            replace(
                _piece(context, face.name.rpartition(".")[0], context.config.copies(line, variant), face, None),
                whole=line.piece(variant),
            )
            for variant in line.variants
            for face in tiles(context, line.component, variant, (room.length_mm, room.width_mm))
        ]
        return [inked_piece(context.config, piece) for piece in pieces]
    assert faces is not None
    shown = [(variant, *faces(context, line.component, variant)) for variant in line.variants]
    pieces = [
        _piece(context, line.piece(variant), context.config.copies(line, variant), front, back)
        for variant, front, back in shown
    ]
    return [inked_piece(context.config, piece) for piece in pieces]


def inked_piece(config: Config, piece: SheetPiece) -> SheetPiece:
    """A piece on paper in the ink that is asked for."""
    front, back = (face and inked(face, config.paper.ink, config.colours) for face in (piece.front, piece.back))
    assert front is not None
    return replace(piece, front=front, back=back)


def _piece(context: Context, name: str, copies: int, front: Face, back: Face | None) -> SheetPiece:
    """A piece as it is printed; its look is that without the version, which may stand on it (on the front if that is all)."""
    version, on = context.config.version_of(context.bill.game), context.config.paper.version_on
    look = look_of((front, back) if back else (front,))
    if on is VersionOn.EDGE or (on is VersionOn.BACK and back is None):
        front = stamped(front, version)
    elif on is VersionOn.BACK and back is not None:
        back = stamped(back, version)
    return SheetPiece(name, copies, front, back, look=look)


def _shown(context: Context) -> Iterator[Face]:
    """Faces that figures may show besides those on sheets."""
    for line in context.bill.lines:
        shown = FAMILIES[line.component.family].shown if line.component.family in FAMILIES else None
        for variant in line.variants if shown else ():
            assert shown is not None
            for face in shown(context, line.component, variant):
                yield inked(face, context.config.paper.ink, context.config.colours)


def _stowage(context: Context) -> Stowage | None:
    """The filled box for the rule sheet's figures; none where there can be no box, which the box itself reports."""
    try:
        return stowage(context)
    except DesignError:
        return None


def _plates(context: Context) -> list[Face]:
    """The fronts of the plates' first variants, which figures show; none where they cannot be made, which the solids report."""
    lines = [line for line in pieces_in(context.bill, Medium.SOLID) if line.component.family == "plate"]
    makers = [(family_of(line).solid, line.component, line.variants[0]) for line in lines]
    try:
        fronts = [maker(context, component, variant).front for maker, component, variant in makers if maker]
    except DesignError:
        return []
    return [inked(front, context.config.paper.ink, context.config.colours) for front in fronts]


def _document(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> RuleSheetSpec:
    """What a rule sheet is made of: all but its paper is the same on each."""
    game = context.bill.game
    shown = [piece for pieces in pieces_of.values() for piece in pieces]
    pieces = (face for piece in shown for face in piece.faces)
    faces = tuple((face.name, face) for face in (*pieces, *_plates(context), *_shown(context)))
    text = with_counts(load_rulebook(game.reference, context.config.language), context.bill)
    return RuleSheetSpec(
        name=line.component.id,
        game=game.id,
        title=game.title,
        source=game.source,
        text=text,
        paper=paper,
        faces=faces,
        places_x=context.board.places_x,
        players=context.bill.players,
        figures=tuple(load_figures(game.reference, context.config.language).items()),
        credits=credits_for([game.title, game.source, text], (face for _, face in faces)),
        storage=_stowage(context),
        version=context.config.version_of(game),
        language=context.config.language,
        phrases=context.sheet_words.rules,
    )
