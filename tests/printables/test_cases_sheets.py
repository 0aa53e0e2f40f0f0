"""What goes wrong for people who print sheets, kind by kind: the program is made to do it, and inspection must find it.

The right values themselves are tests elsewhere: `AT_HOME` names them, kind by kind.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pikepdf
import pytest

from design.config.loading import load_config
from design.config.paper import PAPER_SIZES, BackProfile, Orientation, PaperSize
from design.graphics.affine import STILL
from design.sheets.calibration import calibration_specs
from printables import pdf, svg
from printables.imposition import grid
from printables.imposition.pages import Strips, formats, room_of
from printables.imposition.sheet import Side
from printables.marks.strips import stroke
from rules.game import Medium
from tablewright.inspection.disk import compare_holdings
from tablewright.inspection.documents.calibration import calibration_faults
from tablewright.manifest import FileEntry, GameEntry, Held
from tests.support.judged_sheets import Files
from tests.support.places import ROOT
from tests.support.sheet_cases import RED, card_trim, cards, face, piece, sheet

SMALL = PaperSize("small", "small", 130, 150)


def small(*pieces):
    """A sheet of 130 x 150 mm, which is read in no time: six cards of 36 x 50."""
    return replace(sheet(*pieces), paper=SMALL, orientation=Orientation.PORTRAIT, title="T", credits="C")


AT_HOME = {
    1: "test_sheet::test_240_cards_at_20_a_page_need_12_sheets_and_no_thirteenth",
    2: "test_sheet::test_288_cards_at_18_a_page_need_16_sheets_and_the_last_is_there",
    3: "test_sheet::test_columns_that_exactly_fit_are_not_lost_to_rounding",
    4: "test_sheet::test_copies_are_made_with_their_backs",
    5: "test_sheet::test_any_number_of_cards",
    6: "test_parts::test_inspection_finds_each_to_be_what_it_is",
    7: "test_sheets::test_a_second_copy_of_a_pdf_is_named",
    8: "test_pdf::test_a_b_c_have_c_b_a_behind_them",
    9: "test_sheet::test_cards_without_backs_do_not_share_a_sheet_with_those_that_have_them",
    10: "test_sheet::test_a_sheet_that_is_not_full_is_not_centred_anew",
    11: "test_calibration::test_what_is_read_sets_the_printer_right_and_a_second_reading_adds_up",
    12: "test_calibration::test_texts_are_upright_when_the_sheet_is_turned_like_a_page",
    13: "test_sheet::test_marks_stand_in_line_with_every_trim_of_a_full_sheet",
    14: "test_pdf::test_pages_have_the_paper_s_true_size_and_ask_to_be_printed_so",
    15: "test_sheet::test_every_page_carries_100_mm_and_says_what_it_is",
    16: "test_config::test_a_paper_in_inches_is_refused_with_what_it_is_in_millimetres",
    17: "test_sheet::test_no_cut_but_the_border_s_takes_away_a_mark",
    18: "test_sheet::test_a_piece_larger_than_the_page_names_the_largest_that_goes",
    19: "test_sheet_tools::test_chromium_shows_cut_files_as_large_as_the_pdf_with_pieces_in_its_places",
    20: "test_type::test_the_sample_line_is_read_again",
    21: "test_type::test_every_typeface_is_embedded_and_a_subset",
    22: "test_type::test_a_marker_s_text_that_would_be_too_small_names_the_marker",
    23: "test_palette::test_sets_are_told_apart_in_grey",
}
"""Where each kind's right value is a test."""


def test_each_kind_has_a_test_of_its_right_value():
    """A test that is renamed or taken away is missed here."""
    assert list(AT_HOME) == list(range(1, 24))
    for case, name in AT_HOME.items():
        module, _, function = name.partition("::")
        (file,) = (ROOT / "tests").rglob(f"{module}.py")
        text = file.read_text(encoding="utf-8")
        assert f"def {function}(" in text, case


