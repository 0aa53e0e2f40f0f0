"""Lines to fold on sheets: every net has its own, in its place, and no other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from shapely import affinity
from shapely.geometry import LineString

from design.faces.face import Face
from tablewright.inspection.linework import Linework, form_lines
from tablewright.inspection.recognise import Placed

NEAR_MM = 0.01
"""Lines agree to this."""


def fold_faults(found: Sequence[LineString], wanted: Iterable[LineString]) -> list[str]:
    """What folds lack or have too many, as sentences without their subject."""
    left, faults = list(found), []
    for line in wanted:
        same = [one for one in left if one.hausdorff_distance(line) <= NEAR_MM]
        if same:
            left.remove(same[0])
        else:
            (x1, y1), (x2, y2) = line.coords
            faults.append(f"has no line to fold from ({x1:.2f}, {y1:.2f}) to ({x2:.2f}, {y2:.2f})")
    return [*faults, *([f"has {len(left)} lines to fold too many"] if left else [])]


def folds_of(face: Face) -> list[LineString]:
    """A face's lines to fold."""
    return [LineString(ends) for ends in face.folds]


def form_fold_faults(file: Path, faces: Iterable[Face]) -> list[str]:
    """What is wrong with the lines to fold of a PDF's forms, each in its face's coordinates."""
    faces = list(faces)
    if not any(face.folds for face in faces):
        return []
    lines = form_lines(file)
    return [
        f"{face.name} {fault}"
        for face in faces
        for fault in fold_faults(lines.get(face.name, Linework((), ())).folds, folds_of(face))
    ]


def page_fold_faults(found: Sequence[LineString], seen: Iterable[tuple[Face, Placed, int]]) -> list[str]:
    """What is wrong with the lines to fold of a cut file's page; `seen` has each face, its place and its quarter turns."""
    wanted = []
    for face, placed, turn in seen:
        left, bottom, right, top = face.trim.bounds
        for line in folds_of(face):
            centred = affinity.translate(line, -(left + right) / 2, -(bottom + top) / 2)
            wanted.append(affinity.translate(affinity.rotate(centred, 90 * turn, origin=(0, 0)), placed.x_mm, placed.y_mm))
    return fold_faults(found, wanted)
