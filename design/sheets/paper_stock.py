"""The space that printed paper takes in a box: its thickness, its springiness, and how it is folded."""

from __future__ import annotations

PAPER_MM = 0.11
"""Thickness of a sheet of office paper of 80 g/m2 (makers' figures: 0.10 to 0.11 mm)."""

SPRING = 1.5
"""How much thicker a folded sheet is than its layers, since creases never close completely."""

RULE_SHEETS = 2
"""The most sheets of paper in a rule sheet: four pages, printed on both sides."""


def folded(width: float, height: float, folds: int) -> tuple[float, float]:
    """Shorter and longer side of a sheet after this many folds."""
    for _ in range(folds):
        short, long = sorted((width, height))
        width, height = short, long / 2
    short, long = sorted((width, height))
    return short, long
