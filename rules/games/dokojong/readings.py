"""How Dokojong is read where its source is silent: every choice is here and nowhere else."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Accuser(StrEnum):
    """Gameplay, action 4: which tile of their own an accuser who was right reveals: an X not revealed yet, or any X."""

    HIDDEN = "an X not revealed yet"
    ANY = "any X"


class Readings(NamedTuple):
    """How places are read that the source leaves open; the defaults are what the game is proved with.

    Never an option: nobody reveals the own dog after an accusation (no rule says what would follow); three X beside
    the dog make no point, for the dog is found; after an elimination the player at the left who is still in goes
    on; whoever is out takes the board off the table; with all doors open nobody can open another.
    """

    accuser: Accuser = Accuser.HIDDEN


DEFAULT = Readings()
"""What the game is proved with."""
