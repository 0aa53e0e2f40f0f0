"""What the pictures show: each part by itself, an assembled board with its cards, and the box with everything in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cadquery as cq
from shapely import affinity

from design.context import Context
from design.faces.face import Face
from design.families.family import Family, Stored
from design.families.number_board.geometry import board_of, standings
from design.families.registry import family_of
from design.graphics.colour.palette import Palette
from design.graphics.polygons import as_multi
from design.graphics.type.outlines import text_outline
from design.names import marks_of
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.part_spec import NEUTRAL, PartSpec
from design.parts.splitting.spec import SplitSpec
from design.parts.splitting.split import split
from design.storage.box import FilledTray, Place, filled_tray
from design.storage.lids import any_lid_spec
from fabrication.kernel.prisms import prisms
from fabrication.part import ASSEMBLY, Part, built
from fabrication.parts.storage_box import tray
from fabrication.scenes.assembly import upright
from fabrication.scenes.card_scene import FILM_MM, PAPER, drawn_card
from fabrication.scenes.drawing import shaded
from fabrication.scenes.stowing import blank, stowing
from fabrication.scenes.surfaces import Band, Drawn
from fabrication.split import split_part
from rules.bill import BillLine, Variant, pieces_in
from rules.game import Medium

GAP_MM = 8.0
"""Gap between pieces shown next to each other."""


def _is_shown(family: Family) -> bool:
    """Whether a family's solids lie in the box, and are no part of it."""
    return bool(family.solid_by) and family.stored is not Stored.NOWHERE


def part_colour(piece: str, spec: PartSpec, palette: Palette) -> str:
    """The filament a piece is shown in: its set's colour, or its own ground."""
    named = (palette.hex(value) for value in marks_of(piece) if value in type(palette).model_fields)
    return next(named, spec.ground)


def bands_of(spec: PartSpec, colour: str) -> tuple[Band, ...]:
    """What is seen on a part besides its colour: reliefs in their ink, grounds of engravings in shade."""
    return tuple(Band(tint.low_mm, tint.high_mm, tint.colour or shaded(colour)) for tint in spec.tints)


