"""The rules as a booklet: the same text and figures in one column on half-sheet pages, imposed for folding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.platypus import Frame, PageTemplate, Spacer
from reportlab.platypus import Paragraph as TextFlow
from reportlab.platypus.doctemplate import LayoutError

from design.faces.face import Mark, TextRun, text_mark
from design.files import write_whole
from design.graphics.type.fonts import advance_mm
from design.graphics.type.line_breaking import MM_PER_POINT
from design.graphics.type.typefaces import Weight
from design.plan.booklets import BookletSpec
from printables.documents.flowables import HEADING_PT, story, styles
from printables.documents.folding import FoldingCanvas
from printables.documents.markup import Break
from printables.documents.rule_text import empty_document, figures_of, opened, title_marks
from printables.documents.rulesheet import AIR, BREAKS, SMALL_PT
from printables.drawing.fonts import register
from printables.drawing.ink import draw_marks
from printables.figures.figure import Figure
from printables.figures.sketch import INK, QUIET, line
from rules.errors import BuildError, Problem
from rules.sheet_words import load_sheet_words

SIDE_MM, HEAD_MM, FOOT_MM = 15.0, 13.0, 10.0
"""Margins; the foot's line is this high above the edge."""
FOOT_HIGH_MM = 8.0
TITLE_HIGH_MM = 20.0
SHEET = 4
"""Pages on a sheet: two on each side."""
MOST_PAGES = 48
"""Beyond this there is more paper than a staple holds well in a fold."""
NOTES_MM = 8.0
"""Line spacing on a page for notes."""


def write_booklet(spec: BookletSpec, path: Path) -> tuple[Path, ...]:
    """Typeset the rules, impose the pages and write them as one PDF; the same bytes for the same specification.

    Raises:
        BuildError: mark-up, a figure or a character cannot be set (with its line), there are more pages than a staple
            holds, or a file cannot be written.
    """
    write_whole(path, _Booklet(spec).pdf())
    return (path,)


@dataclass(frozen=True)
class _Way:
    """How to set the text: whether breaks are kept, how much air there is, and whether it ends with source and credits."""

    breaks: bool
    air: float
    ends: bool


