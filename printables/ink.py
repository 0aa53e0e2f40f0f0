"""How a mark gets onto a ReportLab canvas: shapes as filled paths, text as text in the embedded typeface."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from shapely.geometry import MultiPolygon

from design.faces.face import TextRun
from printables.fonts import draw_text

EVEN_ODD = 0
"""ReportLab's fill rule under which a ring inside another is a hole."""


class Inked(Protocol):
    """A shape in one colour, or the text that has this shape."""

    @property
    def colour(self) -> str:
        """Its colour, #rrggbb."""

    @property
    def area(self) -> MultiPolygon:
        """Its shape in mm."""

    @property
    def run(self) -> TextRun | None:
        """The text, if it is one."""


def draw_marks(canvas: Any, marks: Iterable[Inked]) -> None:
    """Draw marks in their order; their millimetres count from the canvas's origin, y up."""
    for mark in marks:
        canvas.setFillColor(HexColor(mark.colour))
        if mark.run is None:
            fill_area(canvas, mark.area)
        else:
            draw_text(canvas, mark.run.text, mark.run.weight, mark.run.size_mm, mark.run.x_mm, mark.run.y_mm)


def fill_area(canvas: Any, area: MultiPolygon) -> None:
    """Fill polygons with the canvas's colour, their holes left open."""
    canvas.drawPath(_path(canvas, area), stroke=0, fill=1, fillMode=EVEN_ODD)


def line_area(canvas: Any, area: MultiPolygon) -> None:
    """Draw the outlines of polygons with the canvas's line."""
    canvas.drawPath(_path(canvas, area), stroke=1, fill=0)


def _path(canvas: Any, area: MultiPolygon) -> Any:
    path = canvas.beginPath()
    for polygon in area.geoms:
        for ring in (polygon.exterior, *polygon.interiors):
            (x, y), *others = [(x * mm, y * mm) for x, y in list(ring.coords)[:-1]]
            path.moveTo(x, y)
            for x, y in others:
                path.lineTo(x, y)
            path.close()
    return path
