"""What a proof says: for each use of a component the most at once, how that was found, and whether the supply suffices.

Proofs are plain data, so that they are written down and compared: `rules/proofs.json` holds those that come with the
games, each with a fingerprint of the rules that it was found with.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from rules.bill import Bill
from rules.errors import ConfigError, Problem
from rules.game import game_folder

RECORD = "proofs.json"
"""What the proofs found, beside the rules."""


class Method(StrEnum):
    """How the most in use was found; only random play does not prove it."""

    STATES = "every state"
    ROUNDS = "every round"
    HANDS = "every hand of one player, whatever the others do"
    SCORES = "every score"
    RANDOM = "random play"


class Verdict(StrEnum):
    """What a proof says of a supply."""

    PROVED = "proved"
    NOT_EXCEEDED = "not exceeded"
    EXCEEDED = "exceeded"


@dataclass(frozen=True)
class Measure:
    """One use of a component: the most in use at once, and the most of one variant (or of one player's).

    `line` are the actions that lead to the most, if they were asked for.
    """

    component: str
    how: str
    most: int
    of_one: int
    line: tuple[str, ...] = ()

    @property
    def components(self) -> tuple[str, ...]:
        """The components counted; several where they are counted together."""
        return tuple(self.component.split(" + "))


@dataclass(frozen=True)
class Proof:
    """What was found about a game for a number of players.

    reading: which named reading of silent places, empty for the game's own. counts: how many states, rounds or games were seen.
    """

    game: str
    players: int
    method: Method
    measures: tuple[Measure, ...]
    reading: str = ""
    counts: Mapping[str, int] = field(default_factory=dict)
    fingerprint: str = ""


def supply(bill: Bill, measure: Measure) -> tuple[int, int | None]:
    """How many of a measure's components the bill has, and how many of one: of a variant, or of what each player takes.

    The second is None where pieces are alike for the whole table, or several components are counted together.
    """
    lines = [line for line in bill.lines if line.component.id in measure.components]
    total = sum(line.count for line in lines)
    if len(measure.components) > 1 or not lines:
        return total, None
    line = lines[0]
    if len(line.variants) > 1:
        return total, line.copies
    return total, line.component.copies if line.component.per == "player" else None


def verdict(proof: Proof, measure: Measure, bill: Bill) -> Verdict:
    """Whether the bill's pieces suffice for what was found."""
    total, of_one = supply(bill, measure)
    if measure.most > total or (of_one is not None and measure.of_one > of_one):
        return Verdict.EXCEEDED
    return Verdict.NOT_EXCEEDED if proof.method is Method.RANDOM else Verdict.PROVED


def fingerprint(game: str) -> str:
    """A hash of the rules that a proof is found with: the game's own code and what explores it."""
    digest = hashlib.sha256()
    own = game_folder(game)
    root = own.parent.parent
    explorers = (root / "playing.py", root / "sufficiency.py", root / "exploring.py")
    for path in (*sorted(own.glob("*.py")), *sorted((root / "rooms").glob("*.py")), *explorers):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def proof_of(data: Mapping[str, Any]) -> Proof:
    """A proof from plain data."""
    measures = tuple(Measure(**{**one, "line": tuple(one.get("line", ()))}) for one in data["measures"])
    return Proof(**{**data, "method": Method(data["method"]), "measures": measures})


def proofs_text(proofs: tuple[Proof, ...]) -> str:
    """Proofs as `rules/proofs.json` holds them; without their lines, which `tablewright prove` finds again."""
    blocks = []
    for proof in proofs:
        data = asdict(proof)
        measures = [{key: value for key, value in one.items() if key != "line"} for one in data.pop("measures")]
        rows = ",\n".join(f"  {json.dumps(one)}" for one in measures)
        blocks.append(f'{json.dumps(data)[:-1]}, "measures": [\n{rows}]}}')
    return "[" + ",\n".join(blocks) + "]\n"


@cache
def recorded_proofs() -> tuple[Proof, ...]:
    """The proofs that come with the games; ConfigError if the file that holds them is damaged."""
    try:
        return tuple(proof_of(one) for one in json.loads((files("rules") / RECORD).read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        what = f"cannot be read; install again, or write it with `tablewright prove --record > rules/{RECORD}`"
        raise ConfigError(Problem(f"rules/{RECORD}", what)) from None
