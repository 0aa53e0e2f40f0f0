"""Images of faces: one per file with a transparent surround, and decks in a grid for Tabletop Simulator."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from io import BytesIO
from pathlib import Path

from PIL import Image

from design.faces.face import Face
from design.files import write_whole
from design.sheets.images import COLUMNS, ROWS, FacesSpec, TabletopSpec, pixels
from printables.drawing.raster import images_of, masks_of

WHITE = (255, 255, 255)


def write_faces(spec: FacesSpec, path: Path) -> tuple[Path, ...]:
    """Write an image for each face of a deck into a folder, transparent outside the trim.

    Raises:
        BuildError: a file cannot be written.
    """
    faces = [face for _, face in spec.files.values()]
    sizes = [pixels(face, spec.dpi) for face in faces]
    made = []
    for name, image, mask in zip(spec.files, images_of(faces, sizes), masks_of(faces, sizes), strict=True):
        image.putalpha(mask)
        made.append(path / name)
        write_whole(made[-1], _png(image, spec.dpi))
    return tuple(made)


def write_tabletop(spec: TabletopSpec, path: Path) -> tuple[Path, ...]:
    """Write a deck's sheets into a folder: `1.faces.png`, `1.backs.png` and so on, ten cards wide and seven high.

    Raises:
        BuildError: a file cannot be written.
    """
    wide, high = spec.cell_px
    made = []
    for name, places in spec.files.items():
        drawn = _different([*(face for _, face in places), spec.hidden], (wide, high))
        sheet = Image.new("RGB", (COLUMNS * wide, ROWS * high), WHITE)
        for number, (_, face) in enumerate(places):
            sheet.paste(drawn[_shown(face)], (number % COLUMNS * wide, number // COLUMNS * high))
        sheet.paste(drawn[_shown(spec.hidden)], ((COLUMNS - 1) * wide, (ROWS - 1) * high))
        made.append(path / name)
        write_whole(made[-1], _png(sheet))
    return tuple(made)


def _different(faces: Sequence[Face], size_px: tuple[int, int]) -> dict[Hashable, Image.Image]:
    """An image of each of several faces; those that look alike share one."""
    different = {_shown(face): face for face in faces}
    return dict(zip(different, images_of(list(different.values()), [size_px] * len(different)), strict=True))


def _shown(face: Face) -> Hashable:
    """All that a face shows; its name apart."""
    return face.trim, face.ground, face.marks


def _png(image: Image.Image, dpi: float | None = None) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", **({"dpi": (dpi, dpi)} if dpi else {}))
    return buffer.getvalue()
