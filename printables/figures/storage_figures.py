"""How to fill the box, for the rule sheet: from above with each store numbered, and exploded into layers.

Drawn from the very packing the box is made from: what lies where, how many, and the lid's own face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shapely import affinity
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from design.graphics.colour.palette import Palette, paler
from design.graphics.type.fonts import advance_mm
from design.graphics.type.typefaces import Weight
from design.names import LETTERS, component_of, marks_of, part_in
from design.parts.boxes.rims import plan, store_plan
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.boxes.storage_box import Well
from design.storage.filled_box import FilledBox
from printables.figures.figure import Figure
from printables.figures.oblique import SIDE, Point, block, level
from printables.figures.rail_figures import SLID_SHARE, box_with_rails, rails_from_above, slid_lid
from printables.figures.sketch import LABEL_MM, PALE, PAPER, QUIET, Marks, badge, label, line, outlined, shape
from rules.sheet_words import load_sheet_words
from rules.words import ENGLISH

HOLE = "#8d8b97"
"""Grey of a store's depth."""
LINE_MM = 4.4
"""Line spacing of the legend."""
RIGHT, UP = 0.42, 0.36
"""Offset on the page of a millimetre away from the viewer, in the exploded drawing."""
APART_MM = 30.0
"""Gap between two layers, at the box's own scale."""


def storage_plan(stowage: FilledBox, width_mm: float, language: str = ENGLISH) -> Figure:
    """The filled box from above, each store with its number, and a legend of what it holds and how many."""
    tray = stowage.filled_tray.tray
    outer = tray.inner_width_mm + 2 * tray.wall_mm, tray.inner_depth_mm + 2 * tray.wall_mm
    scale = width_mm / outer[0]
    rows = legend(stowage, language)
    lines = [_broken(text, width_mm - 8) for _, text in rows]
    foot = LINE_MM * sum(map(len, lines)) + 3.0
    high = scale * outer[1]

    def put(area: Polygon) -> Polygon:
        return affinity.affine_transform(area, [scale, 0, 0, scale, width_mm / 2, foot + high / 2])

    marks: Marks = outlined(put(box(-outer[0] / 2, -outer[1] / 2, outer[0] / 2, outer[1] / 2).buffer(-2).buffer(2)), PALE)
    for well in tray.wells:
        marks += outlined(put(store_plan(well, tray.corner_mm)), PAPER, 0.15)
    inside = (place for place in stowage.filled_tray.places if place.store not in stowage.filled_tray.papers)
    for place in sorted(inside, key=lambda one: one.corner[2]):
        x, y = place.corner[:2]
        area = put(box(x, y, x + place.size[0], y + place.size[1]))
        marks += outlined(area, _colour(stowage, place.piece), min(0.12, 0.2 * scale * min(place.size[:2])), QUIET)
    marks += [line(put(plan(recess)).exterior.coords, 0.2, QUIET) for recess in tray.recesses]
    if tray.rails:
        marks += outlined(put(rails_from_above(tray, tray.rails)), PALE, 0.15)
    numbers = {label_: number for number, (labels, _) in enumerate(rows, 1) for label_ in labels}
    for well in tray.wells:
        if well.label in numbers:
            middle = put(store_plan(well, tray.corner_mm)).centroid
            marks += badge(str(numbers[well.label]), middle.x, middle.y, 4.6)
    y = foot - 3.0 - 1.4
    for number, wrapped in enumerate(lines, 1):
        marks += badge(str(number), 2.4, y + 1.2, 4.2)
        for text in wrapped:
            marks.append(label(text, 8, y))
            y -= LINE_MM
    return Figure(foot + high, tuple(marks))


