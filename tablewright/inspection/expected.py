"""What must be there: derived afresh from the game's rules and the configuration, never from what a build says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from design.config.loading import Config
from design.config.paper import PaperSize
from design.families.registry import family_of
from design.parts.part_spec import PartSpec
from design.plan.artifact import Artifact
from design.plan.booklets import BookletSpec
from design.plan.planning import plan
from design.plan.reprint import narrowed_file
from design.sheets.images import TabletopSpec
from design.sheets.stickers import STICKERS
from rules.bill import Bill, derive_bill, pieces_in
from rules.errors import Problem
from rules.game import Game, Medium, Role
from rules.media import FOLLOWS, SOLIDS
from tablewright.inspection.findings import Findings

NAME = re.compile(r"^(?P<piece>.+)_x(?P<copies>[1-9][0-9]*)\.(?P<medium>stl|3mf|step)$")
"""The name of a part's file gives the piece and how often to print it."""
TABLETOP = "tabletop"
"""The set of decks for Tabletop Simulator: images in a folder of this name."""


@dataclass(frozen=True)
class Asked:
    """A part's file that the rules require: whose piece its name says it is, how many of it, and what it must hold."""

    path: str
    piece: str
    copies: int
    artifact: Artifact

    def judge(self, faults: Sequence[str], findings: Findings) -> None:
        """Report the file's faults, or count its pieces if there are none."""
        for fault in faults:
            findings.report(self.path, f"{self.piece}: {fault}")
        if not faults:
            findings.found[self.piece] += self.copies
            findings.holds[self.path] = {self.piece: self.copies}


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces that must be complete by itself: the solids, or the sheets of one paper size.

    `counts` gives how many of each piece there must be, `components` the component each belongs to, and `artifacts` the
    files that hold them (for cut files the stems of pages, for beds their folder), by path below the output folder.
    `spares` gives how many of a component's pieces are spares; they are included in the counts. A piece that is split to
    fit the bed is counted by its parts, each under its own name; `parts` lists them.
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
        """The file that must hold a piece; None if no file of this set does."""
        return next((one for one in self.artifacts.values() if piece in {held.piece for held in one.holds}), None)

    def asked(self, path: str, findings: Findings) -> Asked | None:
        """What a part's file (a path below the output folder) is, going by its name; reports a file that no rule requires."""
        match = NAME.match(PurePosixPath(path).name)
        piece = match["piece"] if match and match["medium"] == self.medium.value else ""
        artifact = self.artifact_of(piece)
        if match is None or artifact is None:
            findings.report(path, f"the rules ask for no {piece or 'such file'}; run a build to remove it")
            return None
        return Asked(path, piece, int(match["copies"]), artifact)

    def count_of(self, component: str) -> int:
        """Pieces of a component in this set."""
        return self.whole_pieces(component, self.counts)

    def whole_pieces(self, component: str, counts: Mapping[str, int]) -> int:
        """How many complete pieces of a component these counts make up; a split piece needs all of its parts."""
        own = {piece for piece in self.counts if self.components[piece] == component}
        split = {piece: parts for piece, parts in self.parts.items() if own & set(parts)}
        single = sum(counts.get(piece, 0) for piece in own if not any(piece in parts for parts in split.values()))
        return single + sum(min(counts.get(part, 0) for part in parts) for parts in split.values())


@dataclass(frozen=True)
class Extra:
    """Pieces outside the bill, counted separately under one name."""

    name: str
    role: Role
    count: int


@dataclass(frozen=True)
class Expected:
    """A game's bill and the sets of pieces that its media make of it; `extras` come on top of the bill.

    `unmade` says why no sheets can be made; their sets then have no files, and there is nothing to compare with them.
    """

    bill: Bill
    sets: tuple[PieceSet, ...]
    extras: tuple[Extra, ...] = ()
    unmade: tuple[Problem, ...] = ()

    @property
    def papers(self) -> tuple[str, ...]:
        """The papers of its sets, by name, in order."""
        return tuple(dict.fromkeys(one.paper.name for one in self.sets if one.paper))


def expected_of(game: Game, config: Config) -> Expected:
    """What a game's output must hold; DesignError if the configured solids cannot be made."""
    bill = derive_bill(game, config.games[game.id].players)
    planned = plan(game, config, SOLIDS)
    artifacts = planned.artifacts
    papers = config.paper.papers()
    sets = [_piece_set(bill, config, Medium.SOLID, None, artifacts)]
    beds = {one.path: one for one in artifacts if one.medium is Medium.BEDS}
    for medium in (Medium.COLOUR, Medium.CAD):
        # The same pieces as the solids, since each medium is complete by itself.
        files = {one.path: one for one in artifacts if one.medium is medium}
        sets += [replace(sets[0], name=medium.value, medium=medium, artifacts=files)] if files else []
    sets += [replace(sets[0], name=Medium.BEDS.value, medium=Medium.BEDS, artifacts=beds)] if beds else []
    sets += [_piece_set(bill, config, Medium.PAPER, paper, artifacts) for paper in papers]
    for medium in (Medium.CUT, Medium.PLOT):
        sets += [_piece_set(bill, config, medium, paper, artifacts) for paper in papers]
    sets += _decks(sets, papers, artifacts)
    stickers = max((one.count_of(STICKERS) for one in sets), default=0)
    extras = (Extra(STICKERS, Role.REFERENCE, stickers),) if stickers else ()
    return Expected(bill, tuple(sets), extras, planned.unmade)


