"""A canvas for folded booklets: keeps pages as forms while they are set, and imposes them in pairs at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import HexColor

from printables.drawing.canvas import Canvas
from printables.marks.strips import QUIET

POINTS_A_MM = 72 / 25.4
TICK_MM = (6.0, 9.0)
"""Distances from the edge to both ends of the fold mark: clear of what printers cannot reach, in the white margin."""
TICK_LINE_MM = 0.12
FLIPS = {"long-edge": "DuplexFlipLongEdge", "short-edge": "DuplexFlipShortEdge"}
"""What the print dialog is told; sheets are landscape, so their long edges are at top and bottom."""


@dataclass(frozen=True)
class Half:
    """A page on half of a side: `right` says which half, as you look at the side; `turned` that it is upside down."""

    page: int
    right: bool
    turned: bool


def folded_sides(pages: int, duplex: str) -> list[tuple[Half, Half]]:
    """The sides of all sheets, fronts and backs alternating, for this number of pages, a multiple of four.

    The outermost sheet has the first page on the right and the last on the left; the second is behind the first.
    """
    assert pages % 4 == 0
    turned = duplex == "long-edge"
    sides = []
    for sheet in range(pages // 4):
        low, high = 2 * sheet + 1, pages - 2 * sheet
        sides.append((Half(high, False, False), Half(low, True, False)))
        # Flipped on its short edge, what was on the right of the front is on the left behind it.
        sides.append((Half(low + 1, turned, turned), Half(high - 1, not turned, turned)))
    return sides


class FoldingCanvas(Canvas):
    """Set pages on it as on any other canvas, at `page_mm`; saving imposes them on sheets."""

    def __init__(
        self, *args: Any, name_of: Callable[[int], str], page_mm: tuple[float, float], duplex: str, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self._name_of, self._page_mm, self._turning = name_of, page_mm, duplex
        self._set = 0
        self._headings: list[tuple[str, str, int, int]] = []
        self._folding = False

    def begin_page(self) -> None:
        """Start a page: everything drawn from now on belongs to it."""
        self._set += 1
        wide, high = (side * POINTS_A_MM for side in self._page_mm)
        self.beginForm(self._name_of(self._set), 0, 0, wide, high)

    def end_page(self) -> None:
        """End the page."""
        self.endForm()

    def bookmarkHorizontal(self, key: str, *_: Any, **__: Any) -> None:  # noqa: N802 - ReportLab's name
        """Record a heading's page, since its sheet is not known yet."""

    def addOutlineEntry(self, title: str, key: str, level: int = 0, closed: Any = None) -> None:  # noqa: N802
        """Keep a heading for the outline, with its page."""
        if self._folding:
            super().addOutlineEntry(title, key, level, closed)
        else:
            self._headings.append((title, key, level, self._set))

    def showPage(self) -> None:  # noqa: N802
        """Keep a page that was set, or output a side of a sheet."""
        if self._folding:
            super().showPage()
        else:
            self._startPage()

    def save(self) -> None:
        """Impose the pages on sheets and write them."""
        self._folding, self._pageNumber = True, 1
        self.setViewerPreference("Duplex", FLIPS[self._turning])
        wide, high = (side * POINTS_A_MM for side in self._page_mm)
        for index, side in enumerate(folded_sides(self._set, self._turning)):
            self.setPageSize((2 * wide, high))
            self.setTrimBox((0, 0, 2 * wide, high))
            for half in side:
                for _, key, _, page in self._headings:
                    if page == half.page:
                        self.bookmarkPage(key)
                self.saveState()
                x = wide if half.right else 0
                self.transform(*((-1, 0, 0, -1, x + wide, high) if half.turned else (1, 0, 0, 1, x, 0)))
                self.doForm(self._name_of(half.page))
                self.restoreState()
            if index % 2 == 0:
                self._ticks(wide, high)
            self.showPage()
        for title, key, level, _ in self._headings:
            self.addOutlineEntry(title, key, level)
        super().save()

    def _ticks(self, x: float, high: float) -> None:
        """Fold marks, in the white at head and foot of the outer side."""
        self.setStrokeColor(HexColor(QUIET))
        self.setLineWidth(TICK_LINE_MM * POINTS_A_MM)
        near, far = (value * POINTS_A_MM for value in TICK_MM)
        self.line(x, near, x, far)
        self.line(x, high - far, x, high - near)
