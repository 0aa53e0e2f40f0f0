"""The overview of actions: set within its safe zone, at 8 points or more, or refused by name."""

import itertools

import pytest
from shapely.geometry import box

from design.config.loading import Config
from design.faces.brief import Brief
from design.families.overview import overview_face
from design.graphics.colour.palette import contrast
from design.graphics.polygons import rectangle
from design.graphics.type.fonts import advance_mm
from design.graphics.type.line_breaking import TooWideError, break_lines, shrink_to_fit
from design.graphics.type.typefaces import Weight
from rules.errors import DesignError
from rules.words import Block, Item, load_words

POINT_MM = 25.4 / 72
SAFE_MM = 4
TRIM = rectangle(Config().overview.width_mm, Config().overview.height_mm, Config().overview.corner_mm)
BLOCKS = load_words("geometric-chamber").blocks
WORDY = "Every player names a door and says why it should be searched before any other one is. "


def face_of(block):
    return overview_face(Brief("action-overview.front", "#ffffff", "#1d1c24", "#1d1c24", "#1d1c24"), TRIM, block)


def block_of(text="All well.", items=1, **more):
    return Block(**{"title": "Turn", "items": [Item(mark="1", head="Agree", text=text)] * items, **more})


def runs_of(face):
    return [mark.run for mark in face.marks if mark.run]


@pytest.mark.parametrize("name", BLOCKS)
def test_everything_stands_in_the_safe_zone(name):
    left, bottom, right, top = TRIM.bounds
    safe = box(left + SAFE_MM, bottom + SAFE_MM, right - SAFE_MM, top - SAFE_MM)
    face = face_of(BLOCKS[name])
    assert len(face.marks) > 10
    for mark in face.marks:
        assert safe.covers(mark.area), mark.run or mark.area.bounds
        assert not mark.area.is_empty


@pytest.mark.parametrize("name", BLOCKS)
def test_text_is_large_and_dark_enough(name):
    runs = [mark for mark in face_of(BLOCKS[name]).marks if mark.run]
    assert min(mark.run.size_mm for mark in runs) >= 8 * POINT_MM
    assert max(mark.run.size_mm for mark in runs if mark.run.weight is Weight.REGULAR) <= 9.01 * POINT_MM
    # Numbers in badges are light on the ink, all else is ink on the ground.
    assert {mark.colour for mark in runs} <= {"#ffffff", "#1d1c24"}
    assert contrast("#ffffff", "#1d1c24") > 7


def test_both_sides_are_set_at_the_same_size():
    sizes = {max(run.size_mm for run in runs_of(face_of(block)) if run.weight is Weight.REGULAR) for block in BLOCKS.values()}
    assert len(sizes) == 1


@pytest.mark.parametrize("name", BLOCKS)
def test_no_word_is_lost(name):
    block = BLOCKS[name]
    said = " ".join(run.text for run in runs_of(face_of(block)))
    for text in (block.title, block.foot, *(part for item in block.items for part in (item.head, item.text))):
        assert text in said


@pytest.mark.parametrize("name", BLOCKS)
def test_lines_and_badges_do_not_meet(name):
    lines = [mark for mark in face_of(BLOCKS[name]).marks if mark.run and mark.colour == "#1d1c24"]
    for one, other in itertools.combinations(lines, 2):
        assert not one.area.intersects(other.area), (one.run.text, other.run.text)


def test_long_text_shrinks_to_the_floor_and_then_is_refused_by_name():
    sizes = []
    refused = None
    for count in range(4, 40):
        try:
            face = face_of(block_of(" ".join((WORDY * 3).split()[:count]), items=4))
        except DesignError as error:
            refused = str(error)
            break
        sizes.append(min(run.size_mm for run in runs_of(face)))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == pytest.approx(9 * POINT_MM)
    assert all(size >= 8 * POINT_MM - 1e-9 for size in sizes)
    assert any(size < 8.9 * POINT_MM for size in sizes), "nothing shrank before it was refused"
    assert refused is not None
    assert "action-overview.front" in refused
    assert "8 pt" in refused
    assert WORDY[:30] in refused


def test_a_word_wider_than_the_card_is_refused_by_name():
    with pytest.raises(DesignError, match=r"action-overview\.front"):
        face_of(block_of("x" * 60))


@pytest.mark.parametrize("text", ["שלום", "🎲!", "Take 🎲"])
def test_characters_that_no_typeface_has_are_named(text):
    lacking = [one for one in text if ord(one) > 0x500]
    with pytest.raises(DesignError) as caught:
        face_of(block_of(text))
    assert all(one in str(caught.value) for one in lacking)
    assert "action-overview.front" in str(caught.value)


@pytest.mark.parametrize("text", ["Zażółć gęślą jaźń", "Příliš žluťoučký kůň"])
def test_letters_beyond_latin_1_are_set(text):
    assert text in " ".join(run.text for run in runs_of(face_of(block_of(text))))


def test_lines_are_as_few_as_can_be_and_none_is_too_wide():
    words = (WORDY * 3).split()
    width, size = 45.0, 3.0
    lines = break_lines(" ".join(words), width, size, Weight.REGULAR)
    assert " ".join(lines).split() == words
    assert all(advance_mm(line, size, Weight.REGULAR) <= width + 1e-6 for line in lines)
    # Taking as many words as go into each line gives the fewest lines.
    greedy, line = 1, ""
    for word in words:
        longer = f"{line} {word}".strip()
        if advance_mm(longer, size, Weight.REGULAR) > width:
            greedy, line = greedy + 1, word
        else:
            line = longer
    assert len(lines) == greedy


def test_no_short_word_is_left_alone_on_the_last_line():
    size, text = 3.0, "aaaa aaaa aaaa aaaa a"
    width = advance_mm("aaaa aaaa aaaa aaaa", size, Weight.REGULAR) + 0.1
    assert break_lines(text, width, size, Weight.REGULAR)[-1] != "a"


def test_a_word_wider_than_the_line_is_named():
    with pytest.raises(TooWideError, match="unbreakable"):
        break_lines("an unbreakable word", 10, 3, Weight.REGULAR)
    assert break_lines("", 10, 3, Weight.REGULAR) == ()


def test_shrinking_finds_a_size_that_fits_and_hardly_smaller_than_need_be():
    size = shrink_to_fit(lambda em: 10 * em, 25.0, 3.0, 2.0)
    assert size is not None
    assert 2.5 * 0.98 <= size <= 2.5
    assert shrink_to_fit(lambda em: 10 * em, 40.0, 3.0, 2.0) == 3.0
    assert shrink_to_fit(lambda em: 10 * em, 20.0, 3.0, 2.0) == 2.0
    assert shrink_to_fit(lambda em: 10 * em, 19.9, 3.0, 2.0) is None
