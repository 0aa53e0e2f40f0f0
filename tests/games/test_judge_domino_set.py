"""Judge Domino as a set of pieces: its option of more chips, its rule book's facts, and its dominoes of paper."""

from __future__ import annotations

import re
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from lxml import etree
from shapely.geometry import LineString, MultiPolygon, Point
from shapely.ops import unary_union

from design.checks.markers import held_problems
from design.config.loading import load_config
from design.families.prism_net import prism_net
from design.parts.marker import MarkerSpec
from design.plan.planning import Plan
from design.sheets.stickers import stickers_of
from printables import dxf, pdf, svg
from printables.documents.rulesheet import write_rule_sheet
from rules.bill import derive_bill
from rules.errors import ConfigError
from rules.game import Medium, parse_game
from rules.words import with_counts
from tablewright.commands.bill_text import bill_table
from tablewright.inspection.expected import PieceSet
from tablewright.inspection.findings import Findings
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.sheets.papers import count_pdf, count_svg
from tablewright.inspection.sheets.plots import count_dxf
from tests.support.dominoes import GAME, artifacts, config, game, net, nets, planned

MORE = f"games.{GAME}.options.score_chips=24"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_twenty_chips_unless_more_are_asked_for(players):
    assert derive_bill(game(), players).line("score-chip").count == 20
    assert derive_bill(game(), players).parts == 11 + 5 + 20
    assert derive_bill(game(MORE), players).line("score-chip").count == 24
    assert derive_bill(game(MORE), players).parts == 11 + 5 + 24


def test_the_bill_says_why_there_are_more():
    text = " ".join(bill_table([game(MORE)], 5).split())
    assert "three rounds give out 18 points at most, and one round more that breaks a tie 6 (End of Game)" in text
    assert "one round more" not in " ".join(bill_table([game()], 5).split())


def test_more_chips_are_planned_too():
    held = {hold.piece: hold.copies for one in artifacts(Medium.SOLID, MORE) for hold in one.holds}
    assert held["score-chip"] == 24


@pytest.mark.parametrize(
    ("setting", "what"),
    [
        ("score_chips=21", "options.score_chips = 21: must be 20 or 24"),
        ("chips=24", "options.chips = 24: the game has no such option; it has score_chips"),
    ],
)
def test_options_that_a_game_has_not(setting, what):
    with pytest.raises(ConfigError, match=re.escape(what)):
        load_config(None, [f"games=[{GAME}]", f"games.{GAME}.options.{setting}"])


def test_options_of_a_game_that_contradict_it():
    text = """
id: trial
title: Trial
source: none
players: {min: 2, max: 2}
components:
  - {id: chip, family: marker, copies: 3, rule: {at: all, why: three}}
options:
  chips: {component: chip, copies: {"4": {at: all, why: four}, "5": {at: all, why: five}}}
  coins: {component: coin, copies: {"4": {at: all, why: four}, "5": {at: all, why: five}}}
"""
    with pytest.raises(ConfigError) as caught:
        parse_game(text, "game.yaml")
    assert "options.chips: copies must name the component's own 3 too" in str(caught.value)
    assert "options.coins: coin is no component" in str(caught.value)


def test_a_rule_book_takes_its_numbers_from_the_bill():
    assert with_counts("{domino} and {parts}", derive_bill(game(), 5)) == "11 and 36"
    with pytest.raises(ConfigError, match=r"\{dominoes\}: names no component; there are parts, domino"):
        with_counts("{dominoes}", derive_bill(game(), 5))


@pytest.fixture(scope="module")
def sheets(tmp_path_factory):
    """The rule sheet's text, with 20 chips and with 24."""
    folder = tmp_path_factory.mktemp("rules")

    def text(*settings: str) -> str:
        spec = next(one.spec for one in artifacts(Medium.PAPER, *settings) if one.spec.name == "rule-sheet")
        (path,) = write_rule_sheet(spec, folder / f"{len(settings)}.pdf")
        document = pypdfium2.PdfDocument(path)
        try:
            assert len(document) <= 3
            return " ".join(" ".join(page.get_textpage().get_text_range().split()) for page in document)
        finally:
            document.close()

    return {"20": text(), "24": text(MORE)}


