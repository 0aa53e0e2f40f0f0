"""What an upright or turned rectangle of an image shows, averaged over the area of each pixel of a smaller picture.

A pixel of the image that an edge goes through counts for as much as lies on either side of it, along rows and columns.
"""

from __future__ import annotations

from typing import Any

from design.graphics.affine import Matrix

STRAIGHT = 1e-9
"""A matrix's entries this small are none: what it maps is not askew."""


def is_straight(matrix: Matrix) -> bool:
    """Whether a matrix maps upright rectangles to upright ones, turned by quarter turns at most."""
    a, b, c, d, _, _ = matrix
    return max(abs(b), abs(c)) < STRAIGHT or max(abs(a), abs(d)) < STRAIGHT


def averaged(image: Any, matrix: Matrix, size: tuple[int, int]) -> Any:
    """A picture of `size` pixels, whose pixels `matrix` maps to those of an image: rows, columns, and red, green and blue.

    What lies beyond the image is white.

    Args:
        image: an array of rows, columns and colours from 0 to 255.
        matrix: from the picture's pixels to the image's; straight.
        size: width and height of the picture.
    """
    import numpy as np

    a, b, c, d, e, f = matrix
    width, height = size
    if abs(a) < STRAIGHT:
        # A column of the picture lies along a row of the image.
        return averaged(image, (c, d, a, b, e, f), (height, width)).swapaxes(0, 1)
    rows, columns = (start + step * np.arange(count + 1) for step, start, count in ((d, f, height), (a, e, width)))
    cut, top, left = _cut(image, rows, columns)
    rows, columns = np.sort(rows - top), np.sort(columns - left)
    sums = _stretches(_stretches(cut, rows).swapaxes(0, 1), columns).swapaxes(0, 1) / abs(a * d)
    return np.ascontiguousarray(sums[:: 1 if d > 0 else -1, :: 1 if a > 0 else -1])


def _cut(image: Any, rows: Any, columns: Any) -> tuple[Any, int, int]:
    """What of an image lies between edges, white where there is none, and the row and column that it starts at."""
    import numpy as np

    spans = [(int(np.floor(edges.min())), int(np.floor(edges.max())) + 1) for edges in (rows, columns)]
    inside = tuple(slice(max(0, start), max(0, end)) for start, end in spans)
    beyond = [
        (min(max(0, -start), end - start), min(max(0, end - length), end - start))
        for (start, end), length in zip(spans, image.shape, strict=False)
    ]
    cut = image[inside]
    if any(any(one) for one in beyond):
        cut = np.pad(cut, (*beyond, (0, 0)), constant_values=255)
    return cut, spans[0][0], spans[1][0]


def _stretches(rows: Any, edges: Any) -> Any:
    """The sums of rows between each two edges; a row that an edge goes through counts in part."""
    import numpy as np
    from scipy.sparse import csr_matrix

    whole = np.floor(edges).astype(int)
    reach = int((whole[1:] - whole[:-1]).max()) + 1
    at = whole[:-1, None] + np.arange(reach)
    # How much of each row lies between the edges.
    shares = np.clip(np.minimum(at + 1, edges[1:, None]) - np.maximum(at, edges[:-1, None]), 0, None).astype(np.float32)
    starts = np.arange(len(edges)) * reach
    weights = csr_matrix((shares.ravel(), np.minimum(at, len(rows) - 1).ravel(), starts), shape=(len(edges) - 1, len(rows)))
    flat = np.ascontiguousarray(rows).reshape(len(rows), -1).astype(np.float32)
    return (weights @ flat).reshape(-1, *rows.shape[1:])
