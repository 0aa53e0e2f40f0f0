"""Pictures of solids: parts in their colours on a plain background, drawn without a screen.

Parallel projection, one light from the upper left, soft shading in corners and fine lines along edges.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from design.files import write_whole
from fabrication.scenes.rendering import View, rendered
from fabrication.scenes.surfaces import OVERSAMPLING, Drawn, rgb255
from rules.errors import BuildError, Problem

DARK = 60
"""A colour with all channels below this, of 255, shows no shading."""
LIGHTEN = 0.28
MARGIN_SHARE = 0.05
"""Free border around the drawing, as a share of the picture's larger side."""


def shaded(colour: str, share: float = 0.6) -> str:
    """A colour as the floor of an engraving too shallow to cast a shadow: darker, or lighter if it is dark."""
    if max(rgb255(colour)) < DARK:
        return "#" + "".join(f"{round(255 - (1 - LIGHTEN) * (255 - value)):02x}" for value in rgb255(colour))
    return "#" + "".join(f"{round(share * value):02x}" for value in rgb255(colour))


def write_picture(
    items: Sequence[Drawn], path: Path, view: View = View.TABLE, size: tuple[int, int] = (1400, 900), ground: str = "#ffffff"
) -> Path:
    """Draw shapes into a PNG; BuildError if there is nothing to draw or the file cannot be written."""
    write_whole(path, picture(items, view, size, ground))
    return path


def picture(
    items: Sequence[Drawn], view: View = View.TABLE, size: tuple[int, int] = (1400, 900), ground: str = "#ffffff"
) -> bytes:
    """A PNG of shapes, at most `size` pixels, cropped to the drawing and an even border around it.

    Raises:
        BuildError: there is nothing to draw.
    """
    if not items:
        raise BuildError(Problem("picture", "nothing to draw; give at least one shape"))
    image = rendered(items, view, (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), ground)
    cut = _cut(image, ground)
    reduced = cut.resize((max(1, cut.width // OVERSAMPLING), max(1, cut.height // OVERSAMPLING)), Image.Resampling.LANCZOS)
    buffer = io.BytesIO()
    reduced.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _cut(image: Image.Image, ground: str) -> Image.Image:
    """The picture without empty edges, with an even border around it."""
    pixels = np.asarray(image, dtype=np.int16)
    away = np.abs(pixels - np.array(rgb255(ground), dtype=np.int16)).max(axis=2) > 3
    rows, columns = np.flatnonzero(away.any(axis=1)), np.flatnonzero(away.any(axis=0))
    if not len(rows):
        return image
    box = (int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    border = round(MARGIN_SHARE * max(box[2] - box[0], box[3] - box[1]))
    framed = Image.new("RGB", (box[2] - box[0] + 2 * border, box[3] - box[1] + 2 * border), ground)
    framed.paste(image.crop(box), (border, border))
    return framed
