"""The tuck box, read back: its lines measured and folded up virtually, its faces checked, its text found."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shapely import affinity
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from design.tuck_box.box import TuckBoxSpec
from design.tuck_box.net import NetPart, inside
from rules.sheet_words import load_sheet_words
from tablewright.inspection.findings import AGAIN, Findings
from tablewright.inspection.readers.linework import Linework, form_lines, page_lines
from tablewright.inspection.readers.pdf import PdfFile
from tablewright.inspection.readers.rendered import Rendered, letters
from tablewright.inspection.readers.svg import SvgFile, read_svg
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.places import PAGE_MM, runs_along
from tablewright.inspection.recognition.recognise import Look, Page, Placed
from tablewright.inspection.recognition.siblings import Siblings
from tablewright.inspection.sheets.registration_marks import outline_faults

MEASURE_MM = 0.01
"""Lines and panels agree to this."""
EDGE_MM = 0.2
"""How far a line's own width may extend past the margin."""


class TuckJudge:
    """Judges the pages of one tuck box, each with one part of its net; round corners are chords, or arcs beyond them."""

    def __init__(self, spec: TuckBoxSpec, findings: Findings, rise_mm: float = MEASURE_MM) -> None:
        self.spec, self.findings, self.gallery = spec, findings, Gallery()
        self.rise_mm = rise_mm
        self.problems_before = len(findings.problems)
        self.seen: list[str] = []
        self._panels: dict[str, tuple[float, float]] = {}

    def judge(self, page: Page, part: NetPart, lines: Linework) -> None:
        """Check one page: its size, the form on it, the lines of its net, and what its panels show."""
        if self.measure(page, part, lines):
            self._check_faces(page, part)

    def measure(self, page: Page, part: NetPart, lines: Linework) -> bool:
        """Check the same without what its panels show; returns whether the net is placed as it must be."""
        spec, name = self.spec, self.spec.part_name(part)
        found = [placed.face for placed in page.placed]
        self.seen += found
        if found != [name]:
            self._say(page, f"holds {', '.join(found) or 'nothing'}, must hold {name}")
            return False
        wanted = (spec.paper.width_mm, spec.paper.height_mm)
        if any(abs(one - other) > PAGE_MM for one, other in zip(page.size_mm, wanted, strict=True)):
            size = f"{page.size_mm[0]:.2f} x {page.size_mm[1]:.2f} mm"
            self._say(page, f"is {size}, must be {spec.paper.title}, {wanted[0]:.2f} x {wanted[1]:.2f} mm")
        laid = self._check_lines(page, part, lines)
        if laid is not None:
            self._measure(page, part, laid)
        return laid is not None

    def finish(self, where: str) -> None:
        """Check all parts together: the panels must fold to a box that holds its contents; then the box is counted."""
        spec = self.spec
        if {"front", "side-1"} <= self._panels.keys():
            front, side = self._panels["front"], self._panels["side-1"]
            room = inside(front[0], side[0], front[1], spec.card_mm)
            sides = sorted((room.width_mm, room.height_mm, room.depth_mm))
            for label, _, size in spec.contents:
                if any(one > other + MEASURE_MM for one, other in zip(sorted(size), sides, strict=True)):
                    self.findings.report(where, f"is too small inside for {label}; {AGAIN}")
            volume = sum(size[0] * size[1] * size[2] for _, _, size in spec.contents)
            if sides[0] * sides[1] * sides[2] < volume:
                self.findings.report(where, f"is too small inside for all that goes into it; {AGAIN}")
        if len(self.findings.problems) == self.problems_before:
            self.findings.found[spec.name] += min(self.seen.count(spec.part_name(part)) for part in spec.net)

    def _say(self, page: Page, what: str) -> None:
        self.findings.report(page.where, f"{page.label} {what}; {AGAIN}".strip())

    def _check_lines(self, page: Page, part: NetPart, lines: Linework) -> Linework | None:
        """The lines mapped onto the net in place, upright or turned; None if the outline differs."""
        if len(lines.cuts) != 1:
            self._say(page, f"has {len(lines.cuts)} outlines to cut, must have 1")
            return None
        cut = lines.cuts[0]
        for angle in (0, -90):
            left, bottom, _, _ = affinity.rotate(cut, angle, origin=(0, 0)).bounds
            by = part.cut.bounds[0] - left, part.cut.bounds[1] - bottom

            def lay(shape: BaseGeometry, angle: int = angle, by: tuple[float, float] = by) -> BaseGeometry:
                return affinity.translate(affinity.rotate(shape, angle, origin=(0, 0)), *by)

            laid = lay(cut)
            if runs_along(laid, part.cut, MEASURE_MM, self.rise_mm):
                folds = tuple(lay(fold) for fold in lines.folds)
                self._check_folds(page, part, folds)
                return Linework((laid,), folds)
        size = " x ".join(f"{side:.2f}" for side in (cut.bounds[2] - cut.bounds[0], cut.bounds[3] - cut.bounds[1]))
        must = " x ".join(f"{side:.2f}" for side in part.size_mm)
        self._say(page, f"has another outline to cut than it must, {size} mm for {must} mm")
        return None

    def _check_folds(self, page: Page, part: NetPart, folds: Sequence[LineString]) -> None:
        left = list(folds)
        for ends in part.folds:
            wanted = LineString(ends)
            same = [one for one in left if one.hausdorff_distance(wanted) <= MEASURE_MM]
            if not same:
                self._say(page, f"has no line to fold from {_point(ends[0])} to {_point(ends[1])} of its net")
                continue
            left.remove(same[0])
        if left:
            self._say(page, f"has {len(left)} lines to fold that its net has not")

    def _measure(self, page: Page, part: NetPart, lines: Linework) -> None:
        """Measure the panels in the file: from fold to fold, or to the edge of the paper."""
        upright = [fold for fold in lines.folds if fold.bounds[2] - fold.bounds[0] <= MEASURE_MM]
        edges = sorted({round(fold.bounds[0], 3) for fold in upright} | {round(_right_edge(lines), 3)})
        if len(edges) != len(part.panels) + 1 or not upright:
            return  # the folds have already been reported
        high = max(fold.bounds[3] - fold.bounds[1] for fold in upright)
        for panel, start, end in zip(part.panels, edges, edges[1:], strict=False):
            self._panels[panel.name] = (end - start, high)
            for found, must, what in ((end - start, panel.width_mm, "wide"), (high, panel.height_mm, "high")):
                if abs(found - must) > MEASURE_MM:
                    self._say(page, f"has a {panel.name} {found:.2f} mm {what}, must be {must:.2f} mm")

    def _check_faces(self, page: Page, part: NetPart) -> None:
        """Check that front and back show what they must, and that the net stays within the margins."""
        placed = page.placed[0]
        own = {name: face for name, face in self.spec.faces if name in {panel.name for panel in part.panels}}
        siblings = Siblings(self.gallery, own.values())
        turn = 0 if _lies(page, part, self.spec.margin_mm, placed, 0) else 1
        if not _lies(page, part, self.spec.margin_mm, placed, turn):
            self._say(page, f"has its net beyond the paper's margin of {self.spec.margin_mm:g} mm")
        turns = (turn, 1 - turn)
        for panel in part.panels:
            if panel.name not in own:
                continue
            face = own[panel.name]
            looks = {one: Look(self.gallery, page, _there(placed, part, panel.middle, one)) for one in turns}
            if not any(look.turn_of(face, siblings, one) == one for one, look in looks.items()):
                self._say(page, f"shows {looks[turn].instead_of(face, siblings)} where {face.name} must be")


