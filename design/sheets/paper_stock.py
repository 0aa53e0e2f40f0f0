"""What printed paper takes of a box: its thickness, how far it springs, and how it is folded."""

from __future__ import annotations

PAPER_MM = 0.11
"""Thickness of a sheet of office paper of 80 g/m2 (makers' figures: 0.10 to 0.11 mm)."""

SPRING = 1.5
"""How much thicker a folded sheet lies than its layers: creases never close entirely."""

RULE_SHEETS = 2
"""Sheets of paper that a rule sheet may have: four pages, printed on both sides."""


def folded(width: float, height: float, folds: int) -> tuple[float, float]:
    """Shorter and longer side of a sheet after so many folds."""
    for _ in range(folds):
        short, long = sorted((width, height))
        width, height = short, long / 2
    short, long = sorted((width, height))
    return short, long
