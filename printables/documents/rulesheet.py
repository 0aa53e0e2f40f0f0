"""The rule sheet as PDF: the rules' text and figures in columns, two on A4 and Letter, one on A5."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.platypus import Frame, PageTemplate
from reportlab.platypus.doctemplate import LayoutError

from design.config.paper import PAPER_SIZES
from design.faces.face import Mark, TextRun, text_mark
from design.files import write_whole
from design.graphics.type.fonts import advance_mm, unset
from design.graphics.type.line_breaking import MM_PER_POINT, Lines, TooWideError, break_lines
from design.graphics.type.typefaces import Weight
from design.plan.documents import RuleSheetSpec
from design.sheets.rule_sheet_room import FIGURES_GO_MM, MARGIN_MM
from printables.documents.flowables import story
from printables.documents.markup import Break
from printables.documents.rule_text import empty_document, figures_of, opened, title_marks
from printables.drawing.fonts import register
from printables.drawing.ink import draw_marks
from printables.figures.figure import Figure
from printables.figures.sketch import INK, QUIET, line
from rules.errors import BuildError, Problem
from rules.sheet_words import load_sheet_words

GUTTER_MM = 8.0
MOST_COLUMN_MM = 92.0
"""In wider columns a line would have more than 75 characters, so larger papers get more columns."""
LEAST_COLUMN_MM = 75.0
"""Columns narrower than `FIGURES_GO_MM`, down to this, are used if the figures fit."""
TITLE_HIGH_MM = 20.0
FOOT_MM = 10.0
"""From the paper's lower edge to the foot's last line, clear of the 6 mm that printers cannot reach."""
FOOT_HIGH_MM = 17.0
FOOT_LINES = 4
"""Least number of lines in the foot; more if source and credits need them."""
MOST_CREDITS = 6
SMALL_PT = 8.0
SMALL_MM = SMALL_PT * MM_PER_POINT
SMALL_LEADING_MM = 3.6
FOOT_GAP_MM = 4.0
"""Least space between game and page if they share a line."""
RULER_MM = 100
RULER_AWAY_MM = 5.5
"""From the ruler to the columns."""
MOST_PAGES = 4
MOST_SMALL_PAGES = 24
"""Limit for one column, and for papers smaller than Letter."""
NEVER = 1_000_000
"""Page count reported if a figure or an entry is higher than a column."""
BREAKS = (True, False)
AIR = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Scale factors for the spaces between paragraphs, tried from wide to narrow."""
BALANCE_MM = 2.0
"""How far the last page's columns may differ in length, apart from what lines and figures require."""


def write_rule_sheet(spec: RuleSheetSpec, path: Path) -> tuple[Path, ...]:
    """Typeset the rules and write them as one PDF; the same bytes for the same specification.

    Raises:
        BuildError: mark-up, a figure or a character cannot be set (with its line); there are more than four pages, or more
            than 24 in one column or on a paper smaller than Letter; or a file cannot be written.
    """
    write_whole(path, _Sheet(spec).pdf())
    return (path,)


@dataclass(frozen=True)
class _Way:
    """How to set the text: whether breaks are kept, how much air there is, and whether figures stay with short sections."""

    breaks: bool
    air: float
    whole: bool = True


@dataclass(frozen=True)
class _Setting:
    """The result of a setting."""

    pages: int
    data: bytes


