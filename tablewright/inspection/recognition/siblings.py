"""Finds the faces that a drawing could be taken for, without comparing it with each of them.

Pictures are points in a space of many dimensions, and the nearest face is the one shown. Projected onto the directions in
which the faces differ most (principal components: Jolliffe, "Principal Component Analysis", 2002), with what is left over
as one dimension more, points never lie further apart than they are. So a k-d tree (Bentley, "Multidimensional binary
search trees used for associative searching", 1975) finds all that could be nearer than the face that must be there, and
few others; these alone are compared in full. The time grows with the number of faces, not with its square.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from design.faces.face import Face
from tablewright.inspection.recognition.gallery import Gallery

COMPONENTS = 48
"""Directions that pictures are projected onto at most."""
SAMPLE = 96
"""So many faces say which directions these are."""
NEAREST = 8
"""So many faces are looked at to say what is shown instead."""
FEW = 24
"""Among so few faces each is compared with all others."""
ROUNDING = 1e-3
"""Distances agree to this, as a share and in units of colour: they are sums of 32-bit numbers."""


class Siblings:
    """The faces that may lie on the same sheets, each known by its name."""

    def __init__(self, gallery: Gallery, faces: Iterable[Face]) -> None:
        self._gallery = gallery
        self._of_size: dict[tuple[float, float], list[Face]] = {}
        for face in {face.name: face for face in faces}.values():
            self._of_size.setdefault(face.size_mm, []).append(face)
        self._indexes: dict[tuple[tuple[float, float], bytes], _Index] = {}
        self._shown: set[tuple[int, bytes]] = set()

    def shown_before(self, drawn: Any, face: Face, compare: Callable[[], bool]) -> bool:
        """Whether a drawing shows a face, as `compare` says; it is not asked again about the same pixels and the same face.

        A deck's back lies at the same places of every sheet, and is drawn there to the same pixels.
        """
        key = self._gallery.picture_key(face), hashlib.blake2b(drawn.tobytes(), digest_size=16).digest()
        if key not in self._shown and compare():
            self._shown.add(key)
        return key in self._shown

    def show_better(self, drawn: Any, face: Face) -> bool:
        """Whether a drawing is nearer to a sibling that could be taken for this face than to the face itself."""
        apart = self._gallery.apart(drawn, face, face)
        rivals = self._gallery.rivals(face, self._candidates(drawn, face, apart))
        return any(self._gallery.apart(drawn, other, face) <= apart for other in rivals)

    def most_like(self, drawn: Any, face: Face) -> Iterator[Face]:
        """The faces of this face's size, itself apart, that a drawing is most like."""
        others = self._of_size.get(face.size_mm, [])
        found = others if len(others) <= FEW else self._index(face).nearest(drawn)
        return (other for other in found if other.name != face.name)

    def _candidates(self, drawn: Any, face: Face, apart: float) -> Sequence[Face]:
        others = self._of_size.get(face.size_mm, [])
        return others if len(others) <= FEW else self._index(face).within(drawn, apart)

    def _index(self, face: Face) -> _Index:
        key = face.size_mm, face.trim.wkb
        if key not in self._indexes:
            self._indexes[key] = _Index(self._gallery, face, self._of_size[face.size_mm])
        return self._indexes[key]


class _Index:
    """Different pictures of one size, as they are seen within the trim of one of them; of several that are alike the first."""

    def __init__(self, gallery: Gallery, within: Face, faces: Sequence[Face]) -> None:
        import numpy as np
        from scipy.spatial import cKDTree

        self._area = gallery.compared(within)
        self._faces = list({hash(self._flat(gallery.drawn(face)).tobytes()): face for face in reversed(faces)}.values())[::-1]
        chosen = np.unique(np.linspace(0, len(self._faces) - 1, SAMPLE).astype(int))
        sample = np.stack([self._flat(gallery.drawn(self._faces[one])) for one in chosen])
        self._middle = sample.mean(axis=0)
        directions = _principal(sample - self._middle)
        # Where all faces of the sample are alike the directions are zero.
        self._varying = np.flatnonzero(directions.any(axis=0))
        self._directions = np.ascontiguousarray(directions[:, self._varying])
        self._tree = cKDTree([self._point(gallery.drawn(face)) for face in self._faces])

    def within(self, drawn: Any, apart: float) -> list[Face]:
        """The faces that a drawing is at most as far from as this, and a few more."""
        reach = apart * (1 + ROUNDING) + ROUNDING
        return [self._faces[one] for one in self._tree.query_ball_point(self._point(drawn), reach, return_sorted=True)]

    def nearest(self, drawn: Any) -> list[Face]:
        """The faces that a drawing is nearest to when both are projected, the nearest first."""
        _, found = self._tree.query(self._point(drawn), k=min(NEAREST, len(self._faces)))
        return [self._faces[one] for one in ([found] if len(self._faces) == 1 else found)]

    def _flat(self, drawn: Any) -> Any:
        return (drawn * self._area).ravel()

    def _point(self, drawn: Any) -> Any:
        """Where a picture lies along the directions, and how far off them."""
        import numpy as np

        off = self._flat(drawn) - self._middle
        along = self._directions @ off[self._varying]
        rest = float(off @ off) - float(along @ along)
        return np.append(along, np.sqrt(max(0.0, rest)))


def _principal(points: Any) -> Any:
    """The directions in which points around the origin lie furthest apart, one a row, each of length 1.

    They come from the products of the points with each other, which are far fewer than a picture's pixels.
    """
    import numpy as np

    points = points.astype(np.float64)
    squares, ways = np.linalg.eigh(points @ points.T)
    kept = np.flatnonzero(squares > ROUNDING * max(1.0, float(squares[-1])))[::-1][:COMPONENTS]
    return ((ways[:, kept] / np.sqrt(squares[kept])).T @ points).astype(np.float32)
