"""The author's drawings: an SVG's filled shapes as clean outlines, each in its colour.

Strokes become areas of their width. What cannot become an outline (images, text, gradients) is refused by
name, with what to do in the drawing program.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from shapely import affinity
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.graphics.polygons import as_multi
from rules.errors import DesignError, Problem

STEPS = 16
"""Points per curve of a drawing."""
MOST_BYTES = 4_000_000


@dataclass(frozen=True)
class Art:
    """A drawing: shapes with their colours from the bottom up, in its own units, y up; `width`, `height` are its page."""

    width: float
    height: float
    shapes: tuple[tuple[str, MultiPolygon], ...]

    def fitted(self, width_mm: float, height_mm: float, cover: bool) -> tuple[tuple[str, MultiPolygon], ...]:
        """The shapes with the page centred on the origin, either fitted inside the given size or covering it."""
        scale = (max if cover else min)(width_mm / self.width, height_mm / self.height)
        matrix = [scale, 0, 0, scale, -scale * self.width / 2, -scale * self.height / 2]
        return tuple((colour, as_multi(affinity.affine_transform(area, matrix))) for colour, area in self.shapes)


def art(path: Path) -> Art:
    """Read an SVG; DesignError says what in it cannot be drawn, and the remedy."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DesignError(Problem(str(path), f"cannot be read ({error.strerror}); put the drawing there")) from None
    if len(data) > MOST_BYTES:
        what = f"is {len(data) / 1e6:.1f} MB; a drawing of shapes has at most {MOST_BYTES / 1e6:g}: simplify it"
        raise DesignError(Problem(str(path), what))
    return _read(str(path), hashlib.sha256(data).hexdigest())


@lru_cache(maxsize=256)
def _read(path: str, _digest: str) -> Art:
    from svgelements import SVG, Image, Shape, Text

    try:
        drawing = SVG.parse(path)
    except Exception as error:
        raise DesignError(Problem(path, f"is no SVG that can be read ({error}); save it again as plain SVG")) from None
    problems, shapes = [], []
    for element in drawing.elements():
        if isinstance(element, Image):
            problems.append(Problem(path, "holds a picture of pixels; trace it, or use a PNG of its own"))
        elif isinstance(element, Text):
            problems.append(Problem(path, f"holds the text {str(element.text)!r}; turn texts into paths"))
        elif isinstance(element, Shape):
            shapes += _painted(element)
    if not shapes and not problems:
        problems.append(Problem(path, "shows nothing; its shapes need a fill or a stroke in a plain colour"))
    if not (drawing.width and drawing.height):
        problems.append(Problem(path, "has no size; give it a viewBox"))
    if problems:
        raise DesignError(problems)
    height = float(drawing.height)
    upright = [(colour, as_multi(affinity.affine_transform(area, [1, 0, 0, -1, 0, height]))) for colour, area in shapes]
    return Art(float(drawing.width), height, tuple((colour, area) for colour, area in upright if not area.is_empty))


def _painted(shape: Any) -> list[tuple[str, MultiPolygon]]:
    """A shape's fill, and its stroke on top."""
    lines = [line for line in map(_points, _subpaths(shape)) if len(line) > 1]
    found = []
    if shape.fill is not None and shape.fill.value is not None and shape.fill.alpha:
        found.append((shape.fill.hexrgb, _filled([line for line in lines if len(line) > 2])))
    if shape.stroke is not None and shape.stroke.value is not None and shape.stroke.alpha and shape.stroke_width:
        # svgelements includes the transform's scale in the width.
        strokes: list[BaseGeometry] = [LineString(line).buffer(shape.stroke_width / 2) for line in lines]
        found.append((shape.stroke.hexrgb, as_multi(unary_union(strokes))))
    return found


def _subpaths(shape: Any) -> list[Any]:
    from svgelements import Path as Outline

    return [Outline(part) for part in Outline(shape).as_subpaths()]


def _points(outline: Any) -> list[tuple[float, float]]:
    from svgelements import Close, Line, Move

    points: list[tuple[float, float]] = []
    for segment in outline:
        if isinstance(segment, Move):
            points.append((float(segment.end.x), float(segment.end.y)))
        elif isinstance(segment, Line | Close):
            if segment.end is not None:
                points.append((float(segment.end.x), float(segment.end.y)))
        else:
            points += [(float(at.x), float(at.y)) for at in (segment.point(step / STEPS) for step in range(1, STEPS + 1))]
    return points


def _filled(rings: list[list[tuple[float, float]]]) -> MultiPolygon:
    """Rings by the even-odd rule: one inside another is a hole."""
    area: BaseGeometry = MultiPolygon()
    for ring in rings:
        area = area.symmetric_difference(Polygon(ring).buffer(0))
    return as_multi(area)
