"""Sheets of a specification in files, and what inspection says of them."""

from __future__ import annotations

from functools import lru_cache

import pikepdf

from design.plan.artifact import Artifact, Holding
from design.sheets.specs import SheetPiece
from printables import pdf, svg
from rules.game import Medium
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import Findings
from tablewright.inspection.readers.pdf import read_pdf
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.sheets.papers import count_pdf, count_svg
from tablewright.inspection.sheets.plots import count_dxf
from tablewright.inspection.sheets.sheets import SheetJudge


@lru_cache(maxsize=16)
def gallery(_: tuple[SheetPiece, ...]) -> Gallery:
    """What faces look like, drawn once for all tests of the same pieces."""
    return Gallery()


class Files:
    """The sheets of a specification as PDF and as cut files, and what inspection says of them."""

    def __init__(self, spec, folder):
        self.spec, self.folder = spec, folder
        pdf.write_sheets(spec, folder / "cards.pdf")
        svg.write_sheets(spec, folder / "cards")

    def judged(self, medium, spec=None):
        spec = spec or self.spec
        path = "cards.pdf" if medium is Medium.PAPER else "cards"
        artifact = Artifact(path, medium, "", spec, tuple(Holding(one.name, one.copies) for one in spec.pieces))
        counts = {one.name: one.copies for one in spec.pieces}
        wanted = PieceSet("cards", medium, spec.paper, counts, {}, {path: artifact})
        ending = medium.value
        files = sorted(file.name for file in self.folder.iterdir() if file.suffix == f".{ending}")
        found = (count_pdf if medium is Medium.PAPER else count_svg)(self.folder, files, wanted, gallery(spec.pieces))
        complete = all(found.found[name] == count for name, count in counts.items())
        return [str(problem) for problem in found.problems], complete

    def edit(self, change, name="cards.pdf"):
        with pikepdf.open(self.folder / name, allow_overwriting_input=True) as document:
            change(document)
            document.save(self.folder / name)

    def rewrite(self, name, page, change):
        """Change the text of a page's content."""

        def edited(document):
            text = document.pages[page].Contents.read_bytes().decode()
            document.pages[page].Contents = document.make_stream(change(text).encode())

        self.edit(edited, name)


COUNTERS = {Medium.PAPER: count_pdf, Medium.CUT: count_svg, Medium.PLOT: lambda *args: count_dxf(*args[:3])}


def judged_boards(folder, spec, medium):
    """What is said of the files of a folder that hold the boards."""
    stem = "boards.pdf" if medium is Medium.PAPER else "boards"
    artifact = Artifact(stem, medium, "", spec, tuple(Holding(one.name, one.copies) for one in spec.pieces))
    counts = {one.name: one.copies for one in spec.pieces}
    wanted = PieceSet("boards", medium, spec.paper, counts, {}, {stem: artifact})
    found = COUNTERS[medium](folder, sorted(file.name for file in folder.iterdir()), wanted, Gallery())
    return [str(one) for one in found.problems]


def judged_pdf(path, spec):
    """Pieces found in a PDF of a specification, and what is said of it."""
    findings, pdf = Findings(), read_pdf(path)
    rendered = Rendered.open(path, pdf)
    judge = SheetJudge(spec, Gallery(), findings)
    judge.judge(rendered.pages(path.name, pdf))
    rendered.close()
    return judge.found(), [str(problem) for problem in findings.problems]
