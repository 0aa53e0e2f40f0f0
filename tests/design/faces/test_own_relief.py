"""Slots on tiles and markers: what of them is raised or engraved in plastic, and what a nozzle cannot draw, by name."""

from __future__ import annotations

import math

import pytest

from design.checks import find_problems
from design.config.loading import load_config
from design.plan.planning import plan
from rules.errors import DesignError
from rules.game import Medium
from tablewright.building.build import plans_for
from tests.support.own_pictures import card, game

TILE = "{width_mm: 31, height_mm: 44, thickness_mm: 10, relief_mm: 0.6}"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><rect width="20" height="20"/>'
    '<rect x="5" y="5" width="10" height="10" fill="#ffffff"/><rect x="24" y="4" width="6" height="12"/></svg>'
)
"""A square of black with a hole of white paper, and a bar of black beside it."""


def planned(folder, *slots, ground="paper"):
    """What is laid out for a tile whose front shows these slots."""
    sides = card("it", f"fill: {ground}, slots: [{', '.join(slots)}]", "fill: paper", family="tile", size=TILE)
    loaded = load_config(None, [f"games=[{game(folder, sides)}]"])
    return loaded, plan(loaded.config.game("mine"), loaded.config, [Medium.SOLID, Medium.PAPER])


def solid(made):
    (found,) = (one.spec for one in made.artifacts if one.medium is Medium.SOLID and "/it_" in one.path)
    return found


def said_of(folder, *slots):
    loaded, made = planned(folder, *slots)
    return [str(one) for one in find_problems(loaded, [made.bill.game], [made]) if str(one).startswith("it.")]


def test_a_tile_shows_in_plastic_what_its_slots_show_on_paper(tmp_path):
    _, made = planned(
        tmp_path / "mine",
        "{icon: star, at: [2, 3], size: [12, 12]}",
        "{text: '7', at: [16, 20], size: [13, 14], pt: 36, bold: true}",
        "{shape: ellipse, at: [4, 34], size: [6, 6], colour: crimson, relief: true}",
        "{text: for paper, at: [3, 25], size: [13, 8], relief: false}",
        "{shape: rectangle, at: [20, 3], size: [9, 9], colour: crimson}",
    )
    tile = solid(made)
    sheet = next(one for one in made.artifacts if one.path.endswith("tiles.pdf")).spec
    printed = next(piece for piece in sheet.pieces if piece.name == "it").faces[0]
    left, _, _, top = tile.trim.bounds
    star, digit, disc = sorted(tile.front.relief().geoms, key=lambda one: -one.bounds[3])
    # A star of 12 mm, 2 mm from the left and 3 mm from the top, its middle 8 and 9 mm in.
    assert (star.bounds[0] + star.bounds[2]) / 2 - left == pytest.approx(8, abs=0.05)
    assert 10 <= star.bounds[3] - star.bounds[1] <= 12
    assert top - 15 <= star.bounds[1] < star.bounds[3] <= top - 3 + 0.01
    # The digit begins where its slot does, and so does the disc of 6 mm. The rest is on paper alone.
    assert digit.bounds[0] - left == pytest.approx(16, abs=0.05)
    assert top - digit.bounds[3] == pytest.approx(20, abs=0.05)
    assert disc.bounds == pytest.approx((left + 4, top - 40, left + 10, top - 34), abs=0.02)
    assert disc.area == pytest.approx(math.pi * 9, rel=0.01)
    assert tile.front.relief().equals(printed.relief())
    assert sum(mark.area.area for mark in printed.marks) > tile.front.relief().area + 81


def test_what_a_nozzle_does_not_draw_of_slots_is_named_with_what_helps(tmp_path):
    said = said_of(
        tmp_path / "mine",
        # Regular letters of 9 pt have stems of about 0.3 mm, and so has the line; a line and a half of the nozzle is 0.6.
        "{text: fine print, at: [3, 3], size: [25, 8], colour: ink}",
        "{shape: rectangle, at: [4, 34], size: [20, 0.3], colour: ink, relief: true}",
        # 24 pt bold has stems of 1.1 mm.
        "{text: H, at: [20, 18], size: [8, 9], pt: 24, bold: true, colour: ink}",
    )
    # The last is what the slicer would leave out of both.
    assert len(said) == 3, said
    assert "leaves a wall of 0.30 mm" in said[2]
    assert said[0].startswith("it.front text 'fine print': strokes are thinner")
    assert "make it bold or its pt larger" in said[0]
    assert said[1].startswith("it.front slots: strokes are thinner")
    assert all("relief: false" in one for one in said), said


