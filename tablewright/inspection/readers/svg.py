"""Pieces of a cut file, found with lxml, and what their paths fill and cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, Polygon, box

from design.faces.face import Face
from design.graphics.affine import STILL, Matrix, after, inverse, matrix_of, moved
from tablewright.inspection.findings import AGAIN
from tablewright.inspection.readers.path_data import PathError, subpaths
from tablewright.inspection.readers.pixels import data_picture, pixel_faults, seen_in_svg
from tablewright.inspection.recognition.pictures import PHASE, Drawn, Line, Pasted, picture
from tablewright.inspection.recognition.recognise import Bounds, Page, Placed, Spot

SPACE = "{http://www.w3.org/2000/svg}"
LIMIT = 12.0
"""Largest colour difference allowed, out of 255. Both pictures come from the same rasteriser, and rounding coordinates to
0.001 mm makes at most 4.
"""
OFF_MM = 0.01
"""Text and lines respect the margin to this."""
LENGTH = re.compile(r"^\s*([0-9.]+)\s*mm\s*$")


@dataclass(frozen=True)
class SvgPiece:
    """A piece's group: the face's name, and what its paths fill, in painting order; mm on the page, y up."""

    name: str
    fills: tuple[Drawn, ...]

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of its background, which is painted first."""
        left, bottom, right, top = self._bounds
        return (left + right) / 2, (bottom + top) / 2

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of its background."""
        left, bottom, right, top = self._bounds
        return right - left, top - bottom

    @cached_property
    def _bounds(self) -> Bounds:
        ground = self.fills[0]
        assert not isinstance(ground, Pasted)
        xs, ys = zip(*(point for line in ground[1] for point in line), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True)
class SvgFile:
    """A page of a cut file: its size in mm, its pieces, its cut outlines, points of everything around the pieces, and marks.

    `marks` are registration marks; if there are any, `others` are the boxes of everything else drawn.
    `strokes` are the straight lines around the pieces: crop marks and the ruler.
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
        placed = tuple(Placed(piece.name, *piece.middle, piece, piece.size_mm) for piece in self.pieces)
        return Page(
            where,
            "",
            self.size_mm,
            placed,
            _picture,
            _faults,
            LIMIT,
            self.cuts,
            stray=self._stray,
            again=partial(_picture, phase=PHASE),
            strokes=self.strokes,
        )

    def before(self, matrix: Matrix) -> SvgFile:
        """The same page with its final transformation undone; what is next to the pieces stays where it is printed."""
        if matrix == STILL:
            return self
        back = inverse(matrix)

        def put(lines: Sequence[Line]) -> list[Line]:
            return [[moved(back, x, y) for x, y in line] for line in lines]

        def fill(one: Drawn) -> Drawn:
            if isinstance(one, Pasted):
                return replace(one, matrix=after(one.matrix, back), lines=put(one.lines))
            return one[0], put(one[1])

        pieces = [replace(one, fills=tuple(map(fill, one.fills))) for one in self.pieces]
        cuts = [Polygon(put([cut.exterior.coords])[0]) for cut in self.cuts]
        strokes = [LineString(put([one.coords])[0]) for one in self.strokes]
        return replace(self, pieces=tuple(pieces), cuts=tuple(cuts), strokes=tuple(strokes))

    def _stray(self, _: Sequence[Bounds], margin_mm: float) -> Spot | None:
        """A point in the border that belongs to something around the pieces."""
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
        return f"cannot be read as SVG; {AGAIN}"
    except PathError as error:
        return f"{error}; {AGAIN}"


