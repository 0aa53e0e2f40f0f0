"""Screen colours as printing inks: cyan, magenta, yellow and black, without a profile, below a limit of ink.

Grey that three inks have in common is printed in black alone (full grey component replacement), so that greys stay
neutral and letters sharp. Without a profile no shade is promised: a proof shows what a press makes of it.
"""

from __future__ import annotations

from dataclasses import dataclass

NEUTRAL = 14 / 255
"""Red, green and blue that differ by no more are a grey or a black: black ink alone."""
BLACK = 0.85
"""What is as dark as this is full black."""


@dataclass(frozen=True)
class Inks:
    """Shares of the four inks, 0 to 1."""

    cyan: float
    magenta: float
    yellow: float
    black: float

    @property
    def total(self) -> float:
        """All ink at a spot, 4 at most."""
        return self.cyan + self.magenta + self.yellow + self.black


def inks_of(colour: str, limit: float = 4.0) -> Inks:
    """The inks of #rrggbb, in whole thousandths; what is over the limit is taken off the three colours in proportion."""
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
