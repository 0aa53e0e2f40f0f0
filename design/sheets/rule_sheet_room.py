"""The paper that a rule sheet needs: its margins, its narrowest column, and the message for a paper that is too small."""

from __future__ import annotations

import math

from design.config.paper import PaperSettings, PaperSize
from rules.errors import Problem
from rules.figures import FIGURE_WIDTH_MM

MARGIN_MM = 13.0
LEAST_SHARE = 0.95
"""A figure shrinks no further than this, so that labels of 9.5 points stay above 9."""
FIGURES_GO_MM = LEAST_SHARE * FIGURE_WIDTH_MM
"""A column this wide holds every figure that keeps its own width."""
LEAST_WIDTH_MM = float(math.ceil(FIGURES_GO_MM + 2 * MARGIN_MM))
"""A paper this wide holds one column."""
LEAST_HEIGHT_MM = 175.0
"""A paper this high holds a figure of a filled box and its caption between title and foot: photo paper of 5 x 7 in."""


def too_small(name: str, settings: PaperSettings, paper: PaperSize) -> list[Problem]:
    """Why a paper is too small for a rule sheet, by the settings that make it so; nothing if it is large enough."""
    across, up = "own_width_mm", "own_height_mm"
    if settings.own_width_mm > settings.own_height_mm:
        # Custom sheets are upright, however they were given.
        across, up = up, across
    sides = ((across, paper.width_mm, LEAST_WIDTH_MM, "one column"), (up, paper.height_mm, LEAST_HEIGHT_MM, "its figures"))
    return [
        Problem(
            f"{name} paper.{setting} = {side:g}",
            f"a rule sheet on {paper.title} has no room for {what}: {least:g} mm at least; take a larger paper, "
            f"or the booklet, which A4 or Letter folds to (--medium booklet, paper.sizes=[a4])",
        )
        for setting, side, least, what in sides
        if side < least
    ]
