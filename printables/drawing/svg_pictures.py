"""Images in an SVG, embedded so that the file is self-contained.

A quarter turn is applied to the pixels, since programs that ignore transforms would misplace the image. Chromium and
Inkscape both read the result.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from typing import Any

import svgwrite
from PIL import Image as Pillow

from design.graphics.affine import Matrix
from design.graphics.art.photos import Picture, Pixels, image_of, plain_jpeg

TURNS = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}
"""Cosine and sine of the quarter turns, so that 90 degrees is exact."""
STRAIGHT_MM = 1e-6
PLACES = 4


def image_elements(drawing: svgwrite.Drawing, picture: Picture, outline: str, number: int) -> Iterator[Any]:
    """The elements of a picture whose matrix maps to the page, y down: its clipping path, and the image."""
    clip = drawing.clipPath(id=f"clip-{number:03d}")
    clip.add(drawing.path(outline, clip_rule="evenodd"))
    yield clip
    a, b, c, d, e, f = picture.matrix
    # An SVG image has its first row at y = 0; our unit square has its last row there.
    matrix = (a, b, -c, -d, e + c, f + d)
    more: dict[str, Any] = {}
    turn = _quarter(matrix)
    if turn is None:
        more["transform"] = f"matrix({' '.join(_number(value, 8) for value in matrix)})"
        corner, size, turn = (0.0, 0.0), (1.0, 1.0), 0
    else:
        a, b, c, d, e, f = matrix
        corner = (min(e, e + a + c), min(f, f + b + d))
        size = (abs(a + c), abs(b + d))
    image = drawing.image(
        _uri(picture.pixels, turn),
        insert=tuple(_number(value) for value in corner),
        size=tuple(_number(value) for value in size),
        **more,
    )
    image.stretch()
    # The clip is on a group, whose coordinates are always the page's, whatever the image's.
    group = drawing.g(clip_path=f"url(#clip-{number:03d})")
    group.add(image)
    yield group


def _quarter(matrix: Matrix) -> int | None:
    """By how many quarter turns clockwise, as seen, a picture is rotated; None for any other rotation."""
    a, b, c, d, _, _ = matrix
    signs = "".join("0" if abs(value) < STRAIGHT_MM else "+" if value > 0 else "-" for value in (a, b, c, d))
    return {"+00+": 0, "0+-0": 1, "-00-": 2, "0-+0": 3}.get(signs)


@lru_cache(maxsize=64)
def _uri(pixels: Pixels, turns: int) -> str:
    """The image as a data URI; a JPEG that is not rotated keeps its own bytes."""
    own = plain_jpeg(pixels) if turns == 0 else b""
    if own:
        return f"data:image/jpeg;base64,{b64encode(own).decode()}"
    image, buffer = image_of(pixels), BytesIO()
    if turns:
        ways = (Pillow.Transpose.ROTATE_270, Pillow.Transpose.ROTATE_180, Pillow.Transpose.ROTATE_90)
        image = image.transpose(ways[turns - 1])
    image.save(buffer, "PNG")
    return f"data:image/png;base64,{b64encode(buffer.getvalue()).decode()}"


def _number(value: float, places: int = PLACES) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
