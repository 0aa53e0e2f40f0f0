"""Whether a game's pieces suffice: its bill against the recorded proofs, and against what its source lists.

Exploring takes minutes, so it is not done again here: `rules/proofs.json` holds what was found, with a fingerprint of
the rules it was found with. A record of other rules than those that are there proves nothing, and is said so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from rules.bill import Bill, derive_bill
from rules.document import StrictModel, read_document, validate
from rules.errors import Problem
from rules.game import SHIPPED, Game, Kebab, game_folder
from rules.playing import has_play
from rules.proof import Measure, Method, Proof, Verdict, fingerprint, recorded_proofs, supply, verdict

AGAIN = "run `tablewright prove --record > rules/proofs.json` and look at what changed"


class Listed(StrictModel):
    """What a source lists, with the number of players it is listed for."""

    players: Annotated[int, Field(ge=1, le=100)]
    counts: dict[Kebab, Annotated[int, Field(ge=1, le=1000)]]


@dataclass(frozen=True)
class Judgement:
    """What is wrong with a game's counts, and what is worth a look: more pieces than needed, or rules that nobody proved."""

    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def listed_counts(game: str) -> Listed | None:
    """What the source of a shipped game lists; None for one of your own."""
    path = game_folder(game) / "listed.yaml" if game in SHIPPED else None
    if path is None or not path.is_file():
        return None
    return validate(Listed, read_document(path.read_text(encoding="utf-8"), f"rules/games/{path.parent.name}/listed.yaml"))


def judge_supply(game: Game, players: int, proofs: Iterable[Proof] | None = None) -> Judgement:
    """A game's counts for a number of players, judged by the recorded proofs (or others) and by its source's list."""
    if not has_play(game.id):
        what = "not proved: there are no rules to explore (play.py); count with care"
        return Judgement(warnings=(Problem(game.id, what),))
    known = [one for one in (recorded_proofs() if proofs is None else proofs) if one.game == game.id and not one.reading]
    ours = [one for one in known if one.players == players]
    if not ours:
        return Judgement(errors=(Problem(game.id, f"not proved for {players} players; {AGAIN}"),))
    if any(one.fingerprint != fingerprint(game.id) for one in ours):
        return Judgement(errors=(Problem(game.id, f"not proved: its rules or what explores them changed since; {AGAIN}"),))
    bill, listed = derive_bill(game, players), listed_counts(game.id)
    fewer, more = _beside_the_list(game, listed) if listed else ([], [])
    unlisted = _more_than_needed(bill, ours, listed.counts if listed else {})
    return Judgement(tuple(dict.fromkeys([*_too_few(bill, ours), *fewer])), (*more, *unlisted))


def _too_few(bill: Bill, proofs: Iterable[Proof]) -> list[Problem]:
    """Components of which play has more in use than there are."""
    problems = []
    for proof in proofs:
        for measure in (one for one in proof.measures if verdict(proof, one, bill) is Verdict.EXCEEDED):
            total, of_one = supply(bill, measure)
            short_of_one = of_one is not None and measure.of_one > of_one
            have = f"{of_one} of each" if short_of_one else f"{total} for {bill.players} players"
            needed = measure.of_one if short_of_one else measure.most
            what = (
                f"{have}, but play needs {needed} ({measure.how}; found by {proof.method.value}); raise its copies in game.yaml"
            )
            problems.append(Problem(f"{bill.game.id} {measure.component}", what))
    return problems


def _beside_the_list(game: Game, listed: Listed) -> tuple[list[Problem], list[Problem]]:
    """Components of which there are fewer, and of which there are more, than the source lists at its full number of players."""
    have = {line.component.id: line.count for line in derive_bill(game, listed.players).lines}
    fewer, more = [], []
    for component, count in listed.counts.items():
        where, ours = f"{game.id} {component}", have.get(component, 0)
        what = f"{ours} for {listed.players} players, but the source lists {count}"
        if ours < count:
            fewer.append(Problem(where, f"{what}; mend game.yaml"))
        elif ours > count:
            more.append(Problem(where, f"{what}: more than needed"))
    return fewer, more


def _more_than_needed(bill: Bill, proofs: Iterable[Proof], listed: Mapping[str, int]) -> list[Problem]:
    """Components that no list names and of which there are more than play needs."""
    have = {line.component.id: line.count for line in bill.lines}
    return [
        Problem(f"{bill.game.id} {name}", f"{have[name]} for {bill.players} players, but play needs {need}: more than needed")
        for name, need in _needs(bill, proofs).items()
        if name not in listed and have[name] > need
    ]


def _needs(bill: Bill, proofs: Iterable[Proof]) -> Mapping[str, int]:
    """So many of each component play needs: the most at once, or so many of each variant or for each player."""
    needs: dict[str, int] = {}
    lines = {line.component.id: line for line in bill.lines}
    for measure in (one for proof in proofs if proof.method is not Method.RANDOM for one in proof.measures):
        if measure.component in lines:
            needs[measure.component] = max(needs.get(measure.component, 0), _need(bill, measure))
    return needs


def _need(bill: Bill, measure: Measure) -> int:
    line = bill.line(measure.component)
    each = len(line.variants) if len(line.variants) > 1 else bill.players if line.component.per == "player" else 1
    return max(measure.most, measure.of_one * each)
