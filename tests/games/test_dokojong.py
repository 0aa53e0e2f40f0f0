"""Dokojong's papers: what its rule sheet counts against the bill, its folding board, and files that a machine scores."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import ezdxf
import pikepdf
import pypdfium2
import pytest
from ezdxf.math import Vec3
from lxml import etree
from shapely import affinity
from shapely.geometry import LineString, box
from shapely.geometry.base import BaseGeometry

from design.config.paper import PAPER_SIZES
from design.faces.brief import Brief
from design.families.number_board.folding_board import folded_flat, folding_board
from design.graphics.type.outlines import figure_outline
from design.plan.documents import RuleSheetSpec
from design.sheets.specs import SheetPiece
from printables import dxf as dxf_writer
from printables import pdf as pdf_writer
from printables import svg as svg_writer
from printables.documents.rulesheet import write_rule_sheet
from rules.bill import derive_bill
from rules.game import Medium, load_game
from rules.words import load_rulebook, load_words
from tablewright.inspection.readers.linework import form_lines
from tests.support.judged_sheets import judged_boards
from tests.support.plans import planned
from tests.support.sheet_cases import sheet

GAME = load_game("dokojong")
TEXT = load_rulebook("dokojong")
KINDS = {
    "Dog tile": "dog-tile",
    "X tiles": "x-tile",
    "Penalty tokens": "penalty-token",
    "Score tokens": "score-token",
    "Personal board": "personal-board",
    "Reference card": "reference-card",
    "Doors": "door-tile",
    "Leader token": "leader-token",
}


# The rules.


@pytest.mark.parametrize(
    ("players", "parts"), [(2, "30 pieces for two"), (3, "42 for three"), (4, "54 for four"), (5, "66 for five")]
)
def test_the_sheet_counts_what_the_bill_does(players, parts):
    bill = derive_bill(GAME, players)
    rows = {cells[0].strip("* "): cells[1:3] for line in TEXT.splitlines() if (cells := line.strip("|").split("|"))[1:]}
    for kind, component in KINDS.items():
        each, shared = (int(cell.strip("* ") or 0) for cell in rows[f"{kind}"] or rows[f" {kind}"])
        assert each * players + shared == bill.line(component).count, kind
    each, shared = (int(cell.strip("* ")) for cell in rows["All pieces"])
    assert each * players + shared == bill.parts == int(parts.split()[0])
    assert re.search(rf"\b{parts}\b", TEXT)
    assert {one.component.id for one in bill.lines if one.component.role.value == "part"} == set(KINDS.values())


def test_numbers_in_the_rules_are_those_of_the_source():
    # Its words: three Penalties, both Score tokens, a third X-marked tile, a number from 1 to 5, the same number of doors + 1.
    for phrase in (
        "with three penalties you are out",
        "flipped both score tokens wins at once",
        "three X revealed",
        "a number from 1 to 5",
        "exactly one more than you closed",
        "player at the leader’s left becomes the leader",
    ):
        assert phrase in re.sub(r"\s+", " ", TEXT), phrase
    cards = load_words("dokojong").blocks
    assert [item.mark for item in cards["overview-actions"].items] == ["1", "2", "3", "4"]


def test_the_sentences_are_our_own():
    for phrase in (
        "own set of",
        "This means you are satisfied",
        "in the center",
        "their personal supply",
        "caught out",
        "medal",
    ):
        assert phrase not in TEXT


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_rules_take_one_sheet_and_the_box_another_page(paper, tmp_path):
    spec: RuleSheetSpec = replace(_rule_sheet(), paper=PAPER_SIZES[paper])
    write_rule_sheet(spec, tmp_path / "rules.pdf")
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(tmp_path / "rules.pdf")]
    assert [number for number, text in enumerate(pages) if "Putting it away" in text] == [2]
    assert len(pages) == 3
    assert "board off the table" in pages[1]


# The folding board.


def _artifacts():
    return planned(("games={dokojong: {players: 2}}", "paper.sizes=[a4]"), GAME.id).artifacts


def _rule_sheet():
    return next(one.spec for one in _artifacts() if isinstance(one.spec, RuleSheetSpec))


def _pieces() -> list[SheetPiece]:
    return [piece for one in _artifacts() if one.medium is Medium.PAPER for piece in getattr(one.spec, "pieces", ())]


def _boards() -> list[SheetPiece]:
    return [piece for piece in _pieces() if piece.name.startswith("personal-board")]


def _level(found: BaseGeometry, y_mm: float) -> BaseGeometry:
    """A number with the middle of its box at y = 0: round digits reach a little over the line, which numbers stand on."""
    middle = (found.bounds[1] + found.bounds[3]) / 2
    assert middle == pytest.approx(y_mm, abs=0.3)
    return affinity.translate(found, 0, -middle)


def test_each_number_stands_behind_its_twin():
    face = _boards()[0].front
    relief = face.relief()
    length = face.size_mm[0]
    # Five slits of 32 mm (a tile of 31 and 0.5 mm at both ends), 3 mm apart, and 8 mm beyond the outer ones.
    assert face.size_mm == pytest.approx((5 * 32 + 4 * 3 + 2 * 8, 40))
    for place, digit in enumerate("12345"):
        x = -length / 2 + 8 + 16 + 35 * place
        wanted = affinity.translate(figure_outline(digit, 12), x, 0)
        room = box(x - 6, -19, x + 6, -1)
        near = _level(relief.intersection(room), -10)
        assert near.symmetric_difference(wanted).area / wanted.area < 0.02, digit
        # From the other side of the table the strip is turned half round the number's own place.
        there = relief.intersection(affinity.scale(room, 1, -1, origin=(0, 0)))
        twin = _level(affinity.rotate(there, 180, origin=(x, 0)), -10)
        assert twin.symmetric_difference(wanted).area / wanted.area < 0.02, digit


def test_slits_and_folds_share_the_fold():
    face = _boards()[0].front
    assert len(face.slits) == 5
    *folds, across = face.folds
    assert len(folds) == 6
    # Between 2 and 3, 17.5 mm left of the middle of place 3, from edge to edge: the third number's part is the longer one.
    assert across == ((-17.5, -20), (-17.5, 20))
    assert folded_flat(face) == (94 + 17.5, 20, 4)
    lines = sorted((*face.slits, *folds))
    assert lines[0][0][0] == pytest.approx(-94)
    assert lines[-1][1][0] == pytest.approx(94)
    assert all(before[1] == after[0] for before, after in pairwise(lines))
    assert {round(b[0] - a[0], 6) for a, b in face.slits} == {32.0}
    assert min(b[0] - a[0] for a, b in folds) >= 3 - 1e-9, "what carries the fold"
    moved = face.moved(5, 7)
    assert moved.folds[0][0] == (face.folds[0][0][0] + 5, 7)


def test_a_board_of_other_cards_has_slits_of_their_width():
    brief = Brief("board.front", "#ffffff", "#000000", "#000000", "#000000", row=("1", "2", "3"))
    face = folding_board(brief, replace(brief, row=("3", "2", "1")), 25, 12, 44)
    assert [round(b[0] - a[0], 6) for a, b in face.slits] == [45, 45, 45]
    assert face.size_mm[1] == 50


def test_the_cut_file_scores_folds_and_cuts_slits_and_a_missing_one_is_found(tmp_path):
    spec = sheet(*_boards())
    (path,) = svg_writer.write_sheets(spec, tmp_path / "boards")
    root = etree.parse(path).getroot()
    layers = {group.get("id"): group for group in root.iter("{*}g") if group.get("id")}
    assert [one.get("stroke") for one in layers["fold"].iter("{*}path")] == ["#0000ff"] * 14
    # Two boards: five slits each before the outline.
    assert len(list(layers["cut"].iter("{*}path"))) == 2 * (5 + 1)
    assert judged_boards(tmp_path, spec, Medium.CUT) == []
    text = path.read_text()
    folds = re.findall(r"<path [^>]*#0000ff[^>]*/>", text)
    slit = re.findall(r"<path [^>]*#ff0000[^>]*/>", text)[0]
    spoiled = {
        "has no line to fold from": text.replace(folds[0], "", 1),
        "has a line to fold from": text.replace(folds[0], folds[0] * 2, 1),
        "has no slit to cut from": text.replace(slit, "", 1),
    }
    for what, one in spoiled.items():
        path.write_text(one)
        (said,) = judged_boards(tmp_path, spec, Medium.CUT)
        assert what in said


def test_the_file_for_machines_that_read_no_svg_has_them_too(tmp_path):
    spec = sheet(*_boards())
    (path,) = dxf_writer.write_sheets(spec, tmp_path / "boards")
    lines = Counter(entity.dxf.layer for entity in ezdxf.readfile(path).modelspace() if entity.dxftype() == "LINE")
    assert (lines["FOLD"], lines["CUT"]) == (14, 10)
    assert judged_boards(tmp_path, spec, Medium.PLOT) == []
    whole = path.read_text()
    for layer, what in (("FOLD", "line to fold"), ("CUT", "slit to cut")):
        for moved in (True, False):
            path.write_text(whole)
            drawing = ezdxf.readfile(path)
            first = next(one for one in drawing.modelspace().query("LINE") if one.dxf.layer == layer)
            if moved:
                first.dxf.start, first.dxf.end = (end + Vec3(0, 0.1, 0) for end in (first.dxf.start, first.dxf.end))
            else:
                drawing.modelspace().delete_entity(first)
            drawing.saveas(path)
            said = " / ".join(judged_boards(tmp_path, spec, Medium.PLOT))
            assert f"has no {what} from" in said
            assert (f"has a {what} from" in said) == moved


def test_the_page_to_print_shows_them_and_a_missing_one_is_found(tmp_path):
    spec = sheet(*_boards())
    path = tmp_path / "boards.pdf"
    pdf_writer.write_sheets(spec, path)
    assert judged_boards(tmp_path, spec, Medium.PAPER) == []
    drawn = form_lines(path)[_boards()[0].front.name]
    assert sorted(one.length for one in drawn.slits) == pytest.approx([32] * 5, abs=0.01)
    assert sum(one.length for one in drawn.folds) == pytest.approx(188 - 5 * 32 + 40, abs=0.01)
    assert all(isinstance(one, LineString) for one in drawn.folds)
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        forms = document.pages[0].Resources.XObject
        name = next(one for one in forms if "personal-board" in one)
        content = forms[name].read_bytes()
        # The first line that is drawn is a slit: it is left out.
        forms[name].write(re.sub(rb"[^\n]* m [^\n]* l S", b"", content, count=1))
        document.save(path)
    assert any("has no slit to cut from" in one for one in judged_boards(tmp_path, spec, Medium.PAPER))
