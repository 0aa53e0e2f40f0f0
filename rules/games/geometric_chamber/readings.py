"""How Geometric Chamber is read where its source is silent: every choice is here and nowhere else."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Points(StrEnum):
    """Step 2: whether all who earned a point take it together, or from the leader on until the game ends."""

    TOGETHER = "together"
    FROM_LEADER = "from the leader"


class Accuser(StrEnum):
    """Step 1: which X card an accuser who was right may turn: one not revealed yet, or any (then it may stay as it is)."""

    HIDDEN = "an X card not revealed yet"
    ANY = "any X card"


class Readings(NamedTuple):
    """How places are read that the source leaves open; the defaults are what the rule sheet says.

    Never an option: a complete tie is shared (5 names no winner); an eliminated player's board leaves the table, and
    "to their left" is the next one still playing; with all doors open nobody can open one more.
    """

    points: Points = Points.TOGETHER
    accuser: Accuser = Accuser.HIDDEN


DEFAULT = Readings()
"""What the rule sheet says."""
