"""Pieces of a cut file, found with lxml, and what their paths fill and cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, Polygon, box

from design.back_profile import STILL, Matrix, inverse, moved
from design.faces.face import Face
from tablewright.inspection.path_data import PathError, subpaths
from tablewright.inspection.pictures import Fill, Line, picture
from tablewright.inspection.recognise import Bounds, Page, Placed, Spot

SPACE = "{http://www.w3.org/2000/svg}"
LIMIT = 12.0
"""Most that a colour may be off, of 255: both pictures come from one rasteriser, and coordinates rounded to
0.001 mm make at most 4."""
OFF_MM = 0.01
"""Texts and lines lie off the margin to this."""
LENGTH = re.compile(r"^\s*([0-9.]+)\s*mm\s*$")


@dataclass(frozen=True)
class SvgPiece:
    """A piece's group: the face's name, and what its paths fill, one on the other; mm on the page, y up."""

    name: str
    fills: tuple[Fill, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of its ground, which is painted first."""
        xs, ys = zip(*(point for line in self.fills[0][1] for point in line), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


@dataclass(frozen=True)
class SvgFile:
    """A page of a cut file: its size in mm, its pieces, the outlines to cut, points of all that is beside these, and marks.

    `marks` are those for a machine's eye; where there are any, `others` are the boxes of all else that is drawn.
    `strokes` are the straight lines beside the pieces: marks to cut between, and the ruler.
    """

    size_mm: tuple[float, float]
    pieces: tuple[SvgPiece, ...]
    cuts: tuple[Polygon, ...]
    beside: tuple[Spot, ...] = ()
    marks: tuple[Polygon, ...] = ()
    others: tuple[Polygon, ...] = ()
    strokes: tuple[LineString, ...] = ()

    def page(self, where: str) -> Page:
        """The page for a judge of sheets."""
        placed = tuple(Placed(piece.name, *piece.middle, piece) for piece in self.pieces)
        return Page(
            where,
            "",
            self.size_mm,
            placed,
            _picture,
            lambda *_: [],
            LIMIT,
            self.cuts,
            stray=self._stray,
            strokes=self.strokes,
        )

    def before(self, matrix: Matrix) -> SvgFile:
        """The same without what was done to the page at last; what stands beside pieces stays where it is printed."""
        if matrix == STILL:
            return self
        back = inverse(matrix)

        def put(lines: Sequence[Line]) -> list[Line]:
            return [[moved(back, x, y) for x, y in line] for line in lines]

        pieces = [replace(one, fills=tuple((colour, put(lines)) for colour, lines in one.fills)) for one in self.pieces]
        cuts = [Polygon(put([cut.exterior.coords])[0]) for cut in self.cuts]
        strokes = [LineString(put([one.coords])[0]) for one in self.strokes]
        return replace(self, pieces=tuple(pieces), cuts=tuple(cuts), strokes=tuple(strokes))

    def _stray(self, _: Sequence[Bounds], margin_mm: float) -> Spot | None:
        """A point of what stands beside pieces that lies in the border."""
        width, height = self.size_mm
        least = margin_mm - OFF_MM
        return next((one for one in self.beside if min(one[0], one[1], width - one[0], height - one[1]) < least), None)


def read_svg(path: Path) -> SvgFile | str:
    """The page in an SVG file, or what is wrong with it."""
    from lxml import etree

    try:
        root = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()
        return _file(root)
    except (etree.XMLSyntaxError, OSError):
        return "cannot be read as SVG; run a build again"
    except PathError as error:
        return f"{error}; run a build again"


def _file(root: Any) -> SvgFile:
    sides = [LENGTH.match(root.get(name, "")) for name in ("width", "height")]
    view = [float(value) for value in root.get("viewBox", "").replace(",", " ").split()]
    if not all(sides) or len(view) != 4:
        raise PathError("has no size in mm with a viewBox")
    width, height = (float(side[1]) for side in sides if side)
    if view[:2] != [0, 0] or abs(view[2] - width) > 1e-3 or abs(view[3] - height) > 1e-3:
        raise PathError(f"its viewBox {root.get('viewBox')} is not its size of {width:g} x {height:g} mm")
    if any(element.get("transform") for element in root.iter()):
        raise PathError("moves things by a transform, which some cutters' programs pass over")
    pieces = [_piece(group, height) for group in root.iter(f"{SPACE}g") if "piece" in group.get("class", "").split()]
    cuts = (Polygon(points) for element in _layer(root, "cut") for points in _points(element, height))
    filled = (element for element in _layer(root, "registration") if element.get("fill") != "none")
    marks = tuple(Polygon(points) for element in filled for points in _points(element, height))
    beside = (
        (x, height - y)
        for name in ("fold", "registration", "notes")
        for element in _layer(root, name)
        # What is filled among the marks is for a machine's eye, and is looked at by itself.
        if name != "registration" or element.get("fill") == "none"
        for line in subpaths(element.get("d", ""))
        for x, y in line
    )
    others = tuple(_others(root, height)) if marks else ()
    strokes = (
        LineString([(x, height - y) for x, y in line])
        for name in ("registration", "notes")
        for element in _layer(root, name)
        if element.get("fill") == "none"
        for line in subpaths(element.get("d", ""))
        if len(line) == 2
    )
    return SvgFile((width, height), tuple(pieces), tuple(cuts), tuple(beside), marks, others, tuple(strokes))


def _others(root: Any, height: float) -> Iterator[Polygon]:
    """The boxes of what is drawn outside of the layer of marks."""
    for name in ("print", "cut", "fold", "notes"):
        for element in _layer(root, name):
            for points in subpaths(element.get("d", "")):
                xs, ys = zip(*points, strict=True)
                yield box(min(xs), height - max(ys), max(xs), height - min(ys))


def _layer(root: Any, name: str) -> Iterator[Any]:
    """The paths of a layer."""
    return (path for layer in root.iter(f"{SPACE}g") if layer.get("id") == name for path in layer.iter(f"{SPACE}path"))


def _piece(group: Any, height: float) -> SvgPiece:
    name = group.get("data-piece", "")
    fills = []
    for element in group.iter():
        if element.tag == f"{SPACE}path":
            fills.append((element.get("fill", "black"), list(_points(element, height))))
        elif element is not group and isinstance(element.tag, str):
            raise PathError(f"{name or 'a piece'} holds a <{element.tag.rpartition('}')[2]}>, must be flat paths")
    if not fills or not fills[0][1]:
        raise PathError(f"{name or 'a piece'} is empty")
    return SvgPiece(name, tuple(fills))


def _points(element: Any, height: float) -> Iterator[list[tuple[float, float]]]:
    for points in subpaths(element.get("d", "")):
        if len(points) > 2:
            yield [(x, height - y) for x, y in points]


def _picture(placed: Placed, face: Face, turn: int) -> Any:
    """What the piece's paths fill, seen as a face that is turned anticlockwise by quarter turns."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn % 4]

    def back(points: Any) -> list[tuple[float, float]]:
        moved = ((x - placed.x_mm, y - placed.y_mm) for x, y in points)
        return [(cos * x + sin * y, cos * y - sin * x) for x, y in moved]

    fills = [(colour, [back(line) for line in outline]) for colour, outline in placed.drawn.fills]
    return picture(fills, face.size_mm)
