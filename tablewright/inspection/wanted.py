"""What must be there: derived anew from the game's rules and the configuration, never from what a build says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from design.config import Config
from design.families import family_of
from design.paper import PaperSize
from design.plan import Artifact, plan
from design.specs import SplitSpec
from rules.bill import Bill, derive_bill, pieces_in
from rules.game import Game, Medium

SOLID_MEDIA = frozenset(Medium) - {Medium.PAPER, Medium.CUT}
"""Media that hold solids, whose pieces may be split to fit the bed."""


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces that must be complete by itself: the solids, or the sheets of one paper size.

    `counts` says how many of each piece there must be, `components` whose piece it is, `artifacts` lists
    the files (for cut files the stems of pages, for beds their folder) that hold them, by path below the output
    folder. `spares` says how many of a component's pieces are spares; the counts hold them too. A piece that is
    split to fit the bed is counted by its parts, each under its own name; `parts` lists them.
    """

    name: str
    medium: Medium
    paper: PaperSize | None
    counts: Mapping[str, int]
    components: Mapping[str, str]
    artifacts: Mapping[str, Artifact]
    spares: Mapping[str, int] = field(default_factory=dict)
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def artifact_of(self, piece: str) -> Artifact | None:
        """The file that is to hold a piece; None if no file of this set is."""
        return next((one for one in self.artifacts.values() if piece in {held.piece for held in one.holds}), None)

    def count_of(self, component: str) -> int:
        """Pieces of a component in this set."""
        return self.whole_pieces(component, self.counts)

    def whole_pieces(self, component: str, counts: Mapping[str, int]) -> int:
        """Pieces of a component that so many of each name make: one that is split is there when all its parts are."""
        own = {piece for piece in self.counts if self.components[piece] == component}
        split = {piece: parts for piece, parts in self.parts.items() if own & set(parts)}
        single = sum(counts.get(piece, 0) for piece in own if not any(piece in parts for parts in split.values()))
        return single + sum(min(counts.get(part, 0) for part in parts) for parts in split.values())


@dataclass(frozen=True)
class Wanted:
    """A game's bill and the sets of pieces that its media make of it."""

    bill: Bill
    sets: tuple[PieceSet, ...]


def wanted(game: Game, config: Config) -> Wanted:
    """What a game's output must hold. Raises DesignError if the configured sizes cannot be made."""
    bill = derive_bill(game, config.games[game.id].players)
    artifacts = plan(game, config).artifacts
    papers = config.paper.papers()
    sets = [_piece_set(bill, config, Medium.SOLID, None, artifacts)]
    beds = {one.path: one for one in artifacts if one.medium is Medium.BEDS}
    for medium in (Medium.COLOUR, Medium.CAD):
        # The same pieces as the solids: each medium is complete by itself.
        files = {one.path: one for one in artifacts if one.medium is medium}
        sets += [replace(sets[0], name=medium.value, medium=medium, artifacts=files)] if files else []
    sets += [replace(sets[0], name=Medium.BEDS.value, medium=Medium.BEDS, artifacts=beds)] if beds else []
    sets += [_piece_set(bill, config, Medium.PAPER, paper, artifacts) for paper in papers]
    sets += [_piece_set(bill, config, Medium.CUT, paper, artifacts) for paper in papers]
    return Wanted(bill, tuple(sets))


def _piece_set(
    bill: Bill, config: Config, medium: Medium, paper: PaperSize | None, artifacts: tuple[Artifact, ...]
) -> PieceSet:
    lines = [line for line in pieces_in(bill, medium) if medium in family_of(line).media]
    whole = [(line.piece(variant), line) for line in lines for variant in line.variants]
    parts = _parts(artifacts)
    pieces = [(name, line) for piece, line in whole for name in parts.get(piece, (piece,))] if medium in SOLID_MEDIA else whole
    return PieceSet(
        name=f"{medium.value} {paper.name}" if paper else medium.value,
        medium=medium,
        paper=paper,
        counts={piece: config.copies(line) for piece, line in pieces},
        components={piece: line.component.id for piece, line in pieces},
        artifacts={
            one.path: one for one in artifacts if one.medium is medium and (paper is None or one.spec.paper.name == paper.name)
        },
        spares={line.component.id: len(line.variants) * (config.copies(line) - line.copies) for line in lines},
        parts=parts if medium in SOLID_MEDIA else {},
    )


def _parts(artifacts: tuple[Artifact, ...]) -> dict[str, tuple[str, ...]]:
    """The parts of each piece that is split, in their order."""
    found: dict[str, dict[str, None]] = {}
    for one in artifacts:
        if isinstance(one.spec, SplitSpec):
            found.setdefault(one.spec.whole.name, {})[one.spec.name] = None
    return {piece: tuple(names) for piece, names in found.items()}
