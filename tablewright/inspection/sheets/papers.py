"""Counts the pieces on paper: sheets as PDF, the rule sheet, and sheets as cut files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from pathlib import Path

from shapely.geometry import LineString

from design.config.paper import Duplex
from design.graphics.affine import inverse, moved
from design.plan.artifact import Artifact
from design.plan.documents import RuleSheetSpec
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.readers.linework import form_lines, lines_beside, page_lines
from tablewright.inspection.readers.pdf import PdfFile, read_pdf
from tablewright.inspection.readers.pixels import form_pictures, repeated_pictures
from tablewright.inspection.readers.rendered import Rendered
from tablewright.inspection.readers.svg import SvgFile, read_svg
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.mirror import back_matrix
from tablewright.inspection.recognition.places import PAGE_MM
from tablewright.inspection.recognition.recognise import Page
from tablewright.inspection.sheets.registration_marks import area_of, outline_faults, registration_faults
from tablewright.inspection.sheets.sheets import SheetJudge
from tablewright.inspection.sheets.tuckbox import count_tuck_pdf, count_tuck_svg

PAGE_NAME = re.compile(r"^(?P<stem>.+)\.(?P<sheet>[1-9][0-9]*)\.(?P<side>front|back|both)\.svg$")
"""A cut file's name: the stem, the number of the sheet, and the side."""


def count_pdf(output: Path, files: list[str], wanted: PieceSet, gallery: Gallery) -> Findings:
    """Read the PDFs (paths below `output`) of one paper size and count the pieces they show."""
    findings = Findings()
    names = {name: artifact for artifact in wanted.artifacts.values() for name in pdf_names(artifact)}
    read: dict[str, tuple[PdfFile, Rendered]] = {}
    try:
        for path in files:
            if path not in names:
                findings.report(path, NOT_ASKED)
            elif isinstance(file := _opened(output, path, findings), tuple):
                read[path] = file
        for artifact in wanted.artifacts.values():
            own = {path: read[path] for path in pdf_names(artifact) if path in read}
            if own:
                _count_file(output, artifact, own, gallery, findings)
    finally:
        for _, rendered in read.values():
            rendered.close()
    return findings


def pdf_names(artifact: Artifact) -> tuple[str, ...]:
    """The files of a PDF artifact: one, or one of fronts and one of backs if they are printed separately."""
    if isinstance(artifact.spec, SheetSpec) and artifact.spec.two_sided and artifact.spec.duplex is Duplex.SEPARATE:
        stem = artifact.path.removesuffix(".pdf")
        return f"{stem}.fronts.pdf", f"{stem}.backs.pdf"
    return (artifact.path,)


def _opened(output: Path, path: str, findings: Findings) -> tuple[PdfFile, Rendered] | None:
    """A PDF as written and as drawn; reports what is wrong with it."""
    pdf = read_pdf(output / path)
    if isinstance(pdf, str):
        findings.report(path, pdf)
        return None
    if not pdf.true_size:
        findings.report(path, f"does not ask a printer for its true size (PrintScaling None); {AGAIN}")
    for fault in (*(f"{one}; {AGAIN}" for one in pdf.font_faults), *repeated_pictures(output / path)):
        findings.report(path, fault)
    rendered = Rendered.open(output / path, pdf)
    if isinstance(rendered, str):
        findings.report(path, rendered)
        return None
    return pdf, rendered


