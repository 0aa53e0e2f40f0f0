"""Where a back must lie to be behind its front, derived from the page in the file and from how its two sides meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from shapely.geometry import LineString

from design.config.paper import Duplex
from design.graphics.affine import STILL, Matrix
from design.sheets.specs import SheetSpec
from tablewright.inspection.recognition.recognise import Page

LEVEL_MM = 0.01
"""Both ends of a fold line agree to this across the line."""


@dataclass(frozen=True)
class Mirror:
    """How fronts and backs mirror each other: to the left and right of a line if `sideways`, otherwise above and below it.

    `sum_mm` is the sum of the two positions across the line.
    """

    sideways: bool
    sum_mm: float

    def behind(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """The point behind a point of the front."""
        return (self.sum_mm - x_mm, y_mm) if self.sideways else (x_mm, self.sum_mm - y_mm)

    def turn(self, front: int) -> int:
        """Quarter turns of a back that is upright once its piece is turned about its own vertical axis."""
        return (-front if self.sideways else 2 - front) % 4


def mirror_of(spec: SheetSpec, page: Page) -> tuple[Mirror, str]:
    """How fronts and backs of a page mirror each other, and what is wrong with its fold line."""
    plain = sheet_mirror(spec.duplex, page.size_mm)
    if not spec.two_sided or spec.duplex is not Duplex.GUTTER_FOLD:
        return plain, ""
    fold = fold_mirror(page.folds)
    return (plain, fold) if isinstance(fold, str) else (fold, "")


def sheet_mirror(duplex: Duplex, size_mm: tuple[float, float]) -> Mirror:
    """The mirror of a sheet with two sides, flipped or glued: on its long edge, unless it is flipped on the short one."""
    width, height = size_mm
    long_edge_upright = height >= width
    sideways = long_edge_upright if duplex is not Duplex.SHORT_EDGE else not long_edge_upright
    return Mirror(sideways, width if sideways else height)


def fold_mirror(folds: Iterable[LineString]) -> Mirror | str:
    """The mirror of a page that is folded, from the fold lines in the file, or why there is none."""
    lines = list(folds)
    if len(lines) != 1:
        return f"has {len(lines) or 'no'} lines to fold on, must be one"
    (x1, y1), (x2, y2) = lines[0].coords[0][:2], lines[0].coords[-1][:2]
    if abs(x1 - x2) <= LEVEL_MM < abs(y1 - y2):
        return Mirror(True, x1 + x2)
    if abs(y1 - y2) <= LEVEL_MM < abs(x1 - x2):
        return Mirror(False, y1 + y2)
    return "has a line to fold on that runs aslant"


def back_matrix(spec: SheetSpec, size_mm: tuple[float, float], faces: Iterable[str]) -> Matrix:
    """The final transformation of a page with these faces; pages of backs are moved for some printers."""
    backs = {piece.back.name for piece in spec.pieces if piece.back is not None}
    shown = set(faces)
    if spec.backs.still or not shown or not shown <= backs:
        return STILL
    return spec.backs.matrix(*size_mm, upside_down=not sheet_mirror(spec.duplex, size_mm).sideways)