DECK = small(*cards(7))
"""Six a sheet, so a second one that is not full."""
BOTH = pytest.mark.parametrize("medium", [Medium.PAPER, Medium.CUT], ids=["pdf", "svg"])


@pytest.fixture
def judged(monkeypatch, tmp_path):
    """What inspection says of a deck when pages, or what stands beside their pieces, are made wrong."""

    def judge(medium, pages=lambda one: one, marks=lambda _, one: one, spec=DECK, wanted=None):
        for writer in (pdf, svg):
            right_pages, right_marks = writer.impose, writer.printers_marks
            monkeypatch.setattr(writer, "impose", lambda spec, right=right_pages: tuple(pages(list(right(spec)))))
            monkeypatch.setattr(writer, "printers_marks", lambda spec, page, right=right_marks: marks(page, right(spec, page)))
        return Files(spec, tmp_path).judged(medium, wanted)

    return judge


def moved(page, dx, dy, which=slice(None)):
    places = list(page.places)
    places[which] = [replace(one, x_mm=one.x_mm + dx, y_mm=one.y_mm + dy) for one in places[which]]
    return replace(page, places=tuple(places))


@BOTH
def test_the_deck_as_it_is_passes(judged, medium):
    assert judged(medium) == ([], True)


WRONG_PAGES = {
    "1 a blank page more": (lambda pages: [*pages, replace(pages[-1], sheet=3, places=())], "holds no piece"),
    "2 the last sheet missing": (lambda pages: pages[:-2], ""),
    "4 backs missing": (lambda pages: [one for one in pages if one.side is Side.FRONT], "without a page of backs"),
    "5 page 1 twice and page 2 never": (
        lambda pages: [*pages[:2], *(replace(one, sheet=2) for one in pages[:2])],
        "",
    ),
    "5 cut off after the fourth": (lambda pages: [replace(one, places=one.places[:4]) for one in pages], ""),
    "8 backs in the order of the fronts": (
        lambda pages: [one if one.side is Side.FRONT else _in_order(one) for one in pages],
        "behind card.0.front",
    ),
    "10 a sheet not full centred anew": (
        lambda pages: [*pages[:2], moved(pages[2], 20, 0), moved(pages[3], -20, 0)],
        "where the first sheet has no place",
    ),
    "10 its backs 1 mm off": (lambda pages: [*pages[:3], moved(pages[3], 1, 0)], "nothing behind card.6.front"),
    "14 on another paper": (
        lambda pages: [replace(one, frame=replace(one.frame, format=_on_letter(one))) for one in pages],
        "must be small",
    ),
    "18 cards that overlap": (lambda pages: [moved(pages[0], -5, 0, slice(1, 2)), *pages[1:]], "one over the other"),
    "18 a card beyond the page": (lambda pages: [moved(pages[0], -20, 0), *pages[1:]], "beyond the paper's margin"),
}


def _in_order(page):
    return replace(page, places=tuple(replace(one, x_mm=page.paper.width_mm - one.x_mm) for one in page.places))


def _on_letter(page):
    return replace(page.frame.format, paper=PAPER_SIZES["letter"])


@BOTH
@pytest.mark.parametrize("wrong", WRONG_PAGES)
def test_pages_made_wrong_are_found(judged, wrong, medium):
    """Cases 1, 2, 4, 5, 8, 10, 14, 18."""
    change, words = WRONG_PAGES[wrong]
    problems, complete = judged(medium, pages=change)
    assert not complete or problems
    if words:
        assert any(words in one for one in problems), problems
    else:
        assert not complete


@BOTH
def test_copies_that_are_not_made_are_found(judged, medium):
    """Case 4: `copies: 3`, and one is made."""
    one = cards(1)[0]
    _, complete = judged(medium, spec=small(one), wanted=small(replace(one, copies=3)))
    assert not complete


def across(x, y):
    """A line of 2 mm, its middle at a point."""
    return stroke(x - 1, y, x + 1, y)


def _corner(page):
    left, _, _, top = page.places[0].bounds
    return left, top