class _Sheet:
    """One rule sheet being set."""

    def __init__(self, spec: RuleSheetSpec) -> None:
        register()
        self.spec = spec
        self.where = f"{spec.game} {spec.name}"
        self.heading, self.blocks = opened(spec.text, self.where)
        self.columns, self.column_mm, self.figures = self._columns()
        wide = self.columns * (self.column_mm + GUTTER_MM) - GUTTER_MM
        self.left_mm = (spec.paper.width_mm - wide) / 2
        self.right_mm = self.left_mm + wide
        self.rights = self._rights()
        letter = PAPER_SIZES["letter"]
        small = spec.paper.width_mm * spec.paper.height_mm < letter.width_mm * letter.height_mm
        self.most_pages = MOST_SMALL_PAGES if small or self.columns == 1 else MOST_PAGES
        rows = [row for _, row, _ in self._foot_rows(self.most_pages, self.most_pages)]
        self.foot_lines = max(FOOT_LINES, 1 + max(rows))
        self.bottom_mm = FOOT_MM + FOOT_HIGH_MM + (self.foot_lines - FOOT_LINES) * SMALL_LEADING_MM
        self.room_mm = spec.paper.height_mm - MARGIN_MM - self.bottom_mm

    def _columns(self) -> tuple[int, float, dict[str, Figure]]:
        """How many columns, how wide each is, and the figures drawn for it.

        Enough columns that none is wider than `MOST_COLUMN_MM`, or fewer if they would be too narrow for the figures; then the
        outer margins grow.
        """
        wide = self.spec.paper.width_mm - 2 * MARGIN_MM + GUTTER_MM
        for columns in range(max(2, math.ceil(wide / (MOST_COLUMN_MM + GUTTER_MM))), 1, -1):
            column_mm = min(wide / columns - GUTTER_MM, MOST_COLUMN_MM)
            if column_mm < LEAST_COLUMN_MM:
                continue
            try:
                return columns, column_mm, figures_of(self.spec, self.blocks, column_mm)
            except BuildError:
                if column_mm >= FIGURES_GO_MM:
                    raise
        column_mm = min(wide - GUTTER_MM, MOST_COLUMN_MM)
        return 1, column_mm, figures_of(self.spec, self.blocks, column_mm)

    def pdf(self) -> bytes:
        """The sheet's bytes: as few pages as possible, breaks where they cost none, and as much air as is left."""
        all_pages = (self.room_mm,) * self.most_pages
        pages = self._count(_Way(BREAKS[-1], AIR[-1], whole=False), all_pages)
        if pages == NEVER:
            what = f"a figure or an entry is higher than a column of {self.room_mm:.0f} mm on {self.spec.paper.title}"
            raise BuildError(Problem(self.where, f"{what}; make it smaller, or take a larger paper (a4, letter)"))
        if pages > self.most_pages:
            taken = f"the rules take {pages} pages of {self.spec.paper.title}, more than {self.most_pages}"
            what = f"{taken}; shorten them, or take a larger paper (a4, letter)"
            raise BuildError(Problem(self.where, what))
        ways = (_Way(breaks, air, whole) for whole in (True, False) for breaks in BREAKS for air in AIR)
        way = next(way for way in ways if self._count(way, all_pages) == pages)
        heights = self._balanced(way, pages)
        return self._set(way, heights, self.figures, lambda canvas: self._draw_marks(canvas, pages)).data

    def _balanced(self, way: _Way, pages: int) -> tuple[float, ...]:
        """Column heights for each page: where text ends with the page, its columns are made equally long.

        They are set at smaller and smaller heights as long as this takes no further page.
        """
        heights = [self.room_mm] * pages
        sections = 1 + sum(isinstance(block, Break) for block in self.blocks)
        ends = range(pages) if way.breaks and sections == pages else range(pages - 1, pages)
        for page in ends:
            low, high = 0.0, self.room_mm
            while high - low > BALANCE_MM:
                heights[page] = (low + high) / 2
                low, high = (low, heights[page]) if self._count(way, tuple(heights)) == pages else (heights[page], high)
            heights[page] = high
        return tuple(heights)

    def _count(self, way: _Way, heights: tuple[float, ...]) -> int:
        """How many pages it takes; nothing but text is drawn, for speed."""
        blank = {name: Figure(figure.height_mm, ()) for name, figure in self.figures.items()}
        return self._set(way, heights, blank, lambda _: None).pages

    def _set(
        self, way: _Way, heights: tuple[float, ...], figures: Mapping[str, Figure], draw_marks: Callable[[Any], None]
    ) -> _Setting:
        """Set everything, with these column heights for each page; pages after the last one use its heights."""
        paper, buffer = self.spec.paper, BytesIO()
        document = empty_document(buffer, self.spec, f"{self.spec.title}: {self.heading} ({paper.title})")
        for number, wanted in enumerate(heights, 1):
            top = paper.height_mm - MARGIN_MM - (TITLE_HIGH_MM if number == 1 else 0)
            high = min(top - self.bottom_mm, wanted)
            frames = [
                Frame(x * mm, (top - high) * mm, self.column_mm * mm, high * mm, 0, 0, 0, 0)
                for x in (self.left_mm + column * (self.column_mm + GUTTER_MM) for column in range(self.columns))
            ]
            following = f"page-{number + 1}" if number < len(heights) else ""
            document.addPageTemplates([PageTemplate(f"page-{number}", frames, onPage=_begun(draw_marks, following))])
        kept = [block for block in self.blocks if way.breaks or not isinstance(block, Break)]
        try:
            document.build(story(kept, figures, self.column_mm, way.air, way.whole))
        except LayoutError:
            # A figure or an entry is higher than these columns.
            return _Setting(NEVER, b"")
        return _Setting(document.page, buffer.getvalue())

    def _draw_marks(self, canvas: Any, pages: int) -> None:
        """Draw what surrounds the text: the title on the first page, foot and ruler on all."""
        number = canvas.getPageNumber()
        if number == 1:
            high = self.spec.paper.height_mm
            canvas.beginForm(self.spec.name, 0, 0, self.spec.paper.width_mm * mm, high * mm)
            draw_marks(canvas, title_marks(self.spec, self.heading, self.left_mm, self.right_mm, high - MARGIN_MM))
            canvas.endForm()
            canvas.doForm(self.spec.name)
        draw_marks(canvas, self._foot(number, pages))
        _ruler(canvas, self.left_mm - RULER_AWAY_MM, FOOT_MM)

    def _foot(self, number: int, pages: int) -> list[Mark]:
        """A line across the columns, and the foot's rows below it."""
        top = FOOT_MM + (self.foot_lines - 1) * SMALL_LEADING_MM
        above = top + 4.2
        marks = [line(((self.left_mm, above), (self.right_mm, above)))]
        for x, row, (text, weight) in self._foot_rows(number, pages):
            run = TextRun(text, x, top - row * SMALL_LEADING_MM, SMALL_MM, weight)
            marks.append(text_mark(run, INK if weight is Weight.BOLD else QUIET))
        return marks

    def _foot_rows(self, number: int, pages: int) -> list[tuple[float, int, tuple[str, Weight]]]:
        """Game, sheet and page on the left; ownership and credits in the last column or, with a single column, below.

        Each has its x and its row number from the top.
        """
        page, wide = self._numbered(number, pages), self.column_mm
        if self.columns == 1:
            # All pages alike: allow for the longest number.
            longest = advance_mm(self._numbered(self.most_pages, self.most_pages), SMALL_MM, Weight.REGULAR)
            if advance_mm(self.spec.title, SMALL_MM, Weight.BOLD) + FOOT_GAP_MM + longest <= wide:
                long = advance_mm(page, SMALL_MM, Weight.REGULAR)
                first = [(self.left_mm, 0, (self.spec.title, Weight.BOLD)), (self.right_mm - long, 0, (page, Weight.REGULAR))]
                return [*first, *((self.left_mm, row, (text, Weight.REGULAR)) for row, text in enumerate(self.rights, 1))]
        named = [(row, Weight.BOLD) for row in self._rows(self.spec.title, wide, Weight.BOLD)]
        named += [(row, Weight.REGULAR) for row in self._rows(page, wide, Weight.REGULAR)]
        start = len(named) if self.columns == 1 else 0
        last = self.right_mm - self.column_mm
        return [
            *((self.left_mm, row, run) for row, run in enumerate(named)),
            *((last, row, (text, Weight.REGULAR)) for row, text in enumerate(self.rights, start)),
        ]

    def _numbered(self, number: int, pages: int) -> str:
        """The sheet, page number, page count, and version."""
        said = load_sheet_words(self.spec.language)
        page = said.rule_sheet.page.format(heading=self.heading, page=number, pages=pages)
        return said.versioned(page, version=self.spec.version)

    def _rights(self) -> Lines:
        """The source's line and the credits as lines of the foot."""
        text = f"{self.spec.source} {self.spec.credits}"
        problem = unset(f"{self.spec.title} {text}", f"{self.where} title, source or credits")
        if problem:
            raise BuildError(problem)
        rows = self._rows(text, self.column_mm, Weight.REGULAR)
        if len(rows) > MOST_CREDITS:
            what = f"take {len(rows)} lines of the foot; at most {MOST_CREDITS}: shorten them"
            raise BuildError(Problem(f"{self.where} source and credits", what))
        return rows

    def _rows(self, text: str, wide_mm: float, weight: Weight) -> Lines:
        """A text of the foot in lines."""
        try:
            return break_lines(text, wide_mm, SMALL_MM, weight)
        except TooWideError as error:
            raise BuildError(Problem(f"{self.where} {error}", f"is longer than a line of {wide_mm:g} mm")) from None


