"""How far two colours are apart, to usual sight, to three sorts of colour blindness, and printed in grey.

Distances are CIEDE2000 (CIE 142-2001; Sharma, Wu and Dalal 2005 give the formula and data to test it with), in
CIELAB under D65. Colour blindness is that of Machado, Oliveira and Fernandes 2009 at full severity: their matrices turn
linear red, green and blue into what is seen. 1 is just seen side by side; 100 is black and white.
"""

from __future__ import annotations

import math
from enum import StrEnum

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]


class Sight(StrEnum):
    """Who looks, or what is printed."""

    USUAL = "usual sight"
    DEUTERANOPIA = "deuteranopia"
    PROTANOPIA = "protanopia"
    TRITANOPIA = "tritanopia"
    GREY = "print in grey"


MACHADO: dict[Sight, Matrix] = {
    Sight.PROTANOPIA: (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    Sight.DEUTERANOPIA: (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    Sight.TRITANOPIA: (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Table 1 of the paper, severity 1.0."""
LUMINANCE: Triple = (0.2126, 0.7152, 0.0722)
"""What red, green and blue add to the brightness (IEC 61966-2-1): all that a print in grey keeps."""
XYZ: Matrix = ((0.4124, 0.3576, 0.1805), LUMINANCE, (0.0193, 0.1192, 0.9505))
"""Linear sRGB to CIE XYZ (IEC 61966-2-1)."""
WHITE: Triple = (0.9505, 1.0, 1.0890)


def linear(colour: str) -> Triple:
    """Red, green and blue of #rrggbb as amounts of light, 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def apart(one: str, other: str, sight: Sight = Sight.USUAL) -> float:
    """The distance of two colours as somebody sees them."""
    return ciede2000(lab(one, sight), lab(other, sight))


def nearest(one: str, other: str) -> tuple[float, Sight]:
    """The least distance of two colours to anybody, and to whom."""
    return min((apart(one, other, sight), sight) for sight in Sight)


def lab(colour: str, sight: Sight = Sight.USUAL) -> Triple:
    """A colour in CIELAB as it is seen: lightness 0 to 100, red against green, yellow against blue."""
    light = linear(colour)
    if sight is Sight.GREY:
        grey = _dot(LUMINANCE, light)
        light = grey, grey, grey
    elif sight in MACHADO:
        red, green, blue = (min(1.0, max(0.0, one)) for one in _times(MACHADO[sight], light))
        light = red, green, blue  # kept to what a screen shows
    x, y, z = (_root(one / white) for one, white in zip(_times(XYZ, light), WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _dot(one: Triple, other: Triple) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _times(matrix: Matrix, light: Triple) -> Triple:
    first, second, third = (_dot(row, light) for row in matrix)
    return first, second, third


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > (6 / 29) ** 3 else value * (29 / 6) ** 2 / 3 + 4 / 29


def ciede2000(one: Triple, other: Triple) -> float:
    """The distance of two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    more = 1.5 - 0.5 * _saturation((math.hypot(a1, b1) + math.hypot(a2, b2)) / 2)
    c1, c2 = math.hypot(more * a1, b1), math.hypot(more * a2, b2)
    h1, h2 = _hue(more * a1, b1), _hue(more * a2, b2)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    light, chroma, hue = l2 - l1, c2 - c1, 2 * math.sqrt(c1 * c2) * _sin(turn / 2)
    mid_light, mid_chroma, mid_hue = (l1 + l2) / 2, (c1 + c2) / 2, _middle(h1, h2) if c1 * c2 else h1 + h2
    scale = 1 - 0.17 * _cos(mid_hue - 30) + 0.24 * _cos(2 * mid_hue) + 0.32 * _cos(3 * mid_hue + 6)
    scale -= 0.20 * _cos(4 * mid_hue - 63)
    of_light = light / (1 + 0.015 * (mid_light - 50) ** 2 / math.sqrt(20 + (mid_light - 50) ** 2))
    of_chroma = chroma / (1 + 0.045 * mid_chroma)
    of_hue = hue / (1 + 0.015 * mid_chroma * scale)
    rotation = -2 * _saturation(mid_chroma) * _sin(60 * math.exp(-(((mid_hue - 275) / 25) ** 2)))
    return math.sqrt(of_light**2 + of_chroma**2 + of_hue**2 + rotation * of_chroma * of_hue)


def _saturation(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25.0**7))


def _hue(a: float, b: float) -> float:
    """The angle of a hue, 0 to 360 degrees; 0 for a grey."""
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def _middle(one: float, other: float) -> float:
    """The hue midway between two, the short way round."""
    total = one + other
    if abs(one - other) <= 180:
        return total / 2
    return (total + 360) / 2 if total < 360 else (total - 360) / 2


def _sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))
