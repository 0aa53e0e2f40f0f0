"""The tuck box on its pages: each part of the net in the middle, advice at the head, ruler and credits at the foot.

Drawing is the same for PDF and cut files: lines to cut, lines to fold, faces, and text on the net.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shapely.geometry import Polygon

from design.graphics.type.fonts import advance_mm, cap_height_mm
from design.graphics.type.typefaces import Weight
from design.tuck_box.box import FOOT_MM, HEAD_MM, TuckBoxSpec
from design.tuck_box.net import NetPart, lies_in
from printables.marks.captions import foot_lines
from printables.marks.cut_marks import ruler
from printables.marks.page_marks import PrintersMarks
from printables.marks.strips import BETWEEN_MM, QUIET, TEXT_MM, TITLE_MM, Line, Strip, left_line, right_line
from rules.sheet_words import load_sheet_words

CUT_MM = 0.25
OFF_MM = 0.5
"""From the margin to text and ruler, so that no line's width extends into it."""
ADVICE_MM = 2.5
"""Em of the advice: 7 points, or smaller where the paper is narrow."""
ADVICE_LEADING = 1.3
GLUE_MM = 2.8
"""Em of the text on a glue flap: 8 points."""


@dataclass(frozen=True)
class TuckPage:
    """A page with one part: its net's origin at (x, y), turned anticlockwise by 0 or 90 degrees."""

    number: int
    pages: int
    part: NetPart
    name: str
    x_mm: float
    y_mm: float
    angle_deg: int
    marks: PrintersMarks


def tuck_pages(spec: TuckBoxSpec) -> tuple[TuckPage, ...]:
    """One page per part of the net; DesignError if a line of text is too long for the paper."""
    return tuple(_page(spec, part) for part in spec.net)


def _page(spec: TuckBoxSpec, part: NetPart) -> TuckPage:
    paper, margin = spec.paper, spec.margin_mm
    low, high = margin + FOOT_MM, paper.height_mm - margin - HEAD_MM
    left, bottom, right, top = part.cut.bounds
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    width = paper.width_mm - 2 * margin
    # Upright if it fits that way; a turned part has its left side at the bottom.
    upright = right - left <= width + 1e-6 and top - bottom <= high - low + 1e-6
    assert upright or lies_in(part.size_mm, (width, high - low))
    at_x, at_y = paper.width_mm / 2, (low + high) / 2
    x, y = (at_x - middle_x, at_y - middle_y) if upright else (at_x + middle_y, at_y - middle_x)
    head = Strip(margin + OFF_MM, high, 0, width - 2 * OFF_MM, HEAD_MM)
    foot = Strip(margin + OFF_MM, margin + OFF_MM, 0, width - 2 * OFF_MM, FOOT_MM - OFF_MM)
    lines = (*_head(spec, part, head), *foot_lines(f"{spec.game} {spec.name}", spec.credits, foot))
    marks = PrintersMarks((), ruler(foot), lines)
    return TuckPage(part.number, part.parts, part, spec.part_name(part), x, y, 0 if upright else 90, marks)


def _head(spec: TuckBoxSpec, part: NetPart, strip: Strip) -> Iterator[Line]:
    """The title, with the instructions below it."""
    where = f"{spec.game} {spec.name} title"
    said = load_sheet_words(spec.language)
    number = said.versioned(said.paged(part.number, part.parts), version=spec.version)
    room = strip.length_mm - advance_mm(number, TEXT_MM, Weight.REGULAR) - BETWEEN_MM
    v = strip.depth_mm - 1.08 * cap_height_mm(TITLE_MM)
    yield left_line(strip, 0, v, said.titled(spec.title, spec.name), TITLE_MM, Weight.BOLD, room, where)
    yield right_line(strip, strip.length_mm, v, number, TEXT_MM)
    v -= 0.4 * ADVICE_MM
    advice = (*_advice(spec, part), spec.made_for)
    longest = max(advance_mm(text, ADVICE_MM, Weight.REGULAR) for text in advice)
    size = ADVICE_MM * min(1.0, strip.length_mm / longest)
    for text in advice:
        v -= ADVICE_LEADING * size
        yield left_line(strip, 0, v, text, size, Weight.REGULAR, strip.length_mm + 1e-6, "tuck box advice")


def _advice(spec: TuckBoxSpec, part: NetPart) -> tuple[str, ...]:
    said = load_sheet_words(spec.language).tuck_box
    return said.print, said.one if part.parts == 1 else said.several.format(parts=part.parts)


def net_lines(spec: TuckBoxSpec, part: NetPart) -> Iterator[Line]:
    """The glue flap's mark, which runs upward."""
    said = load_sheet_words(spec.language).tuck_box
    mark = said.glue if part.parts == 1 else said.glue_behind.format(part=part.behind)
    size = min(GLUE_MM, GLUE_MM * 0.6 * part.flap_mm / cap_height_mm(GLUE_MM))
    start = part.panels[0].height_mm / 2 - advance_mm(mark, size, Weight.REGULAR) / 2
    x = -part.flap_mm / 2 + cap_height_mm(size, Weight.REGULAR) / 2
    yield Line(mark, x, start, 90, size, Weight.REGULAR, QUIET)


def tuck_eye_marks(spec: TuckBoxSpec) -> tuple[Polygon, ...]:
    """The registration marks for a cutting machine on each page of a tuck box."""
    return spec.registration.marks(spec.paper.width_mm, spec.paper.height_mm) if spec.registration else ()
