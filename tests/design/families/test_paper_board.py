"""The number board of card that stands for two plates and two connectors: its figures by hand, its files, and its count."""

from collections import Counter
from dataclasses import replace
from functools import cache
from math import atan, degrees, hypot

import pytest
from shapely import affinity
from shapely.geometry import LineString, box

from design.config.loading import load_config
from design.context import Context
from design.families.number_board.pieces import trough_of, trough_parts
from design.families.number_board.trough_board import parts_of
from design.graphics.type.outlines import figure_outline
from design.sheets.specs import SheetPiece
from printables import dxf, pdf, svg
from rules.bill import derive_bill, pieces_in
from rules.game import Medium, load_game
from tablewright.inspection.counts import rows_of
from tablewright.inspection.expected import expected_of
from tablewright.inspection.readers.linework import form_lines
from tests.support.judged_sheets import judged_boards
from tests.support.sheet_cases import sheet

GAME = load_game("geometric-chamber")
(STAND_IN,) = GAME.stand_ins
(PIECE,) = STAND_IN.pieces
# By hand, for cards of 36 x 50 x 0.3 mm and card of 0.35: a channel of 0.3 and 0.25 of air on both sides; tents half as
# deep as the board is high, 20 mm; five places of 36 + 2 x 0.3 + 1 mm with 4 mm beyond them.
FOOT = 10 + (0.8 + 0.35) / 2
RIDGE = FOOT + hypot(10, 20)
HEM = RIDGE + 20 - 0.35
EDGE = HEM + 10 - 0.3
LENGTH = 5 * 37.6 + 2 * 4


def context(*settings):
    return Context.of_game(GAME, load_config(None, settings).config)


@cache
def boards(*settings, room=(400.0, 400.0)):
    made = context("games={geometric-chamber: {players: 2}}", *settings)
    line = next(one for one in pieces_in(made.bill, Medium.PAPER) if one.component.id == "paper-board")
    faces = [face for variant in line.variants for face in trough_parts(made, line.component, variant, room)]
    return tuple(SheetPiece(face.name.rpartition(".")[0], 1, face, None) for face in faces)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("medium", [Medium.PAPER, Medium.CUT, Medium.PLOT])
def test_a_board_of_card_stands_for_two_plates_and_two_connectors(players, medium):
    made = {line.component.id: line.count for line in pieces_in(derive_bill(GAME, players), medium)}
    assert made["paper-board"] == players
    assert not {"number-plate-owner", "number-plate-table", "connector"} & set(made)
    assert STAND_IN.replaces == {"number-plate-owner": 1, "number-plate-table": 1, "connector": 2}
    assert STAND_IN.rule is not None
    assert "paper-board" not in {line.component.id for line in pieces_in(derive_bill(GAME, players), Medium.SOLID)}


def test_lines_to_fold_are_where_a_hand_computation_has_them():
    face = boards()[0].front
    levels = {round(start[1], 6) for start, end in face.folds if start[1] == end[1]}
    assert sorted(levels) == pytest.approx(sorted(side * y for y in (FOOT, RIDGE, HEM) for side in (1, -1)), abs=1e-4)
    # Between the second place and the third, half a place left of the middle.
    (across,) = [one for one in face.folds if one[0][0] == one[1][0]]
    assert across[0] == pytest.approx((-18.8, -EDGE), abs=1e-4)
    # A tab is 3.5 mm deeper than the channel is wide.
    assert face.size_mm == pytest.approx((LENGTH, 2 * (EDGE + 0.8 + 3.5)), abs=1e-4)
    assert sorted({round(start[1], 4) for start, _ in face.slits}) == pytest.approx([-FOOT, FOOT], abs=1e-4)
    assert len(face.slits) == 6


def test_each_slit_takes_the_tab_that_comes_to_it():
    face = boards()[0].front
    out = box(-LENGTH, EDGE + 2, LENGTH, EDGE + 3)
    tabs = sorted(face.trim.intersection(out).geoms, key=lambda one: one.bounds[0])
    slits = sorted(one for one in face.slits if one[0][1] > 0)
    assert len(tabs) == len(slits) == 3
    for tab, ((left, _), (right, _)) in zip(tabs, slits, strict=True):
        assert left + 0.4 < tab.bounds[0]
        assert tab.bounds[2] < right - 0.4


def test_folded_up_both_sides_are_triangles_with_the_channel_between():
    # The foot, the ridge above the wall, and the wall's lower end on its flap and the base.
    depth = FOOT - (0.8 + 0.35) / 2
    assert hypot(depth, 20) == pytest.approx(RIDGE - FOOT)
    made = trough_of(context(), PIECE)
    assert (made.foot, made.panel, made.wall) == pytest.approx((FOOT, RIDGE - FOOT, HEM - RIDGE), abs=1e-4)
    # A flap reaches from the wall to the foot, 0.3 mm short of it; no tab slips out over the channel's 0.8 mm.
    assert made.flap == pytest.approx(depth - 0.3)
    assert made.tab > 3 * made.channel


