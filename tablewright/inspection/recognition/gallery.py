"""A game's faces as pictures, and how far a picture that was found is from them."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping
from typing import Any

from design.faces.face import Face, Mark
from design.graphics.art.photos import image_of
from design.graphics.polygons import as_multi
from tablewright.inspection.recognition.pictures import Drawn, Painter, Pasted, canvas, lines, picture

CLOSE = 80.0
"""Faces whose pictures differ by no more than this at their worst spot could be mistaken for each other."""
EDGE_MM = 0.75
"""Border inside the trim that is not compared, because cut lines lie there."""
WINDOW_PIXELS = 3
KEPT_BYTES = 256 * 2**20
"""So much memory the packed pictures of a gallery take at most; what goes beyond is drawn again when it is asked for."""


class Gallery:
    """Pictures of a game's faces; a face is identified by its name. They are kept packed, up to `KEPT_BYTES` of them."""

    def __init__(self, images: Mapping[str, Any] | None = None) -> None:
        """`images` are the embedded images as shown, by key; without them the images are as in their files."""
        self._images = images
        self._same: dict[str, int] = {}
        self._kept: dict[tuple[int, float], bytes] = {}
        self._kept_bytes = 0
        self._painter = Painter()
        self._areas: dict[tuple[bytes, tuple[float, float]], Any] = {}
        self._close: dict[tuple[str, str], bool] = {}

    def picture_key(self, face: Face) -> int:
        """A number that faces share which are drawn alike."""
        return self._same.setdefault(face.name, hash((face.ground, face.trim, face.marks)))

    def drawn(self, face: Face, phase: float = 0.0) -> Any:
        """The picture of a face."""
        import numpy as np

        key = self.picture_key(face), phase
        packed = self._kept.get(key)
        if packed is not None:
            width, height = canvas(face.size_mm)
            flat = np.frombuffer(zlib.decompress(packed), dtype=np.uint8)
            return flat.reshape(height, width, 3).astype(np.float32)
        ground = (face.ground, lines(as_multi(face.trim.buffer(2 * EDGE_MM))))
        fills, keys = [ground, *map(self._mark, face.marks)], [(face.ground, face.trim), *face.marks]
        drawn = self._painter.picture(fills, keys, face.size_mm, phase)
        packed = zlib.compress(drawn.astype(np.uint8).tobytes(), 1)
        if self._kept_bytes + len(packed) <= KEPT_BYTES:
            self._kept[key] = packed
            self._kept_bytes += len(packed)
        return drawn

    def compared(self, face: Face) -> Any:
        """Which pixels of a face's picture are compared, as an array of one colour: those well inside the trim."""
        key = face.trim.wkb, face.size_mm
        if key not in self._areas:
            inner = picture([("#000000", lines(as_multi(face.trim.buffer(-EDGE_MM))))], face.size_mm)
            self._areas[key] = inner[:, :, :1] == 0
        return self._areas[key]

    def _mark(self, mark: Mark) -> Drawn:
        if mark.picture is None:
            return mark.colour, lines(mark.area)
        pixels = mark.picture.pixels
        image = image_of(pixels) if self._images is None else self._images[pixels.key]
        return Pasted(image, mark.picture.matrix, lines(mark.area))

    def worst(self, found: Any, face: Face, phase: float = 0.0) -> float:
        """How far a picture of the face's size, filled at this phase, is from the face at its worst spot, 0 to 255.

        A spot is 1.5 x 1.5 mm, and the mean of its pixels counts.
        """
        import numpy as np
        from scipy.ndimage import uniform_filter

        difference = (found - self.drawn(face, phase)) * self.compared(face)
        spots = np.abs(uniform_filter(difference, size=(WINDOW_PIXELS, WINDOW_PIXELS, 1), mode="constant"))
        return float(spots.max())

    def apart(self, found: Any, face: Face, within: Face) -> float:
        """How far two pictures are apart over all their pixels inside a trim, as points in a space (L2 norm)."""
        import numpy as np

        return float(np.linalg.norm((found - self.drawn(face)) * self.compared(within)))

    def rivals(self, face: Face, others: Iterable[Face]) -> list[Face]:
        """Those of the others so similar to a face that a limit alone may not tell them apart."""
        return [other for other in others if other.name != face.name and self._is_close(face, other)]

    def _is_close(self, face: Face, other: Face) -> bool:
        if face.size_mm != other.size_mm:
            return False
        pair = face.name, other.name
        if pair not in self._close:
            self._close[pair] = 0 < self.worst(self.drawn(other), face) <= CLOSE
        return self._close[pair]
