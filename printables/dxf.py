"""Sheets as DXF for cutting machines that do not read SVG: outlines to cut, lines to fold and marks, in millimetres.

Layers: CUT has each closed outline, with curves as true arcs, and the open slits within pieces; FOLD has lines to score;
REGISTRATION has crop marks and registration marks. The page's lower left corner is the origin and its size the drawing's
limits, so that positions are those of the PDF. Each outline carries its piece's name as extended data, which machines
ignore.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

from shapely import affinity
from shapely.geometry import LineString, Polygon

from design.config.paper import PaperSize
from design.files import write_whole
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from printables.drawing.arcs import Circle, bends
from printables.imposition.sheet import impose
from printables.marks.cut_marks import eye_marks
from printables.marks.page_marks import printers_marks
from printables.tuckbox import TuckPage, tuck_eye_marks, tuck_pages
from rules.errors import DesignError, Problem

VERSION = "R2000"
"""Old enough for every cutter's program, new enough to state its unit."""
MILLIMETRES = 4
LAYERS = {"CUT": 1, "FOLD": 5, "REGISTRATION": 7}
"""Layers with their colours: red, blue, and whatever contrasts with the background."""
APPLICATION = "TABLEWRIGHT"
_PLACES = 6


def write_sheets(spec: SheetSpec, path: Path) -> tuple[Path, ...]:
    """Write the side to cut from of each sheet into a file: `<stem>.1.front.dxf` and so on.

    A page to fold is cut once it is folded, so its file has the outlines of one half.

    Raises:
        DesignError: the pieces do not fit on the paper.
        BuildError: a file cannot be written.
    """
    pages = [page for page in impose(spec) if page.on_side(spec.cut_side)]
    if not pages:
        raise DesignError(Problem(f"{spec.game} {spec.name}", "has no pieces to cut; a sheet needs at least one"))
    made = []
    for page in pages:
        with _drawing(page.paper) as drawing:
            for place in page.on_side(spec.cut_side):
                for layer, lines in (("CUT", place.slits), ("FOLD", place.folds)):
                    for line in lines:
                        _line(drawing, line.coords, layer)
                _outline(drawing, place.trim, "CUT", place.face.name)
            for mark in printers_marks(spec, page).marks:
                _line(drawing, ((mark.x1_mm, mark.y1_mm), (mark.x2_mm, mark.y2_mm)), "REGISTRATION")
            for shape in eye_marks(spec, page):
                _outline(drawing, shape, "REGISTRATION")
            made.append((path.with_name(f"{path.name}.{page.sheet}.{spec.cut_side}.dxf"), _text(drawing)))
    return _written(made)


def write_tuck_box(spec: TuckBoxSpec, path: Path) -> tuple[Path, ...]:
    """Write each part of a tuck box into a file: `tuck-box.1.front.dxf` and so on.

    Raises:
        DesignError: a line of text is too long for the paper.
        BuildError: a file cannot be written.
    """
    made = []
    for page in tuck_pages(spec):
        with _drawing(spec.paper) as drawing:
            _outline(drawing, _put(page, page.part.cut), "CUT", page.name)
            for ends in page.part.folds:
                _line(drawing, tuple(_put(page, LineString(ends)).coords), "FOLD")
            for shape in tuck_eye_marks(spec):
                _outline(drawing, shape, "REGISTRATION")
            made.append((path.with_name(f"{path.name}.{page.number}.front.dxf"), _text(drawing)))
    return _written(made)


def _written(made: list[tuple[Path, str]]) -> tuple[Path, ...]:
    for path, text in made:
        write_whole(path, text.encode())
    return tuple(path for path, _ in made)


def _put(page: TuckPage, shape: Any) -> Any:
    """A shape of the net, placed on its page."""
    turned = affinity.rotate(shape, page.angle_deg, origin=(0, 0)) if page.angle_deg else shape
    return affinity.translate(turned, page.x_mm, page.y_mm)


@contextmanager
def _drawing(paper: PaperSize) -> Iterator[Any]:
    """An empty drawing of the paper's size, without the date and random marks that ezdxf writes by default."""
    import ezdxf

    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        drawing = ezdxf.new(VERSION, setup=False, units=MILLIMETRES)
        drawing.header["$MEASUREMENT"] = 1
        drawing.header["$LIMMIN"], drawing.header["$LIMMAX"] = (0, 0), (paper.width_mm, paper.height_mm)
        space = drawing.modelspace()
        space.reset_limits((0, 0), (paper.width_mm, paper.height_mm))
        space.reset_extents((0, 0, 0), (paper.width_mm, paper.height_mm, 0))
        drawing.appids.add(APPLICATION)
        for name, colour in LAYERS.items():
            drawing.layers.add(name, color=colour)
        yield drawing
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _outline(drawing: Any, shape: Polygon, layer: str, name: str = "") -> None:
    """The outline of a shape, closed: a circle, or lines and arcs."""
    space, look = drawing.modelspace(), {"layer": layer}
    for ring in (shape.exterior, *shape.interiors):
        found = bends(ring)
        if isinstance(found, Circle):
            centre = (round(found.x_mm, _PLACES), round(found.y_mm, _PLACES))
            entity = space.add_circle(centre, round(found.radius_mm, _PLACES), look)
        else:
            corners = [tuple(round(value, _PLACES) for value in corner) for corner in found]
            entity = space.add_lwpolyline(corners, format="xyb", close=True, dxfattribs=look)
        if name:
            entity.set_xdata(APPLICATION, [(1000, name)])


def _line(drawing: Any, ends: Any, layer: str) -> None:
    start, end = ((round(x, _PLACES), round(y, _PLACES)) for x, y in ends)
    drawing.modelspace().add_line(start, end, {"layer": layer})


def _text(drawing: Any) -> str:
    stream = StringIO()
    drawing.write(stream)
    return stream.getvalue()
