"""What rule sheet and booklet share: the parsed text, its figures, the document's properties, and the title."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from reportlab.lib.units import mm
from reportlab.platypus import BaseDocTemplate

from design.faces.face import Mark, TextRun, text_mark
from design.graphics.type.fonts import advance_mm
from design.graphics.type.line_breaking import MM_PER_POINT
from design.graphics.type.typefaces import Weight
from design.plan.documents import RuleSheetSpec
from printables.documents.flowables import BODY_PT, HEADING_PT
from printables.documents.markup import Block, Heading, Picture, blocks
from printables.drawing.fonts import FAMILY
from printables.figures.figure import Faces, Figure
from printables.figures.figures import draw_figure
from printables.figures.sketch import INK, fitted, line
from rules.errors import BuildError, Problem
from rules.figures import RowItem

CARD_MM = (9.0, 12.5)
CARD_PITCH_MM = 11.0
LEAST_CARDS = 0.6
"""On a narrow page the faces next to the title shrink to this share of their size; after that the title shrinks."""
HEAD = "head"
"""The figure whose faces are next to the title."""


def opened(text: str, where: str) -> tuple[str, tuple[Block, ...]]:
    """A rule book's heading, and the blocks below it; BuildError if it does not begin with one."""
    found = blocks(text, where)
    if not found or not isinstance(found[0], Heading) or found[0].level != 1:
        raise BuildError(Problem(f"{where}:1", "the first line must be a heading: # The sheet's name"))
    return found[0].text, found[1:]


def figures_of(rules: RuleSheetSpec, shown: Iterable[Block], column_mm: float) -> dict[str, Figure]:
    """The figures that blocks show, drawn for a column."""
    return {block.name: draw_figure(block.name, rules, column_mm) for block in shown if isinstance(block, Picture)}


def empty_document(buffer: BytesIO, rules: RuleSheetSpec, title: str) -> BaseDocTemplate:
    """An empty document on the rules' paper, with its properties set."""
    return BaseDocTemplate(
        buffer,
        pagesize=(rules.paper.width_mm * mm, rules.paper.height_mm * mm),
        title=title,
        author="Tablewright",
        creator="Tablewright",
        subject=rules.source,
        lang=rules.language,
        invariant=1,
        printScaling="None",
        displayDocTitle=True,
        initialFontName=FAMILY,
    )


def title_marks(rules: RuleSheetSpec, heading: str, left: float, right: float, top: float) -> list[Mark]:
    """The names of game and sheet on the left, the figures' `head` on the right, and a line below."""
    rows = [item for band in dict(rules.figures).get(HEAD, ()) for item in band.items if isinstance(item, RowItem)]
    fronts = [face for row in rows for face in Faces(HEAD, dict(rules.faces)).all(row.row)]
    wanted = HEADING_PT * MM_PER_POINT
    body = BODY_PT * MM_PER_POINT
    title = advance_mm(rules.title, wanted, Weight.BOLD)
    beside = right - left - max(title, advance_mm(heading, body, Weight.REGULAR)) - (CARD_PITCH_MM - CARD_MM[0])
    share = max(LEAST_CARDS, min(1.0, beside / (CARD_PITCH_MM * max(1, len(fronts)))))
    pitch, card = share * CARD_PITCH_MM, (share * CARD_MM[0], share * CARD_MM[1])
    room = right - left - pitch * len(fronts)
    size = min(wanted, wanted * room / title)
    marks = [
        text_mark(TextRun(rules.title, left, top - 5.5, size, Weight.BOLD), INK),
        text_mark(TextRun(heading, left, top - 11.2, body, Weight.REGULAR), INK),
        line(((left, top - 15), (right, top - 15)), 0.5),
    ]
    for index, face in enumerate(reversed(fronts)):
        marks += fitted(face, *card, right - card[0] / 2 - pitch * index, top - CARD_MM[1] / 2)
    return marks
