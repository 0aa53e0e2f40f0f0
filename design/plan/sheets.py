"""What a bill becomes on paper: sheets of pieces, stickers, the tuck box and the rule sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from design.config.loading import Config
from design.config.paper import STAYS, InkUse, PaperSize, VersionOn
from design.context import Context
from design.faces.appearance import appearance_of
from design.faces.face import Face
from design.faces.ink_saving import inked
from design.faces.version_stamp import stamped
from design.families.registry import family_of
from design.graphics.type.fonts import missing_characters
from design.names import piece_of
from design.plan.artifact import Artifact, Holding
from design.plan.documents import document
from design.sheets.captions import BACKED, called, credits_for, stock
from design.sheets.rule_sheet_room import too_small
from design.sheets.specs import SheetPiece, SheetSpec
from design.sheets.stickers import STICKERS, StickerLimits, stickers_of
from design.tuck_box.box import tuck_box_spec
from design.tuck_box.contents import Pieces
from rules.bill import BillLine, axis_values, pieces_in
from rules.errors import DesignError, Problem
from rules.game import Medium


def sheets(context: Context) -> tuple[list[Artifact], list[Problem]]:
    """The sheets of a game, each for every paper, and why some pieces or documents fit on no page.

    Raises:
        DesignError: with what is wrong with all of the sheets.
    """
    settings = context.config.paper
    _check_version(context)
    lines = [line for line in pieces_in(context.bill, Medium.PAPER) if Medium.PAPER in family_of(line).media]
    # A face is the same on every paper and takes longer than everything else, so each is made once.
    room = StickerLimits.of(settings, context.config.sheet_margin_mm)
    pieces_of: dict[str, list[SheetPiece]] = {}
    problems: list[Problem] = []
    for line in lines:
        try:
            if family_of(line).sheet:
                pieces_of[line.component.id] = _pieces(context, line, room)
        except DesignError as error:
            problems += error.problems
    lines = [line for line in lines if not family_of(line).sheet or line.component.id in pieces_of]
    stems = dict.fromkeys(family_of(line).sheet for line in lines if family_of(line).sheet)
    decks = {stem: _by_kit(context, [line for line in lines if family_of(line).sheet == stem], pieces_of) for stem in stems}
    papers = settings.papers()
    documents = {
        line.component.id: document(context, line, papers[0], pieces_of)
        for line in lines
        if not family_of(line).sheet and line.component.family != "tuck-box"
    }
    made = []
    for paper in papers:
        for stem, pieces in decks.items():
            made += _deck(context, paper, stem, pieces)
        for line in lines:
            if line.component.family == "tuck-box":
                try:
                    made += _tuck_box(context, line, paper, pieces_of)
                except DesignError as error:
                    problems += error.problems
            elif line.component.id in documents:
                problems += (small := too_small(line.component.id, settings, paper))
                if not small:
                    path = f"{context.bill.game.id}/pdf/{paper.name}/{line.component.id}.pdf"
                    spec, holds = replace(documents[line.component.id], paper=paper), (Holding(line.component.id, line.count),)
                    made.append(Artifact(path, Medium.PAPER, family_of(line).document_by, spec, holds))
    return made, problems


def _check_version(context: Context) -> None:
    """Check that the version can be printed, and that there is one if pieces must carry it."""
    game = context.bill.game
    version, where = context.config.version_of(game), f"games.{game.id}.version"
    if missing := missing_characters(version):
        raise DesignError(Problem(f"{where} = {version}", f"has characters that the typeface lacks: {missing}; leave them out"))
    if not version and context.config.paper.version_on is not VersionOn.NONE:
        what = 'is empty, and paper.version_on wants it on each piece; write version: "1" or the like'
        raise DesignError(Problem(where, what))


def _deck(context: Context, paper: PaperSize, stem: str, pieces: Sequence[SheetPiece]) -> list[Artifact]:
    """The same sheets for printing and for a cutting machine."""
    game, settings = context.bill.game, context.config.paper
    backing = settings.backing_mm if stem == BACKED else 0.0
    spec = SheetSpec(
        name=stem,
        game=game.id,
        title=context.said.titled(game.title, stem),
        paper=paper,
        duplex=settings.duplex,
        margin_mm=context.config.sheet_margin_mm,
        gap_mm=settings.gap_mm,
        front_bleed_mm=settings.front_bleed_mm,
        back_bleed_mm=settings.back_bleed_mm,
        pieces=tuple(pieces),
        credits=credits_for([game.title], (face for piece in pieces for face in piece.faces), context.config.language),
        orientation=settings.orientation,
        # Glued pieces are not printed on a second side, which would be misaligned.
        backs=STAYS if backing else settings.backs,
        version=context.config.version_of(game),
        registration=context.config.cutting.marks_for(any(piece.back for piece in pieces)),
        stock=stock(context, pieces, stem),
        language=context.config.language,
        called=called(context, pieces),
        backing_mm=backing,
    )
    holds = tuple(Holding(piece.name, piece.copies) for piece in pieces)
    path = f"{game.id}/{{}}/{paper.name}/{stem}"
    return [
        Artifact(path.format("pdf") + ".pdf", Medium.PAPER, "printables.pdf:write_sheets", spec, holds),
        Artifact(path.format("svg"), Medium.CUT, "printables.svg:write_sheets", spec, holds),
        Artifact(path.format("dxf"), Medium.PLOT, "printables.dxf:write_sheets", spec, holds),
    ]


def sticker_sheets(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """What solids show, as label sheets, for printing the solids in one colour."""
    settings = context.config.paper
    solids = [(one.spec.whole_part, one.holds[0].copies) for one in artifacts if one.medium is Medium.SOLID]
    # A split piece has several files for one whole.
    wholes = {spec.name: (spec, copies) for spec, copies in solids}
    room = StickerLimits.of(settings, context.config.sheet_margin_mm)
    pieces = [inked_piece(context.config, one) for one in stickers_of(wholes.values(), room)]
    if not settings.stickers or not pieces:
        return []
    pieces = [replace(piece, look=appearance_of(piece.faces)) for piece in pieces]
    return [one for paper in settings.papers() for one in _deck(context, paper, STICKERS, pieces)]


def _tuck_box(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> list[Artifact]:
    """The box for everything made on paper, to print and to cut; a single one, however many pages it takes."""
    spec = tuck_box_spec(context, line, pieces_of, paper, credits_for)
    game, holds = context.bill.game.id, (Holding(spec.name, line.count),)
    return [
        Artifact(f"{game}/pdf/{paper.name}/{spec.name}.pdf", Medium.PAPER, "printables.pdf:write_tuck_box", spec, holds),
        Artifact(f"{game}/svg/{paper.name}/{spec.name}", Medium.CUT, "printables.svg:write_tuck_box", spec, holds),
        Artifact(f"{game}/dxf/{paper.name}/{spec.name}", Medium.PLOT, "printables.dxf:write_tuck_box", spec, holds),
    ]


def bare_pieces(context: Context) -> dict[str, SheetPiece]:
    """The pieces of all sheets by name, in full colour and without a version, whatever the settings for home printing."""
    config = context.config
    paper = config.paper.model_copy(update={"ink": InkUse.FULL, "version_on": VersionOn.NONE})
    bare = replace(context, config=config.model_copy(update={"paper": paper}))
    lines = [line for line in pieces_in(context.bill, Medium.PAPER) if Medium.PAPER in family_of(line).media]
    room = StickerLimits.of(config.paper, config.sheet_margin_mm)
    return {piece.name: piece for line in lines if family_of(line).sheet for piece in _pieces(bare, line, room)}


def _by_kit(context: Context, lines: list[BillLine], pieces_of: Pieces) -> list[SheetPiece]:
    """A sheet's pieces, with those of a player's kit in sequence, so that a row is a set."""
    axes = [kit.by for kit in context.bill.game.kits.values()]
    if not axes or not all(axes[0] in line.component.vary for line in lines):
        return [piece for line in lines for piece in pieces_of[line.component.id]]
    values = axis_values(context.bill.game, context.bill.players, axes[0])
    return [
        piece
        for value in values
        for line in lines
        for piece in pieces_of[line.component.id]
        # A whole too large for a page is several pieces.
        if (piece.whole or piece.name) in {line.piece(one) for one in line.variants if one.values[axes[0]] == value}
    ]


def _pieces(context: Context, line: BillLine, room: StickerLimits) -> list[SheetPiece]:
    faces, tiles = family_of(line).faces, family_of(line).tiles
    if tiles is not None:
        pieces = [
            replace(
                _piece(context, piece_of(face.name), context.config.copies(line, variant), face, None),
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
    """A piece on paper, drawn with the configured use of ink."""
    front, back = (face and inked(face, config.paper.ink, config.colours) for face in (piece.front, piece.back))
    assert front is not None
    return replace(piece, front=front, back=back)


def _piece(context: Context, name: str, copies: int, front: Face, back: Face | None) -> SheetPiece:
    """A piece as printed. Its look ignores the version, which it may carry (on the front if it has no back)."""
    version, on = context.config.version_of(context.bill.game), context.config.paper.version_on
    look = appearance_of((front, back) if back else (front,))
    if on is VersionOn.EDGE or (on is VersionOn.BACK and back is None):
        front = stamped(front, version)
    elif on is VersionOn.BACK and back is not None:
        back = stamped(back, version)
    return SheetPiece(name, copies, front, back, look=look)
