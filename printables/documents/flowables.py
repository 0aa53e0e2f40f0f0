"""A rule book's blocks as ReportLab flowables: two sizes, two weights, one grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, PageBreak
from reportlab.platypus import Paragraph as TextFlow
from reportlab.platypus import Table as TableFlow

from design.graphics.type.typefaces import Weight
from printables.documents.markup import Block, Break, Entry, Heading, Paragraph, Picture, Table
from printables.drawing.fonts import NAMES, set_text
from printables.drawing.ink import draw_marks
from printables.figures.figure import Figure
from printables.figures.sketch import INK, QUIET, badge

BODY_PT = 9.5
LEADING_PT = 12.5
HEADING_PT = 14.0
INDENT_MM = 7.0
BADGE_MM = 4.8
DOT_MM = 1.3
FAR = 1e6
"""Higher than any column."""
FIRST_COLUMN = 0.46
"""Share of a table's width taken by its first column, which holds the words."""


@cache
def styles(air: float) -> Mapping[str, ParagraphStyle]:
    """Styles by name; `air` (at most 1) scales the spaces between paragraphs and nothing else."""

    def style(name: str, after: float, before: float = 0.0, **more: Any) -> ParagraphStyle:
        return ParagraphStyle(
            name,
            **{
                "fontName": NAMES[Weight.REGULAR],
                "fontSize": BODY_PT,
                "leading": LEADING_PT,
                "textColor": HexColor(INK),
                "spaceAfter": after * air,
                "spaceBefore": before * air,
                "allowWidows": 0,
                "allowOrphans": 0,
                **more,
            },
        )

    bold = {"fontName": NAMES[Weight.BOLD]}
    found = (
        style("body", 5),
        style("entry", 4, leftIndent=INDENT_MM * mm),
        style("section", 5, 10, fontSize=HEADING_PT, leading=18, **bold),
        style("part", 3, 6, **bold),
        style("caption", 9, 4, textColor=HexColor(QUIET)),
        style("cell", 0),
        style("cell-right", 0, alignment=2),
    )
    return {one.name: one for one in found}


class HeadingFlow(TextFlow):  # type: ignore[misc]
    """A heading that appears in the PDF's outline."""

    def __init__(self, text: str, style: ParagraphStyle, key: str, level: int) -> None:
        super().__init__(text, style)
        self._bookmark = (key, level)

    def draw(self) -> None:
        """Draw the text and record its place in the outline."""
        key, level = self._bookmark
        self.canv.bookmarkHorizontal(key, 0, self.height)
        self.canv.addOutlineEntry(self.getPlainText(), key, level)
        super().draw()


class EntryFlow(TextFlow):  # type: ignore[misc]
    """An entry of a list, never split, with a numbered badge or a dot hanging at its first line."""

    def __init__(self, text: str, style: ParagraphStyle, mark: str) -> None:
        super().__init__(text, style)
        self._mark = mark

    def split(self, _width: float, _height: float) -> list[Flowable]:
        """Never split: entries are short and move to the next column whole."""
        return []

    def draw(self) -> None:
        """Draw the mark first, since it is read first, at half the capital height of the first line; then the text."""
        middle = (self.height - LEADING_PT + 0.62 * BODY_PT) / mm
        if self._mark:
            draw_marks(self.canv, badge(self._mark, BADGE_MM / 2, middle, BADGE_MM))
        else:
            self.canv.setFillColor(HexColor(INK))
            self.canv.circle(BADGE_MM / 2 * mm, middle * mm, DOT_MM / 2 * mm, stroke=0, fill=1)
        super().draw()


class FigureFlow(Flowable):  # type: ignore[misc]
    """A drawing as wide as the column."""

    def __init__(self, figure: Figure, width_mm: float) -> None:
        super().__init__()
        self._figure = figure
        self.width, self.height = width_mm * mm, figure.height_mm * mm
        self.spaceBefore = 7

    def draw(self) -> None:
        """Draw the marks."""
        draw_marks(self.canv, self._figure.marks)


