"""Text around a sheet's pieces: what to print on, what to glue with, and what the pieces are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from design.config.paper import PaperSettings
from design.context import Context
from design.faces.face import Face
from design.graphics.type.fonts import credit
from design.names import component_of
from design.sheets.specs import SheetPiece
from design.sheets.stickers import STICKER
from rules.sheet_words import load_sheet_words
from rules.words import ENGLISH

BACKED = "markers"
"""The sheet whose pieces are glued to a board of `paper.backing_mm`."""


def credits_for(texts: Iterable[str], faces: Iterable[Face] = (), language: str = ENGLISH) -> str:
    """The credits of a file with these texts and faces: every typeface in it, and who drew the shapes."""
    shown = (mark.run.text for face in faces for mark in face.marks if mark.run)
    return f"{credit(*texts, *shown, language=language)}. {load_sheet_words(language).credits.shapes}"


def called(context: Context, pieces: Sequence[SheetPiece]) -> tuple[tuple[str, str], ...]:
    """What the pieces' components are called in the list on their sheet."""
    components = dict.fromkeys(component_of(piece.name) for piece in pieces)
    return tuple((one, context.said.sticker if one == STICKER else context.words.label(one)) for one in components)


def stock(context: Context, pieces: Sequence[SheetPiece], stem: str) -> str:
    """The advice on paper and glue; empty if there is none."""
    return context.said.stock.get(_kind(pieces, stem, context.config.paper), "")


def _kind(pieces: Sequence[SheetPiece], stem: str, settings: PaperSettings) -> str:
    """The name of a sheet's advice on paper and glue, which depends on how both sides get onto a piece.

    Folded boards need different card from boards that lie flat on the table.
    """
    if stem == "boards" and not any(piece.front.folds for piece in pieces):
        return "squares"
    if not any(piece.back for piece in pieces) or (stem == BACKED and settings.backing_mm):
        return stem
    if not settings.duplex.printed_twice:
        return "halves"
    return "card" if stem == BACKED else stem
