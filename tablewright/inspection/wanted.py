"""What must be there: derived anew from the game's rules and the configuration, never from what a build says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from design.config import Config
from design.families import family_of
from design.paper import PaperSize
from design.plan import Artifact, plan
from rules.bill import Bill, derive_bill, pieces_in
from rules.game import Game, Medium


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces that must be complete by itself: the solids, or the sheets of one paper size.

    `counts` says how many of each piece there must be, `components` whose piece it is, `artifacts` lists
    the files (for cut files the stems of pages) that hold them, by path below the output folder.
    """

    name: str
    medium: Medium
    paper: PaperSize | None
    counts: Mapping[str, int]
    components: Mapping[str, str]
    artifacts: Mapping[str, Artifact]

    def artifact_of(self, piece: str) -> Artifact | None:
        """The file that is to hold a piece; None if no file of this set is."""
        return next((one for one in self.artifacts.values() if piece in {held.piece for held in one.holds}), None)

    def count_of(self, component: str) -> int:
        """Pieces of a component in this set."""
        return sum(count for piece, count in self.counts.items() if self.components[piece] == component)


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
    sets = [_piece_set(bill, Medium.SOLID, None, artifacts)]
    sets += [_piece_set(bill, Medium.PAPER, paper, artifacts) for paper in papers]
    sets += [_piece_set(bill, Medium.CUT, paper, artifacts) for paper in papers]
    return Wanted(bill, tuple(sets))


def _piece_set(bill: Bill, medium: Medium, paper: PaperSize | None, artifacts: tuple[Artifact, ...]) -> PieceSet:
    lines = [line for line in pieces_in(bill, medium) if medium in family_of(line).media]
    pieces = [(line.piece(variant), line) for line in lines for variant in line.variants]
    return PieceSet(
        name=f"{medium.value} {paper.name}" if paper else medium.value,
        medium=medium,
        paper=paper,
        counts={piece: line.copies for piece, line in pieces},
        components={piece: line.component.id for piece, line in pieces},
        artifacts={
            one.path: one for one in artifacts if one.medium is medium and (paper is None or one.spec.paper.name == paper.name)
        },
    )
