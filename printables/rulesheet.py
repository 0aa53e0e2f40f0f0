"""The rule sheet: the rules' text in columns, two on A4 and Letter, with figures in them, as PDF."""

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

from design.faces.face import Mark, TextRun, text_mark
from design.faces.typeset import MM_PER_POINT, Lines, TooWideError, break_lines
from design.files import write_whole
from design.fonts import Weight, unset
from design.specs import RuleSheetSpec
from printables.figure import Figure
from printables.fonts import register
from printables.ink import draw_marks
from printables.markup import Break
from printables.rule_text import empty_document, figures_of, opened, title_marks
from printables.sketch import INK, QUIET, line
from printables.story import story
from rules.errors import BuildError, Problem
from rules.slots import filled

MARGIN_MM = 13.0
GUTTER_MM = 8.0
MOST_COLUMN_MM = 92.0
"""A line of wider columns has more than 75 characters: larger papers take more columns."""
TITLE_HIGH_MM = 20.0
FOOT_MM = 10.0
"""From the paper's lower edge to the foot's last line: clear of the 6 mm that printers cannot reach."""
FOOT_HIGH_MM = 17.0
FOOT_LINES = 4
SMALL_PT = 8.0
SMALL_LEADING_MM = 3.6
RULER_MM = 100
RULER_X_MM = 7.5
MOST_PAGES = 4
BREAKS = (True, False)
AIR = (1.0, 0.9, 0.8, 0.7, 0.6)
"""Scales of the spaces between paragraphs: tried from wide to narrow."""
BALANCE_MM = 2.0
"""How far the columns of the last page may be from equally long, beside what lines and figures ask."""


def write_rule_sheet(spec: RuleSheetSpec, path: Path) -> tuple[Path, ...]:
    """Typeset the rules and write them as one PDF; the same bytes for the same specification.

    Raises:
        BuildError: mark-up, a figure or a character that cannot be set, with its line; more than four
            pages; or a file that cannot be written.
    """
    write_whole(path, _Sheet(spec).pdf())
    return (path,)


@dataclass(frozen=True)
class _Way:
    """How to set: whether breaks are kept, how much air there is, and whether figures stand with their short sections."""

    breaks: bool
    air: float
    whole: bool = True


@dataclass(frozen=True)
class _Setting:
    """What a setting came to."""

    pages: int
    data: bytes


