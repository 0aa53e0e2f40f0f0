"""Sheets as SVG for cutting machines and drawing programs: mm throughout, flat paths, one file per page.

Layers: `print` has the art, one group per piece; `fold` the lines to score within pieces and the fold line of a page to
fold; `cut` the slits and outlines, of fronts only, since a sheet is cut from its front (or of backs, if the registration
marks are there); `registration` the crop marks and registration marks; `notes` ruler and text, as outlines.
Everything is in absolute coordinates, y down, without transforms, so that the simplest program can read it. The only
exception is an image on a back that is rotated slightly for a printer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import shapely
import svgwrite
from shapely import affinity
from shapely.geometry import LineString, Polygon

from design.config.paper import PaperSize
from design.files import write_whole
from design.graphics.affine import STILL
from design.graphics.art.photos import Picture
from design.graphics.type.outlines import text_outline
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from printables.drawing.paint import layers
from printables.drawing.svg_pictures import TURNS, image_elements
from printables.imposition.sheet import Place, SheetPage, impose
from printables.marks.captions import side_name
from printables.marks.cut_marks import EYE_MARK, eye_marks
from printables.marks.page_marks import printers_marks
from printables.marks.strips import Line, Stroke
from printables.tuckbox import TuckPage, net_lines, tuck_eye_marks, tuck_pages
from rules.errors import DesignError, Problem

CUT = "#ff0000"
"""Colour of outlines to cut; machines choose their tool by colour."""
CUT_MM = 0.1
FOLD = "#0000ff"
"""Colour of lines to score."""
_PLACES = 3


def write_sheets(spec: SheetSpec, path: Path) -> tuple[Path, ...]:
    """Write each printed side of each sheet into a file: `<stem>.1.front.svg`, `<stem>.1.back.svg`, and so on.

    A page to fold is one file, `<stem>.1.both.svg`, with the fold line in a layer of its own.

    Args:
        spec: the sheets.
        path: a stem such as `svg/a4/cards`.

    Raises:
        DesignError: the pieces do not fit on the paper.
        BuildError: a file cannot be written.
    """
    pages = impose(spec)
    if not pages:
        raise DesignError(Problem(f"{spec.game} {spec.name}", "has no pieces to print; a sheet needs at least one"))
    drawn = [(path.with_name(f"{path.name}.{page.sheet}.{page.side.value}.svg"), _page(spec, page)) for page in pages]
    for name, text in drawn:
        write_whole(name, text.encode())
    return tuple(name for name, _ in drawn)


def write_tuck_box(spec: TuckBoxSpec, path: Path) -> tuple[Path, ...]:
    """Write each part of a tuck box into a file: `tuck-box.1.front.svg` and so on; `fold` is a layer of its own.

    Raises:
        DesignError: a line of text is too long for the paper.
        BuildError: a file cannot be written.
    """
    drawn = [(path.with_name(f"{path.name}.{page.number}.front.svg"), _tuck_page(spec, page)) for page in tuck_pages(spec)]
    for name, text in drawn:
        write_whole(name, text.encode())
    return tuple(name for name, _ in drawn)


def _tuck_page(spec: TuckBoxSpec, page: TuckPage) -> str:
    height = spec.paper.height_mm
    drawing = _drawing(spec.paper, f"{spec.title}, tuck box, page {page.number} of {page.pages}", spec.credits)

    def put(shape: shapely.Geometry) -> str:
        turned = affinity.rotate(shape, page.angle_deg, origin=(0, 0)) if page.angle_deg else shape
        return _data(affinity.translate(turned, page.x_mm, page.y_mm), height)

    art = drawing.g(id="piece-001", class_="piece", **{"data-piece": page.name})
    _layer(drawing, "print").add(art)
    art.add(drawing.path(put(page.part.cut), fill="#ffffff", fill_rule="evenodd"))
    for mark in (mark for face in spec.faces_of(page.part) for mark in face.marks):
        art.add(drawing.path(put(mark.area), fill=mark.colour, fill_rule="evenodd"))
    for line in net_lines(spec, page.part):
        art.add(drawing.path(put(_outline(line)), fill=line.colour, fill_rule="evenodd"))
    fold = _layer(drawing, "fold")
    for ends in page.part.folds:
        fold.add(drawing.path(put(LineString(ends)), fill="none", stroke=FOLD, stroke_width=CUT_MM))
    cut = _layer(drawing, "cut")
    look = {"fill": "none", "stroke": CUT, "stroke_width": CUT_MM}
    cut.add(drawing.path(put(page.part.cut), **look, **{"data-piece": page.name}))
    if spec.registration:
        _eye_marks(drawing, _layer(drawing, "registration"), tuck_eye_marks(spec), lambda shape: _data(shape, height))
    notes = _layer(drawing, "notes")
    _strokes(drawing, notes, page.marks.ruler, lambda shape: _data(shape, height))
    for line in page.marks.lines:
        notes.add(drawing.path(_data(_outline(line), height), fill=line.colour, fill_rule="evenodd"))
    return _text(drawing)


def _drawing(paper: PaperSize, title: str, credits: str) -> svgwrite.Drawing:
    """An empty page of the paper's true size."""
    width, height = paper.width_mm, paper.height_mm
    size = (f"{_number(width)}mm", f"{_number(height)}mm")
    drawing = svgwrite.Drawing(size=size, viewBox=f"0 0 {_number(width)} {_number(height)}", debug=False)
    drawing.attribs["xmlns:inkscape"] = "http://www.inkscape.org/namespaces/inkscape"
    drawing.set_desc(title=title, desc=credits)
    return drawing