def _point(at: tuple[float, float]) -> str:
    return f"({at[0]:.2f}, {at[1]:.2f})"


def _right_edge(lines: Linework) -> float:
    """Where the outline ends on the right, at half the height of the panels."""
    upright = max(lines.folds, key=lambda fold: fold.bounds[3] - fold.bounds[1])
    middle = (upright.bounds[1] + upright.bounds[3]) / 2
    left, _, right, _ = lines.cuts[0].bounds
    across = lines.cuts[0].intersection(LineString([(left - 1, middle), (right + 1, middle)]))
    return float(across.bounds[2])


def _there(placed: Placed, part: NetPart, middle: tuple[float, float], turn: int) -> Placed:
    """Where the centre of a panel lies on the page; `placed` is the centre of the net's outline."""
    left, bottom, right, top = part.cut.bounds
    x, y = middle[0] - (left + right) / 2, middle[1] - (bottom + top) / 2
    x, y = (x, y) if turn == 0 else (-y, x)
    return Placed(placed.face, placed.x_mm + x, placed.y_mm + y, placed.drawn)


def _lies(page: Page, part: NetPart, margin: float, placed: Placed, turn: int) -> bool:
    """Whether the net, in this turn, stays within the page's margins."""
    width, height = part.size_mm if turn == 0 else part.size_mm[::-1]
    reach_x = min(placed.x_mm, page.size_mm[0] - placed.x_mm) - margin + EDGE_MM
    reach_y = min(placed.y_mm, page.size_mm[1] - placed.y_mm) - margin + EDGE_MM
    return width / 2 <= reach_x and height / 2 <= reach_y


