"""What is made of the sheets' faces beside sheets: a print house's decks, and images for the screen."""

from __future__ import annotations

from collections.abc import Sequence

from design.artifact import Artifact, Holding
from design.families import Context
from design.printhouse import DECKS, PrintHouseSpec
from design.specs import SheetSpec
from design.stickers import STICKERS
from rules.game import Medium


def decks_of(artifacts: Sequence[Artifact]) -> list[SheetSpec]:
    """The sheets of a game's pieces, each once, whatever papers they are made for."""
    sheets = [one.spec for one in artifacts if one.medium is Medium.PAPER and isinstance(one.spec, SheetSpec)]
    return list({spec.name: spec for spec in sheets if spec.name != STICKERS}.values())


def print_house(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """A folder for each deck of cards: PDFs, quantities, and what to tell the print house."""
    settings, game, made = context.config.printhouse, context.bill.game.id, []
    for deck in decks_of(artifacts):
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
        )
        holds = tuple(Holding(piece.name, piece.copies) for piece in deck.pieces)
        path = f"{game}/{Medium.PRINT_HOUSE.value}/{deck.name}"
        made.append(Artifact(path, Medium.PRINT_HOUSE, "printables.printhouse:write_deck", spec, holds))
    return made