def _decks(sets: Sequence[PieceSet], papers: Sequence[PaperSize], artifacts: Sequence[Artifact]) -> list[PieceSet]:
    """Sets for media that make some of a paper's pieces in another form, with the pieces that their files must hold."""
    pages = next((one for one in sets if one.medium is Medium.PAPER and one.paper == papers[0]), None)
    if pages is None:
        return []
    house = {one.path: one for one in artifacts if one.medium is Medium.PRINT_HOUSE}
    images = {one.path: one for one in artifacts if one.medium is Medium.IMAGES}
    decks = {path: one for path, one in images.items() if isinstance(one.spec, TabletopSpec)}
    faces = {path: one for path, one in images.items() if path not in decks}
    named = (
        (Medium.PRINT_HOUSE.value, Medium.PRINT_HOUSE, house),
        (Medium.IMAGES.value, Medium.IMAGES, faces),
        (TABLETOP, Medium.IMAGES, decks),
    )
    made = [_some_of(pages, name, medium, files) for name, medium, files in named if files]
    for one in sets:
        folded = {
            file.path: file
            for file in artifacts
            if isinstance(file.spec, BookletSpec) and one.medium is Medium.PAPER and file.spec.paper == one.paper
        }
        if folded and one.paper:
            booklet = _some_of(one, f"{Medium.BOOKLET.value} {one.paper.name}", Medium.BOOKLET, folded)
            made.append(replace(booklet, paper=one.paper))
    return made


def _some_of(whole: PieceSet, name: str, medium: Medium, files: Mapping[str, Artifact]) -> PieceSet:
    """The pieces of a set that some files of another medium must hold."""
    held = {held.piece for one in files.values() for held in one.holds}
    counts = {piece: count for piece, count in whole.counts.items() if piece in held}
    components = {piece: component for piece, component in whole.components.items() if piece in held}
    spares = {component: count for component, count in whole.spares.items() if component in components.values()}
    return PieceSet(name, medium, None, counts, components, files, spares)


def expected_reprint(needed: Expected, counts: Mapping[str, int]) -> Expected:
    """Just these pieces in these numbers, each counted under its own name, and nothing else from the bill."""
    game, sets = needed.bill.game.id, []
    for one in needed.sets:
        own = {piece: counts[piece] for piece in one.counts if piece in counts}
        files = (kept for file in one.artifacts.values() if (kept := narrowed_file(game, file, counts)))
        alone = replace(one, counts=own, components={piece: piece for piece in own}, spares={}, parts={})
        sets += [replace(alone, artifacts={file.path: file for file in files})] if own else []
    stickers = {piece for one in needed.sets for piece, component in one.components.items() if component == STICKERS}
    extras = [Extra(piece, Role.REFERENCE if piece in stickers else Role.PART, count) for piece, count in counts.items()]
    return Expected(
        replace(needed.bill, lines=()), tuple(sets), tuple(sorted(extras, key=lambda one: one.role is not Role.PART))
    )


def _piece_set(
    bill: Bill, config: Config, medium: Medium, paper: PaperSize | None, artifacts: tuple[Artifact, ...]
) -> PieceSet:
    lines = [line for line in pieces_in(bill, medium) if FOLLOWS.get(medium, medium) in family_of(line).media]
    whole = [(line.piece(variant), (line, variant)) for line in lines for variant in line.variants]
    parts = _parts(artifacts) if medium in SOLIDS else _tiles(artifacts)
    pieces = [(name, one) for piece, one in whole for name in parts.get(piece, (piece,))]
    files = [one for one in artifacts if one.medium is medium and (paper is None or one.spec.paper.name == paper.name)]
    stickers = {held.piece: held.copies for one in files if getattr(one.spec, "name", "") == STICKERS for held in one.holds}
    return PieceSet(
        name=f"{medium.value} {paper.name}" if paper else medium.value,
        medium=medium,
        paper=paper,
        counts={piece: config.copies(*one) for piece, one in pieces} | stickers,
        components={piece: line.component.id for piece, (line, _) in pieces} | dict.fromkeys(stickers, STICKERS),
        artifacts={one.path: one for one in files},
        spares={line.component.id: len(line.variants) * config.spares.get(line.component.id, 0) for line in lines},
        parts=parts,
    )


def _tiles(artifacts: tuple[Artifact, ...]) -> dict[str, tuple[str, ...]]:
    """The tiles, in order, of each piece that consists of several on paper."""
    found: dict[str, dict[str, None]] = {}
    for piece in (piece for one in artifacts for piece in getattr(one.spec, "pieces", ())):
        if getattr(piece, "whole", "") and piece.name != piece.whole:
            found.setdefault(piece.whole, {})[piece.name] = None
    return {piece: tuple(names) for piece, names in found.items()}


def _parts(artifacts: tuple[Artifact, ...]) -> dict[str, tuple[str, ...]]:
    """The parts, in order, of each piece that is split."""
    found: dict[str, dict[str, None]] = {}
    for one in artifacts:
        if isinstance(one.spec, PartSpec) and one.spec.whole_part is not one.spec:
            found.setdefault(one.spec.whole_part.name, {})[one.spec.name] = None
    return {piece: tuple(names) for piece, names in found.items()}
