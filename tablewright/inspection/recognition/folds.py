"""Lines within pieces: every piece has its fold lines and slits, in their places, and no others.

A PDF has them in each face's form, in the face's own coordinates; cut files have them on the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapely import affinity
from shapely.geometry import LineString

from design.faces.face import Face
from tablewright.inspection.recognition.recognise import Placed

LINE_MM = 0.02
"""Lines agree to this along their whole length."""
Lines = Sequence[LineString]


def line_faults(face: Face, folds: Lines, slits: Lines) -> list[str]:
    """What is wrong with the lines in a face's form, as sentences without their subject."""
    return _faults("line to fold", folds, _lines(face.folds)) + _faults("slit to cut", slits, _lines(face.slits))


def page_line_faults(folds: Lines, slits: Lines, seen: Iterable[tuple[Face, Placed, int]]) -> list[str]:
    """What is wrong with the lines on a cut file's page; `seen` gives each face, its place and its quarter turns."""
    wanted = [lines_at(*one) for one in seen]
    all_folds = [line for one, _ in wanted for line in one]
    all_slits = [line for _, one in wanted for line in one]
    return _faults("line to fold", folds, all_folds) + _faults("slit to cut", slits, all_slits)


def lines_at(face: Face, placed: Placed, turn: int) -> tuple[list[LineString], list[LineString]]:
    """A face's fold lines and slits at its place on a page, rotated anticlockwise by quarter turns."""
    left, bottom, right, top = face.trim.bounds

    def put(line: LineString) -> LineString:
        centred = affinity.translate(line, -(left + right) / 2, -(bottom + top) / 2)
        return affinity.translate(affinity.rotate(centred, 90 * turn, origin=(0, 0)), placed.x_mm, placed.y_mm)

    return [put(line) for line in _lines(face.folds)], [put(line) for line in _lines(face.slits)]


def same_line(one: LineString, other: LineString) -> bool:
    """Whether two lines coincide."""
    return bool(one.hausdorff_distance(other) <= LINE_MM)


def _lines(many: Iterable[Sequence[tuple[float, float]]]) -> list[LineString]:
    return [LineString(ends) for ends in many]


def _faults(what: str, found: Lines, wanted: Lines) -> list[str]:
    left, faults = list(found), []
    for line in wanted:
        same = next((at for at, one in enumerate(left) if same_line(one, line)), None)
        if same is None:
            faults.append(f"has no {what} {_ends(line)}")
        else:
            del left[same]
    return [*faults, *(f"has a {what} {_ends(one)} that it must not" for one in left)]


def _ends(line: LineString) -> str:
    (x1, y1), (x2, y2) = line.coords[0][:2], line.coords[-1][:2]
    return f"from ({x1:.1f}, {y1:.1f}) to ({x2:.1f}, {y2:.1f})"
