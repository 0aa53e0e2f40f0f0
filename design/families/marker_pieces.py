"""Markers as pieces: of plastic, and as two paper sides to glue on board."""

from __future__ import annotations

from design.config.settings import MarkerSize, Tile
from design.context import Context, Item, brief_of, settings_of
from design.faces.face import Face
from design.faces.slots import refuse_pixels, slots_face
from design.faces.trims import marker_trim
from design.families.marker import marker_face
from design.parts.marker import MarkerSpec
from design.parts.thinness import RELIEF_MM
from rules.bill import Variant, piece_name


def marker_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    """Front and back, as standard or as their owner laid them out."""
    size = settings_of(context.config, item)
    trim = marker_trim(size.outline, size.width_mm, size.height_mm)
    printer = context.config.printer
    # Anything higher than a relief is a wall.
    line = printer.stroke_mm if printer.whole_layers(size.relief_mm) <= RELIEF_MM else printer.wall_mm
    briefs = {side: brief_of(context, item, variant, side) for side in ("front", "back")}
    front, back = (
        slots_face(one, trim, context.bleed_mm) if one.slots else marker_face(one, trim, side, line)
        for side, one in briefs.items()
    )
    return front, back


def marker(context: Context, item: Item, variant: Variant) -> MarkerSpec:
    """A marker of plastic."""
    size = settings_of(context.config, item)
    middle = (size.thickness_mm + size.relief_mm) / 2
    return flat_piece(context, piece_name(item.id, variant), size, marker_faces(context, item, variant), middle)


def flat_piece(
    context: Context, name: str, size: MarkerSize | Tile, faces: tuple[Face, Face], seam_mm: float, body: str = ""
) -> MarkerSpec:
    """A flat piece of plastic with a front and a back; `seam_mm` and `body` are those of its specification.

    Raises:
        DesignError: a face holds an image, which no 3D printer draws.
    """
    refuse_pixels(faces)
    front, back = faces
    layer = context.config.printer.whole_layers
    return MarkerSpec(
        name=name,
        trim=front.trim,
        thickness_mm=layer(size.thickness_mm),
        front=front,
        back=back,
        raise_mm=layer(size.relief_mm),
        engrave_mm=layer(size.relief_mm),
        foot_relief_mm=context.config.printer.foot_relief_mm,
        seam_mm=layer(seam_mm),
        body=body,
    )
