"""What a piece looks like, as a hash that stays the same as long as nobody would see a difference."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import shapely
from shapely.geometry import MultiLineString, MultiPoint
from shapely.geometry.base import BaseGeometry

from design.faces.face import Face
from design.graphics.art.photos import Picture

GRID_MM = 1e-3
"""Shapes that agree to this are the same."""


def appearance_of(faces: Iterable[Face]) -> str:
    """A hash of the outlines, inner lines, colours and text on all sides of a piece; names do not matter."""
    digest = hashlib.sha256()
    for face in faces:
        digest.update(b"side" + _shape(face.trim) + face.ground.encode())
        for mark in face.marks:
            text = mark.run.text if mark.run else ""
            digest.update(_shape(mark.area) + f"{mark.colour} {text}".encode())
            if mark.picture:
                digest.update(mark.picture.pixels.key.encode() + _shape(_frame(mark.picture)))
        for lines in (face.folds, face.slits):
            if lines:
                digest.update(_shape(MultiLineString(lines)))
    return digest.hexdigest()[:16]


def _frame(picture: Picture) -> MultiPoint:
    """Where a picture lies: its lower left corner, and the far ends of the two sides that start there."""
    a, b, c, d, e, f = picture.matrix
    return MultiPoint([(e, f), (e + a, f + b), (e + c, f + d)])


def _shape(shape: BaseGeometry) -> bytes:
    points = (shapely.get_coordinates(shape) / GRID_MM).round().astype("<i8")
    data: bytes = points.tobytes()
    return len(points).to_bytes(8, "little") + data
