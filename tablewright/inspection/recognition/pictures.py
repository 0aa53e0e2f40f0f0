"""Areas and pixels drawn as small pictures.

The rasteriser is our own (even-odd rule, row by row) and independent of PDF: both pdfium's rendering of a sheet and the
filled paths of a cut file are compared with it.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from shapely.geometry import MultiPolygon

from design.graphics.affine import Matrix, after, inverse

PIXELS_PER_MM = 2
FINE = 4
"""Fine pixels per picture pixel, in each direction; pages are rendered at this resolution, then averaged."""
FINEST = 8
"""The same for shapes filled here; an edge that runs along a row of pixel centres may fall to either side."""
PHASE = 0.381966
"""Shift of the pixel centres at the second look, as a share of a fine pixel; no edge lies on a row of centres both times."""
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
Window = tuple[slice, slice]
"""Rows and columns of fine pixels."""


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
    planes = _blank(size_mm)
    for one in fills:
        _paint(planes, one, phase)
    return _reduced(planes)


class Painter:
    """Draws pictures one after another; what they begin with alike is drawn once."""

    def __init__(self) -> None:
        self._last: tuple[Any, ...] = ()
        self._begun: tuple[tuple[Any, ...], Any, Any] | None = None

    def picture(
        self, fills: Sequence[Drawn], keys: Sequence[Hashable], size_mm: tuple[float, float], phase: float = 0.0
    ) -> Any:
        """The same as `picture`; equal keys say that areas are alike, one key for each."""
        now = (size_mm, phase, *keys)
        alike = _alike(self._last, now)
        self._last = now
        if self._begun is None or len(self._begun[0]) < alike or self._begun[0] != now[: len(self._begun[0])]:
            planes = _blank(size_mm)
            count = max(alike, 2)
            for one in fills[: count - 2]:
                _paint(planes, one, phase)
            self._begun = now[:count], planes, _reduced(planes)
        begun, planes, reduced = self._begun
        rest = fills[len(begun) - 2 :]
        filled = [(one[0], *_filled(one[1], *_size(planes), phase)) for one in rest if not isinstance(one, Pasted)]
        if len(filled) == len(rest):
            return _painted_over(planes, reduced, filled)
        planes = planes.copy()
        for one in rest:
            _paint(planes, one, phase)
        return _reduced(planes)


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many items two sequences begin with alike."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1] or pair[0] == pair[1], pairs))


def _painted_over(planes: Any, reduced: Any, fills: Sequence[tuple[str, Window, Any]]) -> Any:
    """A picture with more areas filled on it: only what they change is drawn anew."""
    shown = reduced.copy()
    windows = [window for _, window, inside in fills if inside.size]
    if not windows:
        return shown
    spans = [(min(one[axis].start for one in windows), max(one[axis].stop for one in windows)) for axis in (0, 1)]
    coarse = tuple(slice(start // FINEST, -(-stop // FINEST)) for start, stop in spans)
    rows, columns = (slice(one.start * FINEST, one.stop * FINEST) for one in coarse)
    part = planes[:, rows, columns].copy()
    for colour, window, inside in fills:
        if inside.size:
            top, left = rows.start, columns.start
            moved = slice(window[0].start - top, window[0].stop - top), slice(window[1].start - left, window[1].stop - left)
            _fill(part, colour, moved, inside)
    shown[coarse] = _reduced(part)
    return shown


def _blank(size_mm: tuple[float, float]) -> Any:
    """White, one plane each for red, green and blue, which fills and averages several times as fast as RGB pixels."""
    import numpy as np

    width, height = canvas(size_mm)
    return np.full((3, height * FINEST, width * FINEST), 255, dtype=np.uint8)


def _size(planes: Any) -> tuple[int, int]:
    """Width and height in fine pixels."""
    _, height, width = planes.shape
    return width, height


def _reduced(planes: Any) -> Any:
    import numpy as np
    from PIL import Image

    return np.stack([np.asarray(Image.fromarray(plane).reduce(FINEST), dtype=np.float32) for plane in planes], axis=-1)


def _paint(planes: Any, drawn: Drawn, phase: float) -> None:
    if isinstance(drawn, Pasted):
        _paste(planes, drawn)
    else:
        _fill(planes, drawn[0], *_filled(drawn[1], *_size(planes), phase))


def _fill(planes: Any, colour: str, window: Any, inside: Any) -> None:
    import numpy as np

    for plane, start in zip(planes, (1, 3, 5), strict=True):
        np.copyto(plane[window], int(colour[start : start + 2], 16), where=inside)


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


def _filled(outline: Sequence[Line], width: int, height: int, phase: float = 0.0) -> tuple[Window, Any]:
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