class _Booklet:
    """One booklet being set."""

    def __init__(self, spec: BookletSpec) -> None:
        register()
        self.spec, self.rules = spec, spec.rules
        self.where = f"{self.rules.game} {spec.name} booklet"
        self.page = self.rules.paper
        self.column_mm = self.page.width_mm - 2 * SIDE_MM
        self.heading, self.blocks = opened(self.rules.text, self.where)
        self.figures = figures_of(self.rules, self.blocks, self.column_mm)

    def pdf(self) -> bytes:
        """Use as few sheets as possible, then spend what is left on breaks and air; leftover pages are for notes.

        Ownership and credits go at the foot of the last page if it is left over; otherwise they end the text.
        """
        least, _ = self._set(_Way(BREAKS[-1], AIR[-1], True), 0)
        pages = SHEET * -(-least // SHEET)
        if pages > MOST_PAGES:
            what = f"the rules take {least} pages of {self.page.title}, more than {MOST_PAGES}; shorten them"
            raise BuildError(Problem(self.where, what))
        ways = [_Way(breaks, air, ends) for ends in (False, True) for breaks in BREAKS for air in AIR]
        room = {False: pages - 1, True: pages}
        way = next(way for way in ways if self._set(way, 0)[0] <= room[way.ends])
        return self._set(way, pages)[1]

    def _set(self, way: _Way, pages: int) -> tuple[int, bytes]:
        """Set everything: the number of pages, and the file filled up to `pages`; 0 draws nothing but text, for speed."""
        buffer = BytesIO()
        title = f"{self.rules.title}: {self.heading}, a booklet ({self.page.title} on {self.spec.paper.title})"
        document = empty_document(buffer, self.rules, title)
        top = self.page.height_mm - HEAD_MM

        def begin(canvas: Any, document: Any) -> None:
            self._begin(canvas, pages)
            document.handle_nextPageTemplate("other")

        for name, high in (("first", top - TITLE_HIGH_MM), ("other", top)):
            foot = FOOT_MM + FOOT_HIGH_MM
            frame = Frame(SIDE_MM * mm, foot * mm, self.column_mm * mm, (high - foot) * mm, 0, 0, 0, 0)
            ended = lambda canvas, _: canvas.end_page()  # noqa: E731
            document.addPageTemplates([PageTemplate(name, [frame], onPage=begin, onPageEnd=ended)])
        figures = self.figures if pages else {name: Figure(one.height_mm, ()) for name, one in self.figures.items()}
        made: dict[str, int] = {}

        def canvas(*args: Any, **more: Any) -> FoldingCanvas:
            return _Filled(
                *args,
                name_of=self.spec.page_name,
                page_mm=(self.page.width_mm, self.page.height_mm),
                duplex=self.spec.duplex,
                fill=lambda one: self._fill(one, pages, made, way.ends),
                **more,
            )

        try:
            document.build(self._story(way, figures), canvasmaker=canvas)
        except LayoutError:
            what = "a figure or an entry is higher than a page of the booklet; make it smaller"
            raise BuildError(Problem(self.where, what)) from None
        return made["set"], buffer.getvalue()

    def _story(self, way: _Way, figures: Mapping[str, Figure]) -> list[Any]:
        """The text, followed by ownership and credits if no page is left over."""
        kept = [block for block in self.blocks if way.breaks or not isinstance(block, Break)]
        made = story(kept, figures, self.column_mm, way.air)
        return [*made, Spacer(0, 4 * mm), *self._ends()] if way.ends else made

    def _ends(self) -> list[TextFlow]:
        body = styles(1.0)["body"]
        small = body.clone("small", fontSize=SMALL_PT, leading=1.25 * SMALL_PT, spaceAfter=3, textColor=HexColor(QUIET))
        return [TextFlow(text, small) for text in (self.rules.source, self.rules.credits)]

    def _begin(self, canvas: Any, pages: int) -> None:
        """Begin a page: the title on the first, the foot on all."""
        number = canvas.getPageNumber()
        canvas.begin_page()
        if not pages:
            return
        if number == 1:
            left, right, top = SIDE_MM, self.page.width_mm - SIDE_MM, self.page.height_mm - HEAD_MM
            draw_marks(canvas, title_marks(self.rules, self.heading, left, right, top))
        draw_marks(canvas, self._foot(number, pages))

    def _fill(self, canvas: Any, pages: int, made: dict[str, int], ended: bool) -> None:
        """Add pages for notes up to whole sheets; the last has ownership and credits, if the text did not end with them."""
        made["set"] = number = canvas.getPageNumber() - 1
        while number % SHEET or number < pages:
            number += 1
            canvas.begin_page()
            if pages:
                foot = FOOT_MM + FOOT_HIGH_MM
                if number == pages and not ended:
                    foot = self._draw_ends(canvas, foot)
                draw_marks(canvas, [*self._notes(foot), *self._foot(number, pages)])
            canvas.end_page()
            canvas.showPage()

    def _draw_ends(self, canvas: Any, foot: float) -> float:
        """Draw ownership and credits above the foot; returns the height from which the page is free."""
        for flow in reversed(self._ends()):
            _, high = flow.wrap(self.column_mm * mm, self.page.height_mm * mm)
            flow.drawOn(canvas, SIDE_MM * mm, foot * mm)
            foot += high / mm + 1.0
        return foot + 2.0

    def _foot(self, number: int, pages: int) -> list[Mark]:
        """The game and the page; numbers are on the outside, where you find them when leafing."""
        size, y = SMALL_PT * MM_PER_POINT, FOOT_MM
        left, right = SIDE_MM, self.page.width_mm - SIDE_MM
        name, page = self.rules.title, load_sheet_words(self.rules.language).paged(number, pages)
        ends = (page, name) if number % 2 == 0 else (name, page)
        marks = [line(((left, y + 4.2), (right, y + 4.2)))]
        marks.append(text_mark(TextRun(ends[0], left, y, size, Weight.REGULAR), QUIET))
        start = right - advance_mm(ends[1], size, Weight.REGULAR)
        marks.append(text_mark(TextRun(ends[1], start, y, size, Weight.REGULAR), QUIET))
        return marks

    def _notes(self, foot: float) -> list[Mark]:
        """A leftover page: a heading and lines to write on, down to a given height."""
        left, right, top = SIDE_MM, self.page.width_mm - SIDE_MM, self.page.height_mm - HEAD_MM
        notes = load_sheet_words(self.rules.language).rule_sheet.notes
        marks = [text_mark(TextRun(notes, left, top - 5.5, HEADING_PT * MM_PER_POINT, Weight.BOLD), INK)]
        y = top - 5.5 - 1.5 * NOTES_MM
        while y > foot:
            marks.append(line(((left, y), (right, y)), 0.12, QUIET))
            y -= NOTES_MM
        return marks


class _Filled(FoldingCanvas):
    """A folding canvas that is filled up to whole sheets before it is folded."""

    def __init__(self, *args: Any, fill: Callable[[Any], None], **more: Any) -> None:
        super().__init__(*args, **more)
        self._fill = fill

    def save(self) -> None:
        """Fill, impose, write."""
        self._fill(self)
        super().save()
