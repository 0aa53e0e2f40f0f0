"""The registry of families: each is defined here once, for all code that makes, stores, checks or judges pieces.

Four games share these families and have no code of their own in either producer. `docs/new-family.md` shows how to add one.
"""

from __future__ import annotations

from design.context import Context, Item, settings_of
from design.families.family import Family, Form, Stored, found
from design.parts.boards.connector import ConnectorSpec
from design.parts.boards.plate import PlateSpec
from design.parts.boards.squares import SquaresSpec
from design.parts.boxes.lift_off_lid import LidSpec
from design.parts.boxes.sliding_lid import SlidingLidSpec
from design.parts.boxes.storage_box import TraySpec
from design.parts.die import DieSpec
from design.parts.domino import DominoSpec
from design.parts.marker import MarkerSpec
from design.parts.part_spec import PartSpec
from design.parts.splitting.spec import SplitSpec
from rules.bill import BillLine
from rules.errors import DesignError, Problem
from rules.game import Medium

__all__ = ["FAMILIES", "FORMS", "Context", "Family", "Item", "family_of", "form_of", "found", "settings_of"]

_PARTS = "fabrication.parts"
_JUDGES = "tablewright.inspection.solids"
_HERE = "design.families"
_CHECKS = "design.checks"
_SOLID = frozenset({Medium.SOLID})
_SHEETS = frozenset({Medium.PAPER, Medium.CUT})

_MARKER = Form(MarkerSpec, f"{_PARTS}.marker:marker", f"{_JUDGES}.markers:MARKER")

FAMILIES: dict[str, Family] = {
    "plate": Family(
        _SOLID,
        forms=(Form(PlateSpec, f"{_PARTS}.plate:plate", f"{_JUDGES}.plates:PLATE"),),
        solid_by=f"{_HERE}.number_board.pieces:number_plate",
        sign="minus",
        checks=(f"{_CHECKS}.board:number_board_problems",),
    ),
    "connector": Family(
        _SOLID,
        forms=(Form(ConnectorSpec, f"{_PARTS}.connector:connector", f"{_JUDGES}.connectors:CONNECTOR"),),
        solid_by=f"{_HERE}.number_board.pieces:board_connector",
        sign="plus",
    ),
    "marker": Family(
        _SHEETS | _SOLID,
        forms=(_MARKER,),
        solid_by=f"{_HERE}.marker_pieces:marker",
        sheet="markers",
        faces_by=f"{_HERE}.marker_pieces:marker_faces",
        slots=True,
        stored=Stored.APART,
        checks=(f"{_CHECKS}.markers:marker_problems",),
    ),
    "domino": Family(
        _SHEETS | _SOLID,
        forms=(Form(DominoSpec, f"{_PARTS}.domino:domino", f"{_JUDGES}.dominoes:DOMINO"),),
        solid_by=f"{_HERE}.dominoes.pieces:domino",
        sheet="dominoes",
        faces_by=f"{_HERE}.dominoes.pieces:domino_net",
        shown_by=f"{_HERE}.dominoes.pieces:domino_faces",
        stored=Stored.APART,
        checks=(f"{_CHECKS}.dominoes:domino_problems",),
    ),
    "die": Family(
        _SHEETS | _SOLID,
        forms=(Form(DieSpec, f"{_PARTS}.die:die", f"{_JUDGES}.dice:DIE"),),
        solid_by=f"{_HERE}.dice.pieces:die",
        sheet="dice",
        faces_by=f"{_HERE}.dice.pieces:die_net",
        shown_by=f"{_HERE}.dice.pieces:die_faces",
        stored=Stored.APART,
        checks=(f"{_CHECKS}.dice:die_problems",),
    ),
    "board": Family(
        _SHEETS | _SOLID,
        forms=(Form(SquaresSpec, f"{_PARTS}.squares:squares_board", f"{_JUDGES}.squares:SQUARES"),),
        solid_by=f"{_HERE}.squares.pieces:squares_board",
        sheet="boards",
        tiles_by=f"{_HERE}.squares.pieces:board_tiles",
        checks=(f"{_CHECKS}.squares:squares_problems",),
    ),
    "card": Family(_SHEETS, sheet="cards", faces_by=f"{_HERE}.card_pieces:card_faces", slots=True, sign="x"),
    "tile": Family(
        _SHEETS | _SOLID,
        forms=(_MARKER,),
        solid_by=f"{_HERE}.card_pieces:tile",
        sheet="tiles",
        faces_by=f"{_HERE}.card_pieces:card_faces",
        slots=True,
        sign="x",
        checks=(f"{_CHECKS}.standing:tile_problems", f"{_CHECKS}.markers:marker_problems"),
    ),
    "folding-board": Family(_SHEETS, sheet="boards", faces_by=f"{_HERE}.number_board.pieces:board_of_card"),
    "trough-board": Family(_SHEETS, sheet="boards", tiles_by=f"{_HERE}.number_board.pieces:trough_parts"),
    "overview": Family(_SHEETS, sheet="overviews", faces_by=f"{_HERE}.card_pieces:overview_faces", stored=Stored.ON_TOP),
    "rule-sheet": Family(
        frozenset({Medium.PAPER}), document_by="printables.documents.rulesheet:write_rule_sheet", stored=Stored.ON_TOP
    ),
    "tuck-box": Family(_SHEETS, stored=Stored.NOWHERE),
    "tray": Family(
        _SOLID,
        forms=(Form(TraySpec, f"{_PARTS}.storage_box:tray", f"{_JUDGES}.boxes:TRAY"),),
        solid_by="design.storage.box:storage_box",
        stored=Stored.NOWHERE,
    ),
    "lid": Family(
        _SOLID,
        forms=(
            Form(LidSpec, f"{_PARTS}.storage_box:lid", f"{_JUDGES}.boxes:LID"),
            Form(SlidingLidSpec, f"{_PARTS}.sliding_lid:sliding_lid", f"{_JUDGES}.boxes:SLIDING_LID"),
        ),
        solid_by="design.storage.lids:storage_lid",
        stored=Stored.NOWHERE,
    ),
}
SPLIT = Form(SplitSpec, "fabrication.split:split_part", f"{_JUDGES}.split:SPLIT")
"""A part of a piece longer than the bed, whatever its family."""
FORMS = {form.spec: form for form in (SPLIT, *(form for family in FAMILIES.values() for form in family.forms))}
"""The form for each kind of specification."""


def form_of(spec: PartSpec) -> Form:
    """The form for a specification: its builder and its judge."""
    return FORMS[type(spec)]


def family_of(line: BillLine) -> Family:
    """A bill line's family; DesignError lists the known families, or those that draw slots if this one does not."""
    name = line.component.family
    if name not in FAMILIES:
        what = f"this version cannot make it yet; it makes {', '.join(FAMILIES)}"
        raise DesignError(Problem(f"{line.component.id} family = {name}", what))
    family = FAMILIES[name]
    laid_out = [side for side, face in getattr(line.component, "faces", {}).items() if face.slots]
    if laid_out and not family.slots:
        able = ", ".join(one for one, other in FAMILIES.items() if other.slots)
        what = f"has its own figures and draws no slots; take them away, or a family that does ({able})"
        raise DesignError([Problem(f"{line.component.id} faces.{side}.slots", f"family {name} {what}") for side in laid_out])
    return family
