"""Imposition and what stands beside the pieces. Expected figures are worked out by hand from paper and piece."""

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import affinity
from shapely.geometry import LineString, Point, box

from design.config import load_config
from design.outlines import text_outline
from design.paper import Duplex
from design.plan import plan
from design.specs import SheetPiece
from printables.furniture import furnish
from printables.grid import is_straight
from printables.paint import bleed_area
from printables.sheet import Side, impose
from rules.errors import DesignError
from rules.game import load_game
from tests.sheet_cases import INK, arch_trim, card_trim, cards, face, mixed, piece, sheet

BOTH = pytest.mark.parametrize("duplex", list(Duplex))
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])


def centres(page):
    return [(round(place.x_mm, 6), round(place.y_mm, 6)) for place in page.places]


def behind(shape, spec):
    """Where a shape of a front page lies when the sheet is turned on its edge."""
    if spec.duplex is Duplex.LONG_EDGE:
        return affinity.translate(affinity.scale(shape, -1, 1, origin=(0, 0)), spec.paper.width_mm, 0)
    return affinity.translate(affinity.scale(shape, 1, -1, origin=(0, 0)), 0, spec.paper.height_mm)


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


FIRSTS = centres(impose(sheet(*cards(25)))[0])


@given(st.integers(0, 100))
@settings(max_examples=25, deadline=None)
def test_any_number_of_cards(count):
    pages = impose(sheet(*cards(count)))
    assert len(pages) == 2 * math.ceil(count / 25)
    assert all(page.places for page in pages)
    for side, odd in ((Side.FRONT, 1), (Side.BACK, 0)):
        names = [place.face.name for page in pages if page.side is side for place in page.places]
        assert names == [f"card.{number}.{side.value}" for number in range(count)]
        assert all(page.number % 2 == odd for page in pages if page.side is side)
    for page in pages[::2]:  # how full a sheet is changes no place
        assert centres(page) == FIRSTS[: len(page.places)]


def test_240_cards_at_20_a_page_need_12_sheets_and_no_thirteenth():
    # 6 x 32 + 5 x 2.6 = 205 > 198, so 5 across; 4 down: 20 a page; 240 cards fill 12 sheets exactly.
    pages = impose(sheet(*cards(240, 36, 60)))
    assert len(pages) == 24
    assert {len(page.places) for page in pages} == {20}


@given(st.integers(2, 8), st.floats(3, 15), st.floats(2.6, 9))
@settings(max_examples=60, deadline=None)
def test_columns_that_exactly_fit_are_not_lost_to_rounding(columns, margin, gap):
    width = (210 - 2 * margin - (columns - 1) * gap) / columns
    tile = box(-width / 2, -width / 2, width / 2, width / 2)
    front = impose(sheet(piece("tile", tile, 3 * columns), margin=margin, gap=gap))[0]
    assert len({x for x, _ in centres(front)}) == columns


@BOTH
@PAPERS
@pytest.mark.parametrize("pieces", [cards(7), cards(5, 63, 88), mixed(), (piece("gate", arch_trim(63, 88), 5),)])
def test_each_back_lies_behind_its_front_and_reads_upright(duplex, paper, pieces):
    spec = sheet(*pieces, duplex=duplex, paper=paper)
    pages = impose(spec)
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        for one, other in zip(front.places, back.places, strict=True):
            assert one.face.name.removesuffix(".front") == other.face.name.removesuffix(".back")
            assert behind(one.trim, spec).symmetric_difference(other.trim).area < 1e-6
            # Turned about its vertical axis, a piece shows its back upright: both have their top at the same edge.
            top, right = (one.on_page(LineString([(0, 0), tip])) for tip in ((0, 1), (1, 0)))
            assert behind(top, spec).equals_exact(other.on_page(LineString([(0, 0), (0, 1)])), 1e-9)
            assert behind(right, spec).equals_exact(other.on_page(LineString([(0, 0), (-1, 0)])), 1e-9)


@BOTH
@PAPERS
@pytest.mark.parametrize("pieces", [cards(30), cards(9, 63, 88), mixed(), cards(12, 70, 120), cards(40, 20, 30)])
def test_nothing_touches(duplex, paper, pieces):
    """Bleeds keep apart; marks, ruler and texts keep off bleeds, off each other and off the margin."""
    spec = sheet(*pieces, duplex=duplex, paper=paper)
    inside = box(6, 6, spec.paper.width_mm - 6, spec.paper.height_mm - 6).buffer(1e-6)
    for page in impose(spec):
        painted = [place.on_page(bleed_area(place.face, place.bleed_mm)) for place in page.places]
        assert all(one.intersection(other).area < 1e-9 for one, other in combinations(painted, 2))
        assert all(inside.contains(place.trim) for place in page.places)
        furniture = furnish(spec, page)
        marks = [as_line(mark) for mark in furniture.marks]
        ruler = box(*furniture_bounds(furniture.ruler))
        texts = [text_box(line) for line in furniture.lines]
        assert all(inside.contains(one) for one in (*marks, ruler, *texts))
        taken = [place.trim.buffer(place.bleed_mm).envelope for place in page.places]
        assert not any(one.intersects(other) for one in (*marks, ruler, *texts) for other in taken)
        assert not any(one.intersects(other) for one, other in combinations((*texts, ruler), 2))
        assert not any(mark.intersects(other) for mark in marks for other in (*texts, ruler))


def as_line(stroke):
    return LineString([(stroke.x1_mm, stroke.y1_mm), (stroke.x2_mm, stroke.y2_mm)])


def furniture_bounds(strokes):
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
        lines = [as_line(mark) for mark in furnish(spec, page).marks]
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
    assert furnish(spec, impose(spec)[0]).marks == ()


@PAPERS
def test_every_page_carries_100_mm_and_says_what_it_is(paper):
    spec = sheet(*cards(26), paper=paper)
    for number, page in enumerate(impose(spec), 1):
        furniture = furnish(spec, page)
        ticks = [as_line(stroke) for stroke in furniture.ruler[1:]]
        assert len(ticks) == 21
        assert ticks[0].distance(ticks[-1]) == pytest.approx(100, abs=1e-9)
        assert [one.distance(other) for one, other in pairwise(ticks)] == pytest.approx([5] * 20)
        said = " ".join(line.text for line in furniture.lines)
        for words in (
            "Trial: cards",
            f"Page {number} of 4 · {page.side.value}",
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
    # Head and foot: 198 wide, 297 - 12 - 2 x (4.6 + 1.3 + 2) = 269.2 high.
    with pytest.raises(DesignError, match=r"giant = 200 x 270 mm: is larger .* A4 .* 198\.0 x 269\.2 mm"):
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
    assert "10 pieces of 10 sorts" in [line.text for line in furnish(spec, impose(spec)[0]).lines]
    long = type(spec)(**{**spec.__dict__, "title": "Long " * 60})
    with pytest.raises(DesignError, match="too long"):
        furnish(long, impose(long)[0])
    wordy = type(spec)(**{**spec.__dict__, "credits": "Credits " * 80})
    with pytest.raises(DesignError, match="credits are too long"):
        furnish(wordy, impose(wordy)[0])


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
    assert found == {(paper, name): counts for paper in ("a4", "letter") for name, counts in expected.items()}
    for spec in specs:
        for page in impose(spec):
            furnish(spec, page)
