"""How Judge Domino is read where its source is silent: every choice is here and nowhere else."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Accident(StrEnum):
    """End of Round: whether a round that an accident ended is one of the three. If not, points have no bound."""

    COUNTS = "an accident's round counts"
    PLAYED_AGAIN = "an accident's round is played again"


class TieBreak(StrEnum):
    """End of Game: who plays the additional rounds after a tie: everybody, only the tied, or nobody (the win is shared)."""

    ALL = "all play on"
    TIED = "only the tied play on"
    NONE = "no further round"


class Readings(NamedTuple):
    """How places are read that the source leaves open.

    extra_rounds: so many rounds at most after a tie, before the win is shared. Never an option: after a judgment that
    knocks nothing down, the next player clockwise stands a domino; in a tie-break of the tied, where the player who
    knocked the dominoes down is not among them, the next of them clockwise starts.
    """

    accident: Accident = Accident.COUNTS
    tie_break: TieBreak = TieBreak.ALL
    extra_rounds: int = 1


DEFAULT = Readings()
"""What is played unless somebody asks otherwise."""

THREE_ROUNDS = Readings(tie_break=TieBreak.NONE)
"""The three rounds alone: what the score chips are proved for."""

WITH_TIE_BREAK = {
    "one more round, all play": Readings(tie_break=TieBreak.ALL),
    "one more round, the tied play": Readings(tie_break=TieBreak.TIED),
}
"""The two readings of a tie-break, by name: more score chips may be out than the source lists."""