def _begun(draw_marks: Callable[[Any], None], following: str) -> Callable[[Any, Any], None]:
    """A page's opening action: draws its marks and names the next page's template.

    In ReportLab 5.1 a template's own `autoNextPageTemplate` takes effect only on every other page.
    """

    def begin(canvas: Any, document: Any) -> None:
        draw_marks(canvas)
        if following:
            document.handle_nextPageTemplate(following)

    return begin


def _ruler(canvas: Any, x: float, bottom_mm: float) -> None:
    """A 100 mm ruler up the left margin at this x, with a tick every 10 mm, which shows whether the print is true to size."""
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.2 * mm)
    canvas.line(x * mm, bottom_mm * mm, x * mm, (bottom_mm + RULER_MM) * mm)
    for step in range(11):
        y = bottom_mm + 10 * step
        canvas.line(x * mm, y * mm, (x + (2.4 if step % 5 == 0 else 1.4)) * mm, y * mm)
    canvas.saveState()
    # The label continues from the end of the ruler, away from the text next to it.
    canvas.translate((x + 2.2) * mm, (bottom_mm + RULER_MM + 1.5) * mm)
    canvas.rotate(90)
    draw_marks(canvas, [text_mark(TextRun(f"{RULER_MM} mm", 0, 0, SMALL_MM, Weight.REGULAR), QUIET)])
    canvas.restoreState()
