"""Shapes and drawings of one's own that reach the edge: their colour goes on to the end of the bleed."""

from __future__ import annotations

import math
import re

import pikepdf
import pypdfium2
import pytest

from design.config.loading import load_config
from design.context import Context
from design.families.registry import family_of
from rules.errors import DesignError
from rules.game import Medium
from tablewright.building.build import build
from tablewright.inspection.documents.printhouse import count_print_house
from tablewright.inspection.expected import expected_of
from tests.support.own_pictures import card, game

MM = 72 / 25.4
BAND, DISC = (0xD0, 0x20, 0x30), (0x20, 0x60, 0xD0)
CARD = (
    'slots: [{shape: rectangle, at: [0, 10], size: [44, 8], colour: "#d02030"}, '
    '{shape: rectangle, at: [30, 40], size: [14, 28], colour: "#2060d0"}, '
    "{image: wave.svg, at: [0, 24], size: [20, 10], fit: cover}]"
)
WAVE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0 H20 V10 H0 Z" fill="#187848"/></svg>'


def front(folder, slot, **more):
    """The front of a piece of 44 x 68 mm with one slot, its middle the origin."""
    config = load_config(None, [f"games=[{game(folder, card('it', f'slots: [{slot}]', **more))}]"]).config
    context = Context.of_game(config.game("mine"), config)
    line = context.bill.line("it")
    return family_of(line).faces(context, line.component, line.variants[0])[0]


def test_a_side_that_reaches_the_edge_goes_on_as_far_as_the_widest_bleed(tmp_path):
    # 3 mm, the print house's, is more than the sheets' 0.8 and 1.3 mm.
    mark = front(tmp_path, "{shape: rectangle, at: [0, 10], size: [20, 8]}").marks[0]
    assert mark.area.bounds == pytest.approx((-22, 16, -2, 24))
    assert mark.beyond.bounds == pytest.approx((-25, 16, -2, 24))
    inside = front(tmp_path, "{shape: rectangle, at: [2, 10], size: [20, 8]}").marks[0]
    assert inside.beyond is None


def test_a_frame_along_the_edge_keeps_its_width_within_the_cut(tmp_path):
    size = "{width_mm: 44, height_mm: 68, corner_mm: 0}"
    mark = front(tmp_path, "{shape: rectangle, at: [0, 0], size: [44, 68], outline: 2}", size=size).marks[0]
    assert mark.area.area == pytest.approx(44 * 68 - 40 * 64)
    assert mark.beyond.area == pytest.approx(50 * 74 - 40 * 64)


def test_an_ellipse_keeps_its_form_unless_it_is_all_of_the_piece(tmp_path):
    mark = front(tmp_path, "{shape: ellipse, at: [0, 20], size: [44, 20]}").marks[0]
    assert mark.area.bounds == pytest.approx((-22, -6, 22, 14), abs=0.01)
    assert mark.beyond is None
    chip = "{outline: circle, width_mm: 20, height_mm: 20, thickness_mm: 2.8, relief_mm: 0.6}"
    whole = front(tmp_path, "{shape: ellipse, at: [0, 0], size: [20, 20]}", family="marker", size=chip).marks[0]
    assert whole.beyond.area == pytest.approx(math.pi * 13**2, rel=0.01)


@pytest.mark.parametrize(
    ("slot", "words"),
    [
        ("{shape: rectangle, at: [0, 1], size: [44, 20]}", "reaches the edge of 44 x 68 mm and ends 1.00 mm from the top"),
        ("{shape: rectangle, at: [0, 40], size: [43.5, 28]}", "ends 0.50 mm from the right"),
    ],
)
def test_a_strip_that_a_cut_may_or_may_not_leave_is_refused(tmp_path, slot, words):
    with pytest.raises(DesignError) as caught:
        front(tmp_path, slot)
    assert words in str(caught.value)
    assert "it.front slots[0]" in str(caught.value)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder, output = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("built")
    (folder / "wave.svg").write_text(WAVE)
    loaded = load_config(None, [f"games=[{game(folder, card('it', CARD))}]", "paper.sizes=[a4]"])
    build(loaded, output, ["mine"], [Medium.PAPER, Medium.PRINT_HOUSE], 1, lambda *_: None)
    return loaded, output


def pixel(image, x_mm, y_mm, dpi=600):
    return image.getpixel((int(x_mm / 25.4 * dpi), int(y_mm / 25.4 * dpi)))


def test_a_sheet_shows_each_colour_up_to_the_end_of_its_bleed_and_no_further(made):
    file = made[1] / "mine" / "pdf" / "a4" / "cards.pdf"
    page = pypdfium2.PdfDocument(file)[0].render(scale=600 / 72).to_pil().convert("RGB")
    with pikepdf.open(file) as pdf:
        content = pdf.pages[0].Contents.read_bytes().decode()
    x, y = (float(one) / MM for one in re.search(r"1 0 0 1 (\S+) (\S+) cm\s+/FormXob\.it\.front Do", content).groups())
    left, top = x - 22, 297 - y - 34
    # From the card's upper left corner; the bleed is 0.8 mm.
    for across, down, must in (
        (-0.7, 14, BAND),
        (44.7, 14, BAND),
        (44.7, 60, DISC),
        (36, 68.7, DISC),
        (44.7, 68.7, DISC),
        (-0.7, 29, (0x18, 0x78, 0x48)),
        (-0.95, 14, (255, 255, 255)),
        (-0.7, 60, (255, 255, 255)),
        (36, 39.5, (255, 255, 255)),
    ):
        assert pixel(page, left + across, top + down) == pytest.approx(must, abs=2), (across, down)


def complaints(loaded, output):
    sets = {one.name: one for one in expected_of(loaded.config.game("mine"), loaded.config).sets}
    files = [one.relative_to(output).as_posix() for one in (output / "mine" / "printhouse").rglob("*") if one.is_file()]
    return [str(one) for one in count_print_house(output, files, sets["printhouse"]).problems]


def test_a_print_house_page_shows_them_up_to_the_bleed_box_and_inspection_sees_it(made):
    loaded, output = made
    assert complaints(loaded, output) == []
    file = output / "mine" / "printhouse" / "cards" / "fronts.pdf"
    page = pypdfium2.PdfDocument(file)[0].render(scale=600 / 72).to_pil().convert("RGB")
    # From the bleed box's upper left corner, 3 mm off the card's.
    for (x, y), inner in (((0.1, 17), (10, 17)), ((49.9, 17), (40, 17)), ((49.9, 73.9), (40, 60)), ((0.1, 32), (10, 32))):
        assert pixel(page, x, y) == pytest.approx(pixel(page, *inner), abs=2)
        assert min(pixel(page, x, y)) < 140
    with pikepdf.open(file, allow_overwriting_input=True) as pdf:
        (form,) = (one for key, one in pdf.pages[0].Resources.XObject.items() if key.startswith("/FormXob."))
        wide, high = 44 * MM, 68 * MM
        form.write(f"{-wide / 2} {-high / 2} {wide} {high} re W n ".encode() + form.read_bytes())
        pdf.save(file)
    found = complaints(loaded, output)
    assert any("it.front without all its colours up to the bleed's edge" in one for one in found), found
