"""A folded booklet, read back: its sheets are turned, folded and leafed through as a reader would."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from design.plan.booklets import BookletSpec
from rules.sheet_words import load_sheet_words
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.readers.pdf import POINT_MM, FormUse, PdfPage, read_pdf
from tablewright.inspection.readers.rendered import Rendered, letters
from tablewright.inspection.sheets.papers import LEAST_WORDS, plain

PLACE_MM = 0.05
PAGE_NAME = re.compile(r"^(?P<name>.+)\.page-(?P<number>[0-9]+)$")
FLIPS = {"long-edge": "/DuplexFlipLongEdge", "short-edge": "/DuplexFlipShortEdge"}


@dataclass(frozen=True)
class _Half:
    """One half of a side: its page number, whether it is the right half as you look at the side, and its rotation."""

    number: int
    right: bool
    turn: int
    text: str


def count_booklets(output: Path, files: list[str], wanted: PieceSet) -> Findings:
    """Read the booklets (paths below `output`) of one paper; a booklet counts if its pages come in order."""
    findings = Findings()
    for path in files:
        artifact = wanted.artifacts.get(path)
        if artifact is None:
            findings.report(path, NOT_ASKED)
            continue
        spec: BookletSpec = artifact.spec
        pdf = read_pdf(output / path)
        rendered = Rendered.open(output / path, pdf) if not isinstance(pdf, str) else pdf
        if isinstance(pdf, str) or isinstance(rendered, str):
            findings.report(path, str(pdf if isinstance(pdf, str) else rendered))
            continue
        before = len(findings.problems)
        try:
            for fault in (*pdf.font_faults, *_faults(output / path, spec, pdf.pages, pdf.true_size, rendered)):
                findings.report(path, f"{fault}; {AGAIN}")
        finally:
            rendered.close()
        whole = any(use.name == spec.page_name(1) for page in pdf.pages for use in page.uses)
        findings.holds[path] = {spec.name: 1} if whole else {}
        findings.found[spec.name] += len(findings.problems) == before
    return findings


def _faults(file: Path, spec: BookletSpec, pages: Sequence[PdfPage], true_size: bool, rendered: Rendered) -> Iterator[str]:
    import pikepdf

    if not true_size:
        yield "does not ask a printer for its true size (PrintScaling None)"
    with pikepdf.open(file) as pdf:
        preferences: Any = pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        if str(preferences.get("/Duplex", "")) != FLIPS[spec.duplex]:
            yield f"does not ask a printer to turn the sheet on its {spec.duplex} ({FLIPS[spec.duplex][1:]})"
    if len(pages) % 2 or not pages:
        yield f"has {len(pages)} sides, must have two for each sheet"
        return
    sides: list[list[_Half]] = []
    for number, page in enumerate(pages):
        if any(abs(one - other) > PLACE_MM for one, other in zip(page.size_mm, spec.sheet_mm, strict=True)):
            found = f"{page.size_mm[0]:.2f} x {page.size_mm[1]:.2f} mm"
            must = f"{spec.sheet_mm[0]:g} x {spec.sheet_mm[1]:g} mm"
            yield f"side {number + 1} is {found}, must be {spec.paper.title} on its side, {must}"
            return
        halves = [half for use in page.uses if (half := _half(use, spec, rendered.sheet(number)))]
        if len(halves) != 2 or len(page.uses) != 2 or halves[0].right == halves[1].right:
            yield f"side {number + 1} must hold a page on each of its halves"
            return
        sides.append(halves)
    read = _leafed(sides, spec.duplex)
    numbers = [half.number for half in read]
    if numbers != list(range(1, 2 * len(pages) + 1)):
        yield f"when folded it reads pages {', '.join(map(str, numbers))}"
    for place, half in enumerate(read, start=1):
        if half.turn:
            yield f"page {place} stands on its head when folded" if half.turn == 2 else f"page {place} lies on its side"
        said = load_sheet_words(spec.rules.language).paged(place, len(read))
        if letters(said) not in letters(half.text):
            yield f"what is read as page {place} does not say {said}"
        if len(half.text.split()) < LEAST_WORDS:
            yield f"page {place} is empty"
    together = plain(" ".join(half.text for half in read))
    at = 0
    for heading in [spec.rules.title, *re.findall(r"^#+\s+(.+?)\s*$", spec.rules.text, re.MULTILINE)]:
        found_at = together.find(plain(heading), at)
        if found_at < 0:
            yield f"its text lacks the heading {heading!r}, or has it out of turn"
        else:
            at = found_at


def _half(use: FormUse, spec: BookletSpec, page: Any) -> _Half | None:
    """The page that a form draws, if it fills half of the side exactly, with the text that pdfium finds in that half."""
    name = PAGE_NAME.match(use.name)
    wide, high = spec.sheet_mm[0] / 2, spec.sheet_mm[1]
    (x, y), size = use.middle, use.size_mm
    right = x > wide
    middle = (1.5 if right else 0.5) * wide
    off = max(abs(x - middle), abs(y - high / 2), abs(size[0] - wide), abs(size[1] - high))
    if name is None or name["name"] != spec.name or off > PLACE_MM:
        return None
    left = wide if right else 0.0
    bounds = (left / POINT_MM, 0.0, (left + wide) / POINT_MM, high / POINT_MM)
    return _Half(int(name["number"]), right, use.turn, page.get_textpage().get_text_bounded(*bounds))


def _leafed(sides: Sequence[Sequence[_Half]], duplex: str) -> list[_Half]:
    """The pages in reading order: each sheet's right leaf from the outermost in, then the left leaves from the innermost out.

    A leaf is half a sheet: half of the front, and what lies behind it on the back. Flipping a sheet on its short edge
    swaps left and right; flipping it on its long edge swaps top and bottom.
    """
    right_leaves: list[tuple[_Half, _Half]] = []
    left_leaves: list[tuple[_Half, _Half]] = []
    for front, back in zip(sides[::2], sides[1::2], strict=True):
        for half in front:
            behind_is_right = half.right if duplex == "long-edge" else not half.right
            behind = next(one for one in back if one.right == behind_is_right)
            # Flipped over its upper edge, whatever was upside down on the back is upright.
            turn = (behind.turn + 2) % 4 if duplex == "long-edge" else behind.turn
            behind = _Half(behind.number, behind.right, turn, behind.text)
            (right_leaves if half.right else left_leaves).append((half, behind))
    read = [half for front, behind in right_leaves for half in (front, behind)]
    return read + [half for front, behind in reversed(left_leaves) for half in (behind, front)]