class KeptFlow(Flowable):  # type: ignore[misc]
    """Flowables that always stay in one column.

    ReportLab's `KeepTogether` splits its content if a column is too short; here nothing fits in that case, and the caller
    tries another way.
    """

    def __init__(self, parts: Sequence[Any]) -> None:
        super().__init__()
        self._parts = parts
        self._feet: list[float] = []

    def getSpaceBefore(self) -> float:  # noqa: N802 - ReportLab's name
        """The space above the first flowable."""
        space: float = self._parts[0].getSpaceBefore()
        return space

    def getSpaceAfter(self) -> float:  # noqa: N802
        """The space below the last flowable."""
        space: float = self._parts[-1].getSpaceAfter()
        return space

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Stack all of them, using the wider of two adjoining spaces."""
        down, self._feet, last = 0.0, [], None
        for part in self._parts:
            if last is not None:
                down += max(last.getSpaceAfter(), part.getSpaceBefore())
            down += part.wrapOn(self.canv, width, FAR)[1]
            self._feet.append(down)
            last = part
        self.width, self.height = width, down
        return width, down

    def split(self, _width: float, _height: float) -> list[Flowable]:
        """Never split: all or nothing."""
        return []

    def draw(self) -> None:
        """Draw each in its place."""
        for part, foot in zip(self._parts, self._feet, strict=True):
            part.drawOn(self.canv, 0, self.height - foot)


def story(
    blocks: Iterable[Block], figures: Mapping[str, Figure], width_mm: float, air: float, whole: bool = False
) -> list[Any]:
    """Flowables for a column of this width; `figures` holds those that the blocks name.

    A heading stays with what follows it. With `whole`, a heading stays with the single paragraph below it and that paragraph's
    figure, so that no figure ends up on the page after its heading.
    """
    flows = _flows(blocks, figures, width_mm, air)
    made: list[Any] = []
    at = 0
    while at < len(flows):
        end = at
        while end < len(flows) and isinstance(flows[end][0], Heading):
            end += 1
        if end == at or end == len(flows) or isinstance(flows[end][0], Break):
            end = max(end, at + 1)
            made += [flow for _, flow in flows[at:end]]
        else:
            text, after = flows[end][0], flows[end + 1][0] if end + 1 < len(flows) else None
            end += 2 if whole and isinstance(text, Paragraph) and isinstance(after, Picture) else 1
            made.append(KeptFlow([flow for _, flow in flows[at:end]]))
        at = end
    return made


def _flows(blocks: Iterable[Block], figures: Mapping[str, Figure], width_mm: float, air: float) -> list[tuple[Block, Any]]:
    """Each block with its flowable."""
    look = styles(air)
    made: list[tuple[Block, Any]] = []
    last = -1
    for number, block in enumerate(blocks):
        if isinstance(block, Heading):
            style = look["section"] if block.level <= 2 else look["part"]
            # An outline must not skip levels going down.
            last = min(max(0, block.level - 2), last + 1)
            made.append((block, HeadingFlow(set_text(block.text, Weight.BOLD), style, f"heading-{number}", last)))
        elif isinstance(block, Paragraph):
            made.append((block, TextFlow(set_text(block.text), look["body"])))
        elif isinstance(block, Entry):
            made.append((block, EntryFlow(set_text(block.text), look["entry"], block.mark)))
        elif isinstance(block, Picture):
            drawing = FigureFlow(figures[block.name], width_mm)
            made.append((block, KeptFlow([drawing, TextFlow(set_text(block.caption), look["caption"])])))
        elif isinstance(block, Break):
            made.append((block, PageBreak()))
        else:
            made.append((block, _table(block, width_mm * mm, look)))
    return made


def _table(table: Table, width: float, look: Mapping[str, ParagraphStyle]) -> Flowable:
    """A table across the column: bold heads, with a line below them and above the last row."""
    cells = [
        [
            TextFlow(set_text(f"<b>{cell}</b>" if row == 0 else cell), look["cell-right" if align == "right" else "cell"])
            for cell, align in zip(texts, table.aligns, strict=True)
        ]
        for row, texts in enumerate(table.rows)
    ]
    others = len(table.aligns) - 1
    first = width * FIRST_COLUMN if others else width
    flow = TableFlow(cells, [first, *[(width - first) / max(1, others)] * others], spaceBefore=2, spaceAfter=7)
    flow.setStyle(
        [
            # Cells hold paragraphs, yet ReportLab sets this font too, and its own default is not embedded.
            ("FONTNAME", (0, 0), (-1, -1), NAMES[Weight.REGULAR]),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0.6),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
            ("TOPPADDING", (0, 1), (-1, 1), 2),
            ("TOPPADDING", (0, -1), (-1, -1), 1.6),
            ("LINEBELOW", (0, 0), (-1, 0), 0.2 * mm, HexColor(INK)),
            ("LINEABOVE", (0, -1), (-1, -1), 0.2 * mm, HexColor(INK)),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ]
    )
    return flow
