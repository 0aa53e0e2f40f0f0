"""What a rule sheet needs: the rules' text, the figures' faces, and the filled box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from design.config.paper import InkUse, PaperSize
from design.context import Context
from design.faces.face import Face
from design.faces.ink_saving import inked
from design.faces.specification import Specification
from design.families.number_board.geometry import board_of
from design.families.registry import FAMILIES, family_of
from design.sheets.captions import credits_for
from design.storage.filled_box import FilledBox, filled_box
from design.tuck_box.contents import Pieces
from rules.bill import BillLine, pieces_in
from rules.errors import DesignError
from rules.figures import Band, load_figures
from rules.game import Medium
from rules.words import ENGLISH, load_rulebook, with_counts

TINT = 0.3
"""Colour strength of the box's picture when saving ink."""


@dataclass(frozen=True)
class RuleSheetSpec(Specification):
    """The rule sheet on one paper: the rules' text with its figures; `storage` is the filled box."""

    name: str
    game: str
    title: str
    source: str
    text: str
    paper: PaperSize
    faces: tuple[tuple[str, Face], ...]
    places_x: tuple[float, ...]
    players: int
    credits: str
    figures: tuple[tuple[str, tuple[Band, ...]], ...] = ()
    storage: FilledBox | None = None
    version: str = ""
    language: str = ENGLISH

    document: ClassVar[bool] = True


def _shown(context: Context) -> Iterator[Face]:
    """Faces that figures may show besides those on sheets."""
    for line in context.bill.lines:
        shown = FAMILIES[line.component.family].shown if line.component.family in FAMILIES else None
        for variant in line.variants if shown else ():
            assert shown is not None
            for face in shown(context, line.component, variant):
                yield inked(face, context.config.paper.ink, context.config.colours)


def _stowage(context: Context) -> FilledBox | None:
    """The filled box for the rule sheet's figures; none if no box is possible, which the box itself reports."""
    try:
        filled = filled_box(context)
    except DesignError:
        return None
    tint = 1.0 if context.config.paper.ink is InkUse.FULL else TINT
    return filled and replace(filled, tint=tint)


def _plates(context: Context) -> list[Face]:
    """The fronts of the plates' first variants for figures; none if they cannot be made, which the solids report."""
    lines = [line for line in pieces_in(context.bill, Medium.SOLID) if line.component.family == "plate"]
    makers = [(family_of(line).solid, line.component, line.variants[0]) for line in lines]
    try:
        fronts = [maker(context, component, variant).shown_faces[0] for maker, component, variant in makers if maker]
    except DesignError:
        return []
    return [inked(front, context.config.paper.ink, context.config.colours) for front in fronts]


def document(context: Context, line: BillLine, paper: PaperSize, pieces_of: Pieces) -> RuleSheetSpec:
    """A rule sheet's specification; only the paper differs between its versions."""
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
        places_x=board_of(context).places_x,
        players=context.bill.players,
        figures=tuple(load_figures(game.reference, language).items()),
        credits=credits_for([game.title, game.source, text], (face for _, face in faces), language),
        storage=_stowage(context),
        version=context.config.version_of(game),
        language=language,
    )
