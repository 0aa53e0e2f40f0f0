"""The words of a game: complete, strict, and such that the font can set them."""

import pytest

from design.graphics.art.icons import ICONS
from design.graphics.type.fonts import missing_characters
from design.graphics.type.typefaces import Weight
from rules.errors import ConfigError
from rules.game import SHIPPED, load_game
from rules.words import load_rulebook, load_words, parse_words

FIRST = "geometric-chamber"

BLOCK = """
names: {}
blocks:
  turn:
    title: Turn
    items:
      - {mark: "1", head: Agree, text: "All well."}
"""


def test_every_component_of_the_first_game_has_a_name():
    names = load_words(FIRST).names
    game = load_game(FIRST)
    stand_ins = {piece.id for one in game.stand_ins for piece in one.pieces}
    assert {component.id for component in game.components} | stand_ins == set(names)
    assert len(set(names.values())) == len(names), "two components share a name"


@pytest.mark.parametrize("game", SHIPPED)
def test_words_name_components_that_there_are(game):
    made = load_game(game)
    components = {component.id for component in made.components}
    # What stands in for a component is shown too: in the box, and on the rule sheet.
    stand_ins = {piece.id for one in made.stand_ins for piece in one.pieces}
    assert set(load_words(game).names) <= components | stand_ins


def test_a_component_without_a_word_is_called_by_its_id():
    assert parse_words("names: {}", "words").name("door-marker") == "door marker"


def test_every_block_that_a_face_names_is_there_and_no_other():
    faces = [face for component in load_game(FIRST).components for face in component.faces.values()]
    assert {face.words for face in faces if face.words} == set(load_words(FIRST).blocks)


def test_the_overview_has_the_four_actions_and_both_ways_to_a_search():
    blocks = load_words(FIRST).blocks
    assert [item.mark for item in blocks["overview-actions"].items] == ["1", "2", "3", "4"]
    # A search follows action 1 of all or action 4 of one; its outcome is a penalty (minus) or a point (plus).
    assert [item.mark for item in blocks["overview-search"].items] == ["1", "4", "minus", "plus"]


def test_the_font_has_all_characters():
    texts = [load_rulebook(FIRST), *load_words(FIRST).names.values()]
    for block in load_words(FIRST).blocks.values():
        texts += [block.title, block.foot or "", *(text for item in block.items for text in (item.head, item.text))]
        assert all(item.mark in ICONS or len(item.mark) <= 2 for item in block.items)
    for weight in Weight:
        assert missing_characters("".join(texts), weight) == ""


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("head: Agree", "haed: Agree", 7, "haed"),
        ("title: Turn", 'title: ""', 5, "title"),
        ("title: Turn", 'title: " Turn"', 5, "title"),
        ('"All well."', '"All\\nwell."', 7, "text"),
        ("head: Agree, ", "", 7, "head"),
        ("turn:", "Turn of all:", 4, "Turn of all"),
        ('mark: "1"', "mark: 1", 7, "mark"),
    ],
)
def test_mistakes_are_named_with_their_line(old, new, line, says):
    parse_words(BLOCK, "words.yaml")
    assert old in BLOCK
    with pytest.raises(ConfigError) as caught:
        parse_words(BLOCK.replace(old, new), "words.yaml")
    assert f"words.yaml:{line} " in str(caught.value)
    assert says in str(caught.value)


def test_a_language_without_words_is_an_error():
    with pytest.raises(ConfigError, match="'xx'"):
        load_words(FIRST, "xx")
    with pytest.raises(ConfigError, match="'xx'"):
        load_rulebook(FIRST, "xx")