class Pieces:
    """The solids of a game's pieces, each built once, with their display colours."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._found: dict[str, tuple[Part, str, tuple[Band, ...]]] = {}
        self._specs: dict[str, PartSpec] = {}

    def lines(self) -> list[BillLine]:
        """The lines of the bill that have solids of their own, the box left out."""
        return [line for line in pieces_in(self.context.bill, Medium.SOLID) if _is_shown(family_of(line))]

    def spec(self, line: BillLine, variant: Variant) -> PartSpec:
        """What a piece is made of."""
        piece = line.piece(variant)
        if piece not in self._specs:
            maker = family_of(line).solid
            assert maker is not None
            self._specs[piece] = maker(self.context, line.component, variant)
        return self._specs[piece]

    def show(self, line: BillLine, variant: Variant) -> tuple[Part, str, tuple[Band, ...]]:
        """The part of a piece, its colour and its bands."""
        piece = line.piece(variant)
        if piece not in self._found:
            spec = self.spec(line, variant)
            colour = part_colour(piece, spec, self.context.config.colours)
            self._found[piece] = built(spec), colour, bands_of(spec, colour)
        return self._found[piece]

    def drawn(self, line: BillLine, variant: Variant, location: cq.Location) -> list[Drawn]:
        """A piece in a given place."""
        part, colour, bands = self.show(line, variant)
        if self.spec(line, variant).upright_faces:
            # What they show no band of height brings out.
            return [Drawn(solid, body.filament.colour, location) for body in part.in_colours() for solid in body.solids]
        return [Drawn(body.solid, colour, location, bands) for body in part.bodies]


def component_scene(pieces: Pieces, line: BillLine) -> list[Drawn]:
    """All variants of a component side by side, fronts up, plus one that shows its back.

    Connectors stand as in use; long pieces lie behind each other.
    """
    parts = [pieces.show(line, variant)[0] for variant in line.variants]
    boxes = [part.bodies[0].solid.BoundingBox() for part in parts]
    step_x, step_y = max(box.xlen for box in boxes) + GAP_MM, max(box.ylen for box in boxes) + GAP_MM
    long = step_x > 3 * step_y
    spec = pieces.spec(line, line.variants[0])
    # Plates are printed on their fronts, their upper edge toward -Y; markers on their backs.
    upright, over = cq.Location(), cq.Location((0, 0, 0), (0, 1, 0), 180)
    front, back = (
        (cq.Location((0, 0, 0), (1, 0, 0), 180), cq.Location((0, 0, 0), (0, 0, 1), 180)) if spec.front_down else (upright, over)
    )
    shown = [(variant, front) for variant in line.variants]
    if not spec.plain_back:
        shown.append((line.variants[0], back))
    scene = []
    for number, (variant, turn) in enumerate(shown):
        place = cq.Location((0, -number * step_y, 0) if long else (number * step_x, 0, 0))
        # A difference of one spacer would show, so all pieces lie on the same ground.
        low = pieces.show(line, variant)[0].bodies[0].solid.moved(turn).BoundingBox().zmin
        scene += pieces.drawn(line, variant, place * cq.Location((0, 0, -low)) * turn)
    return scene


def board_scene(pieces: Pieces, value: str) -> list[Drawn]:
    """The number board of one colour with its five cards or tiles: the shape or dog in the middle, an X on either side."""
    context = pieces.context
    scene: list[Drawn] = []
    for line in pieces.lines():
        if line.component.family in ("plate", "connector"):
            for variant in line.variants:
                if variant.values.get("colour", value) == value:
                    part, colour, bands = pieces.show(line, variant)
                    scene += [Drawn(body.solid, colour, part.frames[ASSEMBLY], bands) for body in part.bodies]
    tiles = _tiles_of(pieces, value)
    if tiles:
        stands = standings(context.bill.game)(context.config)
        for x, (line, variant) in zip(board_of(context).places_x, tiles[1:3] + tiles[:1] + tiles[3:], strict=True):
            scene += pieces.drawn(line, variant, upright(stands.thick_mm, stands.height_mm, x))
        return scene
    cards = _cards_of(context, value)
    for x, faces in zip(board_of(context).places_x, cards[1:3] + cards[:1] + cards[3:], strict=True):
        stock = context.config.card.stock_mm
        scene += drawn_card(*faces, stock, upright(stock, faces[0].size_mm[1], x))
    return scene


def _tiles_of(pieces: Pieces, value: str) -> list[tuple[BillLine, Variant]]:
    """The tiles of a colour, each as often as it exists, in the order of the bill."""
    return [
        (line, variant)
        for line in pieces.lines()
        if line.component.family == "tile"
        for variant in line.variants
        if variant.values.get("colour") == value
        for _ in range(line.copies_of(variant))
    ]


def line_scene(pieces: Pieces, line: BillLine, gap_mm: float) -> list[Drawn]:
    """Dominoes in a line, every third one on its long side, the first tipping towards the next, seen from the side."""
    scene, x = [], 0.0
    for number, variant in enumerate(line.variants):
        box = pieces.show(line, variant)[0].bodies[0].solid.BoundingBox()
        deep, side = box.zlen, number % 3 == 1
        # With its upper end up, or the right side down; its face looks along the line.
        upright = cq.Location((0, 0, box.ylen / 2), (1, 0, 0), 90)
        lying = cq.Location((0, 0, box.xlen / 2), (1, 0, 0), 90) * cq.Location((0, 0, 0), (0, 0, 1), -90)
        along = cq.Location((x + deep / 2, 0, 0), (0, 0, 1), -90) * cq.Location((0, deep / 2, 0))
        scene += pieces.drawn(line, variant, along * (lying if side else upright))
        x += deep + gap_mm
    return scene


def _cards_of(context: Context, value: str) -> list[tuple[Face, Face]]:
    """Front and back of each card of a colour, in the order of the bill."""
    found: list[tuple[Face, Face]] = []
    for line in context.bill.lines:
        family = family_of(line)
        if line.component.family == "card" and family.faces is not None:
            for variant in line.variants:
                if variant.values.get("colour") == value:
                    front, back = family.faces(context, line.component, variant)
                    found += [(front, back)] * line.copies_of(variant) if back is not None else []
    return found


def box_scene(pieces: Pieces, papers: bool) -> list[Drawn]:
    """The open box with every piece in its store, with or without the papers on top."""
    packed = filled_tray(pieces.context)
    scene = _tray(packed)
    split_parts = _split_parts(pieces)
    known = {line.piece(variant): (line, variant) for line in pieces.lines() for variant in line.variants}
    flat = _flat_goods(pieces.context)
    for place in packed.places:
        if place.store in packed.papers and not papers:
            continue
        if place.piece in known:
            part = pieces.show(*known[place.piece])[0]
            scene += pieces.drawn(*known[place.piece], stowing(place, part.bodies[0].solid))
        elif place.piece in split_parts:
            body, colour = split_parts[place.piece]
            scene.append(Drawn(body, colour, stowing(place, body)))
        elif place.piece in flat:
            front, back = flat[place.piece]
            (stock,) = prisms(as_multi(front.trim), 0, place.size[2])
            where = stowing(place, stock)
            scene += drawn_card(front, back, place.size[2], where) if _on_top(place, packed) else [Drawn(stock, PAPER, where)]
        else:
            scene += _folded_sheet(pieces.context, place)
    return scene


def _split_parts(pieces: Pieces) -> dict[str, tuple[cq.Solid, str]]:
    """The parts of boards that come in several, by name, each with its colour."""
    config = pieces.context.config
    parts: dict[str, tuple[cq.Solid, str]] = {}
    for line in pieces.lines():
        for variant in line.variants if line.component.family == "board" else ():
            spec = pieces.spec(line, variant)
            for part in split(spec, config.printer, config.clearances.split_joint_clearance_mm):
                if isinstance(part, SplitSpec):
                    colour = part_colour(line.piece(variant), spec, config.colours)
                    parts[part.name] = split_part(part).bodies[0].solid, colour
    return parts


def _folded_sheet(context: Context, place: Place) -> list[Drawn]:
    """A folded rule sheet: white paper with the game's title."""
    width, depth, height = (place.size[place.axes.index(axis)] for axis in range(3))
    sheet = blank(width, depth, height)
    where = stowing(place, sheet)
    title = text_outline(context.bill.game.title, 10.0)
    left, bottom, right, top = title.bounds
    factor = 0.7 * width / (right - left)
    middle = affinity.translate(title, -(left + right) / 2, -(bottom + top) / 2)
    letters = prisms(as_multi(affinity.scale(middle, factor, factor, origin=(0, 0))), height, height + FILM_MM)
    ink = context.config.colours.hex("ink")
    return [Drawn(sheet, PAPER, where), *(Drawn(letter, ink, where) for letter in letters)]


