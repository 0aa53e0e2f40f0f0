"""How Doubutsu Jungo is read where its source is silent: every choice is here and nowhere else."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Surround(StrEnum):
    """Capturing: whether a surround is judged with the sandwiched tokens still on the board, or after they are lifted."""

    BEFORE = "before the sandwiched tokens are lifted"
    AFTER = "after the sandwiched tokens are lifted"


class Readings(NamedTuple):
    """How places are read that the source leaves open.

    Never an option: a group is all tokens joined to one another whose number is not the placed one, for those of the
    placed number are what closes it off.
    """

    surround: Surround = Surround.BEFORE


DEFAULT = Readings()
"""What is played unless somebody asks otherwise."""
