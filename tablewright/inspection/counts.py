"""The counts of an inspection: one row per component with what each set of files holds, and the table of all rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.bill import BillLine
from rules.errors import Problem
from rules.game import Component, Role
from rules.media import stands_in
from tablewright.inspection.expected import Expected, PieceSet
from tablewright.tables import aligned


@dataclass(frozen=True)
class Row:
    """A component of a game: how many there must be, and how many each set of files holds; spares are on top.

    `found` has an entry for each set that was made and includes the component (`stl`, `pdf a4`).
    `complete` means that the component is in at least one set, and that each such set has exactly the right count.
    """

    game: str
    component: str
    role: Role
    expected: int
    found: Mapping[str, int]
    spares: Mapping[str, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every set that includes the component holds its full count."""
        return bool(self.found) and all(count == self.expected + self.spares.get(name, 0) for name, count in self.found.items())

    @property
    def covered(self) -> int:
        """How many of the component are in every set that includes it."""
        return min((min(count, self.expected) for count in self.found.values()), default=0)


@dataclass(frozen=True)
class Report:
    """What an inspection found.

    notes: files not made yet, in media that no build requested. warnings: not faults, but worth a look.
    """

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...] = field(default=())
    warnings: tuple[Problem, ...] = field(default=())

    @property
    def complete(self) -> bool:
        """Whether every game is complete, with nothing extra."""
        return not self.problems and all(row.complete for row in self.rows)

    def parts(self, game: str) -> tuple[int, int]:
        """How many of a game's parts are covered, and how many there must be."""
        rows = [row for row in self.rows if row.game == game and row.role is Role.PART]
        return sum(row.covered for row in rows), sum(row.expected for row in rows)


def rows_of(needed: Expected, made: Sequence[PieceSet], found: Mapping[str, Counter[str]]) -> list[Row]:
    """A row for each line of the bill and for each extra, with what every set that was made was found to hold."""
    lines = [
        Row(
            game=needed.bill.game.id,
            component=line.component.id,
            role=line.component.role if isinstance(line.component, Component) else Role.PART,
            expected=line.count,
            found={one.name: count for one in made if (count := _found(needed, one, line, found[one.name])) is not None},
            spares={one.name: count for one in made if (count := one.spares.get(line.component.id, 0))},
        )
        for line in needed.bill.lines
    ]
    return lines + [
        Row(
            game=needed.bill.game.id,
            component=extra.name,
            role=extra.role,
            expected=extra.count,
            found={one.name: one.whole_pieces(extra.name, found[one.name]) for one in made if _holds(one, extra.name)},
        )
        for extra in needed.extras
    ]


def _holds(one: PieceSet, component: str) -> bool:
    return component in one.components.values()


def _found(needed: Expected, one: PieceSet, line: BillLine, found: Counter[str]) -> int | None:
    """How many of a component are in a set, as its own pieces or as stand-ins; None if it does not belong there."""
    own = [piece for piece in one.counts if one.components[piece] == line.component.id]
    if own:
        return one.whole_pieces(line.component.id, found)
    for stand_in in needed.bill.game.stand_ins:
        if stands_in(stand_in, one.medium) and line.component.id in stand_in.replaces:
            names = [piece.id for piece in stand_in.pieces if _holds(one, piece.id)]
            if names:
                # One of five boards missing means a fifth missing of what they stand in for.
                return min(line.count * one.whole_pieces(name, found) // one.count_of(name) for name in names)
    return None


def media_of(needed: Expected, row: Row) -> tuple[str, ...]:
    """The media that make a component."""
    if row.component in {extra.name for extra in needed.extras}:
        return tuple(dict.fromkeys(one.medium.value for one in needed.sets if _holds(one, row.component)))
    line = needed.bill.line(row.component)
    return tuple(dict.fromkeys(one.medium.value for one in needed.sets if _found(needed, one, line, Counter()) is not None))


def table(report: Report) -> str:
    """The counts as aligned plain text: one line per component, and how many parts of each game are covered."""
    sets = list(dict.fromkeys(name for row in report.rows for name in row.found))
    lines = []
    for game in dict.fromkeys(row.game for row in report.rows):
        rows = [row for row in report.rows if row.game == game]
        cells = [["component", "must be", *sets, ""]]
        for row in rows:
            counts = [str(row.found[name]) if name in row.found else "-" for name in sets]
            cells.append([row.component, _must(row), *counts, "complete" if row.complete else _why(row)])
        lines += aligned(cells, right=range(1, len(cells[0]) - 1))
        covered, parts = report.parts(game)
        lines += [f"{game}: {covered} of {parts} parts covered", ""]
    return "\n".join(lines).rstrip("\n")


def _must(row: Row) -> str:
    spares = max(row.spares.values(), default=0)
    return f"{row.expected} + {spares} spare{'s' if spares > 1 else ''}" if spares else str(row.expected)


def _why(row: Row) -> str:
    return "differs" if row.found else "not made"
