"""Imposition and what stands beside the pieces. Expected figures are worked out by hand from paper and piece."""

import math
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import LineString, Point, box

from design.config.loading import load_config
from design.config.paper import STAYS, BackProfile, Duplex, Orientation
from design.graphics.polygons import is_straight
from design.graphics.type.outlines import text_outline
from design.plan.planning import plan
from design.sheets.specs import SheetPiece
from printables.drawing.paint import bleed_area
from printables.imposition.grid import block_of
from printables.imposition.pages import Strips, formats, room_of
from printables.imposition.sheet import Side, impose
from printables.marks.page_marks import printers_marks
from rules.errors import DesignError
from rules.game import load_game
from tests.support.sheet_cases import INK, arch_trim, card_trim, cards, face, mixed, piece, sheet
from tests.support.two_sides import turn_of

MODES = pytest.mark.parametrize("duplex", list(Duplex), ids=lambda one: one.value)
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


def centres(page):
    return [(round(place.x_mm, 6), round(place.y_mm, 6)) for place in page.places]


def turn(page, spec):
    """How the page's backs are turned behind its fronts; of a page to fold by its line."""
    folds = [(one.x1_mm, one.y1_mm, one.x2_mm, one.y2_mm) for one in printers_marks(spec, page).folds]
    assert len(folds) == (spec.duplex is Duplex.GUTTER_FOLD)
    return turn_of(spec.duplex, page.paper.width_mm, page.paper.height_mm, *folds)


def sheets_of(pages, spec):
    """Each sheet's page of fronts, its fronts and its backs."""
    if spec.duplex is Duplex.GUTTER_FOLD:
        split = ([[one for one in page.places if one.side is side] for side in (Side.FRONT, Side.BACK)] for page in pages)
        return [(page, fronts, backs) for page, (fronts, backs) in zip(pages, split, strict=True)]
    return [(front, front.places, back.places) for front, back in zip(pages[::2], pages[1::2], strict=True)]


def test_a_sheet_that_is_not_full_is_not_centred_anew():
    """Case 10: 4 of 9 places, by hand those of the full sheet; their backs at the other side, not in the middle."""
    front, back = impose(sheet(*cards(4, 63, 88)))
    xs, top, next_row = (39.4, 105.0, 170.6), 239.1, 148.5
    assert centres(front) == [*((x, top) for x in xs), (39.4, next_row)]
    assert centres(back) == [*((x, top) for x in reversed(xs)), (170.6, next_row)]


def test_cards_without_backs_do_not_share_a_sheet_with_those_that_have_them():
    """Case 9."""
    alone = replace(cards(1)[0], name="alone", back=None)
    with pytest.raises(DesignError, match="alone: has no back, others have; give it sheets of its own"):
        impose(sheet(*cards(2), alone))


@MODES
def test_copies_are_made_with_their_backs(duplex):
    """Case 4."""
    spec = sheet(replace(cards(1)[0], copies=3), duplex=duplex)
    ((_, fronts, backs),) = sheets_of(impose(spec), spec)
    assert [one.face.name for one in (*fronts, *backs)] == ["card.0.front"] * 3 + ["card.0.back"] * 3


def test_nine_poker_cards_fill_an_a4_sheet():
    # 3 x 63 + 2 x 2.6 = 194.2 wide, (210 - 194.2) / 2 = 7.9 at the sides; 3 x 88 + 2 x 2.6 = 269.2 high, 13.9 above.
    front, back = impose(sheet(*cards(9, 63, 88)))
    xs, ys = (39.4, 105.0, 170.6), (239.1, 148.5, 57.9)
    assert centres(front) == [(x, y) for y in ys for x in xs]
    assert centres(back) == [(x, y) for y in ys for x in reversed(xs)]
    assert (front.side, back.side, front.pages) == (Side.FRONT, Side.BACK, 2)


def test_turned_on_the_short_edge_the_first_back_is_at_the_lower_left():
    front, back = impose(sheet(*cards(9, 63, 88), duplex=Duplex.SHORT_EDGE))
    assert centres(front)[0] == (39.4, 239.1)
    assert centres(back)[0] == (39.4, 57.9)
    assert {place.angle_deg for place in back.places} == {180}


