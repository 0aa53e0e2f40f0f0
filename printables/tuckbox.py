"""The tuck box on its pages: each part of the net in the middle, advice at the head, ruler and credits at the foot.

Drawing it is the same for PDF and cut files: lines to cut, lines to fold, faces, and texts on the net.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from design.fonts import Weight, advance_mm, cap_height_mm
from design.tuck_box import FOOT_MM, GRAMS, HEAD_MM, TuckBoxSpec
from design.tuck_net import NetPart, Panel, lies_in
from printables.furniture import (
    BETWEEN_MM,
    INK,
    QUIET,
    TEXT_MM,
    TITLE_MM,
    Furniture,
    Line,
    Strip,
    foot_lines,
    left_line,
    right_line,
    ruler,
)

CUT_MM = 0.25
OFF_MM = 0.5
"""From the margin to texts and ruler: no line's width reaches into it."""
ADVICE_MM = 2.5
"""Em of the advice: 7 points, made smaller where the paper is narrow."""
ADVICE_LEADING = 1.5
GLUE_MM = 2.8
"""Em of what stands on a glue flap: 8 points."""
SPINE_SHARE = 0.36
"""Height of the capitals on a side at most, as a share of the side's width."""
SPINE_MOST_MM = 4.2
SPINE_LEAST_MM = 1.4
"""Capitals lower than this are left out: the front has the title."""
SPINE_LENGTH = 0.8
"""Length of the title on a side at most, as a share of the side's height."""


@dataclass(frozen=True)
class TuckPage:
    """A page with one part: its net's origin at (x, y), turned counter-clockwise by 0 or 90 degrees."""

    number: int
    pages: int
    part: NetPart
    name: str
    x_mm: float
    y_mm: float
    angle_deg: int
    furniture: Furniture


def tuck_pages(spec: TuckBoxSpec) -> tuple[TuckPage, ...]:
    """A page for each part of the net; DesignError if a line of text is too long for the paper."""
    return tuple(_page(spec, part) for part in spec.net)


def _page(spec: TuckBoxSpec, part: NetPart) -> TuckPage:
    paper, margin = spec.paper, spec.margin_mm
    low, high = margin + FOOT_MM, paper.height_mm - margin - HEAD_MM
    left, bottom, right, top = part.cut.bounds
    middle_x, middle_y = (left + right) / 2, (bottom + top) / 2
    width = paper.width_mm - 2 * margin
    # Upright if it lies there so; a turned part has its left below.
    upright = right - left <= width + 1e-6 and top - bottom <= high - low + 1e-6
    assert upright or lies_in(part.size_mm, (width, high - low))
    at_x, at_y = paper.width_mm / 2, (low + high) / 2
    x, y = (at_x - middle_x, at_y - middle_y) if upright else (at_x + middle_y, at_y - middle_x)
    head = Strip(margin + OFF_MM, high, 0, width - 2 * OFF_MM, HEAD_MM)
    foot = Strip(margin + OFF_MM, margin + OFF_MM, 0, width - 2 * OFF_MM, FOOT_MM - OFF_MM)
    lines = (*_head(spec, part, head), *foot_lines(f"{spec.game} {spec.name}", spec.credits, foot))
    furniture = Furniture((), ruler(foot), lines)
    return TuckPage(part.number, part.parts, part, spec.part_name(part), x, y, 0 if upright else 90, furniture)


def _head(spec: TuckBoxSpec, part: NetPart, strip: Strip) -> Iterator[Line]:
    """The title, and below it what to do."""
    where = f"{spec.game} {spec.name} title"
    number = f"Page {part.number} of {part.parts}"
    room = strip.length_mm - advance_mm(number, TEXT_MM, Weight.REGULAR) - BETWEEN_MM
    v = strip.depth_mm - 1.08 * cap_height_mm(TITLE_MM)
    yield left_line(strip, 0, v, f"{spec.title}: tuck box", TITLE_MM, Weight.BOLD, room, where)
    yield right_line(strip, strip.length_mm, v, number, TEXT_MM)
    v -= 0.4 * ADVICE_MM
    advice = (*_advice(part), f"It is {spec.made_for}")
    longest = max(advance_mm(text, ADVICE_MM, Weight.REGULAR) for text in advice)
    size = ADVICE_MM * min(1.0, strip.length_mm / longest)
    for text in advice:
        v -= ADVICE_LEADING * size
        yield left_line(strip, 0, v, text, size, Weight.REGULAR, strip.length_mm + 1e-6, "tuck box advice")


def _advice(part: NetPart) -> tuple[str, ...]:
    return (
        f"Print at 100 % on card of {GRAMS} g/m². Cut along the solid lines; score the dashed ones; fold the print outward.",
        "Glue the marked flap behind the far panel. Then fold the dust flaps in and tuck the lids behind the front."
        if part.parts == 1
        else f"The box has {part.parts} parts. Glue each marked flap behind the last panel of the part it names; then fold the "
        "dust flaps in and tuck the lids.",
    )


def net_lines(spec: TuckBoxSpec, part: NetPart) -> Iterator[Line]:
    """Texts on the net that run upward: the glue flap's mark, and the title on the sides."""
    high = part.panels[0].height_mm
    mark = "glue" if part.parts == 1 else f"glue behind part {part.behind}"
    size = min(GLUE_MM, GLUE_MM * 0.6 * part.flap_mm / cap_height_mm(GLUE_MM))
    yield _upward(mark, -part.flap_mm / 2, high / 2, size, Weight.REGULAR, QUIET)
    for panel in part.panels:
        if panel.name.startswith("side") and (size := _spine_size(spec.spine, panel)):
            yield _upward(spec.spine, *panel.middle, size, Weight.BOLD, INK)


def _spine_size(title: str, panel: Panel) -> float:
    """Em of the title on a side; 0 where it would be too small to read."""
    most = min(SPINE_SHARE * panel.width_mm, SPINE_MOST_MM) / cap_height_mm(1)
    size = min(most, SPINE_LENGTH * panel.height_mm / advance_mm(title, 1, Weight.BOLD))
    return size if cap_height_mm(size) >= SPINE_LEAST_MM else 0.0


def _upward(text: str, x: float, y: float, size: float, weight: Weight, colour: str) -> Line:
    """A line of text that runs upward, its middle at a point."""
    start = y - advance_mm(text, size, weight) / 2
    return Line(text, x + cap_height_mm(size, weight) / 2, start, 90, size, weight, colour)