def _count_file(
    output: Path, artifact: Artifact, own: dict[str, tuple[PdfFile, Rendered]], gallery: Gallery, findings: Findings
) -> None:
    path, (pdf, rendered) = next(iter(own.items()))
    if isinstance(artifact.spec, SheetSpec | TuckBoxSpec):
        for name, (file, drawn) in own.items():
            for fault in registration_faults(output / name, artifact.spec, file, drawn):
                findings.report(name, fault)
    if isinstance(artifact.spec, SheetSpec):
        spec = artifact.spec
        judge = SheetJudge(spec, gallery, findings)
        done = partial(back_matrix, spec)
        pages = [
            drawn.pages(name, file, done, form_lines(output / name), form_pictures(output / name))
            for name, (file, drawn) in own.items()
        ]
        drawings = zip(own.items(), pages, strict=True)
        pages = [_lined(spec, output / name, one, drawn.texts()) for (name, (_, drawn)), one in drawings]
        # From two files, take the sheets' sides alternately.
        judge.judge(page for sheet in zip_longest(*pages) for page in sheet if page is not None)
        findings.found += judge.found()
        held = judge.by_file.get(path, {"front": Counter()})
        findings.holds[path] = held["front"]
        for name, (side, other) in zip(pdf_names(artifact), (("fronts", "back"), ("backs", "front")), strict=False):
            wrong = judge.by_file.get(name, {}).get(other) if len(pdf_names(artifact)) > 1 else None
            if wrong:
                findings.report(name, f"holds {other}s ({', '.join(sorted(wrong))}), must hold {side}")
    elif isinstance(artifact.spec, TuckBoxSpec):
        count_tuck_pdf(output / path, path, artifact.spec, pdf, rendered, findings)
    else:
        _count_document(path, artifact, pdf, rendered.texts(), findings)


def _lined(spec: SheetSpec, file: Path, pages: Iterator[Page], texts: list[str]) -> Iterator[Page]:
    """Pages with the lines around their pieces, as before backs were moved for a printer, and with their text."""
    lines = lines_beside(file)
    for number, (page, own, text) in enumerate(zip(pages, lines, texts, strict=True), start=1):
        back = inverse(back_matrix(spec, page.size_mm, [one.face for one in page.placed]))
        strokes = tuple(LineString([moved(back, *end) for end in one.coords]) for one in own.slits if len(one.coords) == 2)
        folds = own.folds if spec.folded else ()
        yield replace(page, folds=folds, strokes=strokes, said=text, number=number, pages=len(lines))


def _count_document(path: str, artifact: Artifact, pdf: PdfFile, texts: list[str], findings: Findings) -> None:
    """Check a document: its form appears once, its pages have the paper's size, none is empty and every heading is there."""
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
            findings.report(path, f"page {number} holds no text; {AGAIN}")
    together = plain(" ".join(texts))
    for heading in [spec.title, *re.findall(r"^#+\s+(.+?)\s*$", spec.text, re.MULTILINE)]:
        if plain(heading) not in together:
            findings.report(path, f"{spec.name}: its text lacks the heading {heading!r}; {AGAIN}")
    findings.holds[path] = {spec.name: uses[spec.name]}
    if len(findings.problems) == before:
        findings.found[spec.name] += uses[spec.name]


LEAST_WORDS = 5
"""A document's page with fewer words counts as empty; the running foot alone has more."""


def plain(text: str) -> str:
    """A text without emphasis marks, spaces and hyphens, which PDF readers place differently."""
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
        judge.judge(_svg_pages(output, sorted(named), spec, findings))
        findings.found += judge.found()
        for _, back, path in named:
            held = judge.by_file.get(path)
            if held is not None:
                both = path.endswith(".both.svg")
                findings.holds[path] = held["front"] if both else held["front"] + held["back"]
                wrong = Counter() if both else held["front"] if back else held["back"]
                if wrong:
                    side = "fronts" if back else "backs"
                    findings.report(path, f"holds {side} ({', '.join(sorted(wrong))}), not what its name says")
    return findings


def _svg_pages(output: Path, named: list[tuple[int, bool, str]], spec: SheetSpec, findings: Findings) -> Iterator[Page]:
    """Each page as it is read, since the points of all of them fill much memory; reports those that cannot be read."""
    for _, _, path in named:
        read = read_svg(output / path)
        if isinstance(read, SvgFile):
            done = back_matrix(spec, read.size_mm, [piece.name for piece in read.pieces])
            lines = page_lines(output / path, read.size_mm[1])
            shown = spec.cut_faces & {piece.name for piece in read.pieces}
            marks, area = spec.registration if shown else None, area_of(spec, read.size_mm, lines.folds)
            for fault in outline_faults(read.marks, read.others, marks, read.size_mm, area, done):
                findings.report(path, fault)
            yield replace(read.before(done).page(path), folds=lines.folds, slits=lines.slits)
        else:
            findings.report(path, read)