def _file(root: Any) -> SvgFile:
    sides = [LENGTH.match(root.get(name, "")) for name in ("width", "height")]
    view = [float(value) for value in root.get("viewBox", "").replace(",", " ").split()]
    if not all(sides) or len(view) != 4:
        raise PathError("has no size in mm with a viewBox")
    width, height = (float(side[1]) for side in sides if side)
    if view[:2] != [0, 0] or abs(view[2] - width) > 1e-3 or abs(view[3] - height) > 1e-3:
        raise PathError(f"its viewBox {root.get('viewBox')} is not its size of {width:g} x {height:g} mm")
    # A transform is the only way to place an image on a back that is rotated slightly for a printer.
    if any(element.get("transform") for element in root.iter() if element.tag != f"{SPACE}image"):
        raise PathError("moves things by a transform, which some cutters' programs pass over")
    pieces = [_piece(group, height) for group in root.iter(f"{SPACE}g") if "piece" in group.get("class", "").split()]
    cuts = (Polygon(points) for element in _layer(root, "cut") for points in _points(element, height))
    filled = (element for element in _layer(root, "registration") if element.get("fill") != "none")
    marks = tuple(Polygon(points) for element in filled for points in _points(element, height))
    beside = (
        (x, height - y)
        for name in ("fold", "registration", "notes")
        for element in _layer(root, name)
        # Filled shapes in the layer of marks are registration marks, which are checked separately.
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
    """The boxes of everything drawn outside the layer of marks."""
    for name in ("print", "cut", "fold", "notes"):
        for element in _layer(root, name):
            for points in subpaths(element.get("d", "")):
                xs, ys = zip(*points, strict=True)
                yield box(min(xs), height - max(ys), max(xs), height - min(ys))


def _layer(root: Any, name: str) -> Iterator[Any]:
    """The paths of a layer."""
    return (path for layer in root.iter(f"{SPACE}g") if layer.get("id") == name for path in layer.iter(f"{SPACE}path"))


def _piece(group: Any, height: float) -> SvgPiece:
    """What a group draws: flat paths, and images, each in a group with its own clipping path."""
    name = group.get("data-piece", "")
    fills: list[Drawn] = []
    clips: dict[str, list[Line]] = {}
    for element in group.iterchildren():
        inside = list(element)
        if element.tag == f"{SPACE}path":
            fills.append((element.get("fill", "black"), list(_points(element, height))))
        elif element.tag == f"{SPACE}clipPath":
            clips[f"url(#{element.get('id')})"] = [line for path in inside for line in _points(path, height)]
        elif element.tag == f"{SPACE}g" and [one.tag for one in inside] == [f"{SPACE}image"]:
            fills.append(_pasted(name, inside[0], clips.get(element.get("clip-path", ""), []), height))
        elif isinstance(element.tag, str):
            what = "must be flat paths, and pictures that one clips"
            raise PathError(f"{name or 'a piece'} holds a <{element.tag.rpartition('}')[2]}>, {what}")
    if not fills or isinstance(fills[0], Pasted) or not fills[0][1]:
        raise PathError(f"{name or 'a piece'} is empty")
    return SvgPiece(name, tuple(fills))


def _pasted(name: str, element: Any, clip: list[Line], height: float) -> Pasted:
    """An image in the file, where it lies on the page, y up."""
    image = data_picture(element.get("{http://www.w3.org/1999/xlink}href") or element.get("href", ""))
    if isinstance(image, str):
        raise PathError(f"{name} {image}")
    if element.get("preserveAspectRatio") != "none":
        raise PathError(f"{name} holds a picture that is not stretched to its place (preserveAspectRatio none)")
    x, y, width, high = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
    own: Matrix = (width, 0, 0, -high, x, y + high)
    if turning := re.match(r"^matrix\(([^)]*)\)$", element.get("transform", "")):
        own = after(own, matrix_of(turning[1].replace(",", " ").split()))
    return Pasted(image, after(own, (1, 0, 0, -1, 0, height)), clip)


def _points(element: Any, height: float) -> Iterator[list[tuple[float, float]]]:
    for points in subpaths(element.get("d", "")):
        if len(points) > 2:
            yield [(x, height - y) for x, y in points]


def _picture(placed: Placed, face: Face, turn: int, phase: float = 0.0) -> Any:
    """What the piece's paths fill and its images show, as seen on a face rotated anticlockwise by quarter turns."""
    return picture(_turned_back(placed, turn), face.size_mm, phase)


def _faults(placed: Placed, face: Face, turn: int) -> list[str]:
    """What is wrong with a piece's images."""
    fills = _turned_back(placed, turn)
    return pixel_faults(face, [seen_in_svg(one.image, one.matrix) for one in fills if isinstance(one, Pasted)])


def _turned_back(placed: Placed, turn: int) -> list[Drawn]:
    """What a piece draws, in its face's coordinates."""
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn % 4]
    back = inverse((cos, sin, -sin, cos, placed.x_mm, placed.y_mm))

    def put(lines: Sequence[Line]) -> list[Line]:
        return [[moved(back, x, y) for x, y in line] for line in lines]

    return [
        replace(one, matrix=after(one.matrix, back), lines=put(one.lines)) if isinstance(one, Pasted) else (one[0], put(one[1]))
        for one in placed.drawn.fills
    ]