BACKS = Side.BACK
WRONG_BESIDE = {
    "13 marks missing on backs": (
        lambda page, one: replace(one, marks=() if page.side is BACKS else one.marks),
        "no mark in line with the cut of card.0.back",
    ),
    "13 marks of backs from the wrong edge": (
        lambda page, one: replace(one, marks=tuple(_aside(mark) for mark in one.marks)) if page.side is BACKS else one,
        "no mark in line",
    ),
    "15 no ruler": (lambda _, one: replace(one, ruler=()), "lacks the ruler"),
    "15 a ruler of 99 mm": (
        lambda _, one: replace(one, ruler=tuple(_shrunk(line) for line in one.ruler)),
        "lacks the ruler",
    ),
    "17 a mark over the bleed": (
        lambda page, one: replace(one, marks=(*one.marks, across(_corner(page)[0] + 10, _corner(page)[1] + 0.4))),
        "has a line over card.0.back or its bleed",
    ),
    "17 a neighbour's mark in a card": (
        lambda page, one: replace(one, marks=(*one.marks, across(_corner(page)[0] + 10, _corner(page)[1] - 4))),
        "has a line over card.0.front or its bleed",
    ),
}


def _aside(mark):
    return replace(mark, x1_mm=mark.x1_mm + 0.5, x2_mm=mark.x2_mm + 0.5)


def _shrunk(line):
    return replace(line, x1_mm=0.99 * line.x1_mm, x2_mm=0.99 * line.x2_mm)


@BOTH
@pytest.mark.parametrize("wrong", WRONG_BESIDE)
def test_what_stands_beside_the_pieces_and_is_wrong_is_found(judged, wrong, medium):
    """Cases 13, 15, 17."""
    change, words = WRONG_BESIDE[wrong]
    coloured = [piece(f"card.{number}", card_trim(36, 50), 1) for number in range(7)]
    problems, _ = judged(medium, marks=change, spec=small(*coloured))
    assert any(words in one for one in problems), problems


def test_a_page_that_calls_itself_another_is_found(judged):
    """Case 5, in words: each page says which of how many it is."""

    def wrong(_, one):
        return replace(one, lines=tuple(replace(line, text=line.text.replace("Page 2", "Page 1")) for line in one.lines))

    problems, _ = judged(Medium.PAPER, marks=wrong)
    assert problems == ["cards.pdf: page 2 does not say that it is page 2 of 4"]


def test_a_column_lost_to_rounding_would_be_missed(monkeypatch):
    """Case 3: three cards and the margins are the page's width exactly; without a hair of room two columns are left."""
    # 3 x 64.4 + 2 x 2.4 + 2 x 6 = 210.
    spec = replace(sheet(*cards(1, 64.4, 60)), gap_mm=2.4)
    how = next(one for one in formats(spec) if not one.paper.landscape and one.strips is Strips.ACROSS)
    room = room_of(spec, how)
    assert grid.block_of(spec, 0, spec.pieces, room, worth=100).columns == 3
    monkeypatch.setattr(grid, "EPSILON", -1e-9)
    assert grid.block_of(spec, 0, spec.pieces, room, worth=100).columns == 2


@BOTH
def test_a_sheet_that_holds_fewer_than_its_list_says_is_found(judged, medium):
    """Case 6: the list says 30, the sheets hold 28. They are counted, and each piece that lacks is named in the counts."""
    thirty = small(*cards(5, 20, 20), replace(piece("x-card", card_trim(20, 20)), copies=25))
    one = replace(thirty.pieces[-1], copies=23)
    problems, complete = judged(medium, spec=replace(thirty, pieces=(*thirty.pieces[:-1], one)), wanted=thirty)
    assert not complete
    entry = GameEntry(players=2, media=[], files=[_listed("cards.pdf", {"x-card": 25})])
    (problem,) = compare_holdings(entry, {"cards.pdf": {"x-card": 23}})
    assert "x-card: manifest.json says that it holds 25, it holds 23" in str(problem)
    assert compare_holdings(entry, {"cards.pdf": {"x-card": 25}}) == []
    assert problems == []


