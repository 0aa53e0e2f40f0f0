"""The author's images: PNG and JPEG files, checked and read as eight-bit grey or red, green and blue.

A face records where an image lies, not its pixels, which are read only when drawn. Colours are taken as sRGB unless a
profile in the file says otherwise; the profile is applied, and so is a camera's orientation.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from design.graphics.affine import Matrix, after
from design.graphics.colour.palette import paled, paler
from rules.errors import BuildError, DesignError, Problem

if TYPE_CHECKING:
    from PIL.Image import Image

SUFFIXES = (".png", ".jpg", ".jpeg")
MOST_BYTES = 100_000_000
MOST_PIXELS = 60_000_000
"""An A3 page at 600 dpi has 70 million, and no piece is that large."""
MM_PER_INCH = 25.4
MODES = {"1": "L", "L": "L", "LA": "LA", "P": "RGB", "PA": "RGBA", "RGB": "RGB", "RGBA": "RGBA", "I;16": "L"}
"""The mode that each mode of a file is converted to."""
ORIENTATION = 0x0112
"""A photograph's orientation tag; 1 means as stored."""
FADED = 0.35
"""Share of the ink that a faded image keeps."""


@dataclass(frozen=True)
class Pixels:
    """An image file: its name, a hash of its bytes, its size, and its mean colour; `faded` means a pale version.

    `path` does not affect what is made from it.
    """

    name: str
    digest: str
    width: int
    height: int
    mean: str
    clear: bool
    faded: bool = False
    path: Path = field(default=Path(), compare=False, repr=False)

    @property
    def key(self) -> str:
        """A name that no other image has."""
        return self.digest[:20] + (".faded" if self.faded else "")


@dataclass(frozen=True)
class Picture:
    """An image on a face: `matrix` maps the unit square, y up, to its place in mm."""

    pixels: Pixels
    matrix: Matrix

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the whole image, along its own sides."""
        a, b, c, d, _, _ = self.matrix
        return (a * a + b * b) ** 0.5, (c * c + d * d) ** 0.5

    @property
    def dpi(self) -> float:
        """Dots per inch at this size, along the side with fewer."""
        width, height = self.size_mm
        return min(self.pixels.width / width, self.pixels.height / height) * MM_PER_INCH

    def under(self, matrix: Matrix) -> Picture:
        """The same image transformed."""
        return replace(self, matrix=after(self.matrix, matrix))

    def faded(self) -> Picture:
        """The pale version, for sheets with little ink."""
        mean = paler(self.pixels.mean, FADED)
        return replace(self, pixels=replace(self.pixels, faded=True, mean=mean))


def pixels(path: Path) -> Pixels:
    """Read and check an image file; DesignError says what is wrong with it, and the remedy."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DesignError(Problem(str(path), f"cannot be read ({error.strerror}); put the picture there")) from None
    if len(data) > MOST_BYTES:
        raise DesignError(
            Problem(str(path), f"is {len(data) / 1e6:.0f} MB, must be at most {MOST_BYTES / 1e6:g}; make it smaller")
        )
    return _checked(path, hashlib.sha256(data).hexdigest())


@lru_cache(maxsize=4096)
def _checked(path: Path, digest: str) -> Pixels:
    image = _image(path, path.read_bytes())
    clear = image.mode.endswith("A") and image.getchannel("A").histogram()[255] < image.width * image.height
    return Pixels(path.name, digest, *image.size, mean=_mean(image), clear=clear, path=path)


def _mean(image: Image) -> str:
    """An image's mean colour, on white where it is transparent."""
    from PIL import Image as Pillow

    one = image.convert("RGBA").resize((1, 1), Pillow.Resampling.BOX)
    ground = Pillow.new("RGBA", (1, 1), "#ffffff")
    ground.alpha_composite(one)
    colour: Any = ground.getpixel((0, 0))
    return "#{:02x}{:02x}{:02x}".format(*colour[:3])


@lru_cache(maxsize=6)
def image_of(one: Pixels) -> Image:
    """The image as L, LA, RGB or RGBA; BuildError if its file has changed since planning."""
    image = _image(one.path, data_of(one))
    return _pale(image) if one.faded else image


def data_of(one: Pixels) -> bytes:
    """The bytes of its file; BuildError if they have changed."""
    try:
        data = one.path.read_bytes()
    except OSError as error:
        raise BuildError(Problem(str(one.path), f"cannot be read ({error.strerror}); put it back and build again")) from None
    if hashlib.sha256(data).hexdigest() != one.digest:
        raise BuildError(Problem(str(one.path), "was changed while its game was built; build again"))
    return data


def plain_jpeg(one: Pixels) -> bytes:
    """The file's own bytes if it is a JPEG that is drawn as it is, so that nothing is lost; otherwise nothing."""
    from PIL import Image as Pillow

    data = data_of(one)
    with Pillow.open(BytesIO(data)) as image:
        as_is = image.format == "JPEG" and image.mode in ("L", "RGB") and not image.info.get("icc_profile")
        return data if as_is and image.getexif().get(ORIENTATION, 1) == 1 and not one.faded else b""


def _image(path: Path, data: bytes) -> Image:
    """An image in one of four modes, in sRGB, the right way up."""
    from PIL import Image as Pillow
    from PIL import ImageOps

    try:
        with Pillow.open(BytesIO(data), formats=("PNG", "JPEG")) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                what = f"has {opened.width} x {opened.height} pixels, more than {MOST_PIXELS / 1e6:g} million; make it smaller"
                raise DesignError(Problem(str(path), what))
            opened.load()
            image = ImageOps.exif_transpose(opened)
    except (OSError, SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        what = f"is no PNG or JPEG that can be read ({error}); save it again as PNG"
        raise DesignError(Problem(str(path), what)) from None
    profile = opened.info.get("icc_profile")
    if image.mode not in MODES:
        raise DesignError(Problem(str(path), f"is in the colours {image.mode}; save it in RGB or grey, as sRGB"))
    if image.mode == "I;16":
        image = _upper_byte(image)
    transparent = "transparency" in opened.info and image.mode in ("1", "L", "P", "RGB")
    wanted = "RGBA" if transparent else MODES[image.mode]
    image = image.convert(wanted) if image.mode != wanted else image
    return _in_srgb(image, profile, path) if profile else image


def _upper_byte(image: Image) -> Image:
    """Sixteen-bit grey as eight-bit."""
    import numpy as np
    from PIL import Image as Pillow

    return Pillow.fromarray((np.asarray(image) >> 8).astype(np.uint8))


def _in_srgb(image: Image, profile: bytes, path: Path) -> Image:
    """The image's colours, converted by its embedded profile."""
    from PIL import ImageCms

    if not image.mode.startswith("RGB"):
        return image
    try:
        source = ImageCms.ImageCmsProfile(BytesIO(profile))
        found = ImageCms.profileToProfile(image, source, ImageCms.createProfile("sRGB"), outputMode=image.mode)
    except (ImageCms.PyCMSError, OSError) as error:
        what = f"has a colour profile that cannot be used ({error}); save it as sRGB, or without a profile"
        raise DesignError(Problem(str(path), what)) from None
    assert found is not None
    return found


def _pale(image: Image) -> Image:
    """The image with less ink; transparent areas stay transparent."""
    from PIL import Image as Pillow

    if image.mode.endswith("A"):
        bands = image.split()
        return Pillow.merge(image.mode, [*(_lighter(one) for one in bands[:-1]), bands[-1]])
    return _lighter(image)


def _lighter(image: Image) -> Image:
    return image.point([paled(value, FADED) for value in range(256)] * len(image.getbands()))
