"""Design rules for a print house: a size that is asked for by its name must be the cards' own."""

from __future__ import annotations

from collections.abc import Iterator

from design.config import Loaded
from design.outputs import OWN
from design.printhouse import DECKS, SIZE_MM, card_presets
from rules.errors import Problem


def print_house_problems(loaded: Loaded) -> Iterator[Problem]:
    """Names of sizes that there are not, and sizes that the cards have not."""
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
