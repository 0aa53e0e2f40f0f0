"""Outlines against the font itself and against geometry: nothing here asks the code what is right."""

import io
import math

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from design.graphics.art.icons import ICONS, icon
from design.graphics.type.fonts import advance_mm, font_data, missing_characters
from design.graphics.type.outlines import figure_outline, text_outline
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError


def drawn_by_freetype(character: str, pixels: int = 1000) -> tuple[float, tuple[float, float]]:
    """Area and box of a glyph at an em of 1, counted in the pixels that FreeType fills."""
    face = ImageFont.truetype(io.BytesIO(font_data(Weight.BOLD)), pixels)
    image = Image.new("L", (2 * pixels, 2 * pixels))
    ImageDraw.Draw(image).text((pixels // 2, pixels // 2), character, font=face, fill=255)
    values = np.asarray(image) / 255
    rows, columns = np.nonzero(values > 0.5)
    return values.sum() / pixels**2, (np.ptp(columns) / pixels, np.ptp(rows) / pixels)


@pytest.mark.parametrize("character", "1234567890EFXaegsøØł√π∞∑≠±Ω%=+−×÷")
def test_a_glyph_is_what_freetype_draws(character):
    # Manrope's bold digits cross themselves at their joints, which a plain sum of areas would count twice.
    area, (width, height) = drawn_by_freetype(character)
    outline = text_outline(character, 12.0)
    left, bottom, right, top = outline.bounds
    assert outline.area == pytest.approx(area * 144, rel=0.01)
    assert (right - left, top - bottom) == pytest.approx((width * 12, height * 12), abs=0.04)


@pytest.mark.parametrize("text", ["0", "8", "AB", "Zażółć gęślą jaźń", "Příliš žluťoučký kůň", "%&@"])
def test_outlines_are_valid(text):
    outline = text_outline(text, 10.0)
    assert outline.is_valid
    assert outline.area > 0


def test_holes_are_kept():
    assert [len(part.interiors) for part in figure_outline("8", 12.0).geoms] == [2]
    assert [len(part.interiors) for part in figure_outline("0", 12.0).geoms] == [1]


def test_a_figure_has_its_height_and_its_middle_in_the_origin():
    left, bottom, right, top = figure_outline("1", 12.0).bounds  # the 1 is exactly as high as a capital
    assert (top - bottom, left + right, top + bottom) == pytest.approx((12.0, 0.0, 0.0), abs=1e-6)


def test_a_text_is_as_wide_as_its_advances():
    # The advance of a line is the sum of its letters': no kerning, as ReportLab sets it.
    assert advance_mm("11", 10.0, Weight.BOLD) == pytest.approx(2 * advance_mm("1", 10.0, Weight.BOLD))


@pytest.mark.parametrize("text", ["🎲", "שלום", "\u0301"])
def test_a_character_that_no_typeface_has_is_an_error_that_names_it(text):
    with pytest.raises(DesignError, match="no typeface here can set") as caught:
        text_outline(text, 10.0)
    assert f"U+{ord(text[0]):04X}" in str(caught.value)


def test_missing_characters_names_each_once():
    assert missing_characters("a🎲b🎲ש①") == "🎲ש"


def test_the_font_s_bytes_are_the_same_each_time():
    first = font_data(Weight.BOLD)
    font_data.cache_clear()
    assert font_data(Weight.BOLD) == first


@pytest.mark.parametrize("name", ICONS)
def test_icons_are_whole_and_stay_in_their_field(name):
    shape = icon(name, 20.0)
    assert shape.is_valid
    assert len(shape.geoms) == 1
    assert all(abs(value) <= 12.5 for value in shape.bounds)  # a triangle of equal area reaches farthest
    left, _, right, _ = shape.bounds
    assert left + right == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("name", ["circle", "triangle", "square", "pentagon", "hexagon"])
def test_the_five_set_shapes_weigh_the_same(name):
    # A circle of 0.92 x 20 mm: 265.9 mm2; rounded corners take at most 1.5 % of the others.
    assert icon(name, 20.0).area == pytest.approx(math.pi * 9.2**2, rel=0.015)


def test_an_unknown_icon_is_an_error_that_lists_those_there_are():
    with pytest.raises(DesignError, match="there is no such icon; there are circle, triangle"):
        icon("unicorn", 10.0)
