"""Colours of inks and filaments by name."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rules.document import StrictModel

INK, WHITE = "#1d1c24", "#ffffff"
"""Colours used without a palette: for text and lines, and for the paper."""
Hex = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


def _colour(default: str, text: str) -> str:
    result: str = Field(default, description=text)
    return result


class Palette(StrictModel):
    """Colours as #rrggbb. The five sets' colours stay distinct in grey and to colour-blind eyes, and each has its own shape."""

    gold: Hex = _colour("#d6a419", "set of the circle; a point made")
    forest: Hex = _colour("#1f4c0b", "set of the triangle")
    crimson: Hex = _colour("#d01b70", "set of the square")
    turquoise: Hex = _colour("#25e4ca", "set of the pentagon")
    violet: Hex = _colour("#877bf6", "set of the hexagon")
    ink: Hex = _colour(INK, "text, X and outlines")
    paper: Hex = _colour(WHITE, "ground of fronts")
    black: Hex = _colour(INK, "black side of markers")
    brown: Hex = _colour("#6f4526", "a closed door")
    blue: Hex = _colour("#2b4a9b", "an unscored point")
    yellow: Hex = _colour("#f2c71d", "an open door")
    base: Hex = _colour("#dcd7cc", "what belongs to nobody in plastic: connectors and the box")

    def hex(self, name: str) -> str:
        """The colour of this name; KeyError if there is none."""
        if name not in type(self).model_fields:
            raise KeyError(name)
        value: str = getattr(self, name)
        return value.lower()

    def name_of(self, colour: str) -> str:
        """The palette's first name for a colour, or the colour itself if it has none."""
        return next((name for name in type(self).model_fields if self.hex(name) == colour.lower()), colour)


def luminance(colour: str) -> float:
    """Relative luminance of #rrggbb, 0 to 1 (WCAG 2.1)."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of #rrggbb as linear light, 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return _light(red), _light(green), _light(blue)


def _light(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.1)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink_on(ground: str, palette: Palette) -> str:
    """The palette's ink or paper, whichever is more legible on the ground."""
    return max((palette.hex("ink"), palette.hex("paper")), key=lambda ink: contrast(ink, ground))


def paled(value: int, share: float) -> int:
    """A colour channel, 0 to 255, reduced to a share on white paper."""
    return round(255 - share * (255 - value))


def paler(colour: str, share: float) -> str:
    """#rrggbb reduced to a share on white paper."""
    return "#" + "".join(f"{paled(int(colour[at : at + 2], 16), share):02x}" for at in (1, 3, 5))
