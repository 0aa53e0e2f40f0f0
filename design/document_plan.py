"""What a rule sheet is made of: the rules' text, the figures' faces, and the filled box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from design.faces.face import Face
from design.faces.inking import InkUse, inked
from design.families import FAMILIES, Context, family_of
from design.paper import PaperSize
from design.sheet_captions import credits_for
from design.specs import RuleSheetSpec
from design.stowage import Stowage, stowage
from design.tuck_contents import Pieces
from rules.bill import BillLine, pieces_in
from rules.errors import DesignError
from rules.figures import load_figures
from rules.game import Medium
from rules.words import load_rulebook, with_counts

TINT = 0.3
"""Share of its colours that the picture of the box keeps where ink is to be saved."""


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
        filled = stowage(context)
    except DesignError:
        return None
    tint = 1.0 if context.config.paper.ink is InkUse.FULL else TINT
    return filled and replace(filled, tint=tint)


def _plates(context: Context) -> list[Face]:
    """The fronts of the plates' first variants, which figures show; none where they cannot be made, which the solids report."""
    lines = [line for line in pieces_in(context.bill, Medium.SOLID) if line.component.family == "plate"]
    makers = [(family_of(line).solid, line.component, line.variants[0]) for line in lines]
    try:
        fronts = [maker(context, component, variant).front for maker, component, variant in makers if maker]
    except DesignError:
        return []
    return [inked(front, context.config.paper.ink, context.config.colours) for front in fronts]


def document(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> RuleSheetSpec:
    """What a rule sheet is made of: all but its paper is the same on each."""
    game = context.bill.game
    shown = [piece for pieces in pieces_of.values() for piece in pieces]
    pieces = (face for piece in shown for face in piece.faces)
    faces = tuple((face.name, face) for face in (*pieces, *_plates(context), *_shown(context)))
    language = context.config.language
    text = with_counts(load_rulebook(game.reference, language), context.bill)
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
        figures=tuple(load_figures(game.reference, language).items()),
        credits=credits_for([game.title, game.source, text], (face for _, face in faces), language),
        storage=_stowage(context),
        version=context.config.version_of(game),
        language=language,
    )