def count_tuck_pdf(file: Path, path: str, spec: TuckBoxSpec, pdf: PdfFile, rendered: Rendered, findings: Findings) -> None:
    """Count a tuck box in a PDF: one page per part, with live text."""
    judge = TuckJudge(spec, findings)
    lines = form_lines(file)
    pages = list(rendered.pages(path, pdf))
    if len(pages) != len(spec.net):
        findings.report(path, f"has {len(pages)} pages, must have {len(spec.net)}; {AGAIN}")
    for page, part, read, text in zip(pages, spec.net, pdf.pages, rendered.texts(), strict=False):
        for use in read.uses:
            if any(abs(one - 1) * max(part.size_mm) > MEASURE_MM for one in use.scale):
                findings.report(path, f"{page.label} draws {use.name} at another size than its own; {AGAIN}")
        lacking = [one for one in (spec.title, *_texts(spec, part)) if letters(one) not in letters(text)]
        if lacking:
            findings.report(path, f"{page.label} lacks the text {lacking[0]!r}; {AGAIN}")
        judge.judge(page, part, lines.get(spec.part_name(part), Linework((), ())))
    judge.finish(path)
    findings.holds[path] = _held(spec, judge.seen)


def _held(spec: TuckBoxSpec, seen: Sequence[str]) -> dict[str, int]:
    """A box counts as often as its rarest part; anything that is not part of it counts as often as it was seen."""
    parts = [spec.part_name(part) for part in spec.net]
    count = min(seen.count(part) for part in parts)
    return {**({spec.name: count} if count else {}), **{one: seen.count(one) for one in seen if one not in parts}}


def _texts(spec: TuckBoxSpec, part: NetPart) -> list[str]:
    """What the part's panels and its glue flap say."""
    runs = [mark.run.text for face in spec.faces_of(part) for mark in face.marks if mark.run]
    said = load_sheet_words(spec.language).tuck_box
    return [said.glue if part.parts == 1 else said.glue_behind.format(part=part.behind), *runs]


def count_tuck_svg(output: Path, named: Sequence[tuple[int, bool, str]], spec: TuckBoxSpec, findings: Findings) -> None:
    """Count a tuck box in cut files, one for each part of its net; `named` has each one's number, whether a back, and path."""
    judge = TuckJudge(spec, findings)
    numbers = [number for number, back, _ in named if not back]
    if numbers != [part.number for part in spec.net] or len(numbers) != len(named):
        findings.report(named[0][2], f"is one of {len(named)} pages, must be one of {len(spec.net)} fronts; {AGAIN}")
    for (number, _, path), part in zip(named, spec.net, strict=False):
        read = read_svg(output / path)
        if not isinstance(read, SvgFile):
            findings.report(path, read)
            continue
        for fault in outline_faults(read.marks, read.others, spec.registration, read.size_mm):
            findings.report(path, f"{fault}; {AGAIN}")
        judge.judge(read.page(path), part, page_lines(output / path, read.size_mm[1]))
        # Count the box with its first part.
        findings.holds[path] = {spec.name: 1} if number == 1 else {}
    judge.finish(named[0][2])