@pytest.mark.parametrize(("chips", "parts"), [("20", "36"), ("24", "40")])
def test_the_rule_sheet_s_counts_are_the_bill_s(sheets, chips, parts):
    assert re.search(rf"1 to 11 11 Guess chips 5 Score chips {chips} All pieces {parts}\b", sheets[chips])


# "Call ... 저지!", "하나, 둘, 셋, 저지!", "성공", "실패", "앞면", "뒷면": as the source prints them.
@pytest.mark.parametrize("word", ["저지!", "하나", "둘", "셋", "성공", "실패", "앞면", "뒷면"])
def test_the_calls_stand_in_hangul(sheets, word):
    assert word in sheets["20"]


# "Stand domino [6] in the middle", "five" players: s x f points are floor(25 / 4) = 6 at most, 18 in three rounds.
@pytest.mark.parametrize("fact", ["Stand domino 6", "after three rounds", "never need more than 18", "smaller number"])
def test_the_rule_sheet_s_facts(sheets, fact):
    assert fact in sheets["20"]


def test_chips_give_nothing_away_by_their_outline():
    plan = planned()
    chip = next(one for one in plan.artifacts if one.medium is Medium.SOLID and one.spec.name == "guess-chip")
    assert list(held_problems([plan])) == []
    cut = chip.spec.trim.difference(Point(13, 2).buffer(3))
    spoilt = replace(chip, spec=replace(chip.spec, trim=cut))
    assert isinstance(chip.spec, MarkerSpec)
    assert [one.what for one in held_problems([Plan(plan.bill, (spoilt,))])] == [
        "must be the same turned over, or a finger feels which side is up"
    ]


def test_a_net_folds_up_to_the_domino():
    made = prism_net(24, 48, 8, "glue")
    # The row of panels, the flaps of 7 mm, and lids 0.8 mm narrower than the front.
    assert made.cut.bounds == pytest.approx((-7, -15, 64, 63))
    upright = sorted({x for (x, low), (other, high) in made.folds if x == other and high - low == 48})
    assert upright == [0, 24, 32, 56]
    assert made.cut.bounds[2] - upright[-1] == pytest.approx(8)
    lids = sorted({round(low, 6) for (left, low), (right, high) in made.folds if low == high and right - left > 20})
    assert lids == [-8, 0, 48, 56]
    # Nothing is printed or cut twice: areas add up.
    flap = 7 * (48 - 0.4 * 7)
    lid = 23.2 * 8 + 2 * 7 * (8 - min(0.4 * 7, 2)) + 7 * (23.2 - 0.4 * 7)
    assert made.cut.area == pytest.approx(64 * 48 + flap + 2 * lid)
    assert all(made.cut.covers(LineString(fold)) for fold in made.folds)