@pytest.mark.parametrize(("paper", "first"), [("a4", (27.8, 253.7)), ("letter", (30.75, 244.9))])
def test_25_cards_go_on_one_sheet(paper, first):
    # A4: (210 - 190.4) / 2 + 18 = 27.8 and 297 - (297 - 260.4) / 2 - 25 = 253.7. Letter: 12.75 + 18; 279.4 - 9.5 - 25.
    front, _ = impose(sheet(*cards(25), paper=paper))
    assert len(front.places) == 25
    assert centres(front)[0] == first
    assert len(impose(sheet(*cards(26), paper=paper))) == 4


def test_poker_cards_lie_on_letter_since_eight_go_so_and_six_upright():
    pages = impose(sheet(*cards(9, 63, 88), paper="letter"))
    assert [len(page.places) for page in pages] == [8, 8, 1, 1]
    assert {place.angle_deg for place in pages[0].places} == {90}
    assert {place.angle_deg for place in pages[1].places} == {270}


A_PAGE = {Duplex.GUTTER_FOLD: 10}
"""36 x 50 on A4: 25 on a side; half a page is 198 / 2 - 3.3 = 95.7 wide and takes 2 columns of 5."""


@MODES
def test_any_number_of_cards(duplex):
    """Every count from 0 to 100: each card once a side, in its order; no page more or less; places those of a full sheet."""
    plenty = sheet(*cards(25), duplex=duplex)
    full = [(one.x_mm, one.y_mm) for _, fronts, _ in sheets_of(impose(plenty), plenty) for one in fronts]
    a_page = A_PAGE.get(duplex, 25)
    for count in range(101):
        spec = sheet(*cards(count), duplex=duplex)
        pages = impose(spec)
        sheets_ = sheets_of(pages, spec)
        assert len(sheets_) == math.ceil(count / a_page)
        assert len(pages) == len(sheets_) * (1 if duplex is Duplex.GUTTER_FOLD else 2)
        for side, faces in (("front", [fronts for _, fronts, _ in sheets_]), ("back", [backs for *_, backs in sheets_])):
            assert [one.face.name for page in faces for one in page] == [f"card.{number}.{side}" for number in range(count)]
        for page, fronts, _ in sheets_:
            assert 0 < len(fronts) <= a_page
            # How full a sheet is changes no place.
            assert [(one.x_mm, one.y_mm) for one in fronts] == full[: len(fronts)]
            assert page.pages == (len(sheets_) if duplex is Duplex.SEPARATE else len(pages))


def test_240_cards_at_20_a_page_need_12_sheets_and_no_thirteenth():
    # Case 1: 5 x 37 + 4 x 2.6 = 195.4 across 198; 4 x 62 + 3 x 2.6 = 255.8 in 269.2. Turned there are 3 x 6.
    pages = impose(sheet(*cards(240, 37, 62)))
    assert len(pages) == 24
    assert {len(page.places) for page in pages} == {20}


