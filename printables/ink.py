"""How a mark gets onto a ReportLab canvas: shapes as filled paths, text as text in the embedded typeface."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from shapely.geometry import MultiPolygon

from design.faces.face import Mark
from printables.fonts import NAMES

EVEN_ODD = 0
"""ReportLab's fill rule under which a ring inside another is a hole."""


def draw_marks(canvas: Any, marks: Iterable[Mark]) -> None:
    """Draw marks in their order; their millimetres count from the canvas's origin, y up."""
    for mark in marks:
        canvas.setFillColor(HexColor(mark.colour))
        if mark.run is None:
            fill_area(canvas, mark.area)
        else:
            canvas.setFont(NAMES[mark.run.weight], mark.run.size_mm * mm)
            canvas.drawString(mark.run.x_mm * mm, mark.run.y_mm * mm, mark.run.text)


def fill_area(canvas: Any, area: MultiPolygon) -> None:
    """Fill polygons with the canvas's colour, their holes left open."""
    path = canvas.beginPath()
    for polygon in area.geoms:
        for ring in (polygon.exterior, *polygon.interiors):
            (x, y), *others = [(x * mm, y * mm) for x, y in list(ring.coords)[:-1]]
            path.moveTo(x, y)
            for x, y in others:
                path.lineTo(x, y)
            path.close()
    canvas.drawPath(path, stroke=0, fill=1, fillMode=EVEN_ODD)
