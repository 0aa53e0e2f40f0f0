"""Colours: distances as published, the palette as it must be, and choices that fail as errors that say which pair."""

from dataclasses import replace
from itertools import combinations

import pytest
from coloraide import Color

from design.checks import find_problems
from design.checks.colours import LEAST
from design.config.loading import load_config
from design.context import Context
from design.graphics.colour.palette import Palette, contrast
from design.graphics.colour.vision import DISTANCE, LAB, Sight, apart, nearest, seen
from design.plan import sheets as paper_plan
from design.plan.planning import Plan
from design.tuck_box.box import TuckBoxSpec
from printables.marks.strips import QUIET
from rules.bill import derive_bill
from rules.game import load_game

SHARMA = """
50 2.6772 -79.7751 50 0 -82.7485 2.0425
50 3.1571 -77.2803 50 0 -82.7485 2.8615
50 2.8361 -74.0200 50 0 -82.7485 3.4412
50 -1.3802 -84.2814 50 0 -82.7485 1.0000
50 -1.1848 -84.8006 50 0 -82.7485 1.0000
50 -0.9009 -85.5211 50 0 -82.7485 1.0000
50 0 0 50 -1 2 2.3669
50 -1 2 50 0 0 2.3669
50 2.4900 -0.0010 50 -2.4900 0.0009 7.1792
50 2.4900 -0.0010 50 -2.4900 0.0010 7.1792
50 2.4900 -0.0010 50 -2.4900 0.0011 7.2195
50 2.4900 -0.0010 50 -2.4900 0.0012 7.2195
50 -0.0010 2.4900 50 0.0009 -2.4900 4.8045
50 -0.0010 2.4900 50 0.0010 -2.4900 4.8045
50 -0.0010 2.4900 50 0.0011 -2.4900 4.7461
50 2.5 0 50 0 -2.5 4.3065
50 2.5 0 73 25 -18 27.1492
50 2.5 0 61 -5 29 22.8977
50 2.5 0 56 -27 -3 31.9030
50 2.5 0 58 24 15 19.4535
50 2.5 0 50 3.1736 0.5854 1.0000
50 2.5 0 50 3.2972 0 1.0000
50 2.5 0 50 1.8634 0.5757 1.0000
50 2.5 0 50 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
"""Table 1 of Sharma, Wu and Dalal, The CIEDE2000 color-difference formula, 2005: two colours in CIELAB, their distance."""
PAIRS = [tuple(float(one) for one in line.split()) for line in SHARMA.split("\n") if line]
SETS = ("gold", "forest", "crimson", "turquoise", "violet")
GAME = load_game("geometric-chamber")


@pytest.mark.parametrize("row", PAIRS)
def test_the_distance_is_that_of_the_published_data(row):
    one, other = Color(LAB, row[:3]), Color(LAB, row[3:6])
    assert one.delta_e(other, method=DISTANCE, space=LAB) == pytest.approx(row[6], abs=5e-5)
    assert other.delta_e(one, method=DISTANCE, space=LAB) == pytest.approx(row[6], abs=5e-5)


def lab(colour: str, sight: Sight = Sight.USUAL) -> list[float]:
    return seen(colour, sight).convert(LAB).coords()


def test_colours_in_cielab():
    # Published: sRGB red is L* 53.24, a* 80.09, b* 67.20; white 100, 0, 0.
    assert lab("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.03)
    assert lab("#ffffff") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#000000") == pytest.approx((0, 0, 0), abs=0.02)


@pytest.mark.parametrize(("sight", "one", "other"), [
    # Greens and reds of one lightness that the colour-blind confuse, and blues and greens; found beside the neutral point.
    (Sight.DEUTERANOPIA, "#c06000", "#7f7f00"),
    (Sight.PROTANOPIA, "#b05010", "#606010"),
    (Sight.TRITANOPIA, "#00a0ff", "#00a8a8"),
    (Sight.GREY, "#e69f00", "#56b4e9"),
])  # fmt: skip
def test_what_some_confuse_comes_nearer_to_them(sight, one, other):
    assert apart(one, other, sight) < 0.5 * apart(one, other)
    assert nearest(one, other)[0] <= apart(one, other, sight)


@pytest.mark.parametrize("sight", [Sight.DEUTERANOPIA, Sight.PROTANOPIA, Sight.TRITANOPIA, Sight.GREY])
def test_greys_stay_greys_to_all(sight):
    # Each row of a published matrix adds up to 1, so what has no colour gains none.
    for grey in ("#202020", "#808080", "#f0f0f0"):
        assert lab(grey, sight) == pytest.approx(lab(grey), abs=0.05)


def test_the_five_sets_are_told_apart_without_their_shapes_by_all_who_see_colours():
    for one, other in combinations(SETS, 2):
        for sight in (Sight.USUAL, Sight.DEUTERANOPIA, Sight.PROTANOPIA, Sight.TRITANOPIA):
            assert apart(Palette().hex(one), Palette().hex(other), sight) > 2 * LEAST, (one, other, sight)
    # In grey one pair is near (8.5): there the shapes tell, as they do everywhere.
    near = [pair for pair in combinations(SETS, 2) if apart(*(Palette().hex(one) for one in pair), Sight.GREY) < LEAST]
    assert near == [("gold", "turquoise")]


def test_small_print_stands_off_its_paper():
    assert contrast(QUIET, "#ffffff") >= 4.5


def problems_of(*settings, drawn=False):
    loaded = load_config(None, ["paper.sizes=[a4]", "games.geometric-chamber.players=3", *settings])
    made = Plan(derive_bill(GAME, 3), tuple(paper_plan.sheets(Context.of_game(GAME, loaded.config))[0])) if drawn else None
    return [str(problem) for problem in find_problems(loaded, [GAME], [made] if made else [])]


def test_the_built_in_colours_pass():
    assert problems_of(drawn=True) == []


def test_two_sets_of_one_colour_are_named_with_distance_and_limit():
    (said,) = problems_of("colours={crimson: '#1f4c0b'}")
    for part in (
        "colours.forest",
        "colours.crimson = #1f4c0b",
        "0.0 apart to usual sight",
        "at least 10",
        "triangle",
        "square",
    ):
        assert part in said


def test_colours_of_sets_that_nobody_takes_are_not_asked_about():
    assert problems_of("colours={violet: '#d6a419'}") == []  # three players: gold, forest, crimson


def test_sets_without_shapes_must_differ_to_everybody():
    # Without shapes gold and turquoise are alike to those who print in grey, and to them alone.
    colour = GAME.axes["colour"]
    plain = colour.model_copy(update={"values": tuple((name, "") for name in colour.names)})
    bare = GAME.model_copy(update={"axes": {**GAME.axes, "colour": plain}})
    loaded = load_config(None, ["games.geometric-chamber.players=4"])
    found = [str(one) for one in find_problems(loaded, [bare], [])]
    assert len(found) == 1
    assert "colours.gold" in found[0]
    assert "colours.turquoise = #25e4ca" in found[0]
    assert "8.5 apart to print in grey" in found[0]
    assert "nothing else tells" in found[0]


def test_two_sides_that_only_a_colour_tells_apart_are_named():
    (said,) = problems_of("colours={brown: '#f4f0ec'}")
    for part in ("colours.brown = #f4f0ec", "colours.paper = #ffffff", "at least 10", "door-marker"):
        assert part in said


def test_sides_that_signs_tell_apart_may_have_one_colour():
    # A score marker has a ring on one side and a plus on the other.
    assert not any("score-marker" in one for one in problems_of("colours={black: '#dddddd'}"))


def test_what_is_read_on_a_colour_must_stand_off_it():
    # Neither ink nor paper reaches more on this brown.
    (said,) = problems_of("colours={crimson: '#a7713c'}", drawn=True)
    for part in ("colours.paper = #ffffff on colours.crimson = #a7713c", "contrast of 4.1", "at least 4.5"):
        assert part in said


def test_what_is_drawn_on_its_own_colour_is_named_as_that():
    # Of colours there is nothing to choose: one of two signs is lost in the other.
    loaded = load_config(None, ["paper.sizes=[a4]", "games.geometric-chamber.players=3"])
    made = paper_plan.sheets(Context.of_game(GAME, loaded.config))[0]
    tuck = next(one for one in made if isinstance(one.spec, TuckBoxSpec))
    key, face = tuck.spec.faces[0]
    twice = replace(face, marks=(*face.marks, next(mark for mark in face.marks if mark.run is not None)))
    spoilt = replace(tuck, spec=replace(tuck.spec, faces=((key, twice), *tuck.spec.faces[1:])))
    (said,) = map(str, find_problems(loaded, [GAME], [Plan(derive_bill(GAME, 3), (spoilt,))]))
    assert "tuck-box" in said
    assert "another mark of the same colour" in said
