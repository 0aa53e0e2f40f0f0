"""Which face a drawing shows, among many that are much alike: found without comparing it with each of them."""

import numpy as np
import pytest
from shapely.geometry import MultiPolygon, box

from design.faces.face import Face, InkRole, Mark
from tablewright.inspection.recognition import siblings
from tablewright.inspection.recognition.gallery import Gallery
from tablewright.inspection.recognition.siblings import Siblings

CELLS = [(x, y) for y in range(-12, 12, 3) for x in range(-12, 12, 3)]


def card(number: int, kind: str = "card") -> Face:
    """A card that writes its number in squares of 0.7 mm, in binary: two cards may differ by one square alone."""
    squares = MultiPolygon([box(x, y, x + 0.7, y + 0.7) for bit, (x, y) in enumerate(CELLS) if number >> bit & 1 or bit > 20])
    return Face(f"{kind}.{number}.front", box(-15, -20, 15, 20), "#ffffff", (Mark(InkRole.PRINT, "#000000", squares),))


def noisy(picture, seed: int, strength: float):
    """A picture as a renderer might have drawn it: every pixel a little off."""
    return np.clip(picture + np.random.default_rng(seed).normal(0, strength, picture.shape), 0, 255).astype(np.float32)


@pytest.fixture(scope="module")
def deck():
    gallery = Gallery()
    faces = [card(number) for number in range(150)]
    return gallery, faces, Siblings(gallery, faces)


@pytest.mark.parametrize("strength", [0.0, 4.0, 12.0])
def test_each_card_shows_itself_and_none_its_neighbour(deck, strength):
    gallery, faces, all_of_them = deck
    for number, face in enumerate(faces):
        drawn = noisy(gallery.drawn(face), number, strength)
        assert not all_of_them.show_better(drawn, face)
        assert all_of_them.show_better(drawn, faces[number ^ 1])


@pytest.mark.parametrize("strength", [4.0, 40.0, 90.0])
def test_it_says_what_a_comparison_with_each_says(deck, strength, monkeypatch):
    gallery, faces, indexed = deck
    monkeypatch.setattr(siblings, "FEW", len(faces))
    one_by_one, said = Siblings(gallery, faces), []
    for number, face in enumerate(faces):
        drawn = noisy(gallery.drawn(faces[(number * 7) % 8]), number, strength)
        monkeypatch.setattr(siblings, "FEW", len(faces))
        expected = one_by_one.show_better(drawn, face)
        monkeypatch.setattr(siblings, "FEW", 0)
        assert indexed.show_better(drawn, face) is expected
        said.append(expected)
    assert set(said) == {True, False}


def test_what_is_shown_instead_is_among_the_first(deck):
    gallery, faces, all_of_them = deck
    for number in (3, 77, 149):
        drawn = noisy(gallery.drawn(faces[number]), number, 8.0)
        assert next(iter(all_of_them.most_like(drawn, faces[0]))).name == faces[number].name


@pytest.mark.parametrize("count", [50, 100, 200])
def test_the_work_for_a_card_does_not_grow_with_their_number(count, monkeypatch):
    gallery = Gallery()
    faces = [card(number) for number in range(count)]
    several, compared = Siblings(gallery, faces), []
    apart = Gallery.apart
    monkeypatch.setattr(Gallery, "apart", lambda self, *args: compared.append(1) or apart(self, *args))
    for number, face in enumerate(faces):
        several.show_better(noisy(gallery.drawn(face), number, 4.0), face)
    assert len(compared) <= 2 * count


def test_backs_that_are_all_alike_are_no_rivals_of_each_other(deck):
    gallery, *_ = deck
    backs = [Face(f"card.{number}.back", *(card(5).trim, "#ffffff", card(5).marks)) for number in range(60)]
    several = Siblings(gallery, backs)
    assert not any(several.show_better(noisy(gallery.drawn(one), 1, 4.0), one) for one in backs)


def test_of_another_outline_too_the_nearer_one_is_seen():
    gallery = Gallery()
    square = [card(number) for number in range(40)]
    round_corners = [Face(f"round.{one.name}", one.trim.buffer(-3).buffer(3), one.ground, one.marks) for one in square]
    several = Siblings(gallery, [*square, *round_corners])
    drawn = noisy(gallery.drawn(round_corners[9]), 1, 4.0)
    assert several.show_better(drawn, square[8])
    assert not several.show_better(drawn, round_corners[9])
