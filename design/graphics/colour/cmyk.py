"""Screen colours as printing inks: cyan, magenta, yellow and black, without a profile, within an ink limit.

The grey that the three inks share is printed in black alone (full grey component replacement), so that greys stay
neutral and letters sharp. Without a profile no shade is guaranteed; only a proof shows what a press makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

NEUTRAL = 14 / 255
"""If red, green and blue differ by no more than this, the colour is a grey or a black and uses black ink alone."""
BLACK = 0.85
"""Anything this dark is full black."""
STRETCH = 1 << 20
"""Pixels converted to inks at a time."""


@dataclass(frozen=True)
class Inks:
    """Shares of the four inks, 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """Total ink at a spot, 4 at most."""
        return self.cyan + self.magenta + self.yellow + self.black


def inks_of(colour: str, limit: float = 4.0) -> Inks:
    """The inks of #rrggbb, in whole thousandths; ink over the limit is taken from the three colours in proportion."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    black = 1 - max(red, green, blue)
    if max(red, green, blue) - min(red, green, blue) <= NEUTRAL:
        black = 1 - (red + green + blue) / 3
        return Inks(0.0, 0.0, 0.0, 1.0 if black >= BLACK else round(black, 3))
    colours = [(1 - part - black) / (1 - black) for part in (red, green, blue)]
    spare = limit - black
    factor = min(1.0, spare / sum(colours)) if spare > 0 else 0.0
    # Rounded down, so that the sum never passes the limit.
    cyan, magenta, yellow = (int(factor * one * 1000 + 1e-9) / 1000 for one in colours)
    return Inks(cyan, magenta, yellow, int(black * 1000) / 1000)


def ink_samples(image: Image, limit: float = 4.0) -> bytes:
    """The inks of each pixel of a grey or coloured image, one byte each: those of `inks_of`, rounded down to 1/255."""
    import numpy as np

    colours = np.asarray(image.convert("RGB"), dtype=np.float32).reshape(-1, 3) / 255
    made = np.empty((len(colours), 4), dtype=np.uint8)
    # In chunks, so that a large image does not take several times its memory.
    for start in range(0, len(colours), STRETCH):
        made[start : start + STRETCH] = _samples(np, colours[start : start + STRETCH], limit)
    return made.tobytes()


def _samples(np: Any, colours: Any, limit: float) -> Any:
    high, low = colours.max(axis=1), colours.min(axis=1)
    grey = high - low <= NEUTRAL
    black = np.where(grey, 1 - colours.mean(axis=1), 1 - high)
    black = np.where(grey & (black >= BLACK), 1.0, black)
    with np.errstate(divide="ignore", invalid="ignore"):
        lacking = np.where(grey[:, None], 0.0, (high[:, None] - colours) / high[:, None])
        factor = np.minimum(1.0, np.maximum(0.0, limit - black) / lacking.sum(axis=1))
    lacking *= np.where(np.isfinite(factor), factor, 1.0)[:, None]
    return (np.concatenate([lacking, black[:, None]], axis=1) * 255 + 1e-3).astype(np.uint8)
