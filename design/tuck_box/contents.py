"""What goes into the tuck box: the bill's paper pieces, as stacks of flat pieces and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from design.config.paper import PaperSize
from design.context import Context, settings_of
from design.families.family import Stored
from design.families.number_board.folding_board import folded_flat
from design.families.number_board.pieces import trough_of
from design.families.registry import family_of
from design.packing.stacks import Kind
from design.sheets.paper_stock import PAPER_MM, RULE_SHEETS, SPRING, folded
from design.sheets.specs import SheetPiece
from rules.bill import BillLine, pieces_in
from rules.game import Medium

GLUE_MM = 0.05
"""Thickness of a layer of glue between paper and chipboard."""

Pieces = Mapping[str, Sequence[SheetPiece]]
"""The pieces on sheets, by component."""


def paper_lines(context: Context) -> list[BillLine]:
    """What paper makes of the bill, without the boxes."""
    lines = [(line, family_of(line)) for line in pieces_in(context.bill, Medium.PAPER)]
    return [line for line, family in lines if family.stored is not Stored.NOWHERE and Medium.PAPER in family.media]


def kinds(context: Context, lines: Sequence[BillLine], pieces: Pieces, paper: PaperSize) -> tuple[tuple[Kind, ...], ...]:
    """The box's contents: a complete list for each way to fold the rule sheet of this paper."""
    flat: list[Kind] = []
    ways: list[list[Kind]] = [[], []]
    for line in lines:
        if line.component.family == "trough-board":
            wide, deep, layers = trough_of(context, line.component).stored
            each = round(layers * context.config.tuck_box.card_mm * SPRING, 6)
            flat.append(Kind(line.component.id, count_of(context, line), round(wide, 3), round(deep, 3), each))
            continue
        if line.component.id in pieces:
            count = sum(piece.copies for piece in pieces[line.component.id])
            if family_of(line).solid and any(piece.front.folds for piece in pieces[line.component.id]):
                flat.append(_solid(context, line, count))
                continue
            laid = [folded_flat(piece.front) for piece in pieces[line.component.id]]
            wide, deep, layers = (max(one) for one in zip(*laid, strict=True))
            flat.append(_flat(context, line, count, (wide, deep), int(layers)))
            continue
        for way, folds in zip(ways, (2, 3), strict=True):
            short, long = folded(paper.width_mm, paper.height_mm, folds)
            thick = round(RULE_SHEETS * 2**folds * PAPER_MM * SPRING, 6)
            way.append(Kind(line.component.id, line.count, short, long, thick))
    return tuple((*flat, *way) for way in ways)


def _flat(context: Context, line: BillLine, count: int, size: tuple[float, float], layers: int) -> Kind:
    """A piece cut from a sheet: cards in their sleeves, markers on their backing, boards folded up."""
    card, family = context.config.card, line.component.family
    if family == "tile":
        return Kind(line.component.id, count, round(size[0], 3), round(size[1], 3), round(card.thickness_mm, 6))
    if family == "folding-board":
        thick = round(layers * card.thickness_mm * SPRING, 6)
        return Kind(line.component.id, count, round(size[0], 3), round(size[1], 3), thick)
    if family in ("card", "overview"):
        border = card.outer_width_mm - card.width_mm
        return Kind(line.component.id, count, round(size[0] + border, 3), round(size[1] + border, 3), round(card.stock_mm, 6))
    backing = context.config.paper.backing_mm
    # Front and back are glued on, one on each side.
    each = backing + 2 * (PAPER_MM + GLUE_MM) if backing else card.thickness_mm
    return Kind(line.component.id, count, round(size[0], 3), round(size[1], 3), round(each, 6))


def _solid(context: Context, line: BillLine, count: int) -> Kind:
    """A piece folded up from its net: as large as its plastic counterpart, plus one thickness of card each way."""
    size, more = settings_of(context.config, line.component), 2 * context.config.tuck_box.card_mm
    sides = (round(side + more, 6) for side in (size.width_mm, size.height_mm, size.thickness_mm))
    return Kind(line.component.id, count, *sides)


def count_of(context: Context, line: BillLine) -> int:
    """Pieces of a line including spares; a document counts as one."""
    if not family_of(line).sheet:
        return line.count
    return sum(context.config.copies(line, variant) for variant in line.variants)


def called(context: Context, line: BillLine, count: int) -> str:
    """A component's name for this count."""
    name = context.words.name(line.component.id)
    return name if count == 1 else context.words.plurals.get(line.component.id) or plural(name)


def plural(name: str) -> str:
    """The English plural of a name: `overviews of actions`, `dominoes`, `boxes`."""
    for between in (" of ", ", "):
        head, found, tail = name.partition(between)
        if found:
            return plural(head) + found + tail
    if name.endswith(("x", "s", "ch", "sh", "o")):
        return f"{name}es"
    if name.endswith("y") and name[-2:-1] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}s"
