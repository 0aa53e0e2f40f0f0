"""Dominoes as pieces: of plastic, and of paper as a net to fold."""

from __future__ import annotations

from dataclasses import replace

from design.config.printer import Printer
from design.config.settings import Domino
from design.context import Context, Item, brief_of, settings_of
from design.faces.face import Face
from design.families.dominoes.face import domino_edge, domino_face
from design.families.prism_net import net_face, prism_net
from design.graphics.polygons import rectangle
from design.parts.block import block_foot_mm
from design.parts.domino import DominoSpec
from rules.bill import Variant, piece_name


def domino_foot_mm(size: Domino, printer: Printer) -> float:
    """Height to which a domino's edge on the bed is cut back: it leaves less to stand on than at the front."""
    return block_foot_mm(size.edge_mm, printer)


def domino(context: Context, item: Item, variant: Variant) -> DominoSpec:
    """A domino of plastic."""
    size, printer = settings_of(context.config, item), context.config.printer
    front, back, side, end = domino_faces(context, item, variant)
    return DominoSpec(
        name=piece_name(item.id, variant),
        trim=front.trim,
        thickness_mm=printer.whole_layers(size.thickness_mm),
        edge_mm=printer.whole_layers(size.edge_mm),
        foot_mm=domino_foot_mm(size, printer),
        engrave_mm=printer.whole_layers(size.relief_mm),
        # No deeper in an upright wall than a line is wide, so that an overhanging line is held by the one beside it.
        side_mm=min(printer.whole_layers(size.relief_mm), printer.nozzle_mm),
        front=front,
        back=back,
        side=side,
        end=end,
        layer_mm=printer.layer_mm,
    )


def domino_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face, Face, Face]:
    """Front, back, long and short edge, as on the solid."""
    size, printer = settings_of(context.config, item), context.config.printer
    deep = printer.whole_layers(size.thickness_mm)
    taken_off = domino_foot_mm(size, printer)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    front, back = (domino_face(brief_of(context, item, variant, side), trim, printer.stroke_mm) for side in ("front", "back"))
    long, short = (
        domino_edge(
            replace(brief_of(context, item, variant, "front"), name=f"{piece_name(item.id, variant)}.{name}"),
            rectangle(deep, length, 0.0),
            taken_off,
            size.corner_mm,
            printer.stroke_mm,
        )
        for name, length in (("side", size.height_mm), ("end", size.width_mm))
    )
    return front, back, long, short


def domino_net(context: Context, item: Item, variant: Variant) -> tuple[Face, None]:
    """A paper domino is folded from one net that shows all its faces."""
    size = settings_of(context.config, item)
    front, back, side, end = domino_faces(context, item, variant)
    net = prism_net(size.width_mm, size.height_mm, side.size_mm[0], context.said.tuck_box.glue)
    return net_face(f"{piece_name(item.id, variant)}.net", net, (front, back, side, side, end, end)), None
