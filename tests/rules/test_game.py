"""How a game is described: what `game.yaml` may say, and how a mistake is told."""

import pytest

from rules.errors import ConfigError
from rules.game import parse_game

GOOD = """
id: my-game
title: My game
source: mine
players: {min: 2, max: 4}
axes:
  colour: {values: {red: circle, blue: square, green: triangle, white: star}, take: players}
components:
  - {id: card, family: card, vary: [colour], copies: 3, rule: {at: one, why: three a colour}}
  - {id: other-card, like: card, copies: 2}
"""


def test_like_takes_over_what_is_not_said_again():
    game = parse_game(GOOD, "game.yaml")
    other = game.component("other-card")
    assert (other.family, other.vary, other.copies) == ("card", ("colour",), 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("copies: 3", "copies: 0"), r"game.yaml:9 components\[0\].copies = 0: .*greater than or equal to 1"),
        (("copies: 3", "copys: 3"), r"game.yaml:9 components\[0\].copys: no such key"),
        (("vary: [colour]", "vary: [size]"), "card: vary names size, which is no axis"),
        (("id: other-card", "id: card"), "the id card is there twice"),
        (("id: other-card", "id: ../card"), r"game.yaml:10 components\[1\].id = ../card"),
        (("like: card", "like: cart"), r"game.yaml:10 like = cart: must name a component above it"),
        (("players: {min: 2, max: 4}", "players: {min: 5, max: 4}"), "min 5 is more than max 4"),
        (("title: My game", "title: My game\ntitle: Again"), "game.yaml:4: found duplicate key"),
        (("title: My game", "title: [My game"), "game.yaml:.*not valid YAML"),
        (("copies: 3", "copies: yes"), r"components\[0\].copies = yes"),
        (("id: my-game", "1: my-game"), "game.yaml:2: the key 1 must be text"),
    ],
)
def test_a_mistake_names_line_key_and_value(change, message):
    assert change[0] in GOOD
    with pytest.raises(ConfigError, match=message):
        parse_game(GOOD.replace(*change), "game.yaml")


def test_all_mistakes_are_told_at_once():
    broken = GOOD.replace("copies: 3", "copies: 0").replace("title: My game", "titel: My game")
    with pytest.raises(ConfigError) as caught:
        parse_game(broken, "game.yaml")
    assert len(caught.value.problems) == 3  # copies, titel, and the title that is missing


def test_a_document_that_is_no_mapping_is_refused():
    with pytest.raises(ConfigError, match="must be a mapping"):
        parse_game("- a\n- b\n", "game.yaml")
