"""Lines in a PDF's form or on a page of a cut file: cut outlines and fold lines, as the file has them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from shapely.geometry import LineString, Polygon

from design.graphics.affine import Matrix, after, matrix_of
from tablewright.inspection.readers.path_data import subpaths
from tablewright.inspection.readers.pdf import FORM, POINT_MM
from tablewright.inspection.readers.svg import SPACE

Point = tuple[float, float]

STROKES = frozenset({"S", "s", "B", "B*", "b", "b*"})
FILLS = frozenset({"f", "F", "f*", "n"})


@dataclass(frozen=True)
class Linework:
    """Closed solid lines (cuts), dashed or scored lines (folds), and open solid lines (slits); mm, y up."""

    cuts: tuple[Polygon, ...]
    folds: tuple[LineString, ...]
    slits: tuple[LineString, ...] = ()


@dataclass(frozen=True)
class _State:
    """The part of a PDF's graphics state that affects lines."""

    matrix: Matrix = (POINT_MM, 0, 0, POINT_MM, 0, 0)
    dashed: bool = False


def form_lines(path: Path) -> dict[str, Linework]:
    """The lines of each named form of a PDF, in the form's own coordinates."""
    import pikepdf

    found: dict[str, Linework] = {}
    read: dict[str, tuple[int, int]] = {}
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            resources: Any = page.obj.get("/Resources", pikepdf.Dictionary())
            for name, form in resources.get("/XObject", pikepdf.Dictionary()).items():
                # Pages share their forms; another form of the same name is read too, and counts instead.
                if name.startswith(FORM) and read.get(name) != form.objgen:
                    read[name] = form.objgen
                    found[name.removeprefix(FORM)] = _stroked(pikepdf.parse_content_stream(form))
    return found


def lines_beside(path: Path) -> list[Linework]:
    """The lines of each page of a PDF outside its forms, in mm from its lower left corner."""
    import pikepdf

    with pikepdf.open(path) as pdf:
        return [_stroked(pikepdf.parse_content_stream(page)) for page in pdf.pages]


def _stroked(instructions: Any) -> Linework:
    cuts, folds, slits = [], [], []
    states, lines = [_State()], []
    for operands, operator in instructions:
        state, name = states[-1], str(operator)
        if name == "q":
            states.append(state)
        elif name == "Q" and len(states) > 1:
            states.pop()
        elif name == "cm":
            states[-1] = replace(state, matrix=after(matrix_of(operands), state.matrix))
        elif name == "d":
            states[-1] = replace(state, dashed=any(float(one) > 0 for one in operands[0]))
        elif name == "m":
            lines.append([_at(state.matrix, operands[-2:])])
        elif name in ("l", "c", "v", "y") and lines:
            lines[-1].append(_at(state.matrix, operands[-2:]))
        elif name == "h" and lines:
            lines[-1].append(lines[-1][0])
        elif name in STROKES or name in FILLS:
            drawn = [line for line in lines if len(line) > 1] if name in STROKES else []
            cuts += [Polygon(line) for line in drawn if not state.dashed and line[0] == line[-1] and len(line) > 3]
            folds += [LineString(line) for line in drawn if state.dashed]
            slits += [LineString(line) for line in drawn if not state.dashed and line[0] != line[-1]]
            lines = []
    return Linework(tuple(cuts), tuple(folds), tuple(slits))


def _at(matrix: Matrix, point: Any) -> Point:
    x, y = (float(one) for one in point)
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def page_lines(path: Path, height_mm: float) -> Linework:
    """The lines of a cut file's layers `cut` and `fold`; the file has already been read as a page, so it is readable."""
    from lxml import etree

    root = etree.parse(path, etree.XMLParser(resolve_entities=False, no_network=True)).getroot()

    def layer(name: str) -> list[list[Point]]:
        groups = (group for group in root.iter(f"{SPACE}g") if group.get("id") == name)
        paths = (element for group in groups for element in group.iter(f"{SPACE}path"))
        return [[(x, height_mm - y) for x, y in line] for element in paths for line in subpaths(element.get("d", ""))]

    cut = layer("cut")
    cuts = tuple(Polygon(line) for line in cut if len(line) > 2)
    slits = tuple(LineString(line) for line in cut if len(line) == 2)
    return Linework(cuts, tuple(LineString(line) for line in layer("fold") if len(line) > 1), slits)
