"""Draws marks on a ReportLab canvas: shapes as filled paths, text as text in the embedded typeface."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from shapely import affinity
from shapely.geometry import MultiPolygon, Polygon

from design.faces.face import Ends, Face, TextRun
from design.graphics.art.photos import Picture
from printables.drawing.embedding import draw_pixels
from printables.drawing.fonts import draw_text
from printables.drawing.paint import CUT_LINE_MM, DASH_MM, line_ink

EVEN_ODD = 0
"""ReportLab's fill rule in which a ring inside another is a hole."""
FRAME_PT2 = 0.01
"""A picture counts as shown whole if no more than this area is hidden."""


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
        """The text, if it is text."""

    @property
    def picture(self) -> Picture | None:
        """The pixels it shows, if any."""


def draw_marks(canvas: Any, marks: Iterable[Inked]) -> None:
    """Draw marks in order; their millimetres count from the canvas's origin, y up."""
    for mark in marks:
        if mark.picture is not None:
            _draw_picture(canvas, mark.area, mark.picture)
            continue
        canvas.setFillColor(HexColor(mark.colour))
        if mark.run is None:
            fill_area(canvas, mark.area)
        else:
            _draw_run(canvas, mark.run)


def _draw_picture(canvas: Any, area: MultiPolygon, picture: Picture) -> None:
    """Draw pixels in place, clipped to a shape if it does not cover them all."""
    a, b, c, d, e, f = (value * mm for value in picture.matrix)
    frame = Polygon([(e, f), (e + a, f + b), (e + a + c, f + b + d), (e + c, f + d)])
    canvas.saveState()
    if frame.symmetric_difference(affinity.scale(area, mm, mm, origin=(0, 0))).area > FRAME_PT2:
        canvas.clipPath(_path(canvas, area), stroke=0, fill=0, fillMode=EVEN_ODD)
    draw_pixels(canvas, picture.pixels, (a, b, c, d, e, f))
    canvas.restoreState()


def _draw_run(canvas: Any, run: TextRun) -> None:
    if not run.angle_deg:
        draw_text(canvas, run.text, run.weight, run.size_mm, run.x_mm, run.y_mm)
        return
    canvas.saveState()
    canvas.translate(run.x_mm * mm, run.y_mm * mm)
    canvas.rotate(run.angle_deg)
    draw_text(canvas, run.text, run.weight, run.size_mm, 0, 0)
    canvas.restoreState()


def fill_area(canvas: Any, area: MultiPolygon) -> None:
    """Fill polygons with the canvas's colour, leaving their holes open."""
    canvas.drawPath(_path(canvas, area), stroke=0, fill=1, fillMode=EVEN_ODD)


def line_area(canvas: Any, area: MultiPolygon) -> None:
    """Draw the outlines of polygons with the canvas's line."""
    canvas.drawPath(_path(canvas, area), stroke=1, fill=0)


def draw_lines(canvas: Any, lines: Iterable[Ends], colour: str, width_mm: float, dash_mm: Sequence[float] = ()) -> None:
    """Draw straight lines, dashed if strokes and gaps are given."""
    canvas.setStrokeColor(HexColor(colour))
    canvas.setLineWidth(width_mm * mm)
    canvas.setDash([one * mm for one in dash_mm])
    for start, end in lines:
        canvas.line(*(value * mm for value in (*start, *end)))
    canvas.setDash()


def draw_lines_within(canvas: Any, face: Face) -> None:
    """Draw the slits and fold lines within a piece: slits as they are, fold lines dashed."""
    for lines, dash in ((face.slits, ()), (face.folds, DASH_MM)):
        if lines:
            draw_lines(canvas, lines, line_ink(face.ground), CUT_LINE_MM, dash)


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
