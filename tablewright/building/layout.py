"""Lays out sheets before anything is made, since content that does not fit its page is a design error."""

from __future__ import annotations

import importlib
from collections.abc import Iterable

from design.plan.artifact import Artifact
from design.sheets.printhouse import PrintHouseSpec, safe_problems
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from rules.errors import DesignError, Problem


def lay_out(todo: Iterable[Artifact]) -> None:
    """Lay out the sheets among artifacts; DesignError with all that does not fit."""
    problems: list[Problem] = []
    for artifact in todo:
        if isinstance(artifact.spec, SheetSpec):
            sheet, marks = map(importlib.import_module, ("printables.imposition.sheet", "printables.marks.page_marks"))
            try:
                for page in sheet.impose(artifact.spec):
                    marks.printers_marks(artifact.spec, page)
            except DesignError as error:
                problems += error.problems
        elif isinstance(artifact.spec, TuckBoxSpec):
            try:
                importlib.import_module("printables.tuckbox").tuck_pages(artifact.spec)
            except DesignError as error:
                problems += error.problems
        elif isinstance(artifact.spec, PrintHouseSpec):
            problems += safe_problems(artifact.spec)
    if problems:
        raise DesignError(dict.fromkeys(problems))
