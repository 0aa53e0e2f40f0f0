"""Images in a PDF: each stored once per document, with all its pixels, and referenced wherever it is used.

A JPEG's bytes are stored as they are; everything else is compressed losslessly. On a canvas of inks the pixels are inks.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from typing import Any

from PIL import Image as Pillow
from reportlab.pdfbase.pdfdoc import PDFName, PDFStream

from design.graphics.affine import Matrix
from design.graphics.art.photos import Pixels, image_of, plain_jpeg
from design.graphics.colour.cmyk import ink_samples
from printables.drawing.canvas import Canvas

SPACES = {"L": "DeviceGray", "RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


def draw_pixels(canvas: Canvas, pixels: Pixels, matrix: Matrix) -> None:
    """Draw an image over the unit square, mapped to the page by a matrix."""
    name = f"pixels-{pixels.key}"
    document = canvas.document
    inner = document.getXObjectName(name)
    if inner not in document.idToObject:
        _embed(document, inner, pixels, getattr(canvas, "ink_limit", None))
    canvas.transform(*matrix)
    canvas.doForm(name)


def _embed(document: Any, inner: str, pixels: Pixels, ink_limit: float | None) -> None:
    """The image as an object of the document, with its transparency as another."""
    own = plain_jpeg(pixels) if ink_limit is None else b""
    if own:
        with Pillow.open(BytesIO(own)) as opened:
            document.Reference(_stream(own, "DCTDecode", opened.size, opened.mode), inner)
        return
    image = image_of(pixels)
    alpha = image.getchannel("A") if pixels.clear else None
    colours = image.convert(image.mode.removesuffix("A"))
    data, mode = (colours.tobytes(), colours.mode) if ink_limit is None else (ink_samples(colours, ink_limit), "CMYK")
    stream = _stream(zlib.compress(data), "FlateDecode", image.size, mode)
    if alpha is not None:
        mask = _stream(zlib.compress(alpha.tobytes()), "FlateDecode", image.size, "L")
        stream.dictionary["SMask"] = document.Reference(mask, f"{inner}.mask")
    document.Reference(stream, inner)


def _stream(data: bytes, packed: str, size: tuple[int, int], mode: str) -> Any:
    stream = PDFStream(content=data)
    width, height = size
    entries = {"Type": PDFName("XObject"), "Subtype": PDFName("Image"), "Width": width, "Height": height}
    entries |= {"BitsPerComponent": 8, "ColorSpace": PDFName(SPACES[mode]), "Filter": PDFName(packed)}
    for key, value in entries.items():
        stream.dictionary[key] = value
    return stream
