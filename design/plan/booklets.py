"""The booklet: the rules on pages of half a sheet, two on each side, folded once and stapled in the fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from design.config.paper import PaperSize
from design.context import Context
from design.faces.specification import Specification
from design.plan.artifact import Artifact
from design.plan.documents import RuleSheetSpec
from rules.game import Medium

FOLDED = {"a4": "A5", "letter": "half Letter"}
"""Papers whose half is a good size for a booklet, and the half's name; larger ones give pages too wide for one column."""


@dataclass(frozen=True)
class BookletSpec(Specification):
    """A booklet: `rules` are set on pages of half a sheet of `paper`; the printer flips the sheet on the `duplex` edge."""

    name: str
    rules: RuleSheetSpec
    paper: PaperSize
    duplex: str

    document: ClassVar[bool] = True

    @property
    def sheet_mm(self) -> tuple[float, float]:
        """Width and height of the sheet in landscape."""
        return self.paper.height_mm, self.paper.width_mm

    def page_name(self, number: int) -> str:
        """A page's name where it is drawn."""
        return f"{self.name}.page-{number:02d}"


def booklets(context: Context, artifacts: Sequence[Artifact]) -> list[Artifact]:
    """A booklet for each rule sheet whose paper folds to a good size."""
    made = []
    for one in artifacts:
        if not isinstance(one.spec, RuleSheetSpec) or one.medium is not Medium.PAPER or one.spec.paper.name not in FOLDED:
            continue
        paper = one.spec.paper
        half = PaperSize(f"half-{paper.name}", FOLDED[paper.name], paper.height_mm / 2, paper.width_mm)
        spec = BookletSpec(one.spec.name, replace(one.spec, paper=half), paper, context.config.booklet.duplex)
        path = f"{context.bill.game.id}/{Medium.BOOKLET.value}/{paper.name}/{one.spec.name}.pdf"
        made.append(Artifact(path, Medium.BOOKLET, "printables.documents.booklet:write_booklet", spec, one.holds))
    return made