@given(st.floats(25, 130), st.floats(25, 180), st.sampled_from(["a4", "letter", "a3"]))
@settings(max_examples=40, deadline=None)
def test_the_solver_takes_the_most_that_any_way_takes(width, height, paper):
    """Against arithmetic on the paper alone: portrait and landscape, upright and turned, texts across or along."""
    spec = sheet(piece("card", box(-width / 2, -height / 2, width / 2, height / 2), 200), paper=paper)
    short, long = spec.paper.width_mm - 12, spec.paper.height_mm - 12
    across, along = 2 * (4.6 + 1.3 + 2), 2 * (3.3 + 1.3 + 2)
    rooms = [(short, long - across), (short - along, long), (long, short - across), (long - along, short)]
    most = max(
        int((wide + 2.6 + 1e-7) // (w + 2.6)) * int((high + 2.6 + 1e-7) // (h + 2.6))
        for wide, high in rooms
        for w, h in ((width, height), (height, width))
    )
    assert len(impose(spec)[0].places) == min(most, 200)


def test_288_cards_at_18_a_page_need_16_sheets_and_the_last_is_there():
    # Case 2: 3 x 60 + 2 x 2.6 = 185.2 across 198; 6 x 40 + 5 x 2.6 = 253 in 269.2. 36 turned would be 3 x 6 as well.
    pages = impose(sheet(*cards(288, 60, 40)))
    assert [len(page.places) for page in pages] == [18] * 32
    assert pages[-1].places[-1].face.name == "card.287.back"


@given(st.integers(2, 8), st.floats(3, 15), st.floats(2.6, 9))
@settings(max_examples=60, deadline=None)
def test_columns_that_exactly_fit_are_not_lost_to_rounding(columns, margin, gap):
    width = (210 - 2 * margin - (columns - 1) * gap) / columns
    tile = box(-width / 2, -width / 2, width / 2, width / 2)
    spec = sheet(piece("tile", tile), margin=margin, gap=gap)
    (upright,) = (how for how in formats(spec) if not how.paper.landscape and how.strips is Strips.ACROSS)
    assert block_of(spec, 0, spec.pieces, room_of(spec, upright), worth=100).columns == columns


@MODES
@PAPERS
@pytest.mark.parametrize("way", list(Orientation))
@pytest.mark.parametrize("pieces", [cards(7), cards(5, 63, 88), mixed(), (piece("gate", arch_trim(63, 88), 5),)])
def test_each_back_lies_behind_its_front_and_reads_upright(duplex, paper, way, pieces):
    spec = replace(sheet(*pieces, duplex=duplex, paper=paper), orientation=way)
    for page, fronts, backs in sheets_of(impose(spec), spec):
        assert way is Orientation.BEST or page.paper.landscape is (way is Orientation.LANDSCAPE)
        behind = turn(page, spec).shape
        for one, other in zip(fronts, backs, strict=True):
            assert one.face.name.removesuffix(".front") == other.face.name.removesuffix(".back")
            assert behind(one.trim).symmetric_difference(other.trim).area < 1e-6
            # Turned about its vertical axis, a piece shows its back upright: both have their top at the same edge.
            top, right = (one.on_page(LineString([(0, 0), tip])) for tip in ((0, 1), (1, 0)))
            assert behind(top).equals_exact(other.on_page(LineString([(0, 0), (0, 1)])), 1e-9)
            assert behind(right).equals_exact(other.on_page(LineString([(0, 0), (-1, 0)])), 1e-9)


MOVED = BackProfile(2.5, -1.5, 0.8, 1.005)


@MODES
@PAPERS
@pytest.mark.parametrize("backs", [STAYS, MOVED], ids=["still", "moved"])
@pytest.mark.parametrize("pieces", [cards(30), cards(9, 63, 88), mixed(), cards(12, 70, 120), cards(40, 20, 30)])
def test_nothing_touches(duplex, paper, backs, pieces):
    """Bleeds keep apart; marks, folds, ruler and texts keep off bleeds, off each other and off the margin, as printed."""
    spec = replace(sheet(*pieces, duplex=duplex, paper=paper), backs=backs if duplex.printed_twice else STAYS)
    for page in impose(spec):
        inside = box(6, 6, page.paper.width_mm - 6, page.paper.height_mm - 6).buffer(1e-6)
        a, b, c, d, e, f = page.matrix

        def lies_inside(shape, inside=inside, matrix=(a, c, b, d, e, f)):
            return inside.contains(affinity.affine_transform(shape, matrix))

        painted = [place.on_page(bleed_area(place.face, place.bleed_mm)) for place in page.places]
        assert all(one.intersection(other).area < 1e-9 for one, other in combinations(painted, 2))
        assert all(lies_inside(place.trim) for place in page.places)
        beside = printers_marks(spec, page)
        marks = [as_line(mark) for mark in (*beside.marks, *beside.folds)]
        ruler = box(*marks_bounds(beside.ruler))
        texts = [text_box(line) for line in beside.lines]
        assert all(lies_inside(one) for one in (*marks, ruler, *texts))
        taken = [place.trim.buffer(place.bleed_mm).envelope for place in page.places]
        assert not any(one.intersects(other) for one in (*marks, ruler, *texts) for other in taken)
        assert not any(one.intersects(other) for one, other in combinations((*texts, ruler), 2))
        assert not any(mark.intersects(other) for mark in marks for other in (*texts, ruler))


@MODES
@PAPERS
def test_no_cut_but_the_border_s_takes_away_a_mark(duplex, paper):
    """Case 17: cuts run between the marks, so until the border is cut all marks are there, and those of other cuts too."""
    spec = sheet(*cards(30), duplex=duplex, paper=paper)
    for page in impose(spec):
        marks = [as_line(mark) for mark in printers_marks(spec, page).marks]
        for side in {place.side for place in page.places}:
            bounds = [place.bounds for place in page.places if place.side is side]
            low_x, low_y, high_x, high_y = (pick(one[at] for one in bounds) for at, pick in enumerate((min, min, max, max)))
            cuts = [LineString([(x, low_y), (x, high_y)]) for one in bounds for x in (one[0], one[2])]
            cuts += [LineString([(low_x, y), (high_x, y)]) for one in bounds for y in (one[1], one[3])]
            assert not any(cut.intersects(mark) for cut in cuts for mark in marks)
            # Each cut has a mark in line with it at both ends: on the side that the margin leaves room for one at least.
            for cut in cuts:
                upright = cut.coords[0][0] == cut.coords[1][0]
                at = cut.coords[0][0 if upright else 1]
                own = [mark for mark in marks if abs(mark.coords[0][not upright] - mark.coords[1][not upright]) < 1e-9]
                assert any(abs(mark.coords[0][not upright] - at) < 1e-5 for mark in own)


@MODES
def test_a_stack_of_sheets_has_its_cuts_at_the_same_places(duplex):
    spec = sheet(*cards(30), duplex=duplex)
    lines = []
    for _, fronts, _ in sheets_of(impose(spec), spec):
        edges = [(axis, edge) for one in fronts for axis in (0, 1) for edge in one.bounds[axis::2]]
        lines.append({(axis, round(edge, 6)) for axis, edge in edges})
    assert len(lines) > 1
    assert all(one <= lines[0] for one in lines)


def as_line(stroke):
    return LineString([(stroke.x1_mm, stroke.y1_mm), (stroke.x2_mm, stroke.y2_mm)])


def marks_bounds(strokes):
    xs = [x for one in strokes for x in (one.x1_mm, one.x2_mm)]
    ys = [y for one in strokes for y in (one.y1_mm, one.y2_mm)]
    return min(xs), min(ys), max(xs), max(ys)


def text_box(line):
    outline = text_outline(line.text, line.size_mm, line.weight)
    return affinity.translate(affinity.rotate(outline, line.angle_deg, origin=(0, 0)), line.x_mm, line.y_mm).envelope


@PAPERS
def test_marks_stand_in_line_with_every_trim_of_a_full_sheet(paper):
    spec = sheet(*cards(25), paper=paper)
    for page in impose(spec):
        lines = [as_line(mark) for mark in printers_marks(spec, page).marks]
        upright = sorted({round(line.coords[0][0], 3) for line in lines if line.coords[0][0] == line.coords[1][0]})
        flat = sorted({round(line.coords[0][1], 3) for line in lines if line.coords[0][1] == line.coords[1][1]})
        left, low = (spec.paper.width_mm - 190.4) / 2, (spec.paper.height_mm - 260.4) / 2
        assert upright == pytest.approx([left + i * 38.6 + end for i in range(5) for end in (0, 36)], abs=0.002)
        assert flat == pytest.approx([low + i * 52.6 + end for i in range(5) for end in (0, 50)], abs=0.002)
        assert len(lines) == 40  # ten trims each way, a mark at both ends
        assert min(line.length for line in lines) >= 1.3


def test_marks_are_for_straight_pieces_only():
    assert is_straight(card_trim(20, 20))
    assert not any(is_straight(trim) for trim in (Point(0, 0).buffer(10), arch_trim(24, 32)))
    spec = sheet(piece("door", arch_trim(24, 32), 5))
    assert printers_marks(spec, impose(spec)[0]).marks == ()


@PAPERS
def test_every_page_carries_100_mm_and_says_what_it_is(paper):
    spec = sheet(*cards(26), paper=paper)
    spec = replace(spec, version="1.2")
    for number, page in enumerate(impose(spec), 1):
        marks = printers_marks(spec, page)
        ticks = [as_line(stroke) for stroke in marks.ruler[1:]]
        assert len(ticks) == 21
        assert ticks[0].distance(ticks[-1]) == pytest.approx(100, abs=1e-9)
        assert [one.distance(other) for one, other in pairwise(ticks)] == pytest.approx([5] * 20)
        said = " ".join(line.text for line in marks.lines)
        for words in (
            "Trial: cards",
            f"Page {number} of 4 · {page.side.value} · version 1.2",
            f"{25 if number < 3 else 1} × card",
            "100 mm",
            "Print at 100 %, turn on the long edge",
            spec.credits.split()[-1],
        ):
            assert words in said


def test_mixed_rows_are_even():
    front, _ = impose(sheet(*mixed()))
    rows = {}
    for place in front.places:
        rows.setdefault(round(place.y_mm, 3), []).append(place.face.name.split(".")[0])
    assert [(row[0], len(row)) for row in rows.values()] == [("tile", 5), ("tile", 5), ("coin", 8), ("coin", 7), ("door", 5)]
    assert len({round(min(place.bounds[0] for place in front.places if place.block == number), 6) for number in range(3)}) == 1


def test_a_block_that_does_not_fit_begins_the_next_sheet():
    # Two rows of 100 mm leave no room for a third kind's row on A4: 2 x 100 + 2.6 + 6.6 + 80 > 297 - 35.8.
    pages = impose(sheet(piece("a", card_trim(90, 100), 4), piece("b", card_trim(80, 80), 3)))
    assert [[place.face.name.split(".")[0] for place in page.places] for page in pages[::2]] == [["a"] * 4, ["b"] * 3]


def test_a_piece_larger_than_the_page_names_the_largest_that_goes():
    # Texts at head and foot: 198 wide, 297 - 12 - 2 x (4.6 + 1.3 + 2) = 269.2 high. At the short sides of a landscape
    # sheet, a line each: 297 - 12 - 2 x (3.3 + 1.3 + 2) = 271.8 by 198. At the long sides: 184.8 x 285. A3, tabloid and
    # legal (215.9 - 12 = 203.9 wide) take 200 x 270.
    with pytest.raises(
        DesignError,
        match=r"giant = 200 x 270 mm: is larger .* A4 .* 184\.8 x 285\.0 mm or 198\.0 x 271\.8 mm.* \(a3, legal, tabloid\)",
    ):
        impose(sheet(piece("giant", card_trim(200, 270))))
    assert len(impose(sheet(piece("large", card_trim(198, 269.2))))) == 2
    assert len(impose(sheet(piece("lying", card_trim(269.2, 190))))) == 2


def test_a_gap_smaller_than_both_bleeds_is_refused():
    with pytest.raises(DesignError, match=r"gap_mm = 2\.5: must be at least 2\.6 mm"):
        impose(sheet(*cards(2), gap=2.5))


def test_a_back_of_another_outline_is_refused():
    lopsided = affinity.skew(box(-10, -10, 10, 10), 20, 0, origin=(0, 0))
    same = SheetPiece("odd", 1, face("odd.front", lopsided), face("odd.back", lopsided))
    with pytest.raises(DesignError, match=r"odd: the back's outline"):
        impose(sheet(same))
    mirrored = affinity.scale(lopsided, -1, 1, origin=(0, 0))
    assert impose(sheet(SheetPiece("odd", 1, face("odd.front", lopsided), face("odd.back", mirrored))))


def test_a_title_too_long_is_refused_and_a_list_too_long_is_summed_up():
    trim = card_trim(20, 20)
    many = tuple(piece(f"a-sort-of-token-with-a-long-name-{letter}", trim) for letter in "abcdefghij")
    spec = sheet(*many)
    assert "10 pieces of 10 sorts" in [line.text for line in printers_marks(spec, impose(spec)[0]).lines]
    long = type(spec)(**{**spec.__dict__, "title": "Long " * 60})
    with pytest.raises(DesignError, match="too long"):
        printers_marks(long, impose(long)[0])
    wordy = type(spec)(**{**spec.__dict__, "credits": "Credits " * 80})
    with pytest.raises(DesignError, match="credits are too long"):
        printers_marks(wordy, impose(wordy)[0])


def test_a_white_ground_needs_no_bleed():
    trim = card_trim(36, 50)
    assert bleed_area(face("a", trim), 1.3).equals(trim)
    assert bleed_area(face("a", trim, INK), 1.3).bounds == pytest.approx((-19.3, -26.3, 19.3, 26.3))


def test_the_game_s_own_sheets():
    # 5 sets of 5 cards; 10 + 15 + 5 + 1 markers; an overview for each of 5 players: a sheet of two sides each.
    # Stickers have fronts alone: 10 plates, both sides of 31 markers, a lid.
    game = load_game("geometric-chamber")
    specs = [item.spec for item in plan(game, load_config().config).artifacts if item.builder == "printables.pdf:write_sheets"]
    found = {(spec.paper.name, spec.name): [len(page.places) for page in impose(spec)] for spec in specs}
    stickers = [found.pop((paper, "stickers")) for paper in ("a4", "letter")]
    assert [(len(pages), sum(pages)) for pages in stickers] == [(2, 10 + 2 * 31 + 1)] * 2
    expected = {"cards": [25, 25], "markers": [31, 31], "overviews": [5, 5]}
    # Five boards of card, 196 mm long and 133.2 mm wide: two on A4, one on Letter; they have no backs.
    boards = {"a4": [2, 2, 1], "letter": [1] * 5}
    assert {paper: found.pop((paper, "boards")) for paper in boards} == boards
    assert found == {(paper, name): counts for paper in ("a4", "letter") for name, counts in expected.items()}
    for spec in specs:
        for page in impose(spec):
            printers_marks(spec, page)
