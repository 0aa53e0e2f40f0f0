"""Typefaces: Manrope, and fallbacks for the characters it lacks. Each comes as a package and is opened when needed.

A variable font is drawn at a weight without instancing all of it, since the East Asian ones hold up to thirty
thousand glyphs. Only the characters that a document uses are made static, for embedding.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from rules.errors import BuildError, Problem

Axes = tuple[tuple[str, float], ...]


OFL = "SIL Open Font License 1.1"
"""The licence of Manrope and of the Noto families."""


class Weight(IntEnum):
    """The two weights in use."""

    REGULAR = 500
    BOLD = 800


@dataclass(frozen=True)
class Typeface:
    """A family of type in a package.

    files: the file of each weight, below the package's folder; the same for both if it is variable. axes: the values of
    a variable font's other axes; None for a static one. owner, licence: for the credits.
    """

    name: str
    package: str
    project: str
    files: tuple[str, str]
    axes: Axes | None
    owner: str
    licence: str

    def path(self, weight: Weight) -> Path:
        """The font's file; BuildError if its package is not installed."""
        found = find_spec(self.package)
        if found is None or found.origin is None:
            what = f"is not installed; run pip install {self.project}"
            raise BuildError(Problem(f"typeface {self.name}", what))
        return Path(found.origin).parent / self.files[weight is Weight.BOLD]

    def cut(self, weight: Weight) -> str:
        """The name of one of its weights in a PDF: `NotoSansJP-Bold`."""
        return f"{self.name.replace(' ', '')}-{weight.name.title()}"


def _variable(name: str, package: str, project: str, file: str, owner: str, axes: Axes = ()) -> Typeface:
    return Typeface(name, package, project, (file, file), axes, owner, OFL)


def _asian(tag: str) -> Typeface:
    file = f"fonts/ofl/notosans{tag.lower()}/NotoSans{tag}[wght].ttf"
    return _variable(f"Noto Sans {tag}", "justmytype_intl_cjk", "justmytype-intl-cjk", file, "Adobe")


MANROPE = _variable(
    "Manrope",
    "fontpkg_manrope",
    "fontpkg-manrope",
    "files/Manrope[wght].ttf",
    "Mikhail Sharanda and contributors",
)
TYPEFACES = (
    MANROPE,
    _variable(
        "Noto Sans",
        "fontpkg_noto_sans",
        "fontpkg-noto-sans",
        "files/NotoSans[wdth,wght].ttf",
        "the Noto Project authors",
        (("wdth", 100.0),),
    ),
    Typeface(
        "DejaVu Sans",
        "matplotlib",
        "matplotlib",
        ("mpl-data/fonts/ttf/DejaVuSans.ttf", "mpl-data/fonts/ttf/DejaVuSans-Bold.ttf"),
        None,
        "Bitstream and the DejaVu authors",
        "Bitstream Vera licence",
    ),
    _asian("JP"),
    _asian("SC"),
    _asian("TC"),
    _asian("KR"),
)
"""In order of lookup: all letters of Latin, Greek and Cyrillic, then symbols, then East Asian. A Han character takes its
Japanese form if there is one, then the simplified, then the traditional one.
"""


@cache
def opened(typeface: Typeface, weight: Weight) -> TTFont:
    """The font as in its file, which may be variable.

    Read into memory, because an open file's position is shared with processes forked later, and two of them reading at once
    would get tables from the wrong place.
    """
    return TTFont(io.BytesIO(typeface.path(weight).read_bytes()), lazy=True, recalcTimestamp=False)


@cache
def glyph_set(typeface: Typeface, weight: Weight) -> Any:
    """The glyphs at a weight, for drawing and measuring."""
    return opened(typeface, weight).getGlyphSet(location=_location(typeface, weight))


@cache
def glyph_names(typeface: Typeface, weight: Weight) -> Mapping[int, str]:
    """The glyph of each character in the font."""
    found: Mapping[int, str] = opened(typeface, weight).getBestCmap()
    return found


@cache
def units_per_em(typeface: Typeface, weight: Weight) -> int:
    """The font's units per em."""
    return int(opened(typeface, weight)["head"].unitsPerEm)


def whole_font(typeface: Typeface, weight: Weight) -> bytes:
    """The whole font as static TrueType; the same bytes each time. For small families."""
    return _static(TTFont(typeface.path(weight), recalcTimestamp=False), typeface, weight)


@lru_cache(maxsize=64)
def part_font(typeface: Typeface, weight: Weight, characters: frozenset[int]) -> bytes:
    """A static TrueType font with just these characters; the same bytes each time."""
    font = TTFont(typeface.path(weight), lazy=True, recalcTimestamp=False)
    options = subset.Options(
        hinting=False, layout_features=[], notdef_outline=True, name_IDs=[1, 2, 3, 4, 6], recalc_timestamp=False
    )
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx", "VVAR", "FFTM"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted(characters))
    cutter.subset(font)
    return _static(font, typeface, weight)


def _static(font: TTFont, typeface: Typeface, weight: Weight) -> bytes:
    if typeface.axes is not None:
        font = instancer.instantiateVariableFont(
            font, _location(typeface, weight), overlap=instancer.OverlapMode.KEEP_AND_SET_FLAGS
        )
    for record in font["name"].names:
        if record.nameID in (4, 6):
            record.string = typeface.cut(weight)
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def _location(typeface: Typeface, weight: Weight) -> dict[str, float] | None:
    return None if typeface.axes is None else {"wght": float(weight), **dict(typeface.axes)}
