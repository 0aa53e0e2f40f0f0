"""Images embedded in files: found by means other than those that wrote them, and compared pixel by pixel with the owner's file.

A document must hold each image once, with all its pixels, where its slot is; this also fixes its resolution.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from design.faces.face import Face
from design.graphics.affine import Matrix, after, matrix_of, moved
from design.graphics.art.photos import MM_PER_INCH, Pixels, image_of
from design.graphics.colour.cmyk import ink_samples
from tablewright.inspection.findings import AGAIN
from tablewright.inspection.readers.pdf import FORM, POINT_MM

PLACE_MM = 0.01
DATA = re.compile(r"^data:image/(png|jpeg);base64,(.+)$", re.DOTALL)
CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))


@dataclass(frozen=True)
class Seen:
    """An image in a file: its place (maps the unit square, y up, to mm), its size in pixels, their colours, and a hash of them.

    `ink` is the most ink any pixel has, 4 at most; `digests` has one hash for each quarter turn the pixels may have been
    given.
    """

    matrix: Matrix
    size: tuple[int, int]
    space: str
    digests: tuple[str, ...]
    ink: float = 0.0


def form_pictures(path: Path) -> dict[str, tuple[Seen, ...]]:
    """The images that each named form of a PDF draws, in the form's own coordinates."""
    import pikepdf

    found: dict[str, tuple[Seen, ...]] = {}
    read: dict[tuple[int, int], tuple[tuple[int, int], str, str, float]] = {}
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            resources: Any = page.obj.get("/Resources", pikepdf.Dictionary())
            for name, form in resources.get("/XObject", pikepdf.Dictionary()).items():
                key = name.removeprefix(FORM)
                if name.startswith(FORM) and key not in found and str(form.get("/Subtype", "")) == "/Form":
                    found[key] = tuple(_drawn(form, read))
    return found


def _drawn(form: Any, read: dict[tuple[int, int], Any]) -> Iterator[Seen]:
    import pikepdf

    images: Any = form.get("/Resources", pikepdf.Dictionary()).get("/XObject", pikepdf.Dictionary())
    matrices: list[Matrix] = [(POINT_MM, 0, 0, POINT_MM, 0, 0)]
    instructions: Any = pikepdf.parse_content_stream(form)
    for operands, operator in instructions:
        match str(operator):
            case "q":
                matrices.append(matrices[-1])
            case "Q" if len(matrices) > 1:
                matrices.pop()
            case "cm":
                matrices[-1] = after(matrix_of(operands), matrices[-1])
            case "Do" if str(images.get(str(operands[0]), {}).get("/Subtype", "")) == "/Image":
                image = images[str(operands[0])]
                if image.objgen not in read:
                    read[image.objgen] = _read(image)
                size, space, digest, ink = read[image.objgen]
                yield Seen(matrices[-1], size, space, (digest,), ink)


def _read(image: Any) -> tuple[tuple[int, int], str, str, float]:
    """Size, colours, a hash of samples and mask, and the most ink of an image in a PDF."""
    size, space = (int(image.Width), int(image.Height)), str(image.get("/ColorSpace", "")).removeprefix("/")
    packed = image.get("/Filter", "")
    jpeg = "/DCTDecode" in (str(packed), *(map(str, packed) if not str(packed).startswith("/") else ()))
    samples = _decoded(bytes(image.read_raw_bytes())) if jpeg else bytes(image.read_bytes())
    mask = bytes(image["/SMask"].read_bytes()) if "/SMask" in image else b""
    return size, space, _digest(samples, mask), _most_ink(samples) if space == "DeviceCMYK" else 0.0


def _decoded(data: bytes) -> bytes:
    from PIL import Image

    with Image.open(BytesIO(data)) as image:
        return image.tobytes()


def _digest(samples: bytes, mask: bytes) -> str:
    return hashlib.sha256(samples + b"|" + mask).hexdigest()


def _most_ink(samples: bytes) -> float:
    import numpy as np

    return float(np.frombuffer(samples, dtype=np.uint8).reshape(-1, 4).sum(axis=1, dtype=np.uint32).max()) / 255


def data_picture(href: str) -> Any:
    """The image embedded in an SVG's image element, or why there is none."""
    from PIL import Image

    data = DATA.match(href)
    if data is None:
        return "refers to a picture that is not in the file"
    try:
        with Image.open(BytesIO(b64decode(data[2]))) as image:
            image.load()
            return image
    except (OSError, SyntaxError, ValueError):
        return "holds a picture that cannot be read"


def seen_in_svg(image: Any, matrix: Matrix) -> Seen:
    """An image in a cut file, which may have been rotated by quarter turns."""
    from PIL import Image

    ways = (None, Image.Transpose.ROTATE_90, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_270)
    turned = [image.transpose(way) if way is not None else image for way in ways]
    return Seen(matrix, image.size, "DeviceGray" if image.mode in ("L", "LA") else "DeviceRGB", tuple(map(_own, turned)))


