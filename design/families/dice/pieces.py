"""Dice as pieces: of plastic, and of paper as a net to fold."""

from __future__ import annotations

from design.config.settings import Die
from design.context import Context, Item, brief_of, settings_of
from design.faces.brief import Brief
from design.faces.face import Face
from design.families.dice.face import die_face
from design.families.prism_net import Sides, net_face, prism_net
from design.graphics.polygons import rectangle
from design.parts.block import block_foot_mm
from design.parts.die import DieSpec
from rules.bill import Variant, piece_name
from rules.errors import DesignError, Problem

SIDES = 6
ENDS_DEG = (-90.0, 90.0)
"""How far the upper and the lower end are turned on the net, where they are attached to the front."""


def die(context: Context, item: Item, variant: Variant) -> DieSpec:
    """A die of plastic."""
    size: Die = settings_of(context.config, item)
    printer = context.config.printer
    faces = die_faces(context, item, variant)
    return DieSpec(
        name=piece_name(item.id, variant),
        trim=faces[0].trim,
        thickness_mm=printer.whole_layers(size.edge_mm),
        edge_mm=printer.whole_layers(size.rounding_mm),
        foot_mm=block_foot_mm(size.rounding_mm, printer),
        engrave_mm=printer.whole_layers(size.relief_mm),
        # No deeper in an upright wall than a line is wide, so that an overhanging line is held by the one beside it.
        side_mm=min(printer.whole_layers(size.relief_mm), printer.nozzle_mm),
        layer_mm=printer.layer_mm,
        values=faces,
        corner_mm=size.corner_mm,
    )


def die_faces(context: Context, item: Item, variant: Variant) -> Sides:
    """The faces of 1 to 6; the two that are level in print have round corners, the upright ones square corners."""
    size: Die = settings_of(context.config, item)
    shown, piece = _brief(context, item, variant), piece_name(item.id, variant)
    edge, line = context.config.printer.whole_layers(size.edge_mm), context.config.printer.stroke_mm
    level, upright = rectangle(edge, edge, size.corner_mm), rectangle(edge, edge, 0.0)
    one, two, three, four, five, six = (
        die_face(shown, f"{piece}.face-{value}", level if value in (1, SIDES) else upright, value, line)
        for value in range(1, SIDES + 1)
    )
    return one, two, three, four, five, six


def die_net(context: Context, item: Item, variant: Variant) -> tuple[Face, None]:
    """A paper die is folded from one net that shows all its faces, each in the same place as on the solid."""
    one, two, three, four, five, six = die_faces(context, item, variant)
    net = prism_net(*one.size_mm, one.size_mm[0], context.said.tuck_box.glue)
    return net_face(f"{piece_name(item.id, variant)}.net", net, (six, one, five, two, three, four), ENDS_DEG), None


def _brief(context: Context, item: Item, variant: Variant) -> Brief:
    """What all faces show; DesignError names anything that a die does not accept."""
    given, shown = item.faces.get("front"), brief_of(context, item, variant, "front")
    problems = []
    if "back" in item.faces:
        problems.append(Problem(f"{item.id} faces.back", "a die has six faces, and front says what they show; leave it out"))
    for key in ("text", "badge", "words", "both_ways") if given else ():
        if getattr(given, key):
            what = "a die shows pips, or the six values of an axis (row); leave it out"
            problems.append(Problem(f"{item.id} faces.front.{key}", what))
    if given and given.pattern not in (None, "pips"):
        problems.append(Problem(f"{item.id} faces.front.pattern = {given.pattern}", "must be pips, or left out"))
    if given and given.icon and given.icon != given.row:
        what = "must be the axis that row names: its values' shapes are drawn; or left out"
        problems.append(Problem(f"{item.id} faces.front.icon = {given.icon}", what))
    if given and given.row and len(shown.row) != SIDES:
        what = f"has {len(shown.row)} values, and a die shows {SIDES}"
        problems.append(Problem(f"{item.id} faces.front.row = {given.row}", what))
    if problems:
        raise DesignError(problems)
    return shown
