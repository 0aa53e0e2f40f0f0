"""Families: how a component is made, in which media, by which builder, and to which specification.

Four games share these and have no code of their own in either producer. Builders are named as text and
found when a file is about to be made, so that neither CAD nor PDF is imported before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from design.board import Board, board
from design.config import Config
from design.faces.brief import brief
from design.faces.card import card_face
from design.faces.domino import domino_edge, domino_face, net_face
from design.faces.face import Face
from design.faces.marker import marker_face
from design.faces.overview import overview_face
from design.faces.plate import plate_back, plate_front
from design.faces.trims import marker_trim, rectangle
from design.fonts import demand
from design.printer import Printer
from design.prism_net import prism_net
from design.settings import Domino, MarkerSize
from design.specs import ConnectorSpec, DominoSpec, Hand, MarkerSpec, PlateSpec, Side
from design.thinness import RELIEF_MM
from rules.bill import Bill, BillLine, Variant, derive_bill, piece_name
from rules.errors import DesignError, Problem
from rules.game import Component, FaceSpec, Game, Medium, StandInPiece
from rules.words import Words, load_words


@dataclass(frozen=True)
class Context:
    """What a family needs to know to specify a piece."""

    bill: Bill
    config: Config
    words: Words
    board: Board

    @classmethod
    def of(cls, bill: Bill, config: Config, words: Words) -> Context:
        """The context of a game's bill in a configuration."""
        return cls(bill, config, words, board(config))

    @classmethod
    def of_game(cls, game: Game, config: Config) -> Context:
        """The context of a game for as many players as the configuration has; DesignError if its words cannot be set."""
        words = load_words(game.reference)
        demand([(f"{game.id} title", game.title), *((f"{game.id} words {name}", word) for name, word in words.names.items())])
        return cls.of(derive_bill(game, config.games[game.id].players), config, words)


Item = Component | StandInPiece


@dataclass(frozen=True)
class Family:
    """How a family is made.

    media: what it is made in. builder: the maker of its solid, as text. sheet: the stem of the print-and-play
    sheets that its pieces go on. solid, faces: functions of (context, component, variant); `faces` are the sides that are
    printed, and `shown` those that figures may show besides.
    """

    media: frozenset[Medium]
    builder: str = ""
    sheet: str = ""
    solid: Callable[[Context, Item, Variant], Any] | None = None
    faces: Callable[[Context, Item, Variant], tuple[Face, Face | None]] | None = None
    shown: Callable[[Context, Item, Variant], tuple[Face, ...]] | None = None


def settings_of(config: Config, item: Item) -> Any:
    """What a component's `spec` refers to in the configuration (`$markers.door`)."""
    reference = item.spec
    if isinstance(reference, dict):
        try:
            return MarkerSize.model_validate(reference)
        except ValidationError as error:
            raise DesignError(Problem(f"{item.id} spec", str(error.errors()[0]["msg"]))) from None
    value: Any = config
    for step in (reference or "").removeprefix("$").split("."):
        if not isinstance(value, BaseModel) or step not in type(value).model_fields:
            raise DesignError(Problem(f"{item.id} spec = {reference}", "names nothing in the configuration"))
        value = getattr(value, step)
    return value


def _brief(context: Context, item: Item, variant: Variant, side: str) -> Any:
    name = f"{piece_name(item.id, variant)}.{side}"
    spec = item.faces.get("front" if side == "front" else "back", FaceSpec())
    return brief(name, spec, context.bill.game, context.bill.players, variant, context.config.colours)


def _card_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    front, back = (card_face(_brief(context, item, variant, side), trim) for side in ("front", "back"))
    return front, back


def _overview_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    size = settings_of(context.config, item)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    briefs = [_brief(context, item, variant, side) for side in ("front", "back")]
    missing = [one.words for one in briefs if one.words not in context.words.blocks]
    if missing:
        raise DesignError([Problem(f"{item.id} words = {one}", "the game's words have no such block") for one in missing])
    front, back = (overview_face(one, trim, context.words.blocks[one.words]) for one in briefs)
    return front, back


