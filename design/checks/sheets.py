"""Design rules for sheets of paper."""

from __future__ import annotations

from collections.abc import Iterator

from design.config import Loaded
from rules.errors import Problem


def sheet_problems(loaded: Loaded) -> Iterator[Problem]:
    """Bleeds that overlap."""
    paper = loaded.config.paper
    for side in ("front", "back"):
        key = f"paper.{side}_bleed_mm"
        if 2 * getattr(paper, f"{side}_bleed_mm") > paper.gap_mm + 1e-9:
            yield Problem(
                loaded.where(key), f"must be at most half of paper.gap_mm ({paper.gap_mm / 2:g} mm), or bleeds overlap"
            )
