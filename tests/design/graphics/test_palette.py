"""Colours: five sets that keep apart in grey and to colour-blind eyes, and ink that can be read."""

from itertools import combinations

import pytest

from design.config.loading import Config
from design.graphics.colour.palette import Palette, contrast, ink_on
from rules.game import load_game

SETS = ("gold", "forest", "crimson", "turquoise", "violet")


def lightness(colour: str) -> float:
    """CIE L* of #rrggbb, 0 to 100 (written out here; the project has only luminance)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def test_contrast_of_black_and_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("pair", list(combinations(SETS, 2)), ids="-".join)
def test_sets_are_told_apart_in_grey(pair):
    one, other = (lightness(Palette().hex(name)) for name in pair)
    assert abs(one - other) >= 10


@pytest.mark.parametrize("name", Palette.model_fields)
def test_ink_is_read_on_every_ground(name):
    palette = Palette()
    assert contrast(palette.hex(name), ink_on(palette.hex(name), palette)) >= 4.5


@pytest.mark.parametrize("game", ["geometric-chamber", "dokojong"])
def test_each_colour_has_a_shape_of_its_own(game):
    axis = load_game(game).axes["colour"]
    shapes = [axis.shape(name) for name in axis.names]
    assert len(set(shapes)) == len(shapes) == 5
    assert all(name in type(Config().colours).model_fields for name in axis.names)