def _marker_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face]:
    size = settings_of(context.config, item)
    trim = marker_trim(size.outline, size.width_mm, size.height_mm)
    printer = context.config.printer
    # What stands higher than a relief is a wall.
    line = printer.stroke_mm if printer.whole_layers(size.relief_mm) <= RELIEF_MM else printer.wall_mm
    front, back = (marker_face(_brief(context, item, variant, side), trim, side, line) for side in ("front", "back"))
    return front, back


def _marker(context: Context, item: Item, variant: Variant) -> MarkerSpec:
    size = settings_of(context.config, item)
    front, back = _marker_faces(context, item, variant)
    layer = context.config.printer.whole_layers
    return MarkerSpec(
        name=piece_name(item.id, variant),
        trim=front.trim,
        thickness_mm=layer(size.thickness_mm),
        front=front,
        back=back,
        raise_mm=layer(size.relief_mm),
        engrave_mm=layer(size.relief_mm),
        foot_relief_mm=context.config.printer.foot_relief_mm,
        seam_mm=layer((size.thickness_mm + size.relief_mm) / 2),
    )


def _plate(context: Context, item: Item, variant: Variant) -> PlateSpec:
    geometry, settings = context.board, context.config.number_board
    layer = context.config.printer.whole_layers
    trim = rectangle(geometry.plate_length_mm, geometry.plate_height_mm, 0.0)
    front_brief = _brief(context, item, variant, "front")
    back_brief = _brief(context, item, variant, "back")
    stroke = context.config.printer.stroke_mm
    return PlateSpec(
        name=piece_name(item.id, variant),
        side=Side.OWNER if ascending(item) else Side.TABLE,
        length_mm=geometry.plate_length_mm,
        height_mm=geometry.plate_height_mm,
        thickness_mm=geometry.plate_thickness_mm,
        front=plate_front(front_brief, trim, geometry.places_x, settings.digit_height_mm, stroke),
        back=plate_back(back_brief, trim, geometry.places_x, settings.spacer_width_mm, stroke),
        front_depth_mm=layer(settings.digit_depth_mm),
        back_depth_mm=layer(settings.symbol_depth_mm),
        spacers_x=geometry.borders_x,
        spacer_width_mm=settings.spacer_width_mm,
        spacer_height_mm=geometry.spacer_height_mm,
        key=geometry.key_owner if ascending(item) else geometry.key_table,
        groove_mm=context.config.clearances.connector_key_clearance_mm,
        channel_mm=geometry.channel_mm,
        foot_relief_mm=context.config.printer.foot_relief_mm,
    )


def _connector(context: Context, item: Item, variant: Variant) -> ConnectorSpec:
    geometry, settings = context.board, context.config.number_board
    return ConnectorSpec(
        name=piece_name(item.id, variant),
        hand=Hand(variant.values["hand"]),
        height_mm=geometry.plate_height_mm,
        slot_mm=geometry.slot_mm,
        slot_depth_mm=geometry.slot_depth_mm,
        plate_end_x_mm=geometry.plate_length_mm / 2,
        end_clearance_mm=context.config.clearances.connector_end_clearance_mm,
        tongue_mm=geometry.tongue_mm,
        wall_mm=settings.connector_wall_mm,
        foot_mm=settings.connector_foot_mm,
        key_owner=geometry.key_owner,
        key_table=geometry.key_table,
        foot_relief_mm=context.config.printer.foot_relief_mm,
    )


FOOT_RISE = 1.25
"""The edge on the bed rises so many times as far as it leans out: 39 degrees, for at 45 a slicer is of two minds."""


def domino_foot_mm(size: Domino, printer: Printer) -> float:
    """How far up a domino's edge on the bed is taken off: there it stands on less than at its front."""
    return printer.whole_layers(FOOT_RISE * printer.whole_layers(size.edge_mm))