@pytest.mark.parametrize("number", ["6", "11"])
def test_a_net_shows_the_number_twice_on_each_of_six_faces(number):
    face = net(number)
    shown = unary_union([mark.area for mark in face.marks])
    assert face.trim.covers(shown)
    # Two large ones on front and back each, twice two on the long edges and on the ends: by their middles.
    digits = [mark.area for mark in face.marks]
    left, bottom = face.trim.bounds[:2]
    places = {
        "front": (0, 24, 0, 48),
        "right": (24, 32, 0, 48),
        "back": (32, 56, 0, 48),
        "left": (56, 64, 0, 48),
        "head": (0, 24, 48, 56),
        "foot": (0, 24, -8, 0),
    }
    for name, (x1, x2, y1, y2) in places.items():
        inside = [one for one in digits if x1 < one.centroid.x - left - 7 < x2 and y1 < one.centroid.y - bottom - 15 < y2]
        assert len(inside) == (3 if name in ("front", "back") else 2), name


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A sheet of two nets, as PDF and as cut files of both kinds, and what must be in it."""
    folder = tmp_path_factory.mktemp("nets")
    spec = replace(nets(), pieces=nets().pieces[5:7])
    files = (pdf.write_sheets(spec, folder / "dominoes.pdf"), svg.write_sheets(spec, folder / "dominoes"))
    return spec, *(file for (file,) in (*files, dxf.write_sheets(spec, folder / "dominoes")))


def _wanted(spec, medium, path):
    artifact = next(one for one in artifacts(medium) if one.spec.name == "dominoes")
    counts = {piece.name: piece.copies for piece in spec.pieces}
    artifact = replace(artifact, spec=spec, path=path)
    return PieceSet("trial", medium, spec.paper, counts, dict.fromkeys(counts, "domino"), {path: artifact})


def inspected(spec, file) -> Findings:
    if file.suffix == ".pdf":
        return count_pdf(file.parent, [file.name], _wanted(spec, Medium.PAPER, file.name), Gallery())
    if file.suffix == ".dxf":
        return count_dxf(file.parent, [file.name], _wanted(spec, Medium.PLOT, "dominoes"))
    return count_svg(file.parent, [file.name], _wanted(spec, Medium.CUT, "dominoes"), Gallery())


def test_nets_are_counted_in_all_files(two):
    spec, *files = two
    for file in files:
        findings = inspected(spec, file)
        assert findings.problems == []
        assert dict(findings.found) == {"domino.6": 1, "domino.7": 1}


def test_a_cut_file_has_its_lines_to_fold_in_a_layer_of_their_own(two):
    root = etree.parse(two[2]).getroot()
    layers = {group.get("id"): len(group) for group in root if group.get("id")}
    # Four lines between panels and flap, four around each lid: two nets.
    assert layers["fold"] == 2 * (4 + 2 * 4)
    assert layers["cut"] == 2


def test_a_fold_that_is_missing_or_astray_shows(two, tmp_path):
    spec, made, drawn, _ = two
    text = drawn.read_text(encoding="utf-8")
    first = re.search(r'<g[^>]*id="fold"[^>]*>\s*(<path[^>]*/>)', text).group(1)
    for number, (new, what) in enumerate({"": "has no line to fold", first * 2: "has a line to fold"}.items()):
        file = tmp_path / str(number) / drawn.name
        file.parent.mkdir()
        file.write_text(text.replace(first, new, 1), encoding="utf-8")
        assert any(what in str(one) for one in inspected(spec, file).problems)
    with pikepdf.open(made) as document:
        (form,) = (one for name, one in document.pages[0].Resources.XObject.items() if name.endswith("domino.6.net"))
        stream = form.read_bytes()
        assert b"] 0 d" in stream
        form.write(re.sub(rb"\[[^\]]+\] 0 d", b"[] 0 d", stream))
        document.save(tmp_path / made.name)
    said = [str(one) for one in inspected(spec, tmp_path / made.name).problems]
    assert any("domino.6.net at" in one and "has no line to fold" in one for one in said)


def test_a_nine_in_the_six_s_place_shows(two, tmp_path):
    spec = two[0]
    six, nine = nets().pieces[5], nets().pieces[8]
    wrong = replace(spec, pieces=(replace(six, front=replace(nine.front, name=six.front.name)), spec.pieces[1]))
    (file,) = pdf.write_sheets(wrong, tmp_path / "dominoes.pdf")
    assert any("domino.6.net" in str(one) and "shows" in str(one) for one in inspected(spec, file).problems)


def test_an_advice_for_card_and_folds_stands_on_the_sheet(two):
    document = pypdfium2.PdfDocument(two[1])
    text = " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    assert "fold along the dashed ones" in text
    assert "self-adhesive" not in text


def test_six_stickers_a_domino():
    solids = {one.spec.name: one.spec for one in artifacts(Medium.SOLID)}
    made = stickers_of([(solids["domino.6"], 1)], _room())
    assert {piece.name.rpartition(".")[2]: piece.copies for piece in made} == {"front": 1, "back": 1, "side": 2, "end": 2}
    for piece in made:
        shown = MultiPolygon([one for mark in piece.front.marks for one in mark.area.geoms])
        assert piece.front.trim.buffer(-0.3).covers(shown)


def _room():
    from design.sheets.stickers import StickerLimits

    return StickerLimits.of(config().paper, config().sheet_margin_mm)
