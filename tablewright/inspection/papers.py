"""Counts the pieces on paper: sheets as PDF, the rule sheet, and sheets as cut files."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from design.artifact import Artifact
from design.specs import RuleSheetSpec, SheetSpec
from design.tuck_box import TuckBoxSpec
from tablewright.inspection.findings import Findings
from tablewright.inspection.folds import form_fold_faults
from tablewright.inspection.pdf import PdfFile, Rendered, read_pdf
from tablewright.inspection.pictures import Gallery
from tablewright.inspection.recognise import Page
from tablewright.inspection.sheets import PAGE_MM, SheetJudge
from tablewright.inspection.svg import SvgFile, read_svg
from tablewright.inspection.tuckbox import count_tuck_pdf, count_tuck_svg
from tablewright.inspection.wanted import PieceSet

PAGE_NAME = re.compile(r"^(?P<stem>.+)\.(?P<sheet>[1-9][0-9]*)\.(?P<side>front|back)\.svg$")
"""A cut file's name: the stem, the number of the sheet, and the side."""
NOT_ASKED = "the rules ask for no such file; run a build to remove it"


def count_pdf(output: Path, files: list[str], wanted: PieceSet, gallery: Gallery) -> Findings:
    """Read the PDFs (paths below `output`) of one paper size and count the pieces they show."""
    findings = Findings()
    for path in files:
        artifact = wanted.artifacts.get(path)
        if artifact is None:
            findings.report(path, NOT_ASKED)
            continue
        pdf = read_pdf(output / path)
        if isinstance(pdf, str):
            findings.report(path, pdf)
            continue
        if not pdf.true_size:
            findings.report(path, "does not ask a printer for its true size (PrintScaling None); run a build again")
        rendered = Rendered.open(output / path, pdf)
        if isinstance(rendered, str):
            findings.report(path, rendered)
            continue
        try:
            if isinstance(artifact.spec, SheetSpec):
                judge = SheetJudge(artifact.spec, gallery, findings)
                judge.judge(rendered.pages(path, pdf))
                for fault in form_fold_faults(output / path, (face for piece in artifact.spec.pieces for face in piece.faces)):
                    findings.report(path, f"{fault}; run a build again")
                findings.found += judge.found()
                findings.holds[path] = judge.by_file.get(path, {"front": Counter()})["front"]
            elif isinstance(artifact.spec, TuckBoxSpec):
                count_tuck_pdf(output / path, path, artifact.spec, pdf, rendered, findings)
            else:
                _count_document(path, artifact, pdf, rendered.texts(), findings)
        finally:
            rendered.close()
    return findings


def _count_document(path: str, artifact: Artifact, pdf: PdfFile, texts: list[str], findings: Findings) -> None:
    """A document: its form once, its pages of the paper's size and none empty, and every heading of its text."""
    spec: RuleSheetSpec = artifact.spec
    uses = Counter(use.name for page in pdf.pages for use in page.uses)
    for name in sorted(uses.keys() - {spec.name}):
        findings.report(path, f"holds {name}; the rules ask for no {name} in this file")
    paper, before = spec.paper, len(findings.problems)
    for number, (page, text) in enumerate(zip(pdf.pages, texts, strict=True), start=1):
        if any(abs(a - b) > PAGE_MM for a, b in zip(page.size_mm, (paper.width_mm, paper.height_mm), strict=True)):
            found = f"{page.size_mm[0]:.2f} x {page.size_mm[1]:.2f} mm"
            wanted = f"{paper.title}, {paper.width_mm:.2f} x {paper.height_mm:.2f} mm"
            findings.report(path, f"page {number} is {found}, must be {wanted}")
        if len(text.split()) < LEAST_WORDS:
            findings.report(path, f"page {number} holds no text; run a build again")
    together = _plain(" ".join(texts))
    for heading in [spec.title, *re.findall(r"^#+\s+(.+?)\s*$", spec.text, re.MULTILINE)]:
        if _plain(heading) not in together:
            findings.report(path, f"{spec.name}: its text lacks the heading {heading!r}; run a build again")
    findings.holds[path] = {spec.name: uses[spec.name]}
    if len(findings.problems) == before:
        findings.found[spec.name] += uses[spec.name]


LEAST_WORDS = 5
"""A page of a document with fewer words is taken for an empty one: running foot alone has more."""


def _plain(text: str) -> str:
    """A text without marks of emphasis, spaces and hyphens, which readers of PDF put where they like."""
    return re.sub(r"[\s*_`\-\u00ad\u2010\ufffe\x02]", "", text).casefold()


def count_svg(output: Path, files: list[str], wanted: PieceSet, gallery: Gallery) -> Findings:
    """Read the cut files (paths below `output`) of one paper size and count the pieces they show."""
    findings = Findings()
    pages: dict[str, list[tuple[int, bool, str]]] = {}
    for path in files:
        name = PAGE_NAME.match(path)
        if name is None or name["stem"] not in wanted.artifacts:
            findings.report(path, NOT_ASKED)
        else:
            pages.setdefault(name["stem"], []).append((int(name["sheet"]), name["side"] == "back", path))
    for stem, named in sorted(pages.items()):
        spec = wanted.artifacts[stem].spec
        if isinstance(spec, TuckBoxSpec):
            count_tuck_svg(output, sorted(named), spec, findings)
            continue
        judge = SheetJudge(spec, gallery, findings)
        judge.judge(_svg_pages(output, sorted(named), findings))
        findings.found += judge.found()
        for _, back, path in named:
            held = judge.by_file.get(path)
            if held is not None:
                findings.holds[path] = held["front"] + held["back"]
                wrong = held["front"] if back else held["back"]
                if wrong:
                    side = "fronts" if back else "backs"
                    findings.report(path, f"holds {side} ({', '.join(sorted(wrong))}), not what its name says")
    return findings


def _svg_pages(output: Path, named: list[tuple[int, bool, str]], findings: Findings) -> list[Page]:
    pages = []
    for _, _, path in named:
        read = read_svg(output / path)
        if isinstance(read, SvgFile):
            pages.append(read.page(path))
        else:
            findings.report(path, read)
    return pages
