"""Counts the pieces that DXF files cut: each outline is a piece's, true to size, apart from others, within the margins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from shapely import STRtree, affinity
from shapely.geometry import LineString, box

from design.config.cutting import Bounds
from design.config.paper import PaperSize
from design.faces.face import Face
from design.graphics.polygons import turned
from design.sheets.specs import SheetSpec
from design.tuck_box.box import TuckBoxSpec
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import AGAIN, NOT_ASKED, Findings
from tablewright.inspection.readers.dxf import DxfFile, DxfOutline, read_dxf
from tablewright.inspection.readers.linework import Linework
from tablewright.inspection.recognition.folds import lines_at, page_line_faults, same_line
from tablewright.inspection.recognition.places import runs_along
from tablewright.inspection.recognition.recognise import Page, Placed
from tablewright.inspection.sheets.registration_marks import area_of, outline_faults
from tablewright.inspection.sheets.tuckbox import TuckJudge

PAGE_NAME = re.compile(r"^(?P<stem>.+)\.(?P<sheet>[1-9][0-9]*)\.(?P<side>front|back)\.dxf$")
"""A file's name: the stem, the number of the sheet, and the side it is cut from."""
OUTLINE_MM = 0.02
"""An outline passes through its piece's corners to this."""
RISE_MM = 0.03
"""A true arc bulges beyond the chords of a flattened curve by less than this."""
PAGE_MM = 0.001
OVERLAP_MM2 = 0.01
LAYERS = frozenset({"CUT", "FOLD", "REGISTRATION"})


def count_dxf(output: Path, files: list[str], wanted: PieceSet) -> Findings:
    """Read the DXF files (paths below `output`) of one paper size and count the outlines that they cut."""
    findings = Findings()
    pages: dict[str, list[tuple[int, str, str]]] = {}
    for path in files:
        name = PAGE_NAME.match(path)
        if name is None or name["stem"] not in wanted.artifacts:
            findings.report(path, NOT_ASKED)
        else:
            pages.setdefault(name["stem"], []).append((int(name["sheet"]), name["side"], path))
    for stem, named in sorted(pages.items()):
        spec = wanted.artifacts[stem].spec
        read = [(path, read_dxf(output / path)) for _, _, path in sorted(named)]
        good = [(path, one) for path, one in read if isinstance(one, DxfFile)]
        for path, fault in read:
            if isinstance(fault, str):
                findings.report(path, fault)
        for path, one in good:
            _check_page(path, one, spec, findings)
        if isinstance(spec, TuckBoxSpec):
            _count_tuck_box(good, spec, findings)
            continue
        for _, side, path in named:
            if side != spec.cut_side:
                findings.report(path, f"is cut from its {side}, must be cut from its {spec.cut_side}")
        for path, one in good:
            _count_sheet(path, one, spec, findings)
    return findings


def _check_page(path: str, one: DxfFile, spec: SheetSpec | TuckBoxSpec, findings: Findings) -> None:
    """Check the limits against the paper's size, the layers, and the registration marks and their white surroundings."""
    paper = spec.paper
    size = _as_it_lies(paper, one.size_mm)
    if any(abs(a - b) > PAGE_MM for a, b in zip(one.size_mm, size, strict=True)):
        found = f"{one.size_mm[0]:.2f} x {one.size_mm[1]:.2f} mm"
        findings.report(path, f"is {found}, must be {paper.title}, {size[0]:.2f} x {size[1]:.2f} mm")
    used = {outline.layer for outline in one.outlines} | {layer for layer, _ in one.lines}
    for layer in sorted(used - LAYERS):
        findings.report(path, f"draws on a layer {layer or 'without a name'}; there are {', '.join(sorted(LAYERS))}")
    marks = [outline.shape for outline in one.outlines if outline.layer == "REGISTRATION"]
    others = [outline.shape for outline in one.outlines if outline.layer != "REGISTRATION"] + [line for _, line in one.lines]
    faults = [outline_faults(marks, others, spec.registration, one.size_mm, area) for area in _areas(spec, one.size_mm)]
    for fault in min(faults, key=len):
        findings.report(path, fault)


def _areas(spec: SheetSpec | TuckBoxSpec, size_mm: tuple[float, float]) -> list[Bounds]:
    """What a machine may see: the page or, if it is folded, one half of it, since these files lack the fold line."""
    width, height = size_mm
    if not isinstance(spec, SheetSpec) or not spec.folded:
        return [(0.0, 0.0, width, height)]
    folds = LineString([(width / 2, 0), (width / 2, height)]), LineString([(0, height / 2), (width, height / 2)])
    return [area_of(spec, size_mm, [fold]) for fold in folds]


