"""Faces as small pictures, and how well two pictures match.

The rasteriser is our own (even-odd rule, row by row) and independent of PDF: both pdfium's rendering of a sheet and the
filled paths of a cut file are compared with it.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shapely.geometry import MultiPolygon

from design.faces.face import Face, Mark
from design.graphics.affine import Matrix, after, inverse
from design.graphics.art.photos import image_of
from design.graphics.polygons import as_multi

PIXELS_PER_MM = 2
FINE = 4
"""Fine pixels per picture pixel, in each direction; pages are rendered at this resolution, then averaged."""
FINEST = 8
"""The same for shapes filled here; an edge that runs along a row of pixel centres may fall to either side."""
PHASE = 0.381966
"""Shift of the pixel centres at the second look, as a share of a fine pixel; no edge lies on a row of centres both times."""
CLOSE = 80.0
"""Faces whose pictures differ by no more than this at their worst spot could be mistaken for each other."""
EDGE_MM = 0.75
"""Border inside the trim that is not compared, because cut lines lie there."""
WINDOW_PIXELS = 3
KEPT_BYTES = 256 * 2**20
"""So much memory the packed pictures of a gallery take at most; what goes beyond is drawn again when it is asked for."""
Line = Sequence[tuple[float, float]]
"""Points of a closed line in mm, in the face's coordinates: x to the right, y up."""
Fill = tuple[str, Sequence[Line]]
"""A colour as #rrggbb and the outlines of the area it fills, by the even-odd rule."""


@dataclass(frozen=True)
class Pasted:
    """Pixels in place: `matrix` maps the unit square, y up, to the face, and lines surround the visible part."""

    image: Any
    matrix: Matrix
    lines: Sequence[Line]


Drawn = Fill | Pasted