def legend(stowage: FilledBox, language: str = ENGLISH) -> list[tuple[tuple[str, ...], str]]:
    """Groups of stores that hold the same, with their contents; what lies on top comes last."""
    words = load_sheet_words(language).rule_sheet
    found: dict[tuple[tuple[str, int], ...], list[Well]] = {}
    # Stores are numbered in reading order: back to front, left to right.
    for well in sorted(stowage.filled_tray.tray.wells, key=lambda one: (-one.y_mm, one.x_mm)):
        if well.holds:
            found.setdefault(_held((piece, count) for piece, count in well.holds), []).append(well)
    rows = [
        (
            tuple(well.label for well in wells),
            words.each.format(held=_said(stowage, held)) if len(wells) > 1 else _said(stowage, held),
        )
        for held, wells in found.items()
    ]
    papers = [(place.piece, 1) for place in stowage.filled_tray.places if place.store in stowage.filled_tray.papers]
    if papers:
        rows.append((tuple(sorted(stowage.filled_tray.papers)), words.on_top.format(held=_said(stowage, _held(papers)))))
    return rows


def _held(pieces: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    """Components with their counts, in order of appearance."""
    counts: Counter[str] = Counter()
    for piece, count in pieces:
        # A piece in several parts counts once, by its first part.
        part = part_in(piece)
        if part and part[0] != LETTERS[0]:
            continue
        counts[component_of(piece)] += count
    return tuple(counts.items())


def _said(stowage: FilledBox, held: Sequence[tuple[str, int]]) -> str:
    return ", ".join(f"{count} \u00d7 {stowage.name(component)}" for component, count in held)


def _broken(text: str, width_mm: float) -> list[str]:
    """A text in lines of at most this width, broken at spaces."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and advance_mm(longer, LABEL_MM, Weight.REGULAR) <= width_mm:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _colour(stowage: FilledBox, piece: str) -> str:
    """The colour of a piece's set, or else that of its front."""
    own = [value for value in marks_of(piece) if value in Palette.model_fields]
    return paler(stowage.colours.hex(own[0]), stowage.tint) if own else PALE


def storage_layers(stowage: FilledBox, width_mm: float, _: str = ENGLISH) -> Figure:
    """The exploded box: the box at the bottom, then its contents, the papers, and the lid on top."""
    filled_tray, lid = stowage.filled_tray, stowage.lid
    tray = filled_tray.tray
    rim, half = tray.floor_mm + tray.inner_height_mm, (tray.inner_width_mm / 2, tray.inner_depth_mm / 2)
    outer = half[0] + tray.wall_mm, half[1] + tray.wall_mm
    slid = SLID_SHARE * 2 * outer[0] if isinstance(lid, SlidingLidSpec) else 0.0
    scale = width_mm / (2 * outer[0] + slid + RIGHT * 2 * outer[1])
    inside = [place for place in filled_tray.places if place.store not in filled_tray.papers]
    papers = [place for place in filled_tray.places if place.store in filled_tray.papers]
    lift = tray.height_mm + APART_MM
    above = lift + max((place.corner[2] + place.size[2] for place in inside), default=0.0) + APART_MM
    top = above + (0.7 * APART_MM if papers else 0.0)

    def at(x: float, y: float, z: float) -> Point:
        along, across = x + outer[0], y + outer[1]
        return scale * (along + RIGHT * across), scale * (z + UP * across)

    marks = block(at, (-outer[0], -outer[1], 0.0), (2 * outer[0], 2 * outer[1], rim), (PALE, SIDE))
    marks += [shape(level(at, unary_union([store_plan(well, tray.corner_mm) for well in tray.wells]), rim), HOLE)]
    if tray.rails:
        marks += box_with_rails(at, tray, tray.rails)
    for place in sorted(inside, key=lambda one: (-one.corner[1], one.corner[0], one.corner[2])):
        colour = _colour(stowage, place.piece)
        marks += block(at, (place.corner[0], place.corner[1], place.corner[2] + lift), place.size, (colour, colour))
    for place in papers:
        low = place.corner[2] - rim + above
        marks += block(at, (place.corner[0], place.corner[1], low), place.size, (PAPER, PAPER))
    if isinstance(lid, SlidingLidSpec):
        marks += slid_lid(at, lid, slid, top)
    else:
        size = (*lid.extent_mm[:2], lid.plate_mm)
        marks += block(at, (-size[0] / 2, -size[1] / 2, top), size, (PALE, SIDE))
        marks.append(shape(level(at, lid.face.relief(), top + lid.plate_mm), QUIET))
    return Figure(at(0, outer[1], top + lid.plate_mm)[1] + 0.4, tuple(marks))