def _listed(path, held):
    holds = [Held(piece=name, copies=count) for name, count in held.items()]
    return FileEntry(path=path, medium="pdf", bytes=1, sha256="", key="", holds=holds)


@BOTH
def test_a_file_of_an_earlier_run_is_found(tmp_path, medium):
    """Case 7: what the rules no longer ask for ships with the set."""
    files = Files(DECK, tmp_path)
    assert files.judged(medium) == ([], True)
    for right, stale in (("cards.pdf", "old-cards.pdf"), ("cards.1.front.svg", "cards.9.front.svg")):
        (tmp_path / stale).write_bytes((tmp_path / right).read_bytes())
    problems, _ = files.judged(medium)
    stale = "old-cards.pdf: the rules ask for no such file" if medium is Medium.PAPER else "cards.9.front.svg"
    assert any(stale in one for one in problems), problems


@BOTH
def test_a_card_without_a_back_on_a_page_with_others_is_found(judged, medium):
    """Case 9: it takes a place among cards with backs, and the backs go on without a gap for it."""
    right = small(*cards(5))
    bare = piece("bare", card_trim(36, 50))

    def shared(pages):
        fronts, backs = pages
        faces = [place.face for place in backs.places if place.face.name != "bare.back"]
        without = tuple(replace(place, face=face) for place, face in zip(backs.places, faces, strict=False))
        return [fronts, replace(backs, places=without)]

    mixed = replace(right, pieces=(*right.pieces[:2], bare, *right.pieces[2:]))
    problems, _ = judged(medium, pages=shared, spec=mixed, wanted=right)
    assert any("no bare" in one for one in problems), problems
    # The cards before it have their own backs, those after it another's.
    wrong = [number for number in range(5) if any(f"behind card.{number}.front" in one for one in problems)]
    assert wrong == [2, 3, 4], problems


@BOTH
def test_backs_off_by_what_a_printer_does_are_found(judged, medium):
    """Case 11: a file made for another printer's profile, 3 mm to the right, and one that forgets the profile."""
    three = replace(DECK, backs=BackProfile(x_mm=3.0, rotation_deg=0.2))
    for spec, wanted in ((three, DECK), (DECK, three)):
        problems, _ = judged(medium, spec=spec, wanted=wanted)
        assert any("nothing behind card.0.front" in one for one in problems), problems


def test_a_calibration_sheet_that_is_upside_down_is_found(monkeypatch, tmp_path):
    """Case 12: landscape with a long-edge flip, the back as it would be on portrait."""
    config = load_config(None, ["paper.sizes=[a4]", "paper.orientation=landscape"]).config
    (spec,) = calibration_specs(config, "C")
    assert calibration_faults(pdf.write_calibration(spec, tmp_path / "right.pdf"), spec) == []
    right = pdf.calibration_pages
    monkeypatch.setattr(pdf, "calibration_pages", lambda spec: tuple(replace(one, matrix=STILL) for one in right(spec)))
    found = [fault for _, fault in calibration_faults(pdf.write_calibration(spec, tmp_path / "wrong.pdf"), spec)]
    assert any("the back: has" in one and "turned from the way it is read" in one for one in found), found


@pytest.fixture(scope="module")
def worded(tmp_path_factory):
    trim = card_trim(36, 50)
    one = replace(piece("worded", trim), front=face("worded.front", trim, RED, "Zażółć 42"))
    return Files(sheet(one, *cards(2)), tmp_path_factory.mktemp("worded"))


def _fonts(document, key):
    return [one for one in document.objects if isinstance(one, pikepdf.Dictionary) and key in one]


def _unembedded(document):
    for one in _fonts(document, "/FontFile2"):
        del one["/FontFile2"]


def _whole(document):
    for one in _fonts(document, "/BaseFont"):
        one.BaseFont = pikepdf.Name("/Manrope-Bold")