def _own(image: Any) -> str:
    alpha = image.getchannel("A") if image.mode.endswith("A") else None
    # A mask that hides nothing does not count.
    mask = alpha.tobytes() if alpha is not None and alpha.getextrema()[0] < 255 else b""
    return _digest(image.convert(image.mode.removesuffix("A")).tobytes(), mask)


@lru_cache(maxsize=4096)
def _wanted(pixels: Pixels, limit: float | None) -> str:
    image = image_of(pixels)
    if limit is None:
        return _own(image)
    mask = image.getchannel("A").tobytes() if pixels.clear else b""
    return _digest(ink_samples(image.convert(image.mode.removesuffix("A")), limit), mask)


def pixel_faults(face: Face, seen: Sequence[Seen], limit: float | None = None) -> list[str]:
    """What is wrong with the images that a face shows, in order; with an ink limit their colours are inks."""
    wanted = [mark.picture for mark in face.marks if mark.picture]
    if len(seen) != len(wanted):
        return [f"has {len(seen)} pictures of pixels, must have {len(wanted)}"]
    faults = []
    for found, must in zip(seen, wanted, strict=True):
        name, pixels = must.pixels.name, must.pixels
        off = max(abs(a - b) for a, b in zip(_box(found.matrix), _box(must.matrix), strict=True))
        width, height = must.size_mm
        if off > PLACE_MM:
            faults.append(f"has {name} {off:.2f} mm off its place or its size")
        elif sorted(found.size) != sorted((pixels.width, pixels.height)):
            dpi = min(max(found.size) / max(width, height), min(found.size) / min(width, height)) * MM_PER_INCH
            faults.append(f"has {name} with {dpi:.0f} dots an inch, must have its own {must.dpi:.0f}")
        elif limit is not None and found.space != "DeviceCMYK":
            faults.append(f"has {name} in {found.space}, must be in the four inks alone (DeviceCMYK)")
        elif limit is not None and found.ink > limit + 1e-6:
            faults.append(f"has {100 * found.ink:.0f} % of ink at a spot of {name}, must be at most {100 * limit:g} %")
        elif _wanted(pixels, limit) not in found.digests:
            faults.append(f"shows other pixels than {name} has")
    return faults


def _box(matrix: Matrix) -> tuple[float, ...]:
    """The bounding box of an image in place."""
    xs, ys = zip(*(moved(matrix, x, y) for x, y in CORNERS), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def repeated_pictures(path: Path) -> Iterator[str]:
    """Images that a PDF holds more than once, which makes it large for nothing."""
    import pikepdf

    held: dict[str, int] = {}
    with pikepdf.open(path) as pdf:
        for one in pdf.objects:
            if isinstance(one, pikepdf.Stream) and str(one.get("/Subtype", "")) == "/Image" and "/SMask" in one:
                key = _digest(bytes(one.read_raw_bytes()), bytes(one["/SMask"].read_raw_bytes()))
            elif isinstance(one, pikepdf.Stream) and str(one.get("/Subtype", "")) == "/Image":
                key = _digest(bytes(one.read_raw_bytes()), b"")
            else:
                continue
            held[key] = held.get(key, 0) + 1
    # Different images may have the same mask, so images are named by their pixels.
    if any(count > 1 for count in held.values()):
        yield f"holds a picture {max(held.values())} times, must hold each once; {AGAIN}"


def printed_images(faces: Iterable[Face], limit: float) -> Mapping[str, Any]:
    """What pdfium shows for each image's inks, by the image's key, from pages made here with one image each."""
    import pikepdf
    import pypdfium2

    shown = {}
    for pixels in {mark.picture.pixels for face in faces for mark in face.marks if mark.picture}:
        image = image_of(pixels)
        sheet = pikepdf.new()
        page = sheet.add_blank_page(page_size=image.size)
        inks = sheet.make_stream(ink_samples(image.convert(image.mode.removesuffix("A")), limit))
        inks.Type, inks.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        inks.Width, inks.Height = image.size
        inks.BitsPerComponent, inks.ColorSpace = 8, pikepdf.Name.DeviceCMYK
        page.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(Im=inks))
        page.Contents = sheet.make_stream(f"{image.width} 0 0 {image.height} 0 0 cm /Im Do".encode())
        buffer = BytesIO()
        sheet.save(buffer)
        made = pypdfium2.PdfDocument(buffer.getvalue())[0].render().to_pil().convert("RGB")
        if image.mode.endswith("A"):
            made.putalpha(image.getchannel("A"))
        shown[pixels.key] = made
    return shown
