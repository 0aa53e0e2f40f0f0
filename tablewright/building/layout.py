"""Lays out sheets before anything is made, since content that does not fit its page is a design error."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence

from design.plan.artifact import Artifact
from design.sheets.printhouse import PrintHouseSpec, safe_problems
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from rules.errors import DesignError, Problem


def lay_out(todo: Iterable[Artifact]) -> None:
    """Lay out every sheet; DesignError with all that does not fit."""
    problems = [problem for artifact in todo for problem in layout_problems(artifact)]
    if problems:
        raise DesignError(dict.fromkeys(problems))


def layout_problems(artifact: Artifact) -> Sequence[Problem]:
    """What does not fit on the pages of an artifact; nothing for what has no pages."""
    if isinstance(artifact.spec, SheetSpec):
        sheet, marks = map(importlib.import_module, ("printables.imposition.sheet", "printables.marks.page_marks"))
        try:
            for page in sheet.impose(artifact.spec):
                marks.printers_marks(artifact.spec, page)
        except DesignError as error:
            return error.problems
    elif isinstance(artifact.spec, TuckBoxSpec):
        try:
            importlib.import_module("printables.tuckbox").tuck_pages(artifact.spec)
        except DesignError as error:
            return error.problems
    elif isinstance(artifact.spec, PrintHouseSpec):
        return tuple(safe_problems(artifact.spec))
    return ()
