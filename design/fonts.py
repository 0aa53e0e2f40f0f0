"""The one type family: Manrope, from a package, cut to the weights that are used.

A variable font is embedded at its default weight, so static instances are made with fontTools.
Manrope holds Latin, Greek and Cyrillic letters and the mathematical signs of the plates' backs.
"""

from __future__ import annotations

import io
from enum import IntEnum
from functools import cache
from pathlib import Path

import fontpkg_manrope
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

FAMILY = "Manrope"
CREDIT = "Type: Manrope by Mikhail Sharanda and contributors, SIL Open Font License 1.1"


class Weight(IntEnum):
    """The two weights in use."""

    REGULAR = 500
    BOLD = 800


@cache
def font_data(weight: Weight) -> bytes:
    """The static TrueType font of a weight; the same bytes each time."""
    path = Path(str(fontpkg_manrope.ROOT)) / "files" / "Manrope[wght].ttf"
    font = TTFont(path, recalcTimestamp=False)
    static = instancer.instantiateVariableFont(font, {"wght": int(weight)}, overlap=instancer.OverlapMode.KEEP_AND_SET_FLAGS)
    name = f"{FAMILY}-{weight.name.title()}"
    for record in static["name"].names:
        if record.nameID in (4, 6):
            record.string = name
    buffer = io.BytesIO()
    static.save(buffer)
    return buffer.getvalue()


@cache
def font(weight: Weight) -> TTFont:
    """The static font of a weight, opened."""
    return TTFont(io.BytesIO(font_data(weight)), lazy=False)


def missing_characters(text: str, weight: Weight = Weight.REGULAR) -> str:
    """The characters of a text that the font does not have, each once."""
    known = font(weight).getBestCmap()
    return "".join(dict.fromkeys(one for one in text if one not in "\n" and ord(one) not in known))


def advance_mm(text: str, size_mm: float, weight: Weight) -> float:
    """Width of a line of text at an em of `size_mm`, without kerning (as ReportLab sets it)."""
    face = font(weight)
    cmap, metrics = face.getBestCmap(), face["hmtx"].metrics
    units = sum(metrics[cmap[ord(one)]][0] for one in text)
    return float(units * size_mm / face["head"].unitsPerEm)


def cap_height_mm(size_mm: float, weight: Weight = Weight.BOLD) -> float:
    """Height of capitals and digits at an em of `size_mm`."""
    face = font(weight)
    return float(face["OS/2"].sCapHeight) * size_mm / float(face["head"].unitsPerEm)