def test_it_tips_where_the_middle_of_its_weight_passes_the_foot():
    # A strip of 0.35 mm and five cards of 36 x 50 x 0.3 mm, 1.2 g/cm3 all of it. Base and flaps lie on the table; panels
    # and walls have their middles half way up.
    made = trough_of(context(), PIECE)
    board, hand = made.length * 2 * made.edge * 0.35 * 1.2e-3, 5 * 36 * 50 * 0.3 * 1.2e-3
    up = (board * made.height / 2 * (made.panel + made.wall) / made.edge + hand * 25) / (board + hand)
    assert degrees(atan(made.foot / up)) > 40


@pytest.mark.parametrize("panel", ["owner", "table"])
def test_numbers_are_upright_when_folded_and_twins_stand_opposite(panel):
    relief = boards()[0].front.relief()
    # The table's panel stands on its head: seen from that side the strip is turned half about.
    seen = relief if panel == "owner" else affinity.rotate(relief, 180, origin=(0, 0))
    order = "12345" if panel == "owner" else "54321"
    middle = (FOOT + RIDGE) / 2
    for place, digit in enumerate(order):
        x = (place - 2) * 37.6
        found = seen.intersection(box(x - 7, FOOT + 1, x + 7, RIDGE - 1))
        bounds = found.bounds
        found = affinity.translate(found, -x, -(bounds[1] + bounds[3]) / 2)
        assert (bounds[1] + bounds[3]) / 2 == pytest.approx(middle, abs=0.3)
        expected_of = figure_outline(digit, 12)
        assert found.symmetric_difference(expected_of).area / expected_of.area < 0.02, digit


def spoilt(spec, tmp_path, change):
    """What is said of a PDF drawn with another board than was asked for."""
    first = replace(spec.pieces[0], front=change(spec.pieces[0].front))
    pdf.write_sheets(replace(spec, pieces=(first, *spec.pieces[1:])), tmp_path / "boards.pdf")
    return judged_boards(tmp_path, spec, Medium.PAPER)


def fold_moved(face):
    ((a, b), (c, d)), *others = face.folds
    return replace(face, folds=(((a, b + 0.1), (c, d + 0.1)), *others))


def panel_turned(face):
    marks = [
        replace(one, area=affinity.rotate(one.area, 180, origin=(0, (FOOT + RIDGE) / 2))) if one.area.bounds[1] > FOOT else one
        for one in face.marks
    ]
    return replace(face, marks=tuple(marks))


def test_files_hold_the_boards_with_their_lines_and_each_mutation_is_named(tmp_path):
    spec = sheet(*boards())
    for medium, made in ((Medium.CUT, svg.write_sheets), (Medium.PLOT, dxf.write_sheets), (Medium.PAPER, pdf.write_sheets)):
        folder = tmp_path / medium.value
        folder.mkdir()
        made(spec, folder / ("boards.pdf" if medium is Medium.PAPER else "boards"))
        assert judged_boards(folder, spec, medium) == []
    drawn = form_lines(tmp_path / "pdf" / "boards.pdf")["paper-board.gold.front"]
    levels = sorted({round(one.coords[0][1], 3) for one in drawn.folds if one.bounds[1] == one.bounds[3]})
    assert levels == pytest.approx(sorted(s * y for y in (FOOT, RIDGE, HEM) for s in (1, -1)), abs=0.01)
    folder = tmp_path / "pdf"
    assert any("paper-board.gold" in one and "line to fold" in one for one in spoilt(spec, folder, fold_moved))
    assert any("paper-board.gold" in one for one in spoilt(spec, folder, panel_turned))


def test_a_missing_board_is_missed_as_what_it_stands_for():
    settings = load_config(None, ("games={geometric-chamber: {players: 2}}", "paper={sizes: [a4], stickers: false}")).config
    needed = expected_of(GAME, settings)
    made = [one for one in needed.sets if one.medium in (Medium.PAPER, Medium.CUT)]
    whole = {one.name: Counter(one.counts) for one in made}
    rows = {row.component: row for row in rows_of(needed, made, whole)}
    stands_for = {"number-plate-owner": 2, "number-plate-table": 2, "connector": 4}
    for name, count in stands_for.items():
        assert rows[name].found == {"pdf a4": count, "svg a4": count}
        assert rows[name].complete
    whole["pdf a4"]["paper-board.gold"] = 0
    rows = {row.component: row for row in rows_of(needed, made, whole)}
    for name, count in stands_for.items():
        assert rows[name].found == {"pdf a4": count / 2, "svg a4": count}
        assert not rows[name].complete


def test_a_board_longer_than_a_page_comes_in_parts_that_meet():
    (whole,) = boards()[:1]
    face, made = whole.front, trough_of(context(), PIECE)
    parts = parts_of(face, made, (140.0, 140.0), ("Glue",))
    assert [one.name for one in parts] == ["paper-board.gold.a-of-2.front", "paper-board.gold.b-of-2.front"]
    # Three places and an end with a strip of 10 mm, and two places and an end.
    assert [one.size_mm[0] for one in parts] == pytest.approx([3 * 37.6 + 4 + 10, 2 * 37.6 + 4])
    # No page takes it: it stays whole, and the sheet says what would.
    assert parts_of(face, made, (60.0, 60.0), ("Glue",)) == [face]
    assert all(LineString(one).length > 0 for part in parts for one in (*part.folds, *part.slits))