def _text(drawing: svgwrite.Drawing) -> str:
    stream = StringIO()
    drawing.write(stream, pretty=True, indent=1)
    return stream.getvalue()


def _page(spec: SheetSpec, page: SheetPage) -> str:
    height = page.paper.height_mm
    title = f"{spec.title}, page {page.number} of {page.pages}, {side_name(spec, page.side)}"
    drawing = _drawing(page.paper, title, spec.credits)

    def put(shape: shapely.Geometry) -> str:
        if page.matrix != STILL:
            a, b, c, d, e, f = page.matrix
            shape = affinity.affine_transform(shape, (a, c, b, d, e, f))
        return _data(shape, height)

    def pasted(place: Place, picture: Picture, shape: shapely.Geometry) -> Iterator[Any]:
        cos, sin = TURNS[place.angle_deg]
        lying = picture.under((cos, sin, -sin, cos, place.x_mm, place.y_mm)).under(page.matrix)
        # A shape clips the image with a path of its own; the number makes its name unique on the page.
        return image_elements(drawing, lying.under((1, 0, 0, -1, 0, height)), put(shape), next(numbers))

    numbers = count(1)
    art = _layer(drawing, "print")
    for index, place in enumerate(page.places, 1):
        group = drawing.g(id=f"piece-{index:03d}", class_="piece", **{"data-piece": place.face.name})
        for layer in layers(place.face, place.bleed_mm):
            shape = place.on_page(layer.area)
            if layer.picture is None:
                group.add(drawing.path(put(shape), fill=layer.colour, fill_rule="evenodd"))
                continue
            for element in pasted(place, layer.picture, shape):
                group.add(element)
        art.add(group)
    beside = printers_marks(spec, page)
    cut_places = page.on_side(spec.cut_side)
    folds = [line for place in cut_places for line in place.folds]
    if beside.folds or folds:
        fold = _layer(drawing, "fold")
        _strokes(drawing, fold, [replace(one, colour=FOLD, width_mm=CUT_MM) for one in beside.folds], put)
        for line in folds:
            fold.add(drawing.path(put(line), fill="none", stroke=FOLD, stroke_width=CUT_MM))
    if cut_places:
        cut = _layer(drawing, "cut")
        look = {"fill": "none", "stroke": CUT, "stroke_width": CUT_MM}
        for place in cut_places:
            # Cuts within a piece come before the piece is cut loose.
            for line in place.slits:
                cut.add(drawing.path(put(line), **look))
            cut.add(drawing.path(put(place.trim), **look, **{"data-piece": place.face.name}))
    marks, notes = _layer(drawing, "registration"), _layer(drawing, "notes")
    _strokes(drawing, marks, beside.marks, put)
    _eye_marks(drawing, marks, eye_marks(spec, page), put)
    _strokes(drawing, notes, beside.ruler, put)
    for line in beside.lines:
        notes.add(drawing.path(put(_outline(line)), fill=line.colour, fill_rule="evenodd"))
    return _text(drawing)


def _layer(drawing: svgwrite.Drawing, name: str) -> svgwrite.container.Group:
    """A group that Inkscape shows as a layer."""
    group = drawing.g(id=name, **{"inkscape:groupmode": "layer", "inkscape:label": name})
    drawing.add(group)
    return group


def _strokes(
    drawing: svgwrite.Drawing,
    group: svgwrite.container.Group,
    strokes: Iterable[Stroke],
    put: Callable[[shapely.Geometry], str],
) -> None:
    for one in strokes:
        ends = put(LineString([(one.x1_mm, one.y1_mm), (one.x2_mm, one.y2_mm)]))
        group.add(drawing.path(ends, fill="none", stroke=one.colour, stroke_width=one.width_mm))


def _eye_marks(
    drawing: svgwrite.Drawing,
    group: svgwrite.container.Group,
    marks: Iterable[Polygon],
    put: Callable[[shapely.Geometry], str],
) -> None:
    """The registration marks for a cutting machine, if there are any."""
    for shape in marks:
        group.add(drawing.path(put(shape), fill=EYE_MARK, fill_rule="evenodd"))


def _outline(line: Line) -> shapely.Geometry:
    outline = text_outline(line.text, line.size_mm, line.weight)
    return affinity.translate(affinity.rotate(outline, line.angle_deg, origin=(0, 0)), line.x_mm, line.y_mm)


def _data(shape: shapely.Geometry, height: float) -> str:
    """Path data of polygons, each ring closed, or of a line, with y pointing down."""
    if isinstance(shape, LineString):
        return "M" + "L".join(f"{_number(x)},{_number(height - y)}" for x, y in shape.coords)
    polygons: Iterable[Polygon] = [shape] if isinstance(shape, Polygon) else shape.geoms
    rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return "".join("M" + "L".join(f"{_number(x)},{_number(height - y)}" for x, y in ring.coords[:-1]) + "Z" for ring in rings)


def _number(value: float) -> str:
    """At most three decimals, no trailing zeros, no minus zero."""
    text = f"{value:.{_PLACES}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