class _Sheet:
    """One rule sheet being set."""

    def __init__(self, spec: RuleSheetSpec) -> None:
        register()
        self.spec = spec
        self.where = f"{spec.game} {spec.name}"
        self.room_mm = spec.paper.height_mm - MARGIN_MM - FOOT_MM - FOOT_HIGH_MM
        wide = spec.paper.width_mm - 2 * MARGIN_MM + GUTTER_MM
        self.columns = max(2, math.ceil(wide / (MOST_COLUMN_MM + GUTTER_MM)))
        self.column_mm = wide / self.columns - GUTTER_MM
        self.heading, self.blocks = opened(spec.text, self.where)
        self.rights = self._rights()
        self.figures = figures_of(spec, self.blocks, self.column_mm)

    def pdf(self) -> bytes:
        """The sheet's bytes: on as few pages as can be, with breaks where they cost none, and as much air as is left."""
        all_pages = (self.room_mm,) * MOST_PAGES
        pages = self._count(_Way(BREAKS[-1], AIR[-1], whole=False), all_pages)
        if pages > MOST_PAGES:
            what = f"the rules take more than {MOST_PAGES} pages of {self.spec.paper.title}; shorten them"
            raise BuildError(Problem(self.where, what))
        ways = (_Way(breaks, air, whole) for whole in (True, False) for breaks in BREAKS for air in AIR)
        way = next(way for way in ways if self._count(way, all_pages) == pages)
        heights = self._balanced(way, pages)
        return self._set(way, heights, self.figures, lambda canvas: self._furnish(canvas, pages)).data

    def _balanced(self, way: _Way, pages: int) -> tuple[float, ...]:
        """Heights of the columns of each page: where text ends with the page, its columns are made equally long.

        They are set with ever less height, as long as everything takes no further page.
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
        self, way: _Way, heights: tuple[float, ...], figures: Mapping[str, Figure], furnish: Callable[[Any], None]
    ) -> _Setting:
        """Set all of it; the columns of each page are at most so high, on pages after the last one like on that."""
        paper, buffer = self.spec.paper, BytesIO()
        document = empty_document(buffer, self.spec, f"{self.spec.title}: {self.heading} ({paper.title})")
        for number, wanted in enumerate(heights, 1):
            top = paper.height_mm - MARGIN_MM - (TITLE_HIGH_MM if number == 1 else 0)
            high = min(top - FOOT_MM - FOOT_HIGH_MM, wanted)
            frames = [
                Frame(x * mm, (top - high) * mm, self.column_mm * mm, high * mm, 0, 0, 0, 0)
                for x in (MARGIN_MM + column * (self.column_mm + GUTTER_MM) for column in range(self.columns))
            ]
            following = f"page-{number + 1}" if number < len(heights) else ""
            document.addPageTemplates([PageTemplate(f"page-{number}", frames, onPage=_begun(furnish, following))])
        kept = [block for block in self.blocks if way.breaks or not isinstance(block, Break)]
        try:
            document.build(story(kept, figures, self.column_mm, way.air, way.whole))
        except LayoutError:
            # A figure or an entry is higher than the columns that were tried.
            return _Setting(MOST_PAGES + 1, b"")
        return _Setting(document.page, buffer.getvalue())

    def _furnish(self, canvas: Any, pages: int) -> None:
        """What stands on each page beside the text: the title on the first, foot and ruler on all."""
        number = canvas.getPageNumber()
        if number == 1:
            high = self.spec.paper.height_mm
            canvas.beginForm(self.spec.name, 0, 0, self.spec.paper.width_mm * mm, high * mm)
            left, right = MARGIN_MM, self.spec.paper.width_mm - MARGIN_MM
            draw_marks(canvas, title_marks(self.spec, self.heading, left, right, high - MARGIN_MM))
            canvas.endForm()
            canvas.doForm(self.spec.name)
        draw_marks(canvas, self._foot(number, pages))
        _ruler(canvas, FOOT_MM)

    def _foot(self, number: int, pages: int) -> list[Mark]:
        """Game, sheet and page at the left; whose the game is, and the credits, at the right."""
        size = SMALL_PT * MM_PER_POINT
        left, last = MARGIN_MM, self.spec.paper.width_mm - MARGIN_MM - self.column_mm
        y = FOOT_MM + (FOOT_LINES - 1) * SMALL_LEADING_MM
        above = y + 4.2
        marks = [line(((left, above), (self.spec.paper.width_mm - MARGIN_MM, above)))]
        marks.append(text_mark(TextRun(self.spec.title, left, y, size, Weight.BOLD), INK))
        phrases, values = self.spec.phrases, {"sheet": self.heading, "number": str(number), "pages": str(pages)}
        version = f" · {filled(phrases.version, {'version': self.spec.version})}" if self.spec.version else ""
        page = f"{filled(phrases.page, values)}{version}"
        marks.append(text_mark(TextRun(page, left, y - SMALL_LEADING_MM, size, Weight.REGULAR), QUIET))
        for index, row in enumerate(self.rights):
            marks.append(text_mark(TextRun(row, last, y - index * SMALL_LEADING_MM, size, Weight.REGULAR), QUIET))
        return marks

    def _rights(self) -> Lines:
        """The source's line and the credits as lines of the foot."""
        text = f"{self.spec.source} {self.spec.credits}"
        problem = unset(f"{self.spec.title} {text}", f"{self.where} title, source or credits")
        if problem:
            raise BuildError(problem)
        try:
            rows = break_lines(text, self.column_mm, SMALL_PT * MM_PER_POINT, Weight.REGULAR)
        except TooWideError as error:
            raise BuildError(Problem(f"{self.where} {error}", f"is longer than a line of {self.column_mm:g} mm")) from None
        if len(rows) > FOOT_LINES:
            what = f"take {len(rows)} lines of the foot; at most {FOOT_LINES}: shorten them"
            raise BuildError(Problem(f"{self.where} source and credits", what))
        return rows


def _begun(furnish: Callable[[Any], None], following: str) -> Callable[[Any, Any], None]:
    """What happens as a page begins: it is furnished, and the template of the next is named.

    A template's own `autoNextPageTemplate` counts only on every other page in ReportLab 5.1.
    """

    def begin(canvas: Any, document: Any) -> None:
        furnish(canvas)
        if following:
            document.handle_nextPageTemplate(following)

    return begin


def _ruler(canvas: Any, bottom_mm: float) -> None:
    """100 mm up the left margin, a tick every 10: whoever prints it sees whether the size is true."""
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.2 * mm)
    x = RULER_X_MM
    canvas.line(x * mm, bottom_mm * mm, x * mm, (bottom_mm + RULER_MM) * mm)
    for step in range(11):
        y = bottom_mm + 10 * step
        canvas.line(x * mm, y * mm, (x + (2.4 if step % 5 == 0 else 1.4)) * mm, y * mm)
    canvas.saveState()
    # The label goes on where the ruler ends, away from the text beside it.
    canvas.translate((x + 2.2) * mm, (bottom_mm + RULER_MM + 1.5) * mm)
    canvas.rotate(90)
    draw_marks(canvas, [text_mark(TextRun(f"{RULER_MM} mm", 0, 0, SMALL_PT * MM_PER_POINT, Weight.REGULAR), QUIET)])
    canvas.restoreState()
