"""Faces of reference cards: a title, marked paragraphs, a last line; text that stays text."""

from __future__ import annotations

from shapely.geometry import Polygon

from design.faces.brief import Brief
from design.faces.face import Face, TextRun, text_mark
from design.fonts import Weight
from rules.words import Block


def overview_face(brief: Brief, trim: Polygon, words: Block) -> Face:
    """A block of words set on a card."""
    left, _, _, top = trim.bounds
    run = TextRun(words.title, left + 5, top - 9, 5, Weight.BOLD)
    return Face(brief.name, trim, brief.ground, (text_mark(run, brief.ink),))
