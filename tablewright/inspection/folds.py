"""Lines within a piece: those to fold along and the slits to cut, each where the face has it."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import LineString

from design.faces.face import Face, Line

LINE_MM = 0.05
"""Lines agree to this, at both of their ends."""


def line_faults(face: Face, folds: Sequence[LineString], slits: Sequence[LineString]) -> list[str]:
    """What is wrong with the lines found within a piece, in the face's coordinates; an empty list if they are the face's."""
    found = []
    for what, wanted, there in (("line to fold", face.folds, folds), ("slit to cut", face.slits, slits)):
        left = list(there)
        for line in wanted:
            same = [one for one in left if _same(one, line)]
            if not same:
                found.append(f"has no {what} from {_point(line[0])} to {_point(line[1])}")
                continue
            left.remove(same[0])
        found += [f"has a {what} from {_point(one.coords[0])} to {_point(one.coords[-1])} that it must not" for one in left]
    return found


def _same(found: LineString, wanted: Line) -> bool:
    return bool(found.hausdorff_distance(LineString(wanted)) <= LINE_MM)


def _point(at: Sequence[float]) -> str:
    return f"({at[0]:.1f}, {at[1]:.1f})"