def _domino(context: Context, item: Item, variant: Variant) -> DominoSpec:
    size, printer = settings_of(context.config, item), context.config.printer
    front, back, side, end = _domino_faces(context, item, variant)
    return DominoSpec(
        name=piece_name(item.id, variant),
        trim=front.trim,
        thickness_mm=printer.whole_layers(size.thickness_mm),
        edge_mm=printer.whole_layers(size.edge_mm),
        foot_mm=domino_foot_mm(size, printer),
        engrave_mm=printer.whole_layers(size.relief_mm),
        # In an upright wall no deeper than a line is wide: what hangs over it hangs on the line beside it.
        side_mm=min(printer.whole_layers(size.relief_mm), printer.nozzle_mm),
        front=front,
        back=back,
        side=side,
        end=end,
        layer_mm=printer.layer_mm,
    )


def _domino_faces(context: Context, item: Item, variant: Variant) -> tuple[Face, Face, Face, Face]:
    """Front, back, long and short edge, as the solid has them."""
    size, printer = settings_of(context.config, item), context.config.printer
    deep = printer.whole_layers(size.thickness_mm)
    taken_off = domino_foot_mm(size, printer)
    trim = rectangle(size.width_mm, size.height_mm, size.corner_mm)
    front, back = (domino_face(_brief(context, item, variant, side), trim, printer.stroke_mm) for side in ("front", "back"))
    long, short = (
        domino_edge(
            replace(_brief(context, item, variant, "front"), name=f"{piece_name(item.id, variant)}.{name}"),
            rectangle(deep, length, 0.0),
            taken_off,
            size.corner_mm,
            printer.stroke_mm,
        )
        for name, length in (("side", size.height_mm), ("end", size.width_mm))
    )
    return front, back, long, short


def _domino_net(context: Context, item: Item, variant: Variant) -> tuple[Face, None]:
    """Of paper a domino is folded: one net that shows all its faces."""
    size = settings_of(context.config, item)
    front, back, side, end = _domino_faces(context, item, variant)
    net = prism_net(size.width_mm, size.height_mm, side.size_mm[0])
    return net_face(f"{piece_name(item.id, variant)}.net", net, (front, back), side, end), None


_SHEETS = frozenset({Medium.PAPER, Medium.CUT})

FAMILIES: dict[str, Family] = {
    "plate": Family(frozenset({Medium.SOLID}), "fabrication.parts.plate:plate", solid=_plate),
    "connector": Family(frozenset({Medium.SOLID}), "fabrication.parts.connector:connector", solid=_connector),
    "marker": Family(_SHEETS | {Medium.SOLID}, "fabrication.parts.marker:marker", "markers", _marker, _marker_faces),
    "domino": Family(
        _SHEETS | {Medium.SOLID}, "fabrication.parts.domino:domino", "dominoes", _domino, _domino_net, _domino_faces
    ),
    "card": Family(_SHEETS, sheet="cards", faces=_card_faces),
    "overview": Family(_SHEETS, sheet="overviews", faces=_overview_faces),
    "rule-sheet": Family(frozenset({Medium.PAPER}), "printables.rulesheet:write_rule_sheet"),
    "tuck-box": Family(_SHEETS),
    "tray": Family(frozenset({Medium.SOLID}), "fabrication.parts.storage_box:tray"),
    "lid": Family(frozenset({Medium.SOLID}), "fabrication.parts.storage_box:lid"),
}


def family_of(line: BillLine) -> Family:
    """A bill line's family; DesignError lists the families there are."""
    name = line.component.family
    if name not in FAMILIES:
        what = f"this version cannot make it yet; it makes {', '.join(FAMILIES)}"
        raise DesignError(Problem(f"{line.component.id} family = {name}", what))
    return FAMILIES[name]


def ascending(item: Item) -> bool:
    """Whether a plate's row reads 1 2 3: it is the owner's."""
    return item.faces["front"].order == "ascending"
