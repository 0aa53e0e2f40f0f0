"""Pictures of pixels in an SVG: in the file itself, so that it is whole wherever it is taken.

A quarter turn is done to the pixels, since programs that read no transform would misplace them; Chromium and Inkscape
both read what is written here.
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
"""Cosine and sine of the quarter turns, so that none of 90 degrees leaves a trace."""
STRAIGHT_MM = 1e-6
PLACES = 4


def image_elements(drawing: svgwrite.Drawing, picture: Picture, outline: str, number: int) -> Iterator[Any]:
    """The elements of a picture whose matrix leads to the page, y down: its clip, and itself."""
    clip = drawing.clipPath(id=f"clip-{number:03d}")
    clip.add(drawing.path(outline, clip_rule="evenodd"))
    yield clip
    a, b, c, d, e, f = picture.matrix
    # An SVG's picture has its first row at y = 0, our unit square its last.
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
    # The clip is on a group, whose coordinates are the page's whatever the picture's are.
    group = drawing.g(clip_path=f"url(#clip-{number:03d})")
    group.add(image)
    yield group


def _quarter(matrix: Matrix) -> int | None:
    """By how many quarter turns clockwise, as it is looked at, a picture is turned; None if it is turned otherwise."""
    a, b, c, d, _, _ = matrix
    signs = "".join("0" if abs(value) < STRAIGHT_MM else "+" if value > 0 else "-" for value in (a, b, c, d))
    return {"+00+": 0, "0+-0": 1, "-00-": 2, "0-+0": 3}.get(signs)


@lru_cache(maxsize=64)
def _uri(pixels: Pixels, turns: int) -> str:
    """The picture as text; a JPEG that is not turned in its own bytes."""
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
