"""Five dogs: told apart without colour, and drawn so that a nozzle of 0.4 mm makes all of them."""

from itertools import combinations

import pytest
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from design.config.loading import load_config
from design.families.card import ICON_SHARE
from design.graphics.art.icons import ICONS, icon
from design.parts.thinness import thinner
from rules.errors import ConfigError
from rules.game import load_game, parse_game

DOGS = [name for name in ICONS if name.startswith("dog-")]
FIELD_MM = ICON_SHARE * load_config(None).config.tile.width_mm


def test_each_colour_has_a_dog_of_its_own():
    axis = load_game("dokojong").axes["dog"]
    assert sorted(shape for _, shape in axis.values) == sorted(DOGS)
    assert len(DOGS) == 5


def silhouette(name: str, size_mm: float = 20.0) -> BaseGeometry:
    """All of a head in black, without eyes and muzzle."""
    return unary_union([Polygon(one.exterior) for one in icon(name, size_mm).geoms])


def sameness(one: BaseGeometry, other: BaseGeometry) -> float:
    """What both cover, as a share of what either does."""
    return float(one.intersection(other).area / one.union(other).area)


def test_any_two_are_told_apart_by_their_outline_alone():
    for one, other in combinations(DOGS, 2):
        assert sameness(silhouette(one), silhouette(other)) < 0.8, f"{one} and {other}"
        assert sameness(icon(one, 20), icon(other, 20)) < 0.75, f"{one} and {other}"
    # The same dog a fifth of a millimetre larger is no other dog.
    assert sameness(silhouette(DOGS[0]), silhouette(DOGS[0], 20.4)) > 0.9


@pytest.mark.parametrize("name", DOGS)
def test_strokes_and_gaps_are_wide_enough_for_the_nozzle(name):
    """0.6 mm a stroke, a line and a half of 0.4 mm, and the same between two; measured on the tile as it is printed."""
    dog = icon(name, FIELD_MM)
    assert len(dog.geoms) == 1, "one raised part, and one sticker"
    assert max(dog.bounds[2] - dog.bounds[0], dog.bounds[3] - dog.bounds[1]) == pytest.approx(FIELD_MM)
    around = box(*dog.bounds).buffer(3).difference(dog)
    assert [thinner(area, 0.6, 0.8) for area in (dog, around)] == [[], []]
    assert (dog.area - dog.buffer(-0.3).buffer(0.3).area) / dog.area < 0.01


def test_an_axis_along_another_has_its_values():
    text = """
id: kennel
title: Kennel
source: ours
players: {min: 2, max: 2}
axes:
  colour: {values: {gold: circle, forest: triangle}}
  dog: {values: {gold: dog-bat, crimson: dog-bat}, along: colour}
components:
  - {id: tile, family: tile, vary: [dog], spec: $tile, rule: {at: here, why: so}}
"""
    with pytest.raises(ConfigError) as error:
        parse_game(text, "game.yaml")
    assert "axes.dog: along names colour, which must be an axis with the same values in their order" in str(error.value)
    assert "tile: vary names dog, which is no axis of the game" in str(error.value)
