"""The pages of a PDF as pdfium draws them: what a place shows, the text there, and what lies in the border."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from design.faces.face import Face
from design.graphics.affine import STILL, Matrix, after, moved
from tablewright.inspection.findings import AGAIN
from tablewright.inspection.readers.averaged import averaged, is_straight
from tablewright.inspection.readers.linework import Linework
from tablewright.inspection.readers.pdf import POINT_MM, PdfFile
from tablewright.inspection.readers.pixels import Seen, pixel_faults
from tablewright.inspection.recognition.folds import line_faults
from tablewright.inspection.recognition.pictures import FINE, PIXELS_PER_MM, canvas
from tablewright.inspection.recognition.recognise import Bounds, Page, Placed, Spot

LIMIT = 40.0
"""Largest colour difference allowed, out of 255. A black spot of 0.6 x 0.6 mm on white makes 41; edges drawn by pdfium
make at most 20, small text 31.
"""
SCALE = 1e-3
"""A form is true to size to this: 0.05 mm of a card."""
SKEW_DEG = 0.005
"""A form is straight to this: 0.01 mm of a large card."""
WHITE = 250
"""Pixels at least this bright count as blank paper."""
HAIR_MM = 0.13
"""How far a rendered edge may spill over: a pixel."""


class Rendered:
    """The pages of a PDF as pdfium draws them, one at a time, with their text."""

    def __init__(self, document: Any) -> None:
        self._document = document

    @classmethod
    def open(cls, path: Path, pdf: PdfFile) -> Rendered | str:
        """Open a file that has already been read, or say why pdfium does not draw it."""
        import pypdfium2

        try:
            document = pypdfium2.PdfDocument(path)
        except pypdfium2.PdfiumError as error:
            return f"cannot be drawn by pdfium ({error}); {AGAIN}"
        if len(document) != len(pdf.pages):
            document.close()
            return f"is damaged: pdfium finds {len(document)} pages, must be {len(pdf.pages)}; {AGAIN}"
        return cls(document)

    def close(self) -> None:
        """Release the file."""
        self._document.close()

    def sheet(self, number: int) -> Any:
        """A page as pdfium has it, counting from 0."""
        return self._document[number]

    def texts(self) -> list[str]:
        """The text of each page."""
        return [page.get_textpage().get_text_range() for page in self._document]

    def pages(
        self,
        where: str,
        pdf: PdfFile,
        done: Done = lambda *_: STILL,
        lines: Mapping[str, Linework] | None = None,
        pixels: Mapping[str, Sequence[Seen]] | None = None,
        limit: float | None = None,
    ) -> Iterator[Page]:
        """The pages for a judge of sheets; `done` gives the final transformation of a page of a given size with these faces.

        `lines` and `pixels` are each form's lines and images; without them these are not checked. With an ink limit, images are
        in inks.
        """
        for number, (drawn, read) in enumerate(zip(self._document, pdf.pages, strict=True), start=1):
            image = drawn.render(scale=PIXELS_PER_MM * FINE * POINT_MM).to_pil().convert("RGB")
            matrix = done(read.size_mm, [use.name for use in read.uses])
            look = ImageLook(image, drawn.get_textpage(), read.size_mm, matrix, lines, pixels, limit)
            uses = [use.before(matrix) for use in read.uses]
            placed = tuple(Placed(use.name, *use.middle, use) for use in uses)
            yield Page(where, f"page {number}", read.size_mm, placed, look.picture, look.faults, LIMIT, stray=look.stray)


Done = Callable[[tuple[float, float], Sequence[str]], Matrix]


@dataclass(frozen=True)
class ImageLook:
    """One page as an image, with its text, its final transformation, and each form's lines and images."""

    image: Any
    text: Any
    size_mm: tuple[float, float]
    matrix: Matrix = STILL
    lines: Mapping[str, Linework] | None = None
    pixels: Mapping[str, Sequence[Seen]] | None = None
    limit: float | None = None

    def picture(self, placed: Placed, face: Face, turn: int) -> Any:
        """What the page shows where a face of this size and rotation would be."""
        import numpy as np
        from PIL import Image

        # From the picture's pixels to the face, to its place, to the page as printed, to the image, whose y points
        # down.
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[turn % 4]
        place_at: Matrix = (cos, sin, -sin, cos, placed.x_mm, placed.y_mm)
        on_image = after(after(place_at, self.matrix), self._to_image)
        size = canvas(face.size_mm)
        straight = after(_face_at(size, PIXELS_PER_MM), on_image)
        if is_straight(straight):
            return averaged(self.samples, straight, size)
        fine = (FINE * size[0], FINE * size[1])
        a, b, c, d, e, f = after(_face_at(fine, FINE * PIXELS_PER_MM), on_image)
        cut = self.image.transform(fine, Image.Transform.AFFINE, (a, c, e, b, d, f), Image.Resampling.BILINEAR)
        return np.asarray(cut.reduce(FINE), dtype=np.float32)

    @cached_property
    def samples(self) -> Any:
        """The image as an array of rows, columns and colours."""
        import numpy as np

        return np.asarray(self.image)

    @property
    def _to_image(self) -> Matrix:
        across, down = self.image.width / self.size_mm[0], self.image.height / self.size_mm[1]
        return across, 0, 0, -down, 0, self.image.height

    def stray(self, inked: Sequence[Bounds], margin_mm: float) -> Spot | None:
        """A point in the page's border where something is drawn outside the boxes that may reach there."""
        import numpy as np
        from PIL import ImageChops

        # Only the border matters, so blank out the inside first.
        red, green, blue = self.image.split()
        dark: Any = np.asarray(ImageChops.darker(ImageChops.darker(red, green), blue)) < WHITE
        width, height = self.size_mm
        across, _, _, down, _, low = self._to_image
        inside = margin_mm - HAIR_MM
        for left, bottom, right, top in [(inside, inside, width - inside, height - inside), *map(self._printed, inked)]:
            rows = slice(max(0, math.floor(low + down * top)), max(0, math.ceil(low + down * bottom)))
            dark[rows, max(0, math.floor(across * left)) : max(0, math.ceil(across * right))] = False
        if not dark.any():
            return None
        row, column = (int(one[0]) for one in np.nonzero(dark))
        return column / across, (row - low) / down

    def _printed(self, box: Bounds) -> Bounds:
        """The box around a printed box, plus what a rendered edge may spill over."""
        left, bottom, right, top = box
        points = [moved(self.matrix, x, y) for x in (left, right) for y in (bottom, top)]
        xs, ys = zip(*points, strict=True)
        return min(xs) - HAIR_MM, min(ys) - HAIR_MM, max(xs) + HAIR_MM, max(ys) + HAIR_MM

    def faults(self, placed: Placed, face: Face, turn: int) -> list[str]:
        """Report a form drawn at the wrong size or askew, or without the face's text or lines."""
        found = []
        if any(abs(one - 1) > SCALE for one in placed.drawn.scale):
            found.append(f"is drawn at {placed.drawn.scale[0]:.3f} x {placed.drawn.scale[1]:.3f} of its size, must be 1")
        if placed.drawn.skew_deg > SKEW_DEG:
            found.append(f"is drawn askew by {placed.drawn.skew_deg:.2f} degrees")
        if self.lines is not None:
            drawn = self.lines.get(placed.face, Linework((), ()))
            found += line_faults(face, drawn.folds, drawn.slits)
        if self.pixels is not None:
            found += pixel_faults(face, self.pixels.get(placed.face, ()), self.limit)
        wanted = Counter(letters("".join(mark.run.text for mark in face.marks if mark.run)))
        if wanted:
            width, height = face.size_mm if turn % 2 == 0 else face.size_mm[::-1]
            x, y = placed.x_mm, placed.y_mm
            box = self._printed((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
            text = self.text.get_text_bounded(*(value / POINT_MM for value in box))
            there = Counter(letters(text))
            if there != wanted:
                lacking, more = "".join((wanted - there).elements()), "".join((there - wanted).elements())
                found.append(f"has other text than it must: without {lacking or 'nothing'}, with {more or 'nothing'} more")
        return found


def _face_at(size: tuple[int, int], per_mm: int) -> Matrix:
    """From the pixels of a picture of this size, whose y points down, to the face in its middle."""
    return 1 / per_mm, 0, 0, -1 / per_mm, -size[0] / 2 / per_mm, size[1] / 2 / per_mm


def letters(text: str) -> str:
    """The characters of a text without the spaces and line breaks, which PDF readers place differently."""
    return "".join(one for one in text if not one.isspace() and one.isprintable())
