"""Where both sides of pieces lie, read from PDF with pikepdf, and where a back must be, worked out by hand for each mode."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pikepdf
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from design.config.paper import Duplex

POINTS_A_MM = 72 / 25.4
BLEED = {"front": 0.8, "back": 1.3}
Box = tuple[float, float, float, float]


def operations(page) -> Iterator[tuple[str, list, pikepdf.Matrix]]:
    """What a page does: operator, operands, and the matrix that holds there."""
    stack, matrix = [], pikepdf.Matrix()
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "q":
                stack.append(matrix)
            case "Q":
                matrix = stack.pop()
            case "cm":
                matrix = pikepdf.Matrix(*(float(value) for value in operands)) @ matrix
            case other:
                yield other, operands, matrix


def placed(page) -> list[tuple[str, Box]]:
    """Each use of a form on a page: name, and its box as left, bottom, right, top in mm."""
    forms = page.Resources.XObject
    found = []
    for operator, operands, matrix in operations(page):
        if operator == "Do":
            corners = [float(value) for value in forms[operands[0]].BBox]
            box = _box(matrix, corners)
            name = str(operands[0]).removeprefix("/FormXob.")
            found.append((name, tuple(value / POINTS_A_MM for value in box)))
    return found


def _box(matrix, corners) -> Box:
    x1, y1, x2, y2 = corners
    points = [matrix.transform(point) for point in ((x1, y1), (x2, y1), (x2, y2), (x1, y2))]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def trims(page) -> list[tuple[str, Box]]:
    """The trims of a page's coloured pieces: their forms' boxes without the bleed."""
    result = []
    for name, (left, bottom, right, top) in placed(page):
        bleed = BLEED[name.rsplit(".", 1)[1]]
        result.append((name, (left + bleed, bottom + bleed, right - bleed, top - bleed)))
    return result


def dashed(page) -> list[Box]:
    """Dashed lines of a page as x1, y1, x2, y2 in mm."""
    found, dash, start = [], False, (0.0, 0.0)
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "d":
                dash = len(operands[0]) > 0
            case "m":
                start = tuple(float(value) / POINTS_A_MM for value in operands)
            case "l" if dash:
                found.append((*start, *(float(value) / POINTS_A_MM for value in operands)))
    return found


@dataclass(frozen=True)
class Turn:
    """How a point of the front is seen from behind: x or y is taken from a sum."""

    sideways: bool
    total: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        return (self.total - x, y) if self.sideways else (x, self.total - y)

    def box(self, box: Box) -> Box:
        left, bottom, right, top = box
        (x1, y1), (x2, y2) = self.point(left, bottom), self.point(right, top)
        return min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2)

    def shape(self, shape: BaseGeometry) -> BaseGeometry:
        if self.sideways:
            return affinity.translate(affinity.scale(shape, -1, 1, origin=(0, 0)), self.total, 0)
        return affinity.translate(affinity.scale(shape, 1, -1, origin=(0, 0)), 0, self.total)


def turn_of(duplex: Duplex, width: float, height: float, fold: Box | None = None) -> Turn:
    """A sheet on its long edge turns like the page of a book if it stands upright; on its short edge if it lies."""
    if duplex is Duplex.GUTTER_FOLD:
        assert fold is not None
        x1, y1, x2, y2 = fold
        assert (x1 == x2) != (y1 == y2)
        return Turn(x1 == x2, x1 + x2 if x1 == x2 else y1 + y2)
    like_a_book = (width < height) if duplex is not Duplex.SHORT_EDGE else (width > height)
    return Turn(like_a_book, width if like_a_book else height)


def sheets_in(paths: tuple[Path, ...], duplex: Duplex) -> Iterator[tuple[list[tuple[str, Box]], list[tuple[str, Box]], Turn]]:
    """The fronts and the backs of each sheet, from one file or from two, and how it is turned or folded."""
    documents = [pikepdf.open(path) for path in paths]
    try:
        if duplex is Duplex.GUTTER_FOLD:
            for page in documents[0].pages:
                (fold,) = dashed(page)
                found = trims(page)
                fronts = [one for one in found if one[0].endswith(".front")]
                yield fronts, [one for one in found if one not in fronts], turn_of(duplex, 0, 0, fold)
            return
        pages = [list(document.pages) for document in documents]
        fronts, backs = pages if duplex is Duplex.SEPARATE else (pages[0][::2], pages[0][1::2])
        for front, back in zip(fronts, backs, strict=True):
            width, height = (float(value) / POINTS_A_MM for value in front.MediaBox[2:])
            assert front.MediaBox == back.MediaBox
            yield trims(front), trims(back), turn_of(duplex, width, height)
    finally:
        for document in documents:
            document.close()


def strokes(page):
    """All strokes of a page as ends in mm, under the page's matrices."""
    found, start = [], (0.0, 0.0)
    for operator, operands, matrix in operations(page):
        if operator == "m":
            start = tuple(float(value) for value in operands)
        elif operator == "l":
            end = tuple(float(value) for value in operands)
            found.append(tuple(value / POINTS_A_MM for point in (start, end) for value in matrix.transform(point)))
    return found
