"""The space that pieces take: what is to be stored, its size as it lies, and how it may be stacked.

This covers the whole bill and its spares, except the box itself: plates, connectors and markers as printed, cards in
their sleeves, overviews and the folded rule sheet.
"""

from __future__ import annotations

from design.context import Context, Item, once, settings_of
from design.families.family import Stored
from design.families.registry import family_of
from design.graphics.art.icons import ICONS
from design.packing.goods import Envelope, Goods, Stacking
from design.parts.splitting.split import split
from design.sheets.paper_stock import PAPER_MM, RULE_SHEETS, SPRING, folded
from rules.bill import BillLine, Variant, axis_values, pieces_in
from rules.errors import DesignError, Problem
from rules.game import Component, Medium, Role


@once
def goods(context: Context) -> tuple[Goods, ...]:
    """Everything that goes into the stores, cards first; DesignError names a family without a size."""
    lines = [line for line in _stored(context) if not _on_top(line)]
    found: dict[tuple[str, Envelope], list[BillLine]] = {}
    stacking = {}
    for line in lines:
        envelope, how = _part_envelope(context, line)
        label = line.component.id if family_of(line).stored is Stored.APART else f"{line.component.family}s"
        found.setdefault((label, envelope), []).append(line)
        stacking[label] = how
    return tuple(
        Goods(label, *_in_kits(context, members), envelope, stacking[label], _sign(context, members[0]))
        for (label, envelope), members in found.items()
    )


def _sign(context: Context, line: BillLine) -> str:
    """The outline of a marker, or a sign for a family."""
    if line.component.family == "marker":
        outline = settings_of(context.config, line.component).outline
        return outline if outline in ICONS else "square"
    return family_of(line).sign


def papers(context: Context) -> tuple[tuple[Goods, ...], ...]:
    """What lies on top of the stores: for each item the ways to fold it, fewest folds first."""
    return tuple(_paper_ways(context, line) for line in _stored(context) if _on_top(line))


def _on_top(line: BillLine) -> bool:
    """Whether it lies on top of the stores: everything to read, part or not, and the boards of the game."""
    item = line.component
    return family_of(line).stored is Stored.ON_TOP or (item.family == "board" and _role(item) is Role.PART)


def _stored(context: Context) -> tuple[BillLine, ...]:
    return tuple(line for line in pieces_in(context.bill, Medium.SOLID) if family_of(line).stored is not Stored.NOWHERE)


def _role(item: Item) -> Role:
    return item.role if isinstance(item, Component) else Role.PART


def _part_envelope(context: Context, line: BillLine) -> tuple[Envelope, Stacking]:
    family, item = family_of(line), line.component
    if item.family == "card":
        card = settings_of(context.config, item)
        return Envelope(card.outer_width_mm, card.outer_height_mm, round(card.stock_mm, 6)), Stacking.FLAT
    if family.solid is None:
        raise DesignError(Problem(f"{item.id} family = {item.family}", "has no known size, so the box has no store for it"))
    spec = family.solid(context, item, line.variants[0])
    width, depth, height = spec.extent_mm
    return Envelope(round(width, 3), round(depth, 3), round(height, 6)), spec.stacking


def _paper_ways(context: Context, line: BillLine) -> tuple[Goods, ...]:
    item, card = line.component, context.config.card
    if item.family == "board":
        return (_board(context, line),)
    names = tuple(line.piece(variant) for variant in line.variants for _ in range(context.config.copies(line, variant)))
    if item.family == "overview":
        size = settings_of(context.config, item)
        border = card.outer_width_mm - card.width_mm
        envelope = Envelope(size.width_mm + border, size.height_mm + border, round(card.stock_mm, 6))
        return (Goods(item.id, names, ("",) * len(names), envelope, Stacking.FLAT),)
    sizes = context.config.paper.papers()
    ways = []
    for folds in (2, 3):
        # Each fold halves the longer side; the box holds the rule sheet on any of the papers.
        flat = [folded(paper.width_mm, paper.height_mm, folds) for paper in sizes]
        thick = round(RULE_SHEETS * 2**folds * PAPER_MM * SPRING, 3)
        envelope = Envelope(max(one[1] for one in flat), max(one[0] for one in flat), thick)
        ways.append(Goods(item.id, names, ("",) * len(names), envelope, Stacking.FLAT))
    return tuple(ways)


def _board(context: Context, line: BillLine) -> Goods:
    """A board in its printed parts, stacked, each with the space of the largest."""
    names, sizes = [], []
    maker, config = family_of(line).solid, context.config
    assert maker is not None
    for variant in line.variants:
        for part in split(maker(context, line.component, variant), config.printer, config.clearances.split_joint_clearance_mm):
            names += [part.name] * config.copies(line, variant)
            sizes.append(part.extent_mm)
    width, depth, height = (max(size[axis] for size in sizes) for axis in range(3))
    envelope = Envelope(round(width, 3), round(depth, 3), height)
    return Goods(line.component.id, tuple(names), ("",) * len(names), envelope, Stacking.FLAT)


def kit_axis(context: Context) -> str:
    """The axis whose values name the players' sets, such as `colour`; empty if the game has no kits."""
    return next((kit.by for kit in context.bill.game.kits.values()), "")


def _in_kits(context: Context, lines: list[BillLine]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of all pieces and the kit of each, grouped by kit, so that a set comes out as one.

    Spares of a colour go with its kit, other spares with none.
    """
    axis = kit_axis(context)
    order = axis_values(context.bill.game, context.bill.players, axis) if axis else ()
    placed = [
        (order.index(kit) if kit in order else -1, line.piece(variant), kit)
        for line in lines
        for variant in line.variants
        for kit in (
            *_kits_of(line, variant, axis, order),
            *[variant.values.get(axis, "")] * (context.config.copies(line, variant) - line.copies_of(variant)),
        )
    ]
    placed.sort(key=lambda one: one[0])
    return tuple(piece for _, piece, _ in placed), tuple(kit for _, _, kit in placed)


def _kits_of(line: BillLine, variant: Variant, axis: str, order: tuple[str, ...]) -> tuple[str, ...]:
    """The kit of each copy: the variant's own, or each kit in turn if every player has the same pieces."""
    own = variant.values.get(axis, "")
    copies = line.copies_of(variant)
    shared = line.component.per == "player" and not own and copies % max(1, len(order)) == 0
    return tuple(order[copy % len(order)] if shared and order else own for copy in range(copies))
