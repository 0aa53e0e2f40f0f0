"""What is made from the sheets' faces besides sheets: a print house's decks, and images for the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from design.config.paper import InkUse, VersionOn
from design.context import Context
from design.plan.artifact import Artifact, Holding
from design.plan.sheets import bare_pieces
from design.sheets.captions import credits_for
from design.sheets.images import ContactSpec, FacesSpec, TabletopSpec
from design.sheets.printhouse import DECKS, PrintHouseSpec
from design.sheets.specs import SheetSpec
from design.sheets.stickers import STICKERS
from rules.game import Medium


def decks_of(artifacts: Sequence[Artifact]) -> list[SheetSpec]:
    """The sheets of a game's pieces, each once, regardless of paper."""
    sheets = [one.spec for one in artifacts if one.medium is Medium.PAPER and isinstance(one.spec, SheetSpec)]
    return list({spec.name: spec for spec in sheets if spec.name != STICKERS}.values())


def _bare(context: Context, artifacts: Sequence[Artifact]) -> list[SheetSpec]:
    """These decks in full colour and without versions, since a home printer's ink setting does not concern others.

    A version at the edge would lie in a print house's safe zone; the read-me and the contact sheet state it.
    """
    paper, decks = context.config.paper, decks_of(artifacts)
    if paper.ink is InkUse.FULL and paper.version_on is VersionOn.NONE:
        return decks
    bare = bare_pieces(context)
    return [replace(deck, pieces=tuple(bare[piece.name] for piece in deck.pieces)) for deck in decks]


def for_others(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """Files for a print house and for the screen, from the same faces."""
    decks = _bare(context, artifacts)
    return [*_print_house(context, decks), *_images(context, decks)]


def _print_house(context: Context, decks: Sequence[SheetSpec]) -> list[Artifact]:
    """A folder for each deck of cards: PDFs, quantities, and instructions for the print house."""
    settings, game, made = context.config.printhouse, context.bill.game.id, []
    for deck in decks:
        if deck.name not in DECKS:
            continue
        spec = PrintHouseSpec(
            name=deck.name,
            game=game,
            title=deck.title,
            size=getattr(settings, DECKS[deck.name]),
            pieces=deck.pieces,
            bleed_mm=settings.bleed_mm,
            safe_mm=settings.safe_mm,
            order=settings.order,
            copies=settings.copies,
            ink_limit=settings.ink_limit_percent / 100,
            credits=deck.credits,
            version=deck.version,
            language=context.config.language,
        )
        holds = tuple(Holding(piece.name, piece.copies) for piece in deck.pieces)
        path = f"{game}/{Medium.PRINT_HOUSE.value}/{deck.name}"
        made.append(Artifact(path, Medium.PRINT_HOUSE, "printables.printhouse:write_deck", spec, holds))
    return made


def _images(context: Context, decks: Sequence[SheetSpec]) -> list[Artifact]:
    """An image of each face, Tabletop Simulator sheets of each deck of cards, and a contact sheet."""
    settings, game = context.config.images, context.bill.game
    folder = f"{game.id}/{Medium.IMAGES.value}"
    made = []
    for deck in decks:
        holds = tuple(Holding(piece.name, piece.copies) for piece in deck.pieces)
        faces = FacesSpec(deck.name, deck.pieces, settings.dpi)
        made.append(Artifact(f"{folder}/faces/{deck.name}", Medium.IMAGES, "printables.images:write_faces", faces, holds))
        if deck.name in DECKS:
            sheets = TabletopSpec(deck.name, deck.pieces, settings.tabletop_px)
            path = f"{folder}/tabletop/{deck.name}"
            made.append(Artifact(path, Medium.IMAGES, "printables.images:write_tabletop", sheets, holds))
    if decks:
        pieces = tuple(piece for deck in decks for piece in deck.pieces)
        paper, margin = decks[0].paper, context.config.paper.margin_mm
        language = context.config.language
        credits = credits_for([game.title], (face for piece in pieces for face in piece.faces), language)
        contact = ContactSpec("contact-sheet", game.id, game.title, paper, margin, pieces, credits, language, decks[0].version)
        path = f"{folder}/contact-sheet.pdf"
        made.append(Artifact(path, Medium.IMAGES, "printables.contact:write_contact_sheet", contact, ()))
    return made