@pytest.mark.parametrize(
    ("slots", "says"),
    [
        # 0.2 mm between them, half a line of the nozzle.
        (
            ["{shape: rectangle, at: [4, 20], size: [5, 8], relief: true}"],
            "its marks are 0.20 mm apart, must be at least 0.4 mm",
        ),
        # As far as the edge, which is chamfered.
        (["{shape: rectangle, at: [0, 30], size: [31, 14], relief: true}"], "must keep 0.5 mm from its edge"),
    ],
)
def test_relief_that_runs_together_or_over_the_edge_is_named(tmp_path, slots, says):
    beside = "{shape: rectangle, at: [9.2, 20], size: [5, 8], relief: true}"
    (said,) = said_of(tmp_path / "mine", beside, *slots)
    assert says in said
    assert "relief: false" in said
    assert not said_of(tmp_path / "other", beside, *(one.replace("relief: true", "relief: false") for one in slots))


def test_a_drawing_stands_in_relief_where_it_is_asked_for(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "art.svg").write_text(DRAWING)
    slot = "{image: art.svg, at: [3, 10], size: [24, 16], relief: true}"
    loaded, made = planned(tmp_path / "mine", slot)
    relief = solid(made).front.relief()
    # 0.8 mm a unit: a square of 16 mm less its hole of 8, and a bar of 4.8 x 9.6. Paper's own white is no relief.
    assert sorted(one.area for one in relief.geoms) == pytest.approx([4.8 * 9.6, 16**2 - 8**2])
    assert not find_problems(loaded, [made.bill.game], [made])
    _, flat = planned(tmp_path / "mine", slot.replace("true", "false"))
    assert solid(flat).front.relief().is_empty
    # On a ground of another colour the white square shows too, without a gap to the black: one would run into the other.
    said = [str(one) for one in find_problems(loaded, [made.bill.game], [planned(tmp_path / "mine", slot, ground="gold")[1]])]
    assert any("its marks are 0.00 mm apart" in one for one in said), said


@pytest.mark.parametrize(
    ("family", "spec", "says"),
    [
        ("tile", "{width_mm: 31, height_mm: 44, thickness_mm: 5}", "spec.thickness_mm = 5: a tile of 44 mm would tip"),
        ("tile", "{width_mm: 5}", "spec.width_mm = 5: must be a number, 20 to 80 mm"),
        ("tile", "$card", "spec = $card: a tile is not made by that; say $tile or figures of its own"),
        ("card", "$markers.token", "spec = $markers.token: a card is not made by that; say $card"),
        ("marker", "$tile", "spec = $tile: a marker is not made by that; say $markers.token"),
        ("domino", "{width_mm: 20}", "it spec: a domino has no figures of its own; say $domino"),
    ],
)
def test_figures_that_a_family_is_not_made_by_are_named(tmp_path, family, spec, says):
    loaded = load_config(None, [f"games=[{game(tmp_path / 'mine', card('it', 'fill: gold', family=family, size=spec))}]"])
    with pytest.raises(DesignError) as caught:
        plans_for(loaded, ["mine"])
    assert any(says in str(one) for one in caught.value.problems), caught.value


def test_a_tile_is_as_its_game_says_and_else_as_the_configuration(tmp_path):
    sides = card("it", "fill: gold", family="tile", size="{width_mm: 40, thickness_mm: 12}")
    loaded = load_config(None, [f"games=[{game(tmp_path / 'mine', sides)}]", "tile.height_mm=50"])
    (made,) = plans_for(loaded, ["mine"])
    found = solid(made)
    assert (*found.front.size_mm, found.thickness_mm) == pytest.approx((40, 50, 12))


def test_a_colour_that_has_no_key_is_named_as_it_is(tmp_path):
    # Yellow on white: about 1.5 to 1.
    slots = [
        "{text: H, at: [20, 18], size: [8, 9], pt: 24, bold: true, colour: '#ffcc00'}",
        # A drawing's or a shape's colours are its owner's.
        "{shape: ellipse, at: [4, 34], size: [6, 6], colour: '#ffcc00', relief: true}",
    ]
    (said,) = said_of(tmp_path / "mine", *slots)
    assert said.startswith("it.front: #ffcc00 on colours.paper = #ffffff: has a contrast of 1.5")