def _standard(document):
    for one in _fonts(document, "/FontDescriptor"):
        del one["/FontDescriptor"]
        one.Subtype, one.BaseFont = pikepdf.Name.Type1, pikepdf.Name.Helvetica


def _redrawn(document, pattern, by):
    """What the front draws, with something else in the place of a pattern that is in it."""
    form = document.pages[0].Resources.XObject["/FormXob.worded.front"]
    text = form.read_bytes()
    changed = re.sub(pattern, by, text)
    assert changed != text
    form.write(changed)


def _silent(document):
    _redrawn(document, rb"\((?:\\.|[^\\)])*\) Tj", b"() Tj")


def _boxes(document):
    for page in document.pages:
        page.MediaBox = pikepdf.Array([0, 0, 595, 842])


def _inches(document):
    for page in document.pages:
        page.MediaBox = pikepdf.Array([0, 0, 8.27 * 72 / 25.4, 11.69 * 72 / 25.4])


def _cut_off(document):
    """The last letter of a text goes: its ground ends there."""
    _redrawn(document, rb"((?:\\[0-7]{3}|\\.|[^\\()]))\) Tj", b") Tj")


def _like_another(document):
    """The suit's colour becomes a grey as light as it: of its own red nothing is left."""
    _redrawn(document, rb"[\d.]+ [\d.]+ [\d.]+ rg", b".38 .38 .38 rg")


def _scaled(document):
    del document.Root.ViewerPreferences["/PrintScaling"]


WRONG_FILES = {
    "14 boxes of whole points": (_boxes, "must be A4, 210.00 x 297.00 mm"),
    "15 fit to page": (_scaled, "true size"),
    "16 inches taken for millimetres": (_inches, "is 8.27 x 11.69 mm, must be A4"),
    "22 a letter cut off": (_cut_off, "has other text than it must: without"),
    "23 a suit in grey": (_like_another, "something else"),
    "20 letters dropped": (_silent, "has other text than it must: without"),
    "21 not embedded": (_unembedded, "without embedding it"),
    "21 all of a font": (_whole, "must have a subset"),
    "21 one of the standard 14": (_standard, "has the font Helvetica without embedding it"),
}


@pytest.mark.parametrize("wrong", WRONG_FILES)
def test_a_file_made_wrong_is_found(worded, tmp_path, wrong):
    """Cases 14, 15, 16, 20, 21, 22, 23."""
    copy = object.__new__(Files)
    copy.spec, copy.folder = worded.spec, tmp_path
    (tmp_path / "cards.pdf").write_bytes((worded.folder / "cards.pdf").read_bytes())
    assert copy.judged(Medium.PAPER) == ([], True)
    change, words = WRONG_FILES[wrong]
    copy.edit(change)
    problems, _ = copy.judged(Medium.PAPER)
    assert any(words in one for one in problems), problems


@pytest.mark.parametrize(
    ("right", "wrong", "words"),
    [
        ('width="210mm"', 'width="595"', "has no size in mm with a viewBox"),
        ('viewBox="0 0 210 297"', 'viewBox="0 0 793.7 1122.5"', "is not its size of 210 x 297 mm"),
        ('viewBox="0 0 210 297"', "", "has no size in mm with a viewBox"),
        (' id="cut"', ' id="cut" transform="scale(1.01)"', "moves things by a transform"),
        ('width="210mm"', 'width="216mm"', "is not its size of 216 x 297 mm"),
    ],
)
def test_a_cut_file_that_opens_at_another_size_is_found(worded, tmp_path, right, wrong, words):
    """Case 19."""
    copy = object.__new__(Files)
    copy.spec, copy.folder = worded.spec, tmp_path
    for file in worded.folder.glob("*.svg"):
        text = file.read_text(encoding="utf-8")
        if ".front." in file.name:
            assert right in text
            text = text.replace(right, wrong, 1)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    problems, _ = copy.judged(Medium.CUT)
    assert any(words in one for one in problems), problems
