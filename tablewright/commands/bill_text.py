"""The bill of components, as text for people and as JSON for programs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from typing import Any

from rules.bill import Bill, derive_bill
from rules.game import Component, Game, StandIn
from rules.words import Words, load_words
from tablewright.tables import aligned

WIDTH = 60


def _bills(game: Game, players: int | None) -> list[Bill]:
    counts = range(game.players.min, game.players.max + 1) if players is None else (players,)
    return [derive_bill(game, count) for count in counts]


def bill_table(games: Sequence[Game], players: int | None) -> str:
    """A table per game: a column for each number of players, and the reason for each count."""
    return "\n\n".join(_table(game, _bills(game, players)) for game in games)


def _table(game: Game, bills: list[Bill]) -> str:
    head = ["component", *(f"n={bill.players}" for bill in bills)]
    rows = [[component.id, *(str(bill.line(component.id).count) for bill in bills)] for component in game.components]
    rows.append(["parts in all", *(str(bill.parts) for bill in bills)])
    reasons = [f"{component.rule.why} ({component.rule.at})" for component in game.components]
    reasons.append("without storage and reference sheets")
    cells = [[*head, "follows from"], *([*row, why] for row, why in zip(rows, reasons, strict=True))]
    lines = [game.title, *aligned(cells, right=range(1, len(head)), wrap=WIDTH)]
    lines += [_instead(one) for one in game.stand_ins if one.rule]
    return "\n".join(lines)


def _instead(one: StandIn) -> str:
    """What a medium makes in place of components, and why."""
    assert one.rule is not None
    made = " + ".join(piece.id for piece in one.pieces)
    replaced = " + ".join(f"{count} {name}" if count > 1 else name for name, count in one.replaces.items())
    return textwrap.fill(f"{one.medium}: {made} in place of {replaced}: {one.rule.why} ({one.rule.at})", 2 * WIDTH)


def bill_json(games: Sequence[Game], players: int | None) -> str:
    """The same as JSON: a list of bills, one per game and number of players."""
    bills = [_record(bill, load_words(game.reference)) for game in games for bill in _bills(game, players)]
    return json.dumps(bills, indent=2, ensure_ascii=False)


def _record(bill: Bill, words: Words) -> dict[str, Any]:
    return {
        "game": bill.game.id,
        "title": bill.game.title,
        "players": bill.players,
        "parts": bill.parts,
        "components": [
            {
                "id": line.component.id,
                "name": words.name(line.component.id),
                "role": line.component.role.value,
                "family": line.component.family,
                "count": line.count,
                "copies": line.copies,
                "pieces": {line.piece(variant): line.copies_of(variant) for variant in line.variants},
                "rule": line.component.rule.model_dump(),
            }
            for line in bill.lines
            if isinstance(line.component, Component)
        ],
    }