def _on_top(place: Place, packed: FilledTray) -> bool:
    """Whether no other piece of its store lies above it; only then is its print visible."""
    return not any(other.store == place.store and other.corner[2] > place.corner[2] for other in packed.places)


def _tray(packed: FilledTray) -> list[Drawn]:
    part = tray(packed.tray)
    return [Drawn(body.solid, NEUTRAL, cq.Location()) for body in part.bodies]


def _flat_goods(context: Context) -> dict[str, tuple[Face, Face]]:
    """Front and back of every piece printed on card on both sides."""
    found: dict[str, tuple[Face, Face]] = {}
    for line in context.bill.lines:
        family = family_of(line)
        if family.faces is not None and family.solid is None:
            for variant in line.variants:
                front, back = family.faces(context, line.component, variant)
                # Folded pieces have no back, and lie in no plastic box.
                if back is not None:
                    found[line.piece(variant)] = front, back
    return found


def lid_scene(context: Context, name: str = "storage-lid") -> list[Drawn]:
    """The lid lying title up on z = 0, its outline centred on the origin."""
    spec = any_lid_spec(context, name)
    part = built(spec)
    turn = cq.Location((0, 0, spec.extent_mm[2]), (1, 0, 0), 180)
    bands = (Band(spec.engrave_mm, spec.engrave_mm, shaded(NEUTRAL, 0.5)),)
    return [Drawn(body.solid, NEUTRAL, turn, bands) for body in part.bodies]


def sliding_scene(pieces: Pieces, open_share: float) -> list[Drawn]:
    """The filled box with its sliding lid in the rails, pulled out by a share of its length; ValueError for another lid."""
    context = pieces.context
    spec = any_lid_spec(context, "storage-lid")
    if not isinstance(spec, SlidingLidSpec) or spec.ridge is None:
        raise ValueError("the configuration has no sliding lid")
    out = open_share * spec.outer_width_mm
    # The ridge is the lowest point of the loose lid; in the rails the lid lies on the rim, with its ridge below.
    height = filled_tray(context).tray.rim_mm - spec.ridge.high_mm
    return [*box_scene(pieces, True), *moved(lid_scene(context), (out, 0.0, height))]


def moved(scene: Iterable[Drawn], by: tuple[float, float, float]) -> list[Drawn]:
    """A scene moved to another place."""
    return [replace(item, location=cq.Location(by) * item.location) for item in scene]
