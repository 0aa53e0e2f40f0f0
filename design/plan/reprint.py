"""Only some pieces of a game, to reprint lost ones from the same plan as the complete set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches

from design.names import part_path
from design.parts.part_spec import PartSpec
from design.plan.artifact import Artifact, Holding
from design.plan.planning import Plan
from design.sheets.stickers import STICKER
from rules.errors import ConfigError, Problem
from rules.game import Medium

MOST = 99
"""Most copies of a piece that may be requested; for a complete set, build without `--only`."""
_TEXT = re.compile(r"^(?P<name>[^=\s]+?)(?:=(?P<count>.*))?$")

Counts = Mapping[str, int]
"""Number of copies of each piece, by its name."""


def pieces_to_reprint(plans: Sequence[Plan], texts: Iterable[str], media: Collection[Medium]) -> dict[str, dict[str, int]]:
    """The copies that `PIECE` or `PIECE=N` requests, by game and piece.

    A name means its piece and every piece whose name begins with it: a component gives one of each variant, a split piece
    all its parts, and a piece brings its stickers. Repeated requests add up.

    Raises:
        ConfigError: with every name that is no piece (and the nearest ones that are), is in several games, is not made in
            any of the media, or has a count outside 1 to 99.
    """
    problems: list[Problem] = []
    found: dict[str, Counter[str]] = {}
    for text in texts:
        where, match = f"--only {text}", _TEXT.match(text)
        count = match["count"] or "1" if match and match["count"] != "" else ""
        if match is None or not re.fullmatch(r"[0-9]{1,9}", count) or not 1 <= int(count) <= MOST:
            problems.append(Problem(where, f"must be PIECE or PIECE=N with N from 1 to {MOST}, as penalty-marker.gold=2"))
            continue
        name = match["name"]
        named = {plan.bill.game.id: pieces for plan in plans if (pieces := _named(plan, name))}
        if len(named) != 1:
            problems.append(Problem(where, _not_one(plans, name, list(named))))
            continue
        ((game, pieces),) = named.items()
        (plan,) = (one for one in plans if one.bill.game.id == game)
        problems += [Problem(where, what) for what in _not_so(plan, pieces, int(count), media)]
        for piece in pieces:
            found.setdefault(game, Counter())[piece] += int(count)
    if problems:
        raise ConfigError(problems)
    return {game: dict(counts) for game, counts in found.items()}


def _pieces(plan: Plan) -> list[str]:
    return list(dict.fromkeys(held.piece for one in plan.artifacts for held in one.holds))


def _named(plan: Plan, name: str) -> list[str]:
    below = (f"{name}.", f"{STICKER}.{name}.")
    return [piece for piece in _pieces(plan) if piece == name or piece.startswith(below)]


def _not_one(plans: Sequence[Plan], name: str, games: Sequence[str]) -> str:
    if games:
        return f"is a piece of {', '.join(games)}; name one with --game"
    components = [line.component.id for plan in plans for line in plan.bill.lines]
    known = [*components, *(piece for plan in plans for piece in _pieces(plan))]
    near = get_close_matches(name, known, n=5, cutoff=0.5)
    said = f"near are {', '.join(dict.fromkeys(near))}" if near else f"there are {', '.join(dict.fromkeys(components))}"
    return f"is no piece of {', '.join(plan.bill.game.id for plan in plans)}; {said}"


def _not_so(plan: Plan, pieces: Sequence[str], count: int, media: Collection[Medium]) -> list[str]:
    """Why this many copies of pieces cannot be made in these media."""
    makers = [one for one in plan.artifacts if {held.piece for held in one.holds} & set(pieces)]
    problems = []
    if not any(one.medium in media for one in makers):
        made_in = ", ".join(dict.fromkeys(one.medium.value for one in makers))
        problems.append(f"is not made as {', '.join(one.value for one in media)}; it is made as {made_in}")
    if count > 1 and any(one.spec.document for one in makers):
        problems.append("is a document: it is made once, print it as often as you need")
    return problems


def narrowed(plan: Plan, counts: Counts, media: Collection[Medium]) -> Plan:
    """The plan with only these pieces, in these numbers and media."""
    made = [kept for one in plan.artifacts if one.medium in media and (kept := narrowed_file(plan.bill.game.id, one, counts))]
    return Plan(plan.bill, tuple(made))


def narrowed_file(game: str, one: Artifact, counts: Counts) -> Artifact | None:
    """A file of a game with only these pieces, in these numbers; None if it holds none of them."""
    holds = tuple(Holding(held.piece, counts[held.piece]) for held in one.holds if held.piece in counts)
    if one.holds and not holds:
        return None
    spec = one.spec.of_pieces(game, counts)
    if spec is None:
        return None
    if not isinstance(spec, PartSpec):
        return replace(one, spec=spec, holds=one.holds if spec.document else holds)
    (held,) = holds
    return replace(one, path=part_path(game, one.medium, held.piece, held.copies), holds=holds)