def _as_it_lies(paper: PaperSize, found: tuple[float, float]) -> tuple[float, float]:
    """The paper's size in the drawing's orientation."""
    upright = (found[0] <= found[1]) == (paper.width_mm <= paper.height_mm)
    return (paper.width_mm, paper.height_mm) if upright else (paper.height_mm, paper.width_mm)


def _count_sheet(path: str, one: DxfFile, spec: SheetSpec, findings: Findings) -> None:
    faces: dict[str, tuple[str, Face]] = {}
    for piece in spec.pieces:
        face = piece.front if spec.cut_side == "front" or piece.back is None else piece.back
        faces[face.name] = (piece.name, face)
    room = box(0, 0, *one.size_mm).buffer(OUTLINE_MM - spec.margin_mm, join_style="mitre")
    cuts = [outline for outline in one.outlines if outline.layer == "CUT"]
    held: Counter[str] = Counter()
    good: Counter[str] = Counter()
    for cut in cuts:
        middle = cut.shape.envelope.centroid
        at = f"at x = {middle.x:.1f}, y = {middle.y:.1f} mm"
        if cut.name not in faces:
            findings.report(path, f"has an outline to cut {at} of {cut.name or 'no piece'}, which it must not hold")
            continue
        name, face = faces[cut.name]
        held[name] += 1
        if not any(_lies_along(cut, face, turn) for turn in range(4)):
            findings.report(path, f"has an outline {at} that is not that of {cut.name}")
        elif not room.covers(cut.shape):
            findings.report(path, f"has {cut.name} {at} beyond the margin of {spec.margin_mm:g} mm")
        else:
            good[name] += 1
    tree = STRtree([cut.shape for cut in cuts])
    for first, second in zip(*tree.query([cut.shape for cut in cuts], predicate="intersects"), strict=True):
        if first < second and cuts[first].shape.intersection(cuts[second].shape).area > OVERLAP_MM2:
            findings.report(path, f"has {cuts[first].name} and {cuts[second].name} one over the other")
    seen = [_seen(cut, faces[cut.name][1], one) for cut in cuts if cut.name in faces]
    for fault in page_line_faults(_lines_of(one, "FOLD"), _lines_of(one, "CUT"), seen):
        findings.report(path, fault)
    findings.holds[path] = held
    findings.found += good


def _lines_of(one: DxfFile, layer: str) -> list[LineString]:
    return [line for name, line in one.lines if name == layer]


def _seen(cut: DxfOutline, face: Face, one: DxfFile) -> tuple[Face, Placed, int]:
    """A face at its outline, in the turn that best fits its fold lines and slits."""
    middle = cut.shape.envelope.centroid
    placed = Placed(face.name, middle.x, middle.y)
    there = [line for _, line in one.lines if line.distance(cut.shape) < OUTLINE_MM]

    def missing(turn: int) -> int:
        folds, slits = lines_at(face, placed, turn)
        return sum(not any(same_line(line, other) for other in there) for line in (*folds, *slits))

    turns = [turn for turn in range(4) if _lies_along(cut, face, turn)] or [0]
    return face, placed, min(turns, key=missing)


def _lies_along(cut: DxfOutline, face: Face, turn: int) -> bool:
    middle = cut.shape.envelope.centroid
    wanted = affinity.translate(turned(face.trim, turn), middle.x, middle.y)
    return runs_along(cut.shape, wanted, OUTLINE_MM, RISE_MM)


def _count_tuck_box(good: Sequence[tuple[str, DxfFile]], spec: TuckBoxSpec, findings: Findings) -> None:
    """Measure each part's lines as in the other media; what its panels show is not in these files."""
    judge = TuckJudge(spec, findings, RISE_MM)
    for number, (path, one) in enumerate(good):
        if number >= len(spec.net):
            findings.report(path, f"is one page more than the tuck box has; {AGAIN}")
            continue
        part = spec.net[number]
        cuts = [outline for outline in one.outlines if outline.layer == "CUT"]
        folds = tuple(_lines_of(one, "FOLD"))
        placed = tuple(Placed(cut.name, cut.shape.centroid.x, cut.shape.centroid.y) for cut in cuts)
        page = Page(path, "", one.size_mm, placed, lambda *_: None, lambda *_: [], 0.0)
        judge.measure(page, part, Linework(tuple(cut.shape for cut in cuts), folds))
        room = box(0, 0, *one.size_mm).buffer(OUTLINE_MM - spec.margin_mm, join_style="mitre")
        if not all(room.covers(cut.shape) for cut in cuts):
            findings.report(path, f"has its net beyond the margin of {spec.margin_mm:g} mm")
        findings.holds[path] = {spec.name: 1} if number == 0 else {}
    if good:
        judge.finish(good[0][0])
