from __future__ import annotations

import io
from pathlib import Path

import cadquery as cq
import numpy as np
import pypdfium2
import pytest
from PIL import Image

from fabrication.scenes.card_scene import drawn_card
from fabrication.scenes.drawing import picture, shaded, write_picture
from fabrication.scenes.rendering import View
from fabrication.scenes.stowing import turning
from fabrication.scenes.surfaces import Band, Drawn
from rules.errors import BuildError
from tablewright.gallery import page_picture
from tests.support.packing_checks import context

SIZE = (240, 180)


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=int)


def share(data: bytes, hue: str) -> float:
    """Share of the picture where one of the primary colours is far above the others."""
    image = pixels(data)
    channel = "rgb".index(hue)
    others = [image[:, :, other] for other in range(3) if other != channel]
    return float(np.mean((image[:, :, channel] > others[0] + 60) & (image[:, :, channel] > others[1] + 60)))


def cube(colour: str, *at: float, bands: tuple[Band, ...] = ()) -> Drawn:
    return Drawn(cq.Solid.makeBox(10, 10, 10), colour, cq.Location(at or (0, 0, 0)), bands)


def test_a_picture_is_the_same_each_time() -> None:
    items = [cube("#c03030"), cube("#3030c0", 15, 0, 0)]
    assert picture(items, View.CORNER, SIZE) == picture(items, View.CORNER, SIZE)


def test_colours_and_places_are_as_given() -> None:
    data = picture([cube("#d02020"), cube("#2020d0", 15, 0, 0)], View.TOP, SIZE)
    image = pixels(data)
    left, right = image[:, : image.shape[1] // 2], image[:, image.shape[1] // 2 :]
    assert (left[:, :, 0] > left[:, :, 2] + 60).mean() > 0.4
    assert (right[:, :, 2] > right[:, :, 0] + 60).mean() > 0.4
    # Two cubes of 10 mm, 5 mm apart: 25 by 10, and an even white border of 5 % of the longer side.
    height, width, _ = image.shape
    assert (width - 2.5 * height * 0) / height == pytest.approx((25 + 2.5) / (10 + 2.5), rel=0.03)
    assert (image[0] == 255).all()
    assert (image[:, 0] == 255).all()


def test_a_band_is_painted_and_nothing_else() -> None:
    plain = picture([cube("#d02020")], View.CORNER, SIZE)
    painted = picture([cube("#d02020", bands=(Band(10, 10, "#20d020"),))], View.CORNER, SIZE)
    assert share(plain, "g") == 0
    assert 0.1 < share(painted, "g") < 0.5
    assert share(painted, "r") > 0.1


def test_nothing_to_draw_is_an_error() -> None:
    with pytest.raises(BuildError, match="nothing to draw"):
        picture([])


def test_a_picture_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(BuildError, match="cannot be written"):
        write_picture([cube("#d02020")], tmp_path / "file" / "a.png", size=SIZE)


def test_shade_is_darker_and_lighter_on_black() -> None:
    assert shaded("#c86432", 0.5) == "#643219"
    assert int(shaded("#101010")[1:3], 16) > 0x40


def test_a_card_shows_its_front_above_and_its_back_below() -> None:
    made = context(2)
    from fabrication.scenes.scenes import _cards_of

    front, back = _cards_of(made, "crimson" if made.bill.players > 2 else "forest")[0]
    card = drawn_card(front, back, 0.3, cq.Location())
    above, below = picture(card, View.TOP, SIZE), picture(card, View.BELOW, SIZE)
    # Forest is dark green: the front is white with a triangle in it, the back all green.
    assert (pixels(above) > 200).all(axis=2).mean() > 0.5
    dark = pixels(below)
    assert ((dark[:, :, 1] > dark[:, :, 2] + 20) & (dark[:, :, 1] < 120)).mean() > 0.3


@pytest.mark.parametrize("axes", [(0, 1, 2), (1, 0, 2), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 2, 0)])
def test_turning_lays_axes_where_they_belong(axes: tuple[int, int, int]) -> None:
    sizes = (30.0, 20.0, 2.0)
    turned = cq.Solid.makeBox(*sizes).moved(turning(axes))
    bounds = turned.BoundingBox()
    assert (bounds.xlen, bounds.ylen, bounds.zlen) == pytest.approx(tuple(sizes[own] for own in axes))
    # A mirror image would turn the solid inside out.
    assert turned.Volume() == pytest.approx(1200)


def test_flat_pieces_keep_their_fronts_up() -> None:
    for axes in ((0, 1, 2), (1, 0, 2)):
        peg = cq.Solid.makeBox(1, 1, 5, cq.Vector(0, 0, 0)).moved(turning(axes)).BoundingBox()
        assert (peg.zmin, peg.zmax) == pytest.approx((0, 5))


def test_the_first_page_of_a_document(tmp_path: Path) -> None:
    document = pypdfium2.PdfDocument.new()
    document.new_page(210, 297)
    document.new_page(50, 50)
    document.save(tmp_path / "two.pdf")
    image = Image.open(page_picture(tmp_path / "two.pdf", tmp_path / "two.png"))
    # 900 pixels wide in a page's proportion, and a line around it.
    assert image.size == (902, pytest.approx(900 * 297 / 210 + 2, abs=1))
    with pytest.raises(BuildError, match=r"none\.pdf"):
        page_picture(tmp_path / "none.pdf", tmp_path / "none.png")
