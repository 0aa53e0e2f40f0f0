"""Design rules for sheets of paper."""

from __future__ import annotations

from collections.abc import Iterator

from design.config.loading import Loaded
from design.config.outputs import OWN
from design.sheets.printhouse import DECKS, SIZE_MM, card_presets
from rules.errors import Problem

SLEEVE_PLAY_MM = 1.0
"""Least difference between a sleeve's size and its card's: the welds and the card's play."""


def sheet_problems(loaded: Loaded) -> Iterator[Problem]:
    """Bleeds that overlap, and own sleeves too small for the cards."""
    card = loaded.config.card
    for side in ("width", "height"):
        inside = getattr(card, f"{side}_mm") + SLEEVE_PLAY_MM
        if card.sleeve == "own" and getattr(card, f"sleeve_{side}_mm") < inside - 1e-9:
            yield Problem(
                loaded.where(f"card.sleeve_{side}_mm"),
                f"must be at least {inside:g} mm (card.{side}_mm and {SLEEVE_PLAY_MM:g} mm of play), or the cards do not go in",
            )
    paper = loaded.config.paper
    for side in ("front", "back"):
        key = f"paper.{side}_bleed_mm"
        if 2 * getattr(paper, f"{side}_bleed_mm") > paper.gap_mm + 1e-9:
            yield Problem(
                loaded.where(key), f"must be at most half of paper.gap_mm ({paper.gap_mm / 2:g} mm), or bleeds overlap"
            )


def print_house_problems(loaded: Loaded) -> Iterator[Problem]:
    """Unknown names of sizes, and sizes that differ from the cards'."""
    presets, config = card_presets(), loaded.config
    for section in DECKS.values():
        name = getattr(config.printhouse, section)
        where = loaded.where(f"printhouse.{section}")
        if name == OWN:
            continue
        if name not in presets:
            yield Problem(where, f"must be {OWN} or one of {', '.join(presets)}")
            continue
        size = getattr(config, section)
        width, height = presets[name]
        if abs(size.width_mm - width) > SIZE_MM or abs(size.height_mm - height) > SIZE_MM:
            yield Problem(
                where,
                f"is {width:g} x {height:g} mm, but {section} is {size.width_mm:g} x {size.height_mm:g} mm, and nothing is "
                f"scaled: set {section}: {{width_mm: {width:g}, height_mm: {height:g}}}, or another size here",
            )