def canvas(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Width and height in pixels of the picture of a face of this size, with the face's origin at its centre."""
    return math.ceil(size_mm[0] * PIXELS_PER_MM), math.ceil(size_mm[1] * PIXELS_PER_MM)


def lines(area: MultiPolygon) -> list[Line]:
    """The outlines of an area."""
    return [ring.coords for polygon in area.geoms for ring in (polygon.exterior, *polygon.interiors)]


def picture(fills: Iterable[Drawn], size_mm: tuple[float, float], phase: float = 0.0) -> Any:
    """Filled areas and pixels stacked on white: an array of rows, columns and red, green, blue from 0 to 255.

    `phase` shifts the filled areas, in fine pixels.
    """
    import numpy as np
    from PIL import Image

    width, height = canvas(size_mm)
    # One plane each for red, green and blue, which fills and averages several times as fast as RGB pixels.
    planes = np.full((3, height * FINEST, width * FINEST), 255, dtype=np.uint8)
    for one in fills:
        if isinstance(one, Pasted):
            _paste(planes, one)
            continue
        colour, outline = one
        window, inside = _filled(outline, *planes.shape[:0:-1], phase)
        for plane, start in zip(planes, (1, 3, 5), strict=True):
            np.copyto(plane[window], int(colour[start : start + 2], 16), where=inside)
    return np.stack([np.asarray(Image.fromarray(plane).reduce(FINEST), dtype=np.float32) for plane in planes], axis=-1)


def _paste(planes: Any, pasted: Pasted) -> None:
    """Paste pixels over what is there."""
    import numpy as np
    from PIL import Image

    height, width = planes.shape[1:]
    window, inside = _filled(pasted.lines, width, height)
    if not inside.any():
        return
    scale = PIXELS_PER_MM * FINEST
    rows, columns = window
    # From the window's pixels to the face, to the unit square, to the image's own pixels, whose y points down.
    face_at: Matrix = (1 / scale, 0, 0, -1 / scale, (columns.start - width / 2) / scale, (height / 2 - rows.start) / scale)
    a, b, c, d, e, f = after(face_at, inverse(pasted.matrix))
    wide, high = pasted.image.size
    data = (wide * a, wide * c, wide * e, -high * b, -high * d, high * (1 - f))
    source = _padded(pasted.image.convert("RGBA"))
    size = (inside.shape[1], inside.shape[0])
    laid = source.transform(
        size, Image.Transform.AFFINE, (*data[:2], data[2] + 1, *data[3:5], data[5] + 1), Image.Resampling.BILINEAR
    )
    found = np.asarray(laid, dtype=np.float32)
    share = found[..., 3] / 255 * inside
    for channel, plane in enumerate(planes):
        plane[window] = np.round(share * found[..., channel] + (1 - share) * plane[window]).astype(np.uint8)


def _padded(image: Any) -> Any:
    """An image with its outermost pixels repeated around it, so that its edge does not fade."""
    import numpy as np
    from PIL import Image

    return Image.fromarray(np.pad(np.asarray(image), ((1, 1), (1, 1), (0, 0)), mode="edge"), "RGBA")


def _filled(outline: Sequence[Line], width: int, height: int, phase: float = 0.0) -> tuple[tuple[slice, slice], Any]:
    """The fine pixels whose centre lies inside closed lines, by the even-odd rule, and the window they are in.

    Every edge flips the pixels to its right; a pixel flipped an odd number of times is inside. Only a pixel's centre decides
    whether it belongs to the area, so shapes grow neither thicker nor thinner.
    """
    import numpy as np

    scale, middle = PIXELS_PER_MM * FINEST, (width / 2 + phase, height / 2 + phase)
    points = [np.asarray(line, dtype=np.float64)[:, :2] * (scale, -scale) + middle for line in outline]
    starts = np.concatenate([*points, np.empty((0, 2))])
    ends = np.concatenate([*(np.roll(line, -1, axis=0) for line in points), np.empty((0, 2))])
    rows = np.clip(np.ceil(np.stack([starts[:, 1], ends[:, 1]]) - 0.5).astype(int), 0, height)
    first, count = rows.min(axis=0), np.abs(rows[0] - rows[1])
    edge = np.repeat(np.arange(len(starts)), count)
    if len(edge) == 0:
        return (slice(0, 0), slice(0, 0)), np.zeros((0, 0), dtype=bool)
    row = first[edge] + np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count)
    (x, y), (end_x, end_y) = starts[edge].T, ends[edge].T
    column = np.clip(np.ceil(x + (row + 0.5 - y) * (end_x - x) / (end_y - y) - 0.5).astype(int), 0, width)
    top, left, across = row.min(), column.min(), column.max() - column.min() + 1
    down = row.max() - top + 1
    turns = np.zeros(down * across, dtype=bool)
    at, times_turned = np.unique((row - top) * across + column - left, return_counts=True)
    turns[at] = times_turned % 2 == 1
    inside = np.logical_xor.accumulate(turns.reshape(down, across), axis=1)[:, :-1]
    return (slice(top, top + down), slice(left, left + across - 1)), inside


class Gallery:
    """Pictures of a game's faces; a face is identified by its name. They are kept packed, up to `KEPT_BYTES` of them."""

    def __init__(self, images: Mapping[str, Any] | None = None) -> None:
        """`images` are the embedded images as shown, by key; without them the images are as in their files."""
        self._images = images
        self._kept: dict[tuple[str, float], bytes] = {}
        self._kept_bytes = 0
        self._areas: dict[tuple[bytes, tuple[float, float]], Any] = {}
        self._close: dict[tuple[str, str], bool] = {}

    def drawn(self, face: Face, phase: float = 0.0) -> Any:
        """The picture of a face."""
        import numpy as np

        packed = self._kept.get((face.name, phase))
        if packed is not None:
            width, height = canvas(face.size_mm)
            flat = np.frombuffer(zlib.decompress(packed), dtype=np.uint8)
            return flat.reshape(height, width, 3).astype(np.float32)
        ground = (face.ground, lines(as_multi(face.trim.buffer(2 * EDGE_MM))))
        drawn = picture([ground, *map(self._mark, face.marks)], face.size_mm, phase)
        packed = zlib.compress(drawn.astype(np.uint8).tobytes(), 1)
        if self._kept_bytes + len(packed) <= KEPT_BYTES:
            self._kept[face.name, phase] = packed
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
